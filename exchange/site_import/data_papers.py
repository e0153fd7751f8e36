"""Lists of papers in files of data (YAML, JSON), whatever their keys are called -> references."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from exchange.site_import.columns import first, words
from exchange.site_import.papers import FIELDS, SELF, VENUES, PaperTable, paper_of, year
from exchange.site_import.printed_references import LABELS, Reference
from exchange.site_import.theme import is_demo
from exchange.site_import.tree import Document, Items, Mapping, mark_read
from publications.matching import normalise_title
from publications.printed.lines import is_by

TEXTS = (".yml", ".yaml", ".json")
AUTHORS = ("authors", "author")
YEARS = "year date issued published"
TABLE = PaperTable(
    FIELDS
    | {
        "year": (year, f"{YEARS} {VENUES}"),
        "abstract": (first, "abstract summary description"),
        "award_name": (first, "award awards"),
    }
)


def read_data(theme: Any, path: str) -> Iterator[Reference]:
    """Each paper of a file of data that no .bib file has; none where most of what it lists is not
    by the owner. `theme` is a `reading.Theme`.
    """
    if not path.endswith(TEXTS):
        return
    document = theme.tree.document(path)
    found = [item for item in _mappings(document.items or document.front) if _is_paper(item)]
    for item in found:
        mark_read(item)
    if 2 * sum(_is_by(theme.owner, item) for item in found) <= len(found):
        return
    theme.tree.used.add(path)
    files = theme.record.bib_files.values()
    known = {normalise_title(entry.text("title")) for file in files for entry in file.records}
    for item in found:
        record = Document(path, item, "", min(item.lines.values()))
        record.row = " ".join(words(theme, record, "title").split()[:4])
        reference = paper_of(theme, record, TABLE)
        if reference and reference.title_key not in known:
            _link(reference, item)
            theme.attach(reference, record)
            yield reference
    mark_read(document.items or document.front)


def _mappings(value) -> Iterator[Mapping]:
    """All of them, in lists and mappings of lists (by year, by kind)."""
    if isinstance(value, Mapping):
        yield value
        value = value.values()
    for inner in value:
        if isinstance(inner, Mapping | Items):
            yield from _mappings(inner)


def _is_paper(item):
    has_names = any(isinstance(dict.get(item, key), (str, Items)) for key in AUTHORS)
    has_place = any(dict.get(item, key) for key in f"{YEARS} {VENUES}".split())
    is_shown = str(dict.get(item, "visible", "true")).casefold() != "false"
    title = dict.get(item, "title")
    is_titled = isinstance(title, str) and not is_demo(title)
    return has_names and has_place and is_shown and is_titled


def _is_by(owner, item):
    """Whether its names, in whatever form, have the owner's, or "me"."""
    names = " ".join(str(dict.get(item, key, "")) for key in AUTHORS)
    return is_by(owner, names) or bool(SELF & set(re.findall(r"\w+", names)))


def _link(reference, item):
    """Keys that are called as buttons are."""
    for label in LABELS:
        if label != "doi" and re.match(r"https?://|/", item.text(label)):
            reference.link(label, item.text(label))
