"""Text as people type it -> the parts of a date. No part is ever invented."""

from __future__ import annotations

import datetime
import re
import unicodedata
from functools import lru_cache

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import dates
from django.utils.translation import get_language, gettext, override, pgettext
from django.utils.translation import gettext_lazy as _

from profiles.folding import fold_accents

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
LONGEST = 100


def parse_parts(text: str, *, end: bool = False) -> dict:
    """Keyword arguments of PartialDate: year, month, day, season, expected.

    `11/1/2024` is month/day unless the first number cannot be a month; with dots the day always
    comes first. `end` only makes the message mention "present". Raises ValidationError.
    """
    plain = " ".join(unicodedata.normalize("NFKC", text[:LONGEST]).split())
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
    if day is None and (season := _season(names[0])):
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


def _season(word):
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
