"""What of a site is the theme's and not its owner's: files, and demo content left in place.

People fork a theme and write over its examples, often in part: a real talk keeps the file name and
the description of the demo, a real homepage the theme's guide below it. So nothing is judged by the
name of a file alone, and each title, value and paragraph for itself, by how it begins.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext_lazy

from exchange.site_import.markdown import COMMENT, to_words, without_spans
from exchange.site_import.tables import DEMOS
from exchange.site_import.tree import Document, Items, Mapping, Tree, unread_keys
from profiles.markup.structure import line_in_words

DEMO = gettext_lazy("demo content of the theme")
PART = gettext_lazy("part of the theme")
SETTING = gettext_lazy("a setting of the theme or of Jekyll")
FOOT = gettext_lazy("the foot of the pages is the lab's")
NO_CATEGORY = gettext_lazy("projects here have no categories")
NO_TAGS = gettext_lazy("pages here have no tags and no categories")
LIST = gettext_lazy("a list that is made here by itself")
LINE_BREAK = re.compile(r"<br\s*/?>|</p>|</div>|\n", re.I)


def _any(name: str) -> re.Pattern:
    """Any line of a list."""
    return re.compile("|".join(f"(?:{line})" for line in DEMOS[name].splitlines()), re.I)


THEME_FILES = _any("files")
DEMO_TITLES, DEMO_VALUES = _any("titles"), _any("values")
DEMO_GUIDES, DEMO_PARAGRAPHS, DEMO_CARDS = _any("guides"), _any("paragraphs"), _any("cards")
DEMO_ENTRIES = _any("entries")
DEMO_KEYS, LOREM_WORDS = (frozenset(DEMOS[name].split()) for name in ("keys", "lorem"))
DEMO_PICTURES = re.compile(r'title="example image"|/images/500x300\.png')
# Folders of files that are known by their text.
TEXTS = ("_pages/", "_posts/", "_drafts/", "_showcase/", "_news/", "_books/", "_teachings/")
TEXTS += ("content/",)
TAG, LIQUID = re.compile(r"<[^<>]*>"), re.compile(r"\{[%{][^{}]*[%}]\}")
LOOP = re.compile(r"\{%-?\s*for\b")
MARKS = re.compile(r"^[\s#>*+-]+(?=[^\s-])|[\[\]_*`]|\((?:https?:|/)[^()\s]*\)")
HEADING = re.compile(r"^ {0,3}#+ .*$|^.+\n[=-]{3,}[ \t]*$|<h[1-6][^<>]*>[^<>]*</h[1-6]>", re.M)
WORDS = re.compile(r"\w")
FENCE = re.compile(r"^[ \t]*[`~]{3,}\w*", re.M)


def is_demo(text: str) -> bool:
    """A title, a name, an address or a line of a CV as the theme had it."""
    line = " ".join(text[:500].split())
    return len(text) < 500 and bool(DEMO_VALUES.fullmatch(line) or DEMO_TITLES.fullmatch(line))


def is_demo_entry(entry: str | Mapping | Items) -> bool:
    """An entry of a CV as the theme had it, by all that it says."""
    return bool(DEMO_ENTRIES.match(" ".join(" ".join(texts_of(entry))[:2000].split())))


def without_demo(text: str) -> tuple[str, list[int]]:
    """A text without the theme's paragraphs, and the lines (from 1) on which those began.

    The lines that stay keep their numbers. Where there are such paragraphs, comments go as well.
    """
    lines = _without_comments(text).split("\n")
    begins, start, is_guide = [], 0, False
    for number in range(len(lines) + 1):
        if number < len(lines) and lines[number].strip():
            continue
        paragraph = "\n".join(lines[start:number])
        is_guide = is_guide or _begins(DEMO_GUIDES, paragraph)
        if paragraph.strip() and (is_guide or _is_demo_paragraph(paragraph)):
            begins.append(start + 1)
            lines[start:number] = [""] * (number - start)
        start = number + 1
    return ("\n".join(lines), begins) if begins else (text, [])


def is_demo_document(document: Document) -> bool:
    """A file that is the theme's demo as a whole.

    A paper, talk, course or project is known by its title; a page, post or card by its text; a file
    of data by the name in it.
    """
    if document.path.startswith("_data/") or document.path.endswith(".json"):
        return _is_demo_data(document)
    if is_demo(_text_of(document.front, "instructor")):
        return True
    if document.path.startswith("_showcase/"):
        card = str(dict.get(document.front, "images", "")) + _without_comments(document.body)
        if DEMO_CARDS.search(card):
            return True
    kept, demo_lines = without_demo(document.body)
    is_empty = not _has_words(kept)
    title = " ".join(TAG.sub("", _text_of(document.front, "title")).split())
    is_page = document.path.startswith(TEXTS)
    if DEMO_TITLES.fullmatch(title):
        return is_empty or not document.path.startswith(("_pages/", "_news/"))
    return bool(demo_lines) and is_empty and (is_page or bool(re.match(r"project \d|\Z", title)))


def links_to(source: Any, documents: Iterable[Document]) -> Iterator[str]:
    """A bullet for each that has a title: a link, and its summary. `source`: as `jekyll.Jekyll`."""
    for document in documents:
        title = line_in_words(document.front.text("title"))
        if title and not is_demo_document(document):
            summary = line_in_words(document.front.text("summary"))
            said = f": {summary}" if summary else ""
            yield f"- [{title}]({source.address(document)}){said}"


def around_loops(text: str) -> str:
    """What stands before the first loop of Liquid and behind the last one."""
    start, end = LOOP.search(text), text.rfind("endfor")
    has_loop = start and end > start.start()
    return text[: start.start()] + text[text.find("}", end) + 1 :] if has_loop else text


def is_list_of_theme(document: Document) -> bool:
    """A page without words of its own: Liquid that lists what stands elsewhere."""
    text = around_loops(_without_comments(document.body))
    return bool(LIQUID.search(document.body)) and not _has_words(text)


def own_text(tree: Tree, document: Document) -> str:
    """Its body without the theme's paragraphs, each of which is left out with its line."""
    text, lines = without_demo(document.body)
    for line in lines:
        tree.leave_out(document.path, DEMO, line=document.body_line + line - 1)
    return text if not lines or _has_words(text) else ""


def _is_demo_paragraph(paragraph):
    is_picture = bool(DEMO_PICTURES.search(paragraph)) and not _has_words(paragraph)
    words = re.findall(r"[a-z]+", paragraph[:2000].lower())
    is_lorem = len(words) > 7 and sum(word in LOREM_WORDS for word in words) > 0.7 * len(words)
    return is_picture or is_lorem or _begins(DEMO_PARAGRAPHS, paragraph)


def _begins(patterns, paragraph):
    words = LIQUID.sub("", TAG.sub("", paragraph[:2000]))
    return bool(patterns.match(" ".join(MARKS.sub("", words).split())))


def _has_words(text):
    text = FENCE.sub("", HEADING.sub("", LIQUID.sub("", text)))
    return bool(WORDS.search(TAG.sub("", text)))


def _without_comments(text):
    """The lines stay."""
    return without_spans(text, COMMENT, lambda comment: "\n" * comment.count("\n"))


def _is_demo_data(document):
    """By the name or e-mail of whom it is about; a table of people or venues by all its keys."""
    front = document.front
    if document.items:  # al-folio's first cv.yml
        maps = (item for item in document.items if isinstance(item, Mapping))
        tables = [dict.get(item, "contents", "") for item in maps]
        rows = [row for table in tables if isinstance(table, Items) for row in table]
        return any(is_demo(_text_of(row, "value")) for row in rows)
    for key in ("basics", "cv"):
        if key in front:
            person = dict.get(front, key)
            return is_demo(_text_of(person, "name")) or is_demo(_text_of(person, "email"))
    return bool(front) and all(
        key.lower() in DEMO_KEYS or is_demo(key) or is_demo(_text_of(value, "url"))
        for key, value in front.items()
    )


def texts_of(value: str | Mapping | Items) -> Iterator[str]:
    """All of them, without counting them as read."""
    if isinstance(value, str):
        yield value
        return
    for inner in dict.values(value) if isinstance(value, Mapping) else value:
        yield from texts_of(inner)


def _text_of(mapping, key):
    """A text in a mapping, without counting it as read."""
    value = dict.get(mapping, key, "") if isinstance(mapping, Mapping) else ""
    return value if isinstance(value, str) else ""


def lines_of(html: str) -> str:
    """A postal address in HTML as lines of words."""
    return "\n".join(filter(None, map(to_words, LINE_BREAK.split(html))))


def leave_settings(tree: Tree, path: str) -> None:
    """What nobody asked for in a file of settings."""
    if path in tree:
        tree.leave_out(path, SETTING, *(unread_keys(tree.document(path).front) or ["-"]))
