"""PartialDate: ISO 8601 with reduced precision, EDTF seasons, "present" and "expected".

Periods: several dates or ranges in one text, such as "Apr 2019 & Apr 2020" or "2017-2019": a course
is given in several terms and an award is won twice; both are one row.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, field, replace
from functools import cached_property, total_ordering

from django.core.exceptions import ValidationError
from django.utils import formats
from django.utils.dateformat import format as format_date
from django.utils.translation import get_language, gettext, pgettext
from django.utils.translation import gettext_lazy as _

from profiles.dates.parsing import DAYS_AGO, SEASONS, parse_parts, relative_day
from profiles.languages import list_comma

DASH = " – "
# Of a format; a letter behind a backslash stands for itself.
LONG_MONTH = re.compile(r"(?<!\\)[FE]")
# Where months are numbers, the dash has no blanks (GB/T 15834), and Chinese needs none before "to
# this day".
HAN_DASHES = {"zh": "—", "ja": "～"}
# Languages that write the names of months small, which Django does not in each of them, and how
# they write the first day of a month.
FIRST_DAYS = {"es": "1", "fr": "1er", "it": "1º", "pt": "1"}
FIRST_DAY = re.compile(r"^1(?= )")
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
            _check(self.year, self.month, self.day, self.season, self.text)

    @classmethod
    def parse(
        cls, text: str, *, end: bool = False, today: datetime.date | None = None
    ) -> PartialDate:
        """A date as typed, in English, Chinese or the active language; it remembers its text.

        `end` words the message. `today` is given where somebody types: "today" and "yesterday"
        become a day, whose text is not kept, since it means another day tomorrow. Raises
        ValidationError that says what is wrong.
        """
        if today and (day := relative_day(text, today, end=end)):
            return cls(day.year, day.month, day.day)
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

    @property
    def begins_at(self) -> datetime.datetime:
        """Its first second, in UTC: for formats that know no date without one."""
        month = self.month or SEASON_MONTHS.get(self.season, 1)
        return datetime.datetime(self.year, month, self.day or 1, tzinfo=datetime.UTC)

    @classmethod
    def from_stored(cls, stored: str, text: str = "") -> PartialDate:
        """The inverse of `stored`. Raises ValidationError for anything else."""
        if stored == PRESENT_STORED:
            return cls(None, text=text)
        match = STORED.fullmatch(stored)
        if not match:
            raise ValidationError(
                _("“%(text)s” is not a stored date."), code="date", params={"text": stored[:40]}
            )
        numbers = {k: int(match[k]) for k in ("year", "month", "day", "season") if match[k]}
        if "season" in numbers:
            del numbers["month"]
        return cls(**numbers, expected=bool(match["expected"]), text=text)

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

    def display(self) -> str:
        """In full, in the active language: "20 November 2024"."""
        return _in_words(self, short=False)

    def short(self) -> str:
        """The date with a short month, such as "Nov 2025"."""
        return _in_words(self, short=True)

    def __str__(self):
        return self.display()

    def __eq__(self, other):
        return self.stored == other.stored if isinstance(other, PartialDate) else NotImplemented

    def __lt__(self, other):
        return self.stored < other.stored if isinstance(other, PartialDate) else NotImplemented

    def __hash__(self):
        return hash(self.stored)


def _check(year, month, day, season, text):
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise _impossible(_("The year must be between 1 and 9998, such as 2025."))
    if month is not None and not 1 <= month <= 12:
        raise _impossible(_("There is no month %(month)s. Write it like 11/2025."), month=month)
    if season is not None and (season not in SEASONS.values() or month or day):
        raise _impossible(_("A season has a year only, such as Fall 2023."))
    if day is None:
        return
    try:
        datetime.date(year, month or 0, day)
    except ValueError:
        shown = text[:40] or f"{year:04d}-{month or 0:02d}-{day:02d}"
        message = _("There is no day %(text)s in the calendar. Write it like 20 Nov 2024.")
        raise _impossible(message, text=shown) from None


def _impossible(message, **params):
    return ValidationError(message, code="date", params=params or None)


PRESENT = PartialDate(None)


# --- In the words of the active language ---------------------------------------------------------


def _in_words(date, *, short):
    """ "2025", "November 2025", "20 November 2024", "Fall 2023", "present", "expected 2027"."""
    if date.is_present:
        return gettext("present")
    words = _season(date) if date.season else _calendar(date, short=short)
    return gettext("expected %(date)s") % {"date": words} if date.expected else words


def format_range(start, end, *, short: bool = False) -> str:
    """ "2020 – present", "May – August 2025"; one date when they are equal or one is missing."""
    if start is None or end is None or start == end:
        only = start or end
        return _in_words(only, short=short) if only else ""
    if dash := HAN_DASHES.get(_language()):
        return _han_range(start, end, dash)
    if _months_of_one_year(start, end):
        first = _in_words(start, short=short).removesuffix(f" {start.year:04d}")
        return first + DASH + _in_words(end, short=short)
    return _in_words(start, short=short) + DASH + _in_words(end, short=short)


def _han_range(start, end, dash):
    """In Chinese: "2020年9月至今", "2016—2020年", "2025年5—8月"; in Japanese alike."""
    if end.is_present and _language() == "zh":
        return start.display() + end.display()
    first = start.display()
    if not any(d.month or d.season or d.expected or d.is_present for d in (start, end)):
        first = first.removesuffix("年")
    elif _months_of_one_year(start, end):
        return f"{first.removesuffix('月')}{dash}{end.month}月"
    return first + dash + end.display()


def _calendar(date, *, short):
    """In Django's own order of day, month and year; in English the day first, as in a CV."""
    language = _language()
    if date.month is None:
        return f"{date.year:04d}年" if language in HAN_DASHES else f"{date.year:04d}"
    if language == "en":
        layout = "j F Y" if date.day else "F Y"
    else:
        layout = formats.get_format("DATE_FORMAT" if date.day else "YEAR_MONTH_FORMAT")
    if short:
        layout = LONG_MONTH.sub("M" if language == "en" else "N", layout).replace(r" \d\e ", " ")
    words = format_date(datetime.date(date.year, date.month, date.day or 1), layout)
    if language not in FIRST_DAYS:
        return words
    return FIRST_DAY.sub(FIRST_DAYS[language], words.lower())


def _season(date):
    names = (
        pgettext("season", "Spring"),
        pgettext("season", "Summer"),
        pgettext("season", "Fall"),
        pgettext("season", "Winter"),
    )
    words = {"season": names[date.season - 21], "year": f"{date.year:04d}"}
    return pgettext("season", "%(season)s %(year)s") % words


def _months_of_one_year(start, end):
    plain = all(d.month and not d.day and not d.expected for d in (start, end))
    return plain and start.year == end.year and _language() in {"en", *HAN_DASHES}


def _language():
    return (get_language() or "en").partition("-")[0]


# --- Several ------------------------------------------------------------------------------------

SEPARATOR = re.compile(r"\s*(?:&|;|,|\band\b|和|、)\s*", re.IGNORECASE)
YEAR = re.compile(r"\d{4}")
# A dash with blanks around it, or between two years. "2025-11" is a month, not a range.
RANGE = re.compile(
    r"\s+[-–—]{1,3}\s+|\s*[–—]\s*|(?<=\d{4})[-/](?=\d{4}\b)|\s+to\s+|(?<=\d{4})-(?=present|today|now)"
    r"|\s*至(?!今)|(?<=\S)\s*(?=至今)"
)


@dataclass(frozen=True, order=True)
class Periods:
    """Dates and ranges, newest first; `text` is what was typed."""

    items: tuple[tuple[PartialDate, PartialDate | None], ...] = ()
    text: str = field(default="", compare=False)

    @classmethod
    def parse(cls, text: str, *, today: datetime.date | None = None) -> Periods:
        """Raises ValidationError naming the part that is not a date. `today`: as for one date."""
        items = []
        for part in _parts(text):
            begin, *rest = RANGE.split(part, maxsplit=1)
            start = PartialDate.parse(begin, today=today)
            end = PartialDate.parse(rest[0], end=True, today=today) if rest else None
            if end is not None and end.is_before(start):
                raise ValidationError(_("“%(text)s” ends before it begins."), params={"text": part})
            items.append((start, end))
        items.sort(key=lambda period: period[0], reverse=True)
        is_lasting = all(date.text for period in items for date in period if date)
        return cls(tuple(items), text.strip() if is_lasting else "")

    @classmethod
    def from_stored(cls, stored: str, text: str = "") -> Periods:
        read = PartialDate.from_stored
        pairs = (part.partition("/") for part in stored.split(";") if part)
        return cls(
            tuple((read(start), read(end) if end else None) for start, _sign, end in pairs), text
        )

    @property
    def stored(self) -> str:
        """ "2024-09~23;2023-09~23" or "2017/2019": newest first, so that the column sorts."""
        return ";".join(
            start.stored if end is None else f"{start.stored}/{end.stored}"
            for start, end in self.items
        )

    def __bool__(self):
        return bool(self.items)

    def __iter__(self):
        return iter(self.items)

    def __str__(self):
        ranges = [format_range(start, end) for start, end in self.items]
        return list_comma().join(ranges)


def _parts(text):
    """Each part is "today", or has its year: the comma of "Nov 20, 2024" parts nothing."""
    waiting = ""
    for part in filter(None, SEPARATOR.split(text.strip())):
        waiting = f"{waiting}, {part}" if waiting else part
        if YEAR.search(waiting) or waiting.casefold() in DAYS_AGO:
            yield waiting
            waiting = ""
    if waiting:
        yield waiting
