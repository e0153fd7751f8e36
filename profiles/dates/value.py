"""PartialDate: ISO 8601 with reduced precision, EDTF seasons, "present" and "expected".

What people type is read, and no part of a date is ever invented.
"""

from __future__ import annotations

import datetime
import re
import unicodedata
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, total_ordering

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import dates, formats
from django.utils.dateformat import format as format_date
from django.utils.translation import get_language, gettext, override, pgettext
from django.utils.translation import gettext_lazy as _

from profiles.folding import fold_accents

# --- Text as people type it -> the parts of a date -----------------------------------------------

# Whose month names are read whatever the language of the page: Django has their words.
READ_IN = ("en", "de", "fr", "es", "it", "pt")
# EDTF codes: 21 spring, 22 summer, 23 autumn, 24 winter (Library of Congress, EDTF level 1).
SEASONS = {"spring": 21, "summer": 22, "autumn": 23, "fall": 23, "winter": 24} | {
    word: 21 + number
    for number, words in enumerate((
        "fruhling fruhjahr fruhjahrssemester fruhlingssemester fs printemps primavera",
        "sommer sommersemester ss sose ete verano verao estate",
        "herbst herbstsemester automne otono autunno outono hs",
        "wintersemester ws wise hiver invierno inverno",
    ))
    for word in words.split()
}  # fmt: skip
SEASON_SIGNS = "春夏秋冬"
PRESENT_WORDS = {
    *("present", "now", "current", "currently", "ongoing", "today"),
    *("heute", "jetzt", "laufend", "actuel", "en cours", "aujourd'hui", "a ce jour"),
    *("actual", "actualidad", "la actualidad", "presente", "hoy", "en curso", "la fecha"),
    *("oggi", "attuale", "in corso", "hoje", "atual", "atualmente", "em andamento"),
    *("至今", "现在", "今", "今天", "今日", "現在", "目前", "現在に至る"),
}
DAYS_AGO = {"today": 0, "今天": 0, "今日": 0, "yesterday": 1, "昨天": 1, "昨日": 1}

YEAR_FIRST = re.compile(r"(\d{4})(?:([-/.])(\d{1,2})(?:\2(\d{1,2}))?)?")
YEAR_LAST = re.compile(r"(\d{1,2})[-/.](\d{4})")
THREE_PARTS = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4})")
CHINESE = re.compile(
    r"(\d{4})\s*年?\s*(?:([春夏秋冬])[季天]?(?:学期|期)?|(\d{1,2})\s*月\s*(?:(\d{1,2})\s*[日号]?)?)"
    r"|(\d{4})\s*年"
)
TIME_OF_DAY = re.compile(r"(?<=\d{4}-\d\d-\d\d)[T ]\d\d:\d\d.*", re.S)
AWAITED = "expected|exp\\.?|anticipated|voraussichtlich|prévue?|previst[ao]|prevision|expectativa"
EXPECTED = re.compile(
    rf"^(?:{AWAITED})(?:\s+in\b)?[\s:]+(?P<after>.+)"
    r"|^预计(?P<cjk>.+)"
    rf"|(?P<before>.+?)[\s,]*\(?\s*(?:\b(?:{AWAITED})|预计|予定|見込み?)\s*\)?$",
    re.I,
)
WORDS = re.compile(r"[^\W\d_]+\.?|\d+(?:st|nd|rd|th|er|o)?(?![^\W_])", re.I)
BETWEEN_WORDS = re.compile(r"[\s,./-]*")
# Only reached when the text is no date: "2016 - 2020", "May – Aug 2025", "2017 to 2019".
RANGE = re.compile(r"\S\s*[–—]\s*\S|\S\s+-{1,3}\s+\S|\d{4}\s*[-/~]\s*\d{4}|\sto\s|\d{4}.*-\s*\d{4}")
FILLERS = {"of", "de", "del", "г"}  # "20 of November", "20 de noviembre de", "20 ноября 2024 г."
LONGEST_DATE = 100


def parse_parts(text: str, *, end: bool = False) -> dict:
    """Keyword arguments of PartialDate: year, month, day, season, expected.

    `11/1/2024` is month/day unless the first number cannot be a month; with dots the day always
    comes first. `end` only makes the message mention "present". Raises ValidationError.
    """
    plain = " ".join(unicodedata.normalize("NFKC", text[:LONGEST_DATE]).split())
    plain = TIME_OF_DAY.sub("", plain.strip("[],;")).strip()
    word = plain.rstrip(".").casefold()
    if fold_accents(word) in PRESENT_WORDS or word == gettext("present").casefold():
        return {"year": None}
    rest, expected = _take_expected(plain)
    parts = rest and (_numbers(rest) or _chinese(rest) or _words(rest))
    if not parts:
        shown = plain if len(plain) <= 40 else plain[:40] + "…"
        raise ValidationError(_explain(plain, end), code="date", params={"text": shown})
    return dict(zip(("year", "month", "day", "season"), parts, strict=True), expected=expected)


def relative_day(text: str, today: datetime.date, *, end: bool) -> datetime.date | None:
    """What "today" or "yesterday" means to who types it; None for anything else.

    As an end, "today" means that it goes on.
    """
    days = DAYS_AGO.get(text.strip(" .").casefold())
    if days is None or (end and not days):
        return None
    return today - datetime.timedelta(days)


def _take_expected(plain):
    before, _mark, after = gettext("expected %(date)s").partition("%(date)s")
    if (before or after) and plain.startswith(before) and plain.endswith(after):
        return plain.removeprefix(before).removesuffix(after).strip(), True
    match = EXPECTED.fullmatch(plain)
    if not match:
        return plain, False
    return (match["after"] or match["cjk"] or match["before"]).strip(), True


def _numbers(text):
    if match := YEAR_FIRST.fullmatch(text):
        year, month, day = (int(n) if n else None for n in match.group(1, 3, 4))
        if month in SEASONS.values() and day is None:
            return year, None, None, month
        return year, month, day, None
    if match := YEAR_LAST.fullmatch(text):
        return int(match[2]), int(match[1]), None, None
    if match := THREE_PARTS.fullmatch(text):
        month, day = int(match[1]), int(match[3])
        if match[2] == "." or (month > 12 and day <= 12):
            month, day = day, month
        return int(match[4]), month, day, None
    return None


def _chinese(text):
    match = CHINESE.fullmatch(text)
    if not match:
        return None
    year, sign, month, day, year_alone = match.groups()
    season = 21 + SEASON_SIGNS.index(sign) if sign else None
    return int(year or year_alone), month and int(month), day and int(day), season


def _words(text):
    """ "20 Nov 2024", "November 20th, 2024", "2023 Fall": one name and a year, in any order."""
    if BETWEEN_WORDS.fullmatch(WORDS.sub("", text)) is None:
        return None
    tokens = [token.rstrip(".").casefold() for token in WORDS.findall(text)]
    numbers = [token for token in tokens if token[0].isdigit()]
    names = [token for token in tokens if not token[0].isdigit() and token not in FILLERS]
    years = [number for number in numbers if len(number) == 4 and number.isdigit()]
    days = [re.sub(r"\D", "", number) for number in numbers if number not in years]
    if len(names) != 1 or len(years) != 1 or len(days) > 1 or any(len(day) > 2 for day in days):
        return None
    year, day = int(years[0]), int(days[0]) if days else None
    if day is None and (season := _season_typed(names[0])):
        return year, None, None, season
    return (year, month, day, None) if (month := _month(names[0])) else None


def _month(word):
    word = fold_accents(word)
    # The site's languages, too: where there is no admin in one, it is typed all the same.
    for language in dict.fromkeys((*READ_IN, *dict(settings.LANGUAGES), get_language())):
        months = _months(language)
        # "Okt" begins one name alone, "jui" two.
        numbers = {number for name, number in months.items() if name.startswith(word)}
        if word in months or (len(word) >= 3 and len(numbers) == 1):
            return months.get(word) or numbers.pop()
    return None


def _season_typed(word):
    word = fold_accents(word)
    local = {
        pgettext("season", "Spring").casefold(): 21,
        pgettext("season", "Summer").casefold(): 22,
        pgettext("season", "Fall").casefold(): 23,
        pgettext("season", "Winter").casefold(): 24,
    }
    return SEASONS.get(word) or local.get(word)


@lru_cache(maxsize=64)
def _months(language):
    """Month names of a language, long and short, as Django writes them."""
    tables = (dates.MONTHS, dates.MONTHS_3, dates.MONTHS_ALT, dates.MONTHS_AP)
    with override(language):
        return {
            fold_accents(str(name).rstrip(".")): number
            for table in tables
            for number, name in table.items()
        }


def _explain(plain, end):
    if RANGE.search(plain):
        return _("“%(text)s” is a range. A date box takes one date: give start and end apart.")
    if re.fullmatch(r"\d{1,3}|\d{1,2}[-/.]\d{1,2}(?:[-/.]\d{1,2})?|.*'\d\d", plain):
        return _(
            "“%(text)s” has no year of four digits. Write it like 2025, 11/2025 or 20 Nov 2024."
        )
    if end:
        return _(
            "“%(text)s” is not a date. Write it like 2025, Nov 2025 or 20 Nov 2024, or “present”."
        )
    return _("“%(text)s” is not a date. Write it like 2025, 11/2025, 20 Nov 2024 or Fall 2023.")


# --- The date ------------------------------------------------------------------------------------
# Periods: several dates or ranges in one text, such as "Apr 2019 & Apr 2020" or "2017-2019": a
# course is given in several terms and an award is won twice; both are one row.

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
