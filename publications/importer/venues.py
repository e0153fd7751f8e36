"""Which venue an entry appeared in: only names that are equal link; nothing alike does.

An existing venue is taken where its name, short name or alias is the container or the `abbr` of the
entry, letters and digits compared. A new one is made only where the entry has both a container and
an abbreviation that stands in that container's name or in brackets after it, or is written like one
("NSDI"): a journal alone makes none, since a misspelling would make two.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from publications.fields import BADGE_YEAR
from publications.matching.forms import is_preprint_server
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
    """A venue that the import will make."""

    name: str
    short_name: str
    url: str = ""


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
        brackets = BRACKETS.search(container)
        for candidate in (container, name, short, short_name(brackets[1]) if brackets else ""):
            if venue := self.by_name.get(normalise_title(candidate)):
                return venue
        if not name or kind not in WITH_MEETINGS or len(short) > 30 or is_preprint_server(short):
            return None
        if not SHORT.fullmatch(short) or not any(map(str.isupper, short)):
            return None
        venue = -1 - len(self.new)
        self.new[venue] = NewVenue(name[:300], short[:60])
        self._know(venue, name, short)
        return venue


@lru_cache(maxsize=5_000)
def short_name(abbr: str) -> str:
    """Return a badge without its year: "NSDI'25" is "NSDI", "KDD 2026" is "KDD"."""
    return BADGE_YEAR.sub("", abbr.strip("[]() ")).strip()


@lru_cache(maxsize=5_000)
def full_name(container: str) -> str:
    """ "Proceedings of the 22nd USENIX Symposium on X (NSDI)" -> "USENIX Symposium on X"."""
    name = YEAR.sub("", BRACKETS.sub("", PROCEEDINGS.sub("", container.strip())))
    return YEAR.sub("", ORDINAL.sub("", name)).strip(" ,.-") or container.strip()
