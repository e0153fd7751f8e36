"""Lists that a page makes by Liquid of the site's own data, written out:
`{% for member in site.data.team %} {{ member.name }} {% endfor %}`.

Of Liquid this knows what such lists are made of: loops, names for lists, conditions, values. A loop
over anything else stays as it is, to be told later; nothing is ever run.
"""

import re
from collections.abc import Callable, Collection
from functools import cache
from itertools import pairwise
from typing import Any

from exchange.site_import.buttons import ADDRESSES
from exchange.site_import.jekyll import words_outside_liquid
from exchange.site_import.papers import DATA, lists_papers
from exchange.site_import.tables import THEMES
from exchange.site_import.theme import is_demo_document, texts_of
from exchange.site_import.tree import Tree
from exchange.site_import.yaml_lines import Items, Mapping, Value

TAG = re.compile(r"\{%-?([^{}]*?)-?%\}|\{\{-?([^{}]*?)-?\}\}")
PATH = re.compile(r"[\w-]+(?:\.[\w-]+|\[[\"']?[\w-]+[\"']?\])*")
CONDITION = re.compile(r"(\S+)\s*(==|!=)\s*(.*)", re.S)
FOR = re.compile(r"(\w+)\s+in\s+(\S+)(\s+reversed)?")
WHERE = re.compile(r"where:?\s*[\"']([\w-]+)[\"']\s*,\s*(.+)", re.S)
MAP = re.compile(r"map:?\s*[\"']([\w-]+)[\"']")
GROUP = re.compile(r"group_by(?:_exp)?:?\s*(?:[\"']\w+[\"']\s*,\s*)?[\"']([\w.-]+)")
SORT = re.compile(r"sort(?:_natural)?:?\s*(?:[\"']([\w-]+)[\"'])?")
BLOCKS, BRANCHES = ("for", "if", "unless", "comment"), ("else", "elsif")
# Files of data that the themes read themselves.
OF_THEMES = set(THEMES["data_of_themes"].split())
INCLUDE = re.compile(r"\{%-?\s*include\s+([\w./-]+\.(?:html|liquid))[^{}]*%\}")
NO_WORDS = re.compile(r"^\s*$|://|\.(?:jpe?g|png|gif|webp|svg)$", re.I)
OWN_DATA = re.compile(r"\bsite\.data\.([\w-]+)")
# Of a list without words: pictures.
SHOWN = re.compile(r"<img\b|!\[", re.I)
# Characters that a text may become, and tags within tags: more is no page of a person.
MOST, DEEPEST = 1_000_000, 20


def write_out_lists(theme: Any, known: Collection[str], but: Collection[str] = ()) -> None:
    """In the pages of a site, `but` those that are left out, whose data others read; `known`: the
    collections that are more than pages here, and whose lists are made here. `theme` is a
    `reading.Theme`.
    """
    find = cache(lambda name: _list(theme, name, known))
    for document in (page for page in theme.source.pages() if page.stem not in but):
        written = write_out(_with_includes(theme.tree, document.body), find)
        if written != document.body:
            document.body, document.body_line = written, 0  # its lines are none of the file


def _with_includes(tree, text):
    """A page with the parts of it that print files of data and stand in files of their own."""

    def part(match):
        path = f"_includes/{match[1]}"
        was_used, html = path in tree.used, tree.text(path) if path in tree else ""
        if set(OWN_DATA.findall(html)) - OF_THEMES:
            return html
        tree.used -= set() if was_used else {path}
        return match[0]

    return INCLUDE.sub(part, text)


def _list(theme, name, known):
    """What "data.team", or the name of a collection of the site's own, stands for; posts come
    newest first.
    """
    tree, (_data, _dot, stem) = theme.tree, name.rpartition("data.")
    if name != stem:
        path = _data_file(tree, stem)
        if not path or stem in OF_THEMES:
            return None
        was_used, document = path in tree.used, tree.document(path)
        if is_demo_document(document) or lists_papers(document):
            tree.used -= set() if was_used else {path}  # who reads it comes later
            return None
        return document.items or document.front
    if name in known or name not in ("posts", *theme.source.collection_names()):
        return None
    items = Items()
    documents = list(theme.source.documents(name))
    for document in documents[::-1] if name == "posts" else documents:
        if not document.is_unpublished and not is_demo_document(document):
            item = Mapping()
            item |= document.front
            item["collection"] = name
            if words_outside_liquid(document.body):  # else it becomes no page
                item["url"] = theme.addresses(document, name)[0]
            items.append(item)
    return items


def _data_file(tree, stem):
    return next((path for ending in DATA if (path := f"_data/{stem}{ending}") in tree), "")


def prints_papers(tree: Tree, text: str) -> bool:
    """Whether a page lists papers of a file of data, which are read there."""
    paths = (_data_file(tree, stem) for stem in OWN_DATA.findall(text))
    return any(lists_papers(tree.document(path)) for path in paths if path)


def write_out(text: str, find: Callable[[str], Value | None]) -> str:
    """A text with its loops written out. `find` gives what "data.team", or the name of a
    collection, stands for; None for what is no list of the site's own.
    """
    return _Writer(text, find).written if "{%" in text else text


class _Writer:
    def __init__(self, text, find):
        self.text, self.find, self.left = text, find, MOST
        self.tags = [(match.start(), match.end(), match) for match in TAG.finditer(text)]
        self.tags = [(0, 0, None), *self.tags, (len(text), len(text), None)]
        # Of each block the places of its tags: where it begins, branches, ends.
        self.blocks: dict[int, list[int]] = {}
        is_plain = self._pair()
        said = self._between(0, len(self.tags) - 1, {}) if is_plain else text
        self.written = said if self.left >= 0 else text

    def _words(self, number):
        match = self.tags[number][2]
        return ((match[1] if match else "") or "").strip()

    def _pair(self):
        """Fills `blocks`; False where they are too deep."""
        open_blocks: list[list[int]] = []
        for number in range(len(self.tags)):
            name = self._words(number).partition(" ")[0]
            if name in BLOCKS:
                open_blocks.append([number])
            elif name in BRANCHES and open_blocks:
                open_blocks[-1].append(number)
            elif open_blocks and name == f"end{self._words(open_blocks[-1][0]).partition(' ')[0]}":
                marks = open_blocks.pop()
                self.blocks[marks[0]] = [*marks, number]
            if len(open_blocks) > DEEPEST:
                return False
        return True

    def _between(self, first, last, scope):
        """What stands between two tags."""
        parts, at, number = [], self.tags[first][1], first + 1
        self.left -= self.tags[last][0] - at
        while number < last:
            start, end, match = self.tags[number]
            parts.append(self.text[at:start])
            if marks := self.blocks.get(number):
                number = marks[-1]
                end = self.tags[number][1]
                said = self._block(marks, scope)
                parts.append(self.text[start:end] if said is None else said)
            else:
                parts.append(self._single(match, scope))
            at, number = end, number + 1
        return "".join([*parts, self.text[at : self.tags[last][0]]])

    def _block(self, marks, scope):
        """None for what stays as it is."""
        name, _blank, words = self._words(marks[0]).partition(" ")
        if name == "for":
            return self._loop(FOR.match(words), marks, scope)
        is_within = "forloop" in scope
        if name == "comment":
            return "" if is_within else None
        for begin, end in pairwise(marks):
            branch, _blank, words = self._words(begin).partition(" ")
            holds = branch == "else" or self._holds(words, scope)
            if holds is None and not is_within:
                return None
            if bool(holds) != (branch == "unless"):
                return self._between(begin, end, scope)
        return ""

    def _loop(self, said, marks, scope):
        items = self._look(said[2], scope) if said else None
        if not isinstance(items, list | dict):
            return None
        items = list(items.values() if isinstance(items, dict) else items)[:: -1 if said[3] else 1]
        parts = []
        for number, item in enumerate(items, 1):
            self.left -= 100
            if self.left < 0:
                return ""
            place = Mapping()
            place["index"] = str(number)
            place["first"], place["last"] = ("1" if number == n else "" for n in (1, len(items)))
            parts.append(self._between(*marks[:2], {**scope, said[1]: item, "forloop": place}))
        said = "".join(parts)
        if words_outside_liquid(said) or "{" not in said or SHOWN.search(said):
            return said
        # Another file says how it is shown.
        return "\n".join(filter(None, map(_bullet, items)))

    def _single(self, match, scope):
        """A value; a name that is given to a list."""
        if match[1] is None:
            value = self._look(match[2].partition("|")[0].strip(), scope)
            if isinstance(value, list):
                value = ", ".join(one for one in value if isinstance(one, str))
            value = value if isinstance(value, str) else match[0]
            self.left -= len(value)
            return value if self.left > 0 else ""
        name, _blank, words = match[1].strip().partition(" ")
        target, sign, source = words.partition("=")
        if name == "assign" and sign:
            first, *filters = source.split("|")
            value = self._look(first.strip(), scope)
            scope[target.strip()] = self._filtered(value, filters, scope)
            return "" if "forloop" in scope or scope[target.strip()] is not None else match[0]
        return match[0]

    def _filtered(self, value, filters, scope):
        """A list in order, or those of it that have a value; of other filters nothing is known."""
        for words in map(str.strip, filters):
            items = value if isinstance(value, list) else []
            self.left -= len(items)
            if match := WHERE.match(words):
                wanted = self._look(match[2].strip(), scope)
                items = [one for one in items if _text(one, match[1]) == wanted]
            elif match := SORT.match(words):
                items = sorted(items, key=lambda one, key=match[1]: _text(one, key))
            elif match := MAP.match(words):
                items = [_text(one, match[1]) for one in items]
            elif match := GROUP.match(words):
                items = _groups(items, match[1].rpartition(".")[2], 4 if "%Y" in words else None)
            elif words == "uniq":
                items = list(dict.fromkeys(map(_text, items)))
            elif words == "reverse":
                items = items[::-1]
            else:
                return None
            value = items
        return value

    def _holds(self, words, scope):
        """None where it is not known."""
        if re.search(r"\s(?:and|or)\s", words):
            return None
        if not (match := CONDITION.fullmatch(words.strip())):
            value = self._look(words.strip(), scope)
            return None if value is None else value not in ("", "false")
        one, other = (self._look(part.strip(), scope) for part in match.group(1, 3))
        if one is None or other is None:
            return None
        return (one == other) == (match[2] == "==")

    def _look(self, path, scope):
        """What a path, or a value in quotes, stands for; None where that is not known."""
        if re.fullmatch(r"\"[^\"]*\"|'[^']*'|\d+|true|false", path):
            return path.strip("\"'")
        if path in ("blank", "empty", "nil"):
            return ""
        if not PATH.fullmatch(path):
            return None
        first, *keys = re.findall(r"[\w-]+", path)
        value = scope.get(first)
        if first == "site" and keys:
            count = 2 if keys[0] == "data" else 1
            value, keys = self.find(".".join(keys[:count])), keys[count:]
        for key in keys:
            if isinstance(value, Mapping):
                value = value.get(key)
            elif isinstance(value, list) and key == "size":
                value = str(len(value))
            else:
                return None
        return value


def _bullet(item):
    """What an item says, which leads to where it has its address; of a document its title."""
    texts = [" ".join(one.split()) for one in texts_of(item) if not NO_WORDS.search(one)]
    url = item.first(*ADDRESSES) if isinstance(item, Mapping) else ""
    if isinstance(item, Mapping) and "collection" in item:
        texts = [item.text("title") or url] if url else []
    if url and texts:
        title = item.first("title", "name") or texts[0]
        texts = [f"[{title}](<{url}>)", *(one for one in texts if one not in (title, url))]
    return f"- {', '.join(texts)}" if texts else ""


def _groups(items, key, length):
    """Mappings of a name, and the items that have it."""
    groups: dict[str, Mapping] = {}
    for item in items:
        name = _text(item, key)[:length]
        group = groups.setdefault(name, Mapping())
        group["name"] = name
        dict.setdefault(group, "items", Items()).append(item)
    return list(groups.values())


def _text(item, key=""):
    value = item.get(key) if isinstance(item, Mapping) and key else item
    return value if isinstance(value, str) else ""
