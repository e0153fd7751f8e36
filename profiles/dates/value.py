"""PartialDate: ISO 8601 with reduced precision, EDTF seasons, "present" and "expected"."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, field, replace
from functools import cached_property, total_ordering

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from profiles.dates import display
from profiles.dates.parsing import SEASONS, parse_parts

FIRST_YEAR, LAST_YEAR = 1, 9998
PRESENT_STORED = "9999"
# Where a season sorts: at the month in which it begins, on the northern half of the globe.
SEASON_MONTHS = {21: 3, 22: 6, 23: 9, 24: 12}
STORED = re.compile(
    r"(?P<year>\d{4})(?:-(?P<month>\d\d)(?:-(?P<day>\d\d)|~(?P<season>2[1-4]))?)?"
    r"(?P<expected> expected)?"
)


@total_ordering
@dataclass(frozen=True, eq=False)
class PartialDate:
    """A year, a month, a day, or an EDTF season (21 spring to 24 winter); or the present.

    Two dates are equal, and sort, by `stored`: what was typed (`text`) does not count. Raises
    ValidationError for a date that no calendar has.
    """

    year: int | None
    month: int | None = None
    day: int | None = None
    season: int | None = None
    expected: bool = field(default=False, kw_only=True)
    text: str = field(default="", kw_only=True)

    def __post_init__(self):
        if self.year is not None:
            _check(self.year, self.month, self.day, self.season)

    @classmethod
    def parse(cls, text: str, *, end: bool = False) -> PartialDate:
        """A date as typed, in English, Chinese or the active language; it remembers its text.

        `end` only words the message. Raises ValidationError that says what is wrong.
        """
        return cls(**parse_parts(text, end=end), text=text.strip())

    @classmethod
    def from_iso(cls, text: str) -> PartialDate:
        """ "2025", "2025-11", "2025-11-20", a date and time, or an EDTF season "2023-23"."""
        if not re.match(r"\d{4}(?:-\d\d){0,2}(?:[T ]|$)", text):
            raise ValidationError(
                _("“%(text)s” is not an ISO date such as 2025-11-20."),
                code="date",
                params={"text": text[:40]},
            )
        return replace(cls.parse(text), text="")

    @classmethod
    def from_stored(cls, stored: str, text: str = "") -> PartialDate:
        """The inverse of `stored`. Raises ValidationError for anything else."""
        if stored == PRESENT_STORED:
            return cls(None, text=text)
        found = STORED.fullmatch(stored)
        if not found:
            raise ValidationError(
                _("“%(text)s” is not a stored date."), code="date", params={"text": stored[:40]}
            )
        numbers = {k: int(found[k]) for k in ("year", "month", "day", "season") if found[k]}
        if "season" in numbers:
            del numbers["month"]
        return cls(**numbers, expected=bool(found["expected"]), text=text)

    @cached_property
    def stored(self) -> str:
        """Text that sorts as the dates do, at most 24 ASCII characters.

        "2025", "2025-11", "2025-11-20"; a season is its first month and its EDTF code
        ("2023-09~23": after every day of September, before October); the present is "9999"; an
        expected end adds " expected". A collation that skips punctuation keeps the order of
        months, and puts a season among the days of its month.
        """
        if self.is_present:
            return PRESENT_STORED
        if self.season:
            stored = f"{self.year:04d}-{SEASON_MONTHS[self.season]:02d}~{self.season}"
        else:
            stored = self.iso
        return f"{stored} expected" if self.expected else stored

    @property
    def is_present(self) -> bool:
        return self.year is None

    @property
    def date_parts(self) -> list[int]:
        """As in CSL: [2025, 11]. A season counts as its year; the present is []."""
        return [part for part in (self.year, self.month, self.day) if part is not None]

    @property
    def iso(self) -> str:
        """What <time datetime> takes: the longest honest beginning of an ISO date."""
        return "-".join(f"{n:0{w}d}" for n, w in zip(self.date_parts, (4, 2, 2), strict=False))

    @property
    def edtf(self) -> str:
        """ "2025-11", "2023-23" for a season, ".." (an open end) for the present."""
        if self.is_present:
            return ".."
        return f"{self.iso}-{self.season}" if self.season else self.iso

    def is_before(self, other: PartialDate) -> bool:
        """Certainly earlier, compared as far as both are known: 2025 is not before May 2025."""
        if self.is_present or other.is_present:
            return False
        known = min(len(self.iso), len(other.iso))
        return self.iso[:known] < other.iso[:known]

    def with_text(self, text: str) -> PartialDate:
        return replace(self, text=text)

    def display(self) -> str:
        """In full, in the active language: "20 November 2024"."""
        return display.display(self)

    def short(self) -> str:
        """With a short month: "Nov 2025"."""
        return display.display(self, short=True)

    def __str__(self):
        return self.display()

    def __eq__(self, other):
        return self.stored == other.stored if isinstance(other, PartialDate) else NotImplemented

    def __lt__(self, other):
        return self.stored < other.stored if isinstance(other, PartialDate) else NotImplemented

    def __hash__(self):
        return hash(self.stored)


def _check(year, month, day, season):
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise _impossible(_("The year must lie between 1 and 9998, such as 2025."))
    if month is not None and not 1 <= month <= 12:
        raise _impossible(_("There is no month %(month)s. Write it like 11/2025."), month=month)
    if season is not None and (season not in SEASONS.values() or month or day):
        raise _impossible(_("A season has a year only, such as Fall 2023."))
    if day is not None:
        _check_day(year, month, day)


def _check_day(year, month, day):
    try:
        datetime.date(year, month or 0, day)
    except ValueError:
        iso = f"{year:04d}-{month or 0:02d}-{day:02d}"
        message = _("There is no day %(iso)s in the calendar. Write it like 20 Nov 2024.")
        raise _impossible(message, iso=iso) from None


def _impossible(message, **params):
    return ValidationError(message, code="date", params=params or None)


PRESENT = PartialDate(None)
