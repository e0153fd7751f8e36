"""Dates and periods wherever they stand in a line, in the languages whose months are read.

`profiles.dates` has the last word on what is a date; here is only where one begins and ends.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.core.exceptions import ValidationError

from profiles.dates import PartialDate

FLAGS = re.I | re.X
YEAR = r"(?:19|20)\d\d(?!\d)"
# In English, German, French, Spanish, Italian and Portuguese; a short one that is a word elsewhere
# stands at the start of a part.
NAME = r"""(?:(?:Jan(?:uary?|uar|v(?:ier)?|(?<!Rio\sde\sJan)eiro)?|Jän(?:ner)?|Ene(?:ro)?|Gennaio
    |Feb(?:ruary?|ruar|rero|braio)?|Fév(?:r|rier)?|Fev(?:ereiro)?|Mar(?:ch|s|zo|ço)?|Mär(?:z)?|Mrz|Apr(?:ile?)?|Avr(?:il)?
    |Abr(?:il)?|Mayo?|Maio?|Mag(?:gio)?|June?|Jun(?:io?|ho)|Juin|Giu(?:gno)?|July?|Jul(?:io?|ho)
    |Juil(?:l(?:et)?)?|Lug(?:lio)?|Aug(?:ust)?|Ao[uû]t?|Agosto|Sept?(?:ember|embre|iembre)?
    |Sett(?:embre)?|Setembro|Okt(?:ober)?|Oct(?:ober|obre|ubre)?|Ott(?:obre)?|Outubro
    |Nov(?:ember|embre|iembre|embro)?|Dec(?:ember)?|Dez(?:ember|embro)?|Déc(?:embre)?
    |Dic(?:iembre|embre)?|(?<![^\W\d_][ ])(?:Set|Out|Ago|Gen))(?![^\W\d_]))"""
TERM = r"""(?:WS|WiSe|SS|SoSe|HS|FS|(?:Winter|Sommer|Herbst|Frühjahrs|Frühlings)semester
    |Spring|Summer|Fall|Autumn|Winter
    |Frühling|Frühjahr|Sommer|Herbst|Printemps|Été|Automne|Hiver|Primavera|Verano|Verão|Otoño
    |Outono|Autunno|Invierno|Inverno)(?:\s(?:term|semester|quarter))?"""
NTH = r"\d{1,2}(?:st|nd|rd|th|er|º)?"
# "Febraury": of a longer word the first three letters are right.
THREE_LETTERS = r"(?:Jan|Feb|Mar|Apr|Aug|Sep|Oct|Nov|Dec)"
MISSPELT = rf"{THREE_LETTERS}[a-z]{{3,6}}"
# The days of a meeting: the first of them is kept.
DAYS = rf"(?:{NTH}(?:\.?\s*(?:[-–—]{{1,3}}|[&,]|and|to|und|y|et)\s*{NTH})?)"
DAY_OF_MONTH = rf"{DAYS}\.?\s*(?:de\s+|of\s+)?{NAME}\.?,?\s*(?:del?\s+)?{YEAR}"
WHOLE = rf"""(?:
    {DAY_OF_MONTH}
  | {NAME}\.?,?\s*{DAYS},?\s+{YEAR}
  | {NAME}\.?,?(?:\s*['’/-]\s*|\s*)(?:(?:del?|of)\s+)?{YEAR}
  | {TERM}(?:\.?,?\s+(?:of\s+|de\s+)?|(?<=\b[WS]S)|(?<=\b(?:Wi|So)Se)){YEAR}
      (?:\s*/\s*(?:\d\d)?\d\d)?
  | {YEAR}\s*年(?:\s*\d{{1,2}}\s*月(?:\s*\d{{1,2}}\s*[日号])?
      |(?:度|[,，])?\s*[（(]?[春夏秋冬][季学期]*[)）]?|度)?
  | {YEAR}\s*[春夏秋冬]{{1,2}}[季学期]*
  | (?:昭和|平成|令和)\s*(?:\d{{1,2}}|元)\s*年度?(?:\s*\d{{1,2}}\s*月(?:\s*\d{{1,2}}\s*日)?)?
  | {YEAR}(?P<sign{{n}}>[-/.])(?:0?[1-9]|1[0-2])(?:(?P=sign{{n}})(?:[12]\d|3[01]|0?[1-9]))?(?!\d)
  | \d{{1,2}}\s?[-/.]\s?(?:\d{{1,2}}\s?[-/.]\s?)?{YEAR}
  | (?:0?[1-9]|1[0-2])月\s*{YEAR}
  | {YEAR},?\s+{TERM}(?!\w)
  | {YEAR}(?:,?\s+|[/-]){NAME}\.?(?:\s+{NTH})?(?!\w)
  | {YEAR}
)"""
# With a year of two digits, or none: only where a range says that these are dates.
SHORT_TERM = rf"(?:{TERM}\s*['’]\d\d|(?:WS|WiSe|SS|SoSe|HS|FS)\s?\d\d(?:/\d\d)?)(?![\d/.])"
SHORT = rf"""(?:{NAME}\.?\s*['’]?\d\d(?!\d) | {SHORT_TERM} | (?:0?[1-9]|1[0-2])/\d\d(?![\d/])
  | \d{{1,2}}/\d{{1,2}}/\d\d(?![\d/]) | \d{{1,2}}\.\d{{1,2}}\.\d\d(?![\d.]))"""
YEARLESS = rf"""(?:(?:{NTH}\.?\s+(?:of\s+)?)?{NAME}\.? | {TERM} | \d{{1,2}}[./]\d{{1,2}}[./]?
  | \d{{1,2}}[./]?)"""
TILL = r"""(?:\s*(?:-{0,3}>|-{1,3}|[–—−~～〜→－]|to|until|till?|through|bis|zum?|à|au|al?|ad|hasta
    |até|ao|fino\sad?|至|到|から|(?:(?<=19\d\d|20\d\d)|(?<=\d-\d\d))/(?=(?:19|20)\d\d(?!\d)|pres)|(?<=\s):(?=\s(?:(?:19|20)\d\d|pres)))\s*)"""
FROM = r"""(?:\b(?:from|since|von|vom|seit|de|du|depuis|dal?|do|desde|between|entre|in)\s+)?"""
NOW = r"""(?:至今|(?:to\s+)?date|today|heute|jetzt|aktuell|Gegenwart|laufend
    |(?:till?\s|until\s)?now|present(?:e|ly)?|présent|current(?:ly)?|ongoing|on|actuel(?:lement)?|aujourd['’]hui|en\scours|à\sce\sjour|(?:la\s)?actualidad|actual
    |(?:en|in|em)\s(?:progreso|progress|progresso)|courant|ce\sjour|maintenant|andauernd|tuttora|(?:a\s)?la\sfecha|hoy(?:\sen\sdía)?|hoje|oggi|auj\.|(?:o\s)?presente\smomento|attuale|corrente|atual(?:mente)?|em\sandamento|in\s(?:corso|essere)|en\scurso
    |现在|現在に至る|現在まで|現在|目前|当前|迄今|今|현재|cur\.)(?!\w)"""
ONWARD = r"\b(?:since|seit|ab|depuis|desde|dal?|from|a\spartir\sde|à\spartir\sde)"
UP_TO = r"""(?:(?:bis|until|till|by|hasta|até|jusqu['’](?:en|à)
    |(?:conclu[ií]d[oa]|finalizad[oa]|obtenid[oa]|conseguit[oa]|discuss[oa]|obtenue?|soutenue?|abgeschlossen|verliehen
      |completed|awarded|obtained|defended)(?:\s(?:em|en|in|on|im|am|il|le|nel|el))?)\s+)?"""
AWAITED = r"(?:expected|exp\.|anticipated|voraussichtlich|prévue?|previst[ao]|previsão|expectativa)"
EXPECTED = rf"""(?:\s*[（(]\s*(?:{AWAITED}|预计|予定|見込み?)\s*[)）] | \s+{AWAITED})?"""
MONTH = r"(?:0?[1-9]|1[0-2])"
DASHED = rf"\d{{1,2}}-\d{{1,2}}-{YEAR}"
APART = r"(?<![\w/])(?<!\w[-–.])"
AND, BETWEEN = r"(?:and|und|et|y|e)", r"(?:between|zwischen|entre)"


def _pattern(text):
    """WHOLE may stand in it several times; each has its own name for the sign in a date."""
    numbers = iter(range(9))
    each = re.sub("WHOLE", lambda _match: WHOLE.replace("{n}", str(next(numbers))), text)
    return re.compile(each, FLAGS)


def _period(start, between, end, after=r"(?![-\w])"):
    return _pattern(rf"{APART}{FROM}(?P<start>{start}){between}(?P<end>{end}){after}")


def _open(start, after):
    return _pattern(rf"{APART}(?P<start>{start}){after}")


def _one(date, after=r"(?![-\w])"):
    return _pattern(rf"{APART}{UP_TO}(?P<one>{date}){after}")


# In the order in which they are looked for: what a pattern takes is not read again.
PATTERNS = [
    _pattern(
        rf"{APART}{FROM}(?P<start>WHOLE|{SHORT})"
        rf"(?:{TILL}(?:bis\s+|ad\s+)?(?:{NOW}|\((?:{NOW})\))|[-–—~～]?\s*(?:至今|起))",
    ),
    _period(rf"{NTH}\.?\s+(?:of\s+|de\s+)?{NAME}\.?", TILL, DAY_OF_MONTH),
    _period(DAY_OF_MONTH, TILL, DAY_OF_MONTH),
    _one(DAY_OF_MONTH, r"(?!\s*[-–—])"),
    _period(r"\d\d[./]\d\d", TILL, rf"\d\d[./]\d\d[./]{YEAR}"),
    _period(rf"{NAME}\.?", rf"\s+{AND}\s+", rf"{NAME}\.?\s+{YEAR}"),
    _period(MONTH, TILL, rf"{MONTH}\s+{YEAR}"),
    _period(rf"{YEAR}\s+{NAME}\.?", TILL, rf"{NAME}\.?", r"(?!\s*[\d'’])"),
    _period(rf"{YEAR}\s*年\s*{MONTH}\s*月", TILL, rf"{MONTH}\s*月", r"(?!\s*\d)"),
    _period(DASHED, TILL, DASHED),
    _pattern(rf"{APART}{BETWEEN}\s+(?P<start>WHOLE)\s+{AND}\s+(?P<end>WHOLE)(?![-\w])"),
    _one(DASHED, r"(?!\s*[-–—])"),
    _period(rf"{NAME}\.?\s+{YEAR}", r"\s+", rf"{NAME}\.?\s+{YEAR}"),
    _period(
        rf"WHOLE|{SHORT}|{YEARLESS}", TILL, rf"(?:{AWAITED}[:\s]*)?(?:WHOLE|{SHORT}){EXPECTED}"
    ),
    _period("WHOLE", TILL, rf"{MISSPELT}\s+{YEAR}"),
    _one(rf"(?<!\d{{4}}\s)(?:{TERM}\.?,?\s+{YEAR}(?:\s*/\s*(?:\d\d)?\d\d)?|{SHORT_TERM})"),
    _period(YEAR, r"(?P<to>\s*(?:[-–—]{1,2}|/)\s*)", r"\d\d", r"(?![\d/.-]|\s*[月年])"),
    _pattern(
        rf"{ONWARD}[\s:]*(?P<start>WHOLE)(?:\s*(?:bis|ad|al?|to|à|até|-|–)?\s*{NOW})?(?![-\w])"
    ),
    _open(
        "WHOLE",
        r"\s*(?:[-–—~～〜]{1,3}(?:\.{2,3}|…|(?:\s*·){2,})?|から|(?<=\d-\d\d)/)"
        r"(?:(?<=[.…·])(?=\s)|(?=\s*\.?\s*(?:$|[)\]\t:;|,，：_*])))",
    ),
    _open(
        rf"{YEAR}\s*年(?:\s*{MONTH}\s*月)?|{YEAR}\.{MONTH}",
        r"\s*[-–—~～〜]{1,2}(?=\s+[\u3040-\u9fff])",
    ),
    _one(rf"(?:{AWAITED}[:\s]*)?WHOLE{EXPECTED}"),
    _one(YEAR),
    _pattern(rf"(?:^|(?<=[\s，,]))(?P<one>{YEAR}年(?:\d{{1,2}}月)?)(?=[\u3040-\u9fff])"),
    _pattern(rf"(?:^|(?<=[(\[|,\t]))\s*{NOW}(?=\s*(?:$|[)\]|,\t]))"),
]
SEMESTER = re.compile(rf"^({TERM}\W+{YEAR})\s*/.*", FLAGS)
SEVERAL_DAYS = re.compile(
    rf"({NTH})\.?\s*(?:[-–]{{1,3}}|[&,]|and|to|und|y|et)\s*{NTH}(?=\W)", FLAGS
)
# "19–23 July 2014", "July 19-23, 2014".
DAYS_OF_MEETING = re.compile(r"^(\D*)(\d{1,2})\s?[-–]{1,3}\s?(\d{1,2})(\D+\d{4})$")
MONTH_NAME = re.compile(NAME, FLAGS)
FEBRAURY = re.compile(rf"^(?!{NAME})({THREE_LETTERS})[a-z]+(?=\s+{YEAR}$)", FLAGS)
# "WS 19/20", "Fall '19"; "2017 秋", and "2017 春秋", which is its year.
YEAR_OF_TERM = re.compile(rf"({TERM})\s*['’]?(\d\d)(?:/\d\d)?", FLAGS)
YEAR_AND_SEASONS = re.compile(r"(\d{4})\s*(?:[春夏秋冬]{2}|([春夏秋冬]))[季学期]*")
# The first year of an era, less one.
ERAS = {"昭和": 1925, "平成": 1988, "令和": 2018}
YEAR_OF_ERA = re.compile(r"(昭和|平成|令和)\s*(\d+|元)")
SHORT_YEAR = re.compile(r"(.*?[^\W\d]\.?|(?:\d{1,2}[/.])?\d{1,2})\s*[/.'’\s]\s*['’]?(\d\d)")
DAY_AND_MONTH = re.compile(r"\d\d[./]\d\d")
SEVERAL_NUMBERS = re.compile(r"\d\d[./]\d\d[./]\d{4}")
YEAR_FIRST = re.compile(rf"({YEAR}),?\s+({NAME})\.?\s+({NTH})", FLAGS)
SEASON_OF_YEAR = re.compile(r"年(?:度|[,，])?\s*[（(]?([春夏秋冬])?.*")
SLASHES = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")


# Of what stands before the words of a news item.
LONGEST = 120
BEFORE_NEWS = re.compile(r"(?P<lead>[^\w\[(*<`]*)[*_`\[(【]*\s*")
AFTER_NEWS = re.compile(r"(?:\s*(?P<close>[\])】:*_`]+))?(?P<separator>\s*[:：|,]|\s+[-–—](?=\s)|)")

AMOUNT = re.compile(r"[$€£¥]\s?$")  # before a number that is no year


@dataclass(frozen=True)
class Found:
    """A date or a period in a text, as a date's box takes it; `is_sure`: read in one way alone."""

    start: str
    end: str
    at: tuple[int, int]
    is_sure: bool = True


def find_dates(text: str) -> list[Found]:
    """Every date and period of a line, in order: "2019年9月至今", "Okt. 2016 - heute", "2010-14".

    One date alone is an end. What no calendar has is none.
    """
    found = []
    for pattern in PATTERNS:
        for match in pattern.finditer(text):
            start, end = match.span()
            if AMOUNT.search(text[:start]) and match[0].isdigit():
                continue
            if all(end <= other.at[0] or start >= other.at[1] for other in found):
                found.extend(filter(None, [_found(match)]))
    return sorted(found, key=lambda each: each.at)


def only_period(text: str) -> tuple[str, str]:
    """Start and end, where a text says nothing else; else "" and ""."""
    found = find_dates(text)
    if len(found) != 1 or re.search(r"\w", text[: found[0].at[0]] + text[found[0].at[1] :]):
        return "", ""
    return found[0].start, found[0].end


def leading_date(text: str) -> tuple[str, str]:
    """ "[11/2025] Looking" -> ("11/2025", "Looking"); ("", text) where it begins with no date.

    Forms: `[M/D/YYYY]`, `**[May. 2026]**:`, `2025-05: …`, `May 2025 - …`, `_Nov 2025_ …`.
    """
    dates = find_dates(text[:LONGEST].replace("_", " "))
    start, end = next((found.at for found in dates), (0, 0))
    before, date = BEFORE_NEWS.fullmatch(text[:start]), text[start:end]
    if not before or not is_date(date):
        return "", text
    match = AFTER_NEWS.match(text, end)
    rest, close = text[match.end() :], match["close"] or ""
    is_link = close.endswith("]") and rest.startswith("(")
    is_bare = not close and not match["separator"]
    if is_link or (is_bare and (date.isdigit() or not rest[:1].isspace())):
        return "", text
    return date, (before["lead"] + rest.lstrip()).strip()


def is_date(text: str) -> bool:
    """Whether all of a text is one date."""
    try:
        return not PartialDate.parse(text).is_present
    except ValidationError:
        return False


def _found(match):
    groups = match.groupdict()
    start, end = groups.get("start") or "", groups.get("one") or groups.get("end") or "present"
    is_sure = True
    if (sign := groups.get("to")) is not None:
        first, last = int(start), int(f"{start[:2]}{end}")
        # "2008-10" is a month as ISO writes it; "2010/11" may be a year of study.
        is_sure = int(end) > 12
        if last <= first or (sign.strip() in "-/" and not is_sure and last != first + 1):
            return None
        end = str(last)
    days = None if start else DAYS_OF_MEETING.search(end)
    if days and int(days[2]) < int(days[3]):
        start, end = f"{days[1]}{days[2]}{days[4]}", f"{days[1]}{days[3]}{days[4]}"
    is_month = re.fullmatch(rf"{NAME}\.?", end, FLAGS)
    if re.fullmatch(rf"{MONTH}\s*月", end):
        end = f"{start[:4]}年{end}"
    end = _typed(end, year=start[:4] if is_month else "")
    if DAY_AND_MONTH.fullmatch(start) and SEVERAL_NUMBERS.fullmatch(end):
        start = f"{start}{start[2]}{end[-4:]}"
    start = _typed(start, year=end[-4:] if end[-4:].isdigit() else "")
    start, end = _day_first(start, end), _day_first(end, start)
    try:
        dates = [PartialDate.parse(each) for each in (start, end) if each]
    except ValidationError:
        year = re.search(rf"/({YEAR})$", end)  # "03/2020 – 31/2022"
        if not (year and is_date(start)):
            return None
        end, is_sure = year[1], False
        dates = [PartialDate.parse(start), PartialDate.parse(end)]
    if len(dates) == 2 and not dates[1].is_present and dates[1].is_before(dates[0]):
        return None
    is_sure = is_sure and not any(_may_be_another(each, not start) for each in (start, end))
    return Found(start, end, match.span(), is_sure)


def _day_first(text, other):
    """ "01/02/2023" beside "31/05/2024": the first number is a day in both."""
    beside = SLASHES.fullmatch(other)
    is_told = beside and int(beside[1]) > 12 and SLASHES.fullmatch(text)
    return text.replace("/", ".") if is_told else text


def _may_be_another(text, is_alone):
    """Whether "1/2/2024" may have its day first, or "2009-11" be two years."""
    if match := SLASHES.fullmatch(text):
        return match[1] != match[2] and int(match[1]) <= 12 and int(match[2]) <= 12
    years = re.fullmatch(r"\d\d(\d\d)-(\d\d)", text)
    return is_alone and bool(years) and int(years[1]) < int(years[2]) <= 12


def _year_of_era(match):
    return str(ERAS[match[1]] + int(match[2].replace("元", "1")))


def _typed(text, year=""):
    """A date with its whole year: "Oct 11" is "Oct 2011", "WS 2009/10" is "WS 2009"."""
    text = " ".join(text.split()).rstrip("-–").strip()
    text = FEBRAURY.sub(r"\1", text)
    text = YEAR_OF_ERA.sub(_year_of_era, YEAR_AND_SEASONS.sub(r"\1年\2", text))
    if match := YEAR_OF_TERM.fullmatch(text):
        return f"{match[1]} 20{match[2]}"
    if text[:1].isdigit():
        text = re.sub(r"\s*([-/.])\s*(?=\d)", r"\1", text)
    text = re.sub(r"\s(?:term|semester|quarter)\b", "", SEMESTER.sub(r"\1", text), flags=re.I)
    if "年" in text and "月" not in text:
        text = SEASON_OF_YEAR.sub(r"年\1", text)
    if MONTH_NAME.search(text):
        text = re.sub(r"(?<=\d{4})[/-](?=[^\W\d])", " ", text)
        text = YEAR_FIRST.sub(r"\2 \3, \1", text)
        text = re.sub(
            r"(?<=[^\W\d_])['’/-](?=\d{4})|(?<=[^\W\d_]),(?=\s*\d)",
            " ",
            SEVERAL_DAYS.sub(r"\1", text),
        )
    text = re.sub(r"^(\d{1,2})-(\d{1,2})-(\d{4})$", r"\1.\2.\3", text)
    text = re.sub(rf"^({MONTH})(?:\s+|月\s*)(\d{{4}})$", r"\1/\2", text)
    if match := SHORT_YEAR.fullmatch(text):
        century = "20" if int(match[2]) < 50 else "19"
        sign = "." if "." in match[1][1:-1] else "/"
        return f"{match[1]}{sign if match[1][0].isdigit() else ' '}{century}{match[2]}"
    if not text or not year or re.search(YEAR, text):
        return text
    if text[-1] in "./":
        return f"{text}{year}"
    signs = [sign for sign in "/." if sign in text] or (["/"] if text.isdigit() else [" "])
    return f"{text}{signs[0]}{year}"
