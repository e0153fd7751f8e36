"""What a site offers against what came of it: papers in files that no page was seen to list, and
pages of papers that say more than is here.
"""

import re
from collections import Counter
from itertools import islice
from typing import Any

from django.utils.translation import gettext_lazy

from exchange.site_import import homepage
from exchange.site_import.markdown import COMMENT, without_spans
from exchange.site_import.papers import DATA, NOT_READ
from exchange.site_import.printed_references import Reference
from exchange.site_import.records import Latex, Place
from exchange.site_import.theme import THEME_FILES
from exchange.site_import.tree import MAX_TEXT
from profiles.models import Section
from publications import bibtex
from publications.matching import normalise_title, titles_agree
from publications.matching.people import may_be_one
from publications.names import parse_name, parse_names
from publications.printed.lines import is_by
from publications.printed.venue import YEAR

# What generators and tools make, and what lies beside a page that has the same.
MADE = re.compile(
    r"(?:_site|docs|public|resources|themes|layouts|exampleSite|node_modules|_freeze|_extensions|renv"
    r"|site_libs|vendor)/|(?:.*/)?(?:\.|cite\.bib$)"
)
LIST = re.compile(r"publi[ck]|papers|pubs", re.I)
OTHERS = re.compile(r"talk|present|poster|slides|teach|software", re.I)
# Of a file that names another one: a page, or what makes one.
NAMING = (".qmd", ".md", ".Rmd", ".ipynb", ".html", ".js", ".ts", ".jsx", ".tsx", ".vue", ".R")
NAMING += (".py", ".lua", ".yml", ".yaml", ".toml", ".json", ".tex", ".sh")
# What says nothing: tags, Liquid.
TAGS = re.compile(r"<[^<>\n]*>|\{[{%][^{}\n]*[%}]\}")
WORD = re.compile(r"[^\W\d_]{2,}")
HEADING = re.compile(
    r"^(?:#{1,6}[ \t]|[ \t]*<h[1-6]\b)[^\n]{0,99}\b(?:publications|papers|articles)\b", re.I | re.M
)
MOST_FILES = 2_000
LEAST = 4  # lines that name a year, and words of each
UNLISTED = gettext_lazy("it is in a file that no page of the site names")
EMPTY = gettext_lazy(
    "This page of papers gave none, and no other page did: import them by hand, for example from "
    "BibTeX."
)
FEWER = gettext_lazy(
    "This page of papers names a year on %(lines)s lines, but only %(papers)s of the papers here "
    "are on it: check whether some are missing."
)


def read_left(theme: Any) -> None:
    """Papers of files that no page was seen to list: of data, and of .bib files most of which is
    the owner's. Where nothing names such a file, they stay drafts. `theme` is a `reading.Theme`.
    """
    tree, left = theme.tree, []
    for path, file in tree.files.items():
        is_apart = path in tree.used or MADE.match(path) or THEME_FILES.match(path)
        left += [] if is_apart or file.size > MAX_TEXT else [path]
    theme.read_data(path for path in left if path.endswith(DATA) and _may_list(tree, path))
    paths = [path for path in left if path.endswith(".bib") and not OTHERS.search(path)]
    titles = theme.record.titles() if paths else []
    for path in paths:
        known_before = titles  # titles of one file that are nearly alike are two papers
        for record, doubt in _own_entries(theme, path):
            title = record.text("title")
            if not any(titles_agree(title, known) for known in known_before):
                fields = {name: Latex(value) for name, value in record.own.items()}
                place, titles = Place(path, record.line), [*titles, title]
                reference = Reference(record.key, place, record.entry_type, fields, doubt=doubt)
                theme.add_papers([reference])


def _may_list(tree, path):
    data = _data(tree, path)
    return _is_called_a_list(path) or (b"author" in data and b"title" in data)


def _data(tree, path):
    """What a file holds, which counts as read no more than before; of a large one nothing."""
    if tree.files[path].size > MAX_TEXT:
        return b""
    is_used, data = path in tree.used, tree.data(path)
    tree.used -= set() if is_used else {path}
    return data


def _own_entries(theme, path):
    """The owner's entries of a file most of which is theirs, each with what is doubtful of it."""
    said = _data(theme.tree, path).decode(errors="replace")
    records = bibtex.parse(said).records
    is_list, is_named = _is_called_a_list(path), False
    own = {
        one.line for one in records if theme.owner and is_by(theme.owner, one.get("author") or "")
    }
    if own and 2 * len(own) >= len(records):
        is_named = _is_named(theme.tree, path)
    if not (is_list or is_named):  # then the family name alone may be a namesake's
        own &= {one.line for one in records if _is_owner(theme.owner, one.get("author") or "")}
    if own and 2 * len(own) >= len(records):
        doubt = "" if is_named else UNLISTED
        records = bibtex.parse(theme.tree.text(path)).records
        return [(one, doubt) for one in records if is_list or one.line in own]
    if records and is_list:
        theme.tree.not_understood(Place(path, 1), records[0].text("title"), NOT_READ)
    return []


def _is_called_a_list(path):
    return bool(LIST.search(path.rpartition("/")[2]))


def _is_owner(owner, names):
    """Whether one of the authors of an entry may be the owner, by the name or half a double one."""
    name = parse_name(owner)
    forms = [name._replace(family=part) for part in {name.family, *name.family.split("-")}]
    return any(may_be_one(one, form) for one in parse_names(names)[0] for form in forms)


def _is_named(tree, path):
    """Whether a page, or what makes one, says the name of a file."""
    name, files = path.rpartition("/")[2].encode(), islice(tree.files, MOST_FILES)
    return any(name in _data(tree, other) for other in files if other.endswith(NAMING))


def tell_fewer(theme: Any) -> None:
    """Of a page of papers, by its title, its name or the menu, that it says clearly more of them
    than are here, and of any with a heading of papers that there are none; when all is read.
    """
    titles = set(map(normalise_title, theme.record.titles())) - {""}
    unread = Counter(place.file for place in theme.record.unread_papers)
    for document in theme.source.pages():
        name, _position = theme.in_menu(document)
        kinds = set(map(homepage.kind_of, (theme.title_of(document), document.name, name)))
        if document.path not in theme.tree.files:
            continue
        text = without_spans(theme.tree.text(document.path), COMMENT, _lines_of)
        is_part = not titles and not unread and bool(HEADING.search(text))
        if Section.Kind.PUBLICATIONS not in kinds and not is_part:
            continue
        lines, said = _dated(text), normalise_title(text)
        came = sum(title in said for title in titles) + unread[document.path]
        if not titles and not unread:
            theme.tree.problem(Place(document.path, 1), str(EMPTY))
        elif len(lines) >= LEAST and _are_few(came, len(titles), len(lines)):
            counts = {"lines": len(lines), "papers": came}
            theme.tree.problem(Place(document.path, lines[0]), FEWER % counts)


def _lines_of(span):
    return "\n" * span.count("\n")


def _dated(text):
    """The numbers of the lines that name a year among words, be it not in an address."""
    found = []
    for number, line in enumerate(TAGS.sub(" ", text).split("\n"), 1):
        said = " ".join(word for word in line.split() if word.count("/") < 2)
        if YEAR.search(said) and len(WORD.findall(said)) >= LEAST:
            found.append(number)
    return found


def _are_few(came, papers, lines):
    """Whether a page that names a year on so many lines prints too few of the papers here."""
    return came == 0 or (3 * came < lines and papers < lines)
