"""The one reader of papers that a site keeps as files, or as records of a file: a table says which
keys fill which fields of BibTeX, and has the converters of what is odd about a theme.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy

from exchange.site_import.columns import Column, first, words
from exchange.site_import.printed_references import Reference, bibtex_names, key_of
from exchange.site_import.tree import Document
from publications.printed.marks import marked, plain
from publications.printed.names import LONGEST_LIST, names_in
from publications.printed.venue import YEAR, type_of

LINK = re.compile(r"\[([^\[\]]+)\]\(([^()\s]+)\)")
IN = re.compile(r"^In:?\s+(?=[A-Z\d])")
# What sites call where a paper appeared, and what it is.
VENUES = "container-title journal publication venue journal-title booktitle conference where"
KINDS = "type kind category"
# So some call themselves.
SELF = {"me", "self"}
# The names, or those beside the owner's: "With Bob Brandt and Charlie Coral".
AUTHORS = ("authors", "author", "coauthors", "co_authors", "coauthor")
WITH = re.compile(r"^\s*(?:joint(?:ly)?\s+)?with:?\s+", re.I)
# "(Authors in alphabetical order)", "(incl. A. Lind)"
REMARK = re.compile(r"\((?P<remark>(?:[A-Z]|incl)[^()]{8,200})\)[\s.]{0,9}$")
# "[Kelp Consortium]", and no link.
IN_BRACKETS = re.compile(r"^\s*\[([^\[\]]+)\]\s*$")
NAME_PARTS = ("given", "firstname", "family", "lastname", "name")
NO_TITLE = gettext_lazy("a paper without a title")
COAUTHORS = gettext_lazy("these are the co-authors, whom the owner leads here; check their order")
NO_NAMES = gettext_lazy("these are no names of authors; add them by hand")
LOST_NAME = gettext_lazy("this is no name and was left out of the authors; add it by hand")


def listed_names(theme: Any, reference: Reference, document: Document) -> list[str]:
    """Under the first of `AUTHORS`: each a text with a name or several, or a mapping of its parts.
    What is no name is told; a remark behind them is a note.
    """
    front, names = document.front, []
    key = next((key for key in AUTHORS if front.list(key)), "author")
    if key not in AUTHORS[:2]:
        names.append(theme.owner)
        theme.tree.not_understood(document.place(key), WITH.sub("", front.text(key)), COAUTHORS)
    for author in front.list(key):
        if not isinstance(author, str):
            person = author.mapping("name") or author
            names.append(" ".join(filter(None, map(person.text, NAME_PARTS))))
            continue
        if author in SELF:
            names.append(theme.owner)
            continue
        if match := REMARK.search(author):
            author, reference.fields["note"] = author[: match.start()], match["remark"]
        author = WITH.sub("", IN_BRACKETS.sub(r"\1", author[:LONGEST_LIST]))
        found, lost = names_in(plain(marked(author)[0]))
        is_cut = bool(names and author.strip()) and not found and not lost  # "et al."
        names += found or ["others"] * is_cut
        for words_lost in lost:
            reason = LOST_NAME if found else NO_NAMES
            theme.tree.not_understood(document.place(key), words_lost, reason)
    return [name for name in names if name]


def named_venue(
    theme: Any, document: Document, *more: str, default: str = "conference"
) -> tuple[str, dict[str, str]]:
    """By what the file, or `more` words, call the paper; else by the venue's name or key."""
    name = IN.sub("", LINK.sub(r"\1", first(theme, document, VENUES)))
    default = "journal" if document.front.text("journal") else default
    entry_type, field = type_of(first(theme, document, KINDS), *more, name, default)
    return entry_type, {field: name}


def year(theme: Any, document: Document, keys: str) -> str:
    """The first in the words of several keys."""
    found = (YEAR.search(words(theme, document, key)) for key in keys.split())
    return next((match[0] for match in found if match), "")


def volume(theme: Any, document: Document, key: str) -> str:
    """Of "61(12)" the first."""
    return words(theme, document, key).partition("(")[0].strip()


def issue(theme: Any, document: Document, keys: str) -> str:
    """Of several keys, else what stands in brackets behind the volume."""
    behind = words(theme, document, "volume").partition("(")[2]
    return first(theme, document, keys) or behind.strip(" )")


# Fields that sites call as BibTeX does, or nearly.
FIELDS = {
    "title": (words, "title"),
    "month": (words, "month"),
    "volume": (volume, "volume"),
    "number": (issue, "number issue"),
    "pages": (first, "pages page"),
    "doi": (first, "doi DOI"),
    **{name: (words, name) for name in ("isbn", "publisher", "school", "series", "editor")},
}


class PaperTable(NamedTuple):
    """How a theme says a paper.

    `columns`: field of BibTeX -> converter and key, as those of a `Collection`; what is empty is
    left out. `names` gives the authors, `venue` the entry type and the fields of where it appeared.
    """

    columns: dict[str, Column]
    names: Callable[[Any, Reference, Document], list[str]] = listed_names
    venue: Callable[[Any, Document], tuple[str, dict[str, str]]] = named_venue


def paper_of(theme: Any, document: Document, table: PaperTable) -> Reference | None:
    """None, which is told, for what has no title. `theme` is a `reading.Theme`."""
    reference = Reference(key_of(document.name), document.place("title"))
    title = theme.value(document, table.columns["title"])
    if not title:
        said = " ".join(document.body.split())[:200] or document.path
        theme.tree.not_understood(reference.place, said, NO_TITLE)
        return None
    author = bibtex_names(table.names(theme, reference, document))
    values = {name: theme.value(document, how) for name, how in table.columns.items()}
    reference.entry_type, venue = table.venue(theme, document)
    fields = {"author": author} | venue | values | reference.fields
    reference.fields = {name: value for name, value in fields.items() if value}
    for linked in LINK.finditer(first(theme, document, VENUES)):
        reference.link("Paper", linked[2])
    if document.is_unpublished:
        reference.fields["draft"] = "true"
    return reference
