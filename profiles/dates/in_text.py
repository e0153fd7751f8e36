"""Dates within a line of a homepage or a CV: taken out of it, as they were typed.

`profiles.dates` has the last word on what is a date; here is only where one begins and ends.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass

from django.core.exceptions import ValidationError

from profiles.dates import PartialDate, Periods

MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?"
SEASON = r"(?:Spring|Summer|Fall|Autumn|Winter)"
DAY = r"\d{1,2}(?:st|nd|rd|th)?"
WORD_START = r"(?<![^\W_])(?<!/)"
ONE = rf"""(?:
    (?:{DAY}\s+)?{MONTH},?\s*(?:{DAY},\s*)?(?<!\d)\d{{4}}
  | {SEASON},?\s+(?:of\s+)?\d{{4}}
  | \d{{4}},?\s+(?:{MONTH}|{SEASON})(?![a-z])
  | \d{{4}}[-/.](?:0?[1-9]|1[0-2])(?:[-/.]\d{{1,2}})?
  | \d{{1,2}}[-/.](?:\d{{1,2}}[-/.])?\d{{4}}
  | \d{{4}}\s*年(?:\s*\d{{1,2}}\s*月(?:\s*\d{{1,2}}\s*[日号])?)?
  | \d{{4}}
)(?![^\W_])"""
TO = r"(?:\s*[-–—~]{1,3}\s*|\s+(?:to|until)\s+|(?<=\d{4})/(?=\d{4}))"
PRESENT = r"(?:present|now|current|today|ongoing|至今)(?![^\W_])"
LAST = rf"(?:(?:expected\s+)?{ONE}(?:\s*\(?expected\)?)?|{PRESENT})"
FLAGS = re.I | re.X
# The start of "May – Aug 2025" has its year at the end.
FIRST = rf"{ONE}|{MONTH}(?={TO}{MONTH})"
RANGE = re.compile(rf"{WORD_START}(?P<start>{FIRST}){TO}(?P<end>{LAST})?", FLAGS)
SINGLE = re.compile(rf"{WORD_START}(?:(?P<since>since|from)\s+)?(?P<one>{LAST})", FLAGS)
PART = rf"{ONE}(?:{TO}{LAST})?"
SEVERAL = re.compile(rf"{WORD_START}{PART}(?:(?:\s*[,;&]\s*|\s+)?(?:and\s+)?{PART})*", FLAGS)
# Of what stands before the words of a news item.
LONGEST = 120
# Around a date: brackets and emphasis, and what parts it from the words.
BEFORE = " \t\n,;|([–—-"
IN_SENTENCE = re.compile(r"(?<![^\W_])(?:in|of|on|from|by|for|the|until|before|after)\s+$", re.I)
AFTER = r"[\s)\]_*.,;:|]*"
NEWS = re.compile(
    rf"""(?P<lead>[^\w\[(*<`]*)[*_`\[(【]*\s*(?P<date>{ONE})(?:\s*(?P<close>[\])】:*_`]+))?
    (?P<separator>\s*[:：|,]|\s+[-–—](?=\s)|)""",
    FLAGS,
)


def is_date(text: str) -> bool:
    """Whether all of a text is one date."""
    with suppress(ValidationError):
        return not PartialDate.parse(text).is_present
    return False


def leading_date(text: str) -> tuple[str, str]:
    """ "[11/2025] Looking" -> ("11/2025", "Looking"); ("", text) where it begins with no date.

    Forms: `[M/D/YYYY]`, `**[May. 2026]**:`, `2025-05: …`, `May 2025 - …`, `_Nov 2025_ …`.
    """
    match = NEWS.match(text[:LONGEST])
    if not match or not is_date(match["date"]):
        return "", text
    rest = text[match.end() :]
    close = match["close"] or ""
    is_link = close.endswith("]") and rest.startswith("(")
    is_bare = not close and not match["separator"]
    if is_link or (is_bare and (match["date"].isdigit() or not rest[:1].isspace())):
        return "", text
    return match["date"], (match["lead"] + rest.lstrip()).strip()


def take_period(text: str) -> tuple[str, str, str]:
    """ "Intern, May 2025 – Aug 2025" -> ("Intern", "May 2025", "Aug 2025").

    One date alone is an end ("B.Sc., 2018"), after "since" a start. ("…", "", "") without any, or
    where the dates stand in the middle of a sentence.
    """
    for pattern in (RANGE, SINGLE):
        for match in reversed(list(pattern.finditer(text))):
            rest = _without(text, match)
            if rest and not rest[1]:
                start, end = _ends(match)
                if start or end:
                    return rest[0], start, end
    return text, "", ""


def _ends(match):
    """Start and end as texts that are dates; "" and "" where they are none."""
    groups = match.groupdict()
    if "one" in groups:
        start, end = (match["one"], "present") if match["since"] else ("", match["one"])
    else:
        start, end = match["start"], match["end"] or ""
        if not any(char.isdigit() for char in start):
            start = f"{start} {end[-4:]}"
    for text in filter(None, (start, end)):
        try:
            PartialDate.parse(text)
        except ValidationError:
            return "", ""
    return start, end


def take_dates(text: str) -> tuple[str, str, str]:
    """ "Prize, RGC, 2017: for work" -> ("Prize, RGC", "2017", "for work"); what follows is a note.

    Several dates and ranges stay one text, as `Periods` reads it.
    """
    for match in reversed(list(SEVERAL.finditer(text))):
        dates, rest = match[0], _without(text, match)
        if rest:
            with suppress(ValidationError):
                Periods.parse(dates)
                return rest[0], dates, rest[1]
    return text, "", ""


def _without(text, match):
    """(the text without the match, what follows it as a note), or None in mid-sentence."""
    before, after = text[: match.start()], text[match.end() :]
    at_start = re.match(r"(?:[)\]*_`]*\s*[:|,–—]|[)\]*_`]+)[*_`]*\s*", after)
    if at_start and re.fullmatch(r"[\s(\[*_`]*", before):
        return after[at_start.end() :].strip(), ""
    following = re.fullmatch(r"[)_*]*\s*:\s+(?P<note>.+)", after, re.S)
    if not (re.fullmatch(AFTER, after) or following) or IN_SENTENCE.search(before):
        return None
    return _undressed(before, after), following["note"].strip() if following else ""


def _undressed(before, after):
    """What stands before a date, without the brackets and the emphasis that hold both."""
    mark = re.match(r"[)\]]*(\*{1,3}|_{1,3})", after)
    head = before.rstrip(BEFORE)
    if mark and head.endswith(mark[1]) and head[: -len(mark[1])].count(mark[1]) % 2 == 0:
        return head[: -len(mark[1])].rstrip(BEFORE)
    is_open = mark and head.count(mark[1]) % 2
    return head.replace(mark[1], "", 1).strip() if is_open else head


# --- Wherever they stand, in any of the languages that are read ----------------------------------

YEAR = r"(?:19|20)\d\d(?!\d)"
# The beginnings of month names; a short one that is a word elsewhere stands at the start of a part.
NAME = r"""(?:(?:Jan|Jän|Ene|Feb|Fév|Fev|Mar|Mär|Mrz|Apr|Avr|Abr|May|Mai|Jun|Juin|Giu|Jul|Juil|Lug
    |Aug|Aoû|Sep|Okt|Oct|Nov|Dec|Dez|Déc|Dic|Mag|Gen(?=[.n])|Ott|Settem|Setem|Outub|Agos)[^\W\d_]{0,7}
  |(?<!\w\s)(?:Set|Out|Ago|Gen))"""
TERM = r"""(?:WS|WiSe|SS|SoSe|HS|Wintersemester|Sommersemester|Spring|Summer|Fall|Autumn|Winter|Frühling
    |Frühjahr|Sommer|Herbst|Printemps|Été|Automne|Hiver|Primavera|Verano|Verão|Otoño|Outono|Autunno
    |Invierno|Inverno)(?:\s(?:term|semester|quarter))?"""
NTH = r"\d{1,2}(?:st|nd|rd|th|er|º)?"
DAYS = rf"(?:{NTH}(?:\.?\s*(?:[-–&,]|and|to|und|y|et)\s*{NTH})?)"
WHOLE = rf"""(?:
    {DAYS}\.?\s*(?:de\s+|of\s+)?{NAME}\.?,?\s*(?:del?\s+)?{YEAR}
  | {NAME}\.?\s*{DAYS},\s*{YEAR}
  | {NAME}\.?,?\s*(?:del?\s+)?{YEAR}
  | {TERM}\.?,?\s+(?:of\s+|de\s+)?{YEAR}(?:\s*/\s*(?:\d\d)?\d\d)?
  | {YEAR}\s*年(?:\s*\d{{1,2}}\s*月(?:\s*\d{{1,2}}\s*[日号])?|\s*[春夏秋冬][季学期]*)?
  | {YEAR}(?P<sep{{n}}>[-/.])(?:0?[1-9]|1[0-2])(?:(?P=sep{{n}})(?:[12]\d|3[01]|0?[1-9]))?(?!\d)
  | \d{{1,2}}\s?[-/.]\s?(?:\d{{1,2}}\s?[-/.]\s?)?{YEAR}
  | {YEAR},?\s+{TERM}(?!\w)
  | {YEAR},?\s+{NAME}\.?(?!\w)
  | {YEAR}
)"""
# With a year of two digits, or none: only where a range says that these are dates.
SHORT = rf"""(?:{NAME}\.?\s*['’]?\d\d(?!\d) | (?:0?[1-9]|1[0-2])/\d\d(?![\d/]))"""
YEARLESS = rf"""(?:(?:\d{{1,2}}\.?\s+)?{NAME}\.? | {TERM} | \d{{1,2}}[./]\d{{1,2}}[./]? | \d{{1,2}}[./]?)"""
TILL = r"""(?:\s*(?:-{1,3}|[–—−~～〜→－]|to|until|till?|through|bis|zum?|à|au|al?|ad|hasta|até|ao|fino\sad?|至|到|から)\s*)"""
FROM = r"(?:\b(?:from|von|vom|de|du|dal?|do|between|entre|in)\s+)?"
NOW = r"""(?:至今|to\s+date|today|heute|jetzt|laufend|present(?:e|ly)?|présent|now|current(?:ly)?|ongoing|actuel(?:lement)?|aujourd['’]hui
    |en\scours|à\sce\sjour|(?:la\s)?actualidad|actual|(?:la|hoy|hoje|oggi|attuale|atual(?:mente)?|hoy)(?:\sfecha)?|em\sandamento|in\scorso|en\scurso|现在|現在に至る|現在|目前|今)(?!\w)"""
ONWARD = r"\b(?:since|seit|ab|depuis|desde|dal?|from|a\spartir\sde|à\spartir\sde)"
AWAITED = r"(?:expected|exp\.|anticipated|voraussichtlich|prévue?|previst[ao])"
END = rf"(?:{AWAITED}[:\s]*)?{{}}(?:\s*\(?\s*(?:{AWAITED}|预计|予定|見込)\s*\)?)?"
BEFORE_ONE = r"(?<![\w/])(?<!\w[-–.])"


def _pattern(text):
    """WHOLE may stand in it several times; each has its own name for the sign in a date."""
    numbers = iter(range(9))
    return re.compile(
        re.sub("WHOLE", lambda _: WHOLE.replace("{n}", str(next(numbers))), text), FLAGS
    )


ANYWHERE = [
    _pattern(
        rf"{BEFORE_ONE}{FROM}(?P<start>WHOLE|{SHORT})(?:{TILL}(?:bis\s+|ad\s+)?(?P<now>{NOW})"
        rf"|[-–—~～]?\s*(?P<now2>至今|起))"
    ),
    _pattern(
        rf"{BEFORE_ONE}(?P<one>{DAYS}\.?\s*(?:de\s+|of\s+)?{NAME}\.?,?\s*(?:del?\s+)?{YEAR})(?!\s*[-–—])"
    ),
    _pattern(rf"{BEFORE_ONE}(?P<start>\d\d[./]\d\d){TILL}(?P<end>\d\d[./]\d\d[./]{YEAR})"),
    _pattern(
        rf"{BEFORE_ONE}{FROM}(?P<start>WHOLE|{SHORT}|{YEARLESS}){TILL}"
        rf"(?P<end>{END.format(f'(?:WHOLE|{SHORT})')})(?![-\w])"
    ),
    _pattern(rf"{BEFORE_ONE}(?P<one>{TERM}\.?,?\s+{YEAR}(?:\s*/\s*(?:\d\d)?\d\d)?)(?![-\w])"),
    _pattern(
        rf"{BEFORE_ONE}(?P<start>{YEAR})(?P<to>\s*[-–—/]\s*)(?P<end>\d\d)(?![\d/.-]|\s*[月年])"
    ),
    _pattern(
        rf"(?P<since>{ONWARD})[\s:]*(?P<start>WHOLE)(?:\s*(?:bis|ad|al?|to|à|até|-|–)?\s*{NOW})?(?![-\w])"
    ),
    _pattern(
        rf"{BEFORE_ONE}(?P<start>WHOLE)\s*(?:[-–—~～]{{1,3}}|から)(?P<now>)(?=\s*(?:$|[)\]\t:;|,，：_*]))"
    ),
    _pattern(rf"{BEFORE_ONE}(?P<one>{END.format('(?:WHOLE)')})(?![-\w])"),
    _pattern(rf"(?:^|(?<=[(\[|,\t]))\s*(?P<now>{NOW})(?=\s*(?:$|[)\]|,\t]))"),
]


@dataclass(frozen=True)
class Found:
    """A date or a period in a text, as a date's box takes it; `is_sure`: read in one way alone."""

    start: str
    end: str
    at: tuple[int, int]
    is_sure: bool = True


def find_dates(text: str) -> list[Found]:
    """Every date and period of a line, in its order: "2019年9月至今", "Okt. 2016 - heute", "2010-14".

    One date alone is an end. What a calendar does not have is none.
    """
    found = []
    for pattern in ANYWHERE:
        for match in pattern.finditer(text):
            start, end = match.span()
            if all(end <= other.at[0] or start >= other.at[1] for other in found):
                found.extend(filter(None, [_found(match)]))
    return sorted(found, key=lambda each: each.at)


def _found(match):
    groups = match.groupdict()
    start, end, is_sure = groups.get("start") or "", groups.get("end") or "", True
    if (to := groups.get("to")) is not None:
        years = int(start), int(f"{start[:2]}{end}")
        # "2008-10" is a month as ISO writes it; "2010/11" may be a year of study.
        is_sure = int(end) > 12
        if years[1] <= years[0] or (
            to.strip() in "-/" and int(end) <= 12 and years[1] != years[0] + 1
        ):
            return None
        end = str(years[1])
    elif "one" in groups:
        end = groups["one"]
    elif not end:
        end = "present"
    end = _typed(end)
    start = _typed(start, year=end[-4:] if end[-4:].isdigit() else "")
    start, end = _day_first(start, end), _day_first(end, start)
    try:
        dates = [PartialDate.parse(each) for each in (start, end) if each]
    except ValidationError:
        return None
    if len(dates) == 2 and not dates[1].is_present and dates[1].is_before(dates[0]):
        return None
    return Found(start, end, match.span(), is_sure)


def _day_first(text, other):
    """ "01/02/2023" beside "31/05/2024": the first number is a day in both."""
    is_told = re.match(r"(?:1[3-9]|[23]\d)/\d{1,2}/\d", other)
    return text.replace("/", ".") if is_told and re.fullmatch(r"\d+/\d+/\d+", text) else text


def _typed(text, year=""):
    """A date with its whole year: "Oct 11" is "Oct 2011", "WS 2009/10" is "WS 2009"."""
    text = text.strip().strip("()").rstrip("-–").strip()
    text = re.sub(r"\s*([-/.])\s*(?=\d)", r"\1", text) if text[:1].isdigit() else text
    text = re.sub(rf"^({TERM}\W+{YEAR})\s*/.*", r"\1", text, flags=FLAGS)
    text = re.sub(r"\s(?:term|semester|quarter)\b", "", text, flags=re.I)
    text = (
        re.sub(rf"({NTH})\.?\s*(?:[-–&,]|and|to|und|y|et)\s*{NTH}(?=\W)", r"\1", text, flags=FLAGS)
        if re.search(NAME, text, FLAGS)
        else text
    )
    if match := re.fullmatch(r"(.*?[^\W\d]\.?|\d{1,2})\s*[/'’\s]\s*['’]?(\d\d)", text):
        century = "20" if int(match[2]) < 50 else "19"
        sign = "/" if match[1].isdigit() else " "
        return f"{match[1]}{sign}{century}{match[2]}"
    if year and text and not re.search(YEAR, text):
        sign = (
            ""
            if text[-1] in "./"
            else (
                "/"
                if text.isdigit() or "/" in text
                else "."
                if text.replace(".", "").isdigit()
                else " "
            )
        )
        return f"{text}{sign}{year}"
    return text
