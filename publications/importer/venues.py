"""Which venue a paper appeared in. Only names that are equal link; nothing alike does.

An existing venue is taken where its name, short name or alias is the container or the `abbr` of
the entry, letters and digits compared. A new one is made only where the entry has both a
container and an abbreviation that stands in that container's name or in brackets after it, or is
written like one ("NSDI"): a journal alone makes none, since a misspelling would make two.
"""

import re
from typing import NamedTuple

from publications.matching.paper_index import is_preprint_server
from publications.matching.titles import normalise_title
from publications.models import Venue, VenueAlias

# "NSDI 2025", "KDD'24", "[NSDI]": the year is the meeting's, not the venue's.
YEAR = re.compile(r"[\s,'’]*(?:(?:19|20)\d\d|['’]\d\d)\s*$")
BRACKETS = re.compile(r"\s*\(([^()]*)\)\s*$")
PROCEEDINGS = re.compile(r"^(?:in:?\s+)?(?:the\s+)?proceedings of (?:the\s+)?", re.IGNORECASE)
ORDINAL = re.compile(
    r"^(?:(?:19|20)\d\d\s+)?(?:\d+(?:st|nd|rd|th)\s+)?(?:(?:annual|biennial)\s+)?(?:(?:19|20)\d\d\s+)?",
    re.IGNORECASE,
)
SHORT = re.compile(r"[^\W\d_][\w&+/.\-]*(?: [\w&+/.\-]+){0,3}")
# What stands in `abbr` and names no venue.
NAMES_OF_NO_VENUE = """
    arxiv preprint patent thesis phdthesis book report techreport technicalreport workshop
    journal conference underreview submitted toappear inpress misc demo poster survey new best
    oral
"""
NO_VENUE = frozenset(NAMES_OF_NO_VENUE.split())
WITH_MEETINGS = {"article", "inproceedings"}


class NewVenue(NamedTuple):
    """A venue that the import makes."""

    name: str
    short_name: str


class Venues:
    """All venues of the site, in two queries; and those that this run adds."""

    def __init__(self):
        self.by_name = {}
        # By numbers below zero, which stand for primary keys to come.
        self.new: dict[int, NewVenue] = {}
        rows = Venue.objects.order_by("-pk").values_list("pk", "name", "short_name")
        for pk, *names in rows:
            self._know(pk, *names)
        aliases = VenueAlias.objects.order_by("-pk").values_list("venue", "name")
        for pk, name in aliases:
            self.by_name.setdefault(normalise_title(name), pk)
        self.by_name.pop("", None)

    def _know(self, venue, *names):
        for name in names:
            if key := normalise_title(name):
                self.by_name[key] = venue

    def find(self, container: str, abbr: str, kind: str):
        """A primary key, the number of a new one, or None."""
        short, name = short_name(abbr), full_name(container)
        if is_preprint_server(container) or normalise_title(short) in NO_VENUE:
            return None
        for candidate in (container, name, short, _bracketed(container)):
            if venue := self.by_name.get(normalise_title(candidate)):
                return venue
        if not (name and kind in WITH_MEETINGS and is_short_name(short)):
            return None
        if is_preprint_server(short):
            return None
        venue = -1 - len(self.new)
        self.new[venue] = NewVenue(name[:300], short[:60])
        self._know(venue, name, short)
        return venue


def short_name(abbr: str) -> str:
    """ "NSDI'25", "KDD 2026" -> "NSDI", "KDD"."""
    return YEAR.sub("", abbr.strip("[]() ")).strip()


def full_name(container: str) -> str:
    """ "Proceedings of the 22nd USENIX Symposium on X (NSDI)" -> "USENIX Symposium on X"."""
    name = YEAR.sub("", BRACKETS.sub("", PROCEEDINGS.sub("", container.strip())))
    return YEAR.sub("", ORDINAL.sub("", name)).strip(" ,.-") or container.strip()


def is_short_name(text: str) -> bool:
    return len(text) <= 30 and bool(SHORT.fullmatch(text)) and any(c.isupper() for c in text)


def _bracketed(container):
    found = BRACKETS.search(container)
    return short_name(found[1]) if found else ""
