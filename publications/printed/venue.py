"""What stands behind the title of a printed reference -> venue, volume, issue, pages, year."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

from publications.bibtex.record import date_of_text
from publications.printed.marks import BOLD, BREAK, END_BOLD, END_ITALIC, END_QUOTE, ITALIC, plain

_year = r"(?:19|20)\d\d"
LEADING = re.compile(
    rf"^(?:\[[A-Z](?:/OL)?\]|//|[\s.,:;．。，、–—-]|{END_QUOTE}|{END_ITALIC}|{END_BOLD}|{BREAK})+"
)
IN = re.compile(
    r"^(?:(?:paper |poster )?presented at|(?:vortrag|poster) (?:auf|bei|an) (?:der|dem)"
    r"|(?:published|to appear|appears|appeared|accepted|submitted)"
    r"\s*(?:for publication )?(?:in|at|to|by|,(?=\s(?-i:[A-Z])))?"
    r"|preprint at|in:?|en:?|(?:[àa] paraître )?dans)\s+(?:the\s+(?=\w))?",
    re.I,
)
EDITORS = re.compile(
    r"^(?:[^()]{3,80}?\((?:eds?|hrsg)\.?\)[,.:]?\s*"
    # Not "Handbook, ed. Alice Ahlgren".
    r"|[^()]{3,80}?,\s*(?:(?:editors?|eds?)\.?[,:]|(?:editors?|eds)\.|ed\.(?=\s*\())\s*|\(ed[^()]*\)\s*)",
    re.I,
)
EDITION = re.compile(r"^\(?\d+(?:st|nd|rd|th)\s+edn?\.?\)?[.,]?\s*", re.I)
THESIS = re.compile(
    r"^[\[(]?(?:(?:ph\.?\s?d\.?|doctoral|master[’']?s?|m\.?\s?sc?\.?|m\.?[sa]\.?|bachelor\w*"
    r"|diploma|doktor\w*)\s*(?:thesis|dissertation|diss)?|thesis|dissertation|diss)\b[.,\]:]*\s*",
    re.I,
)
REPORT = re.compile(r"^(?:technical report|tech\. rep\.)\s*[\w-]*[.,]\s*", re.I)
SCHOOL = re.compile(
    r"[^,.;:()\[\]]*(?:Univ(?!ersal|erse)|Institut|College|Polytechnic|School|大学|学院)[^,.;:()\[\]]*"
)
# "Oslo: Meridian, 2005", and no "Proceedings B: Biological Sciences".
PLACE = re.compile(
    r"^(?!.*\b(?:of|and|Journal|Science|Proceedings)\b[^:]*:)[A-Z\u4e00-\u9fff][^\d.;:()]{1,30}"
    r":\s*(?=(?:l['’])?[A-ZÀ-Ý\u4e00-\u9fff][^:;,.]+(?:(?:, Inc\.)?[,;.]\s*\d{4}|\W*$))"
)
# A cup, a star: what is behind it is praise.
PICTURE = re.compile("[\u2600-\u27bf\U0001f300-\U0001faff]")
KIND_OF_TALK = re.compile(
    r"^[(\[](?:[A-Z][a-z]+ )?(?:poster|presentation|talk|paper|abstract|vortrag|póster|affiche)"
    r"(?: presentation)?[)\]][.,]?\s*",
    re.I,
)
PATENT = re.compile(r"^(?:[A-Z.]{2,6}\s)?Patent\b|^[^:]{2,12}:\s*[A-Z]{2}\d{6}|^中国专利")
# Of a chapter in GB/T 7714: "//Berg O. Handbook".
WHO = re.compile(r"^(?:[A-Z][\w'’-]+ (?:[A-Z]\.?\s?){1,3}[.,]\s*)+(?=[A-Z])")
STATUS = re.compile(
    r"under (?:review|revision)|submitted|in prep\w*|(?:accepted|submitted) for publication", re.I
)
SUBMITTED = re.compile(r"\bsubmitted (?:for publication )?(?:to|in|at)\b", re.I)
NOTHING = re.compile(
    r"(?:preprint|manuscript|draft|unpublished|online|tbd|tba|n/?a)"
    r"|(?-i:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* (?:19|20)\d\d)",
    re.I,
)
_month = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?"
# Of a conference: "May 14–15", "14–15 May".
DAYS = re.compile(
    rf"\b{_month}\s\d{{1,2}}\s?[-–]{{1,2}}\s?\d{{1,2}}\b|\b\d{{1,2}}\s?[-–]{{1,2}}\s?\d{{1,2}}\s{_month}\b"
)
# Before its year: "| Dec 5, 2023", ", 5 December 2023".
DAY = re.compile(
    rf"(?<![–-])[\s|,·]+(?P<day>{_month}\s\d{{1,2}}(?:st|nd|rd|th)?|\d{{1,2}}(?:st|nd|rd|th)?\s{_month}),?\s(?={_year}\b)"
)
MONTH = re.compile(rf"(?:[.,]\s{_month}(?:\s\d{{1,2}})?|\s{_month}[-–/]{_month})$")
# "NSDI '23", "(Jan '23)": a year in short.
SHORT_YEAR = re.compile(rf"[\s,(]*(?:\b{_month})?\s?['’](?P<year>\d\d)(?!\w)\)?")
PUBLISHERS = r"ACM|IEEE|Springer|Elsevier|PMLR|Association|AAAI|USENIX|Wiley|CRC"
# What stands behind the name: "vol. 3", " 12", "(2016", "; ", "to appear".
_counted = r"vol(?:ume)?|no|nr|n°|issue|pp?|pages?|art(?:icle)?|(?:working )?paper|chapter|ch|jg|bd"
_said = (
    r"early access|advance online|published online|epub|to appear|in (?:the )?press"
    r"|submitted|forthcoming|accepted|edited by"
)
NUMBERS = re.compile(
    rf"[\s,.;:(]*(?:\b(?:{_counted})\b[.\s]*(?=[A-Z]?\d|no\b|id\b)|\b(?:{_said})\b"
    rf"|[\s,.—–]+[ТСS]\.\s(?=\d)|第\d|{BOLD})"
    r"|[\s,.;:：，]+\(?(?:[eSR]|[a-z]{3,5}(?=\d{3}))?\d+(?!\w)"
    rf"(?=\s*(?:[,.;:()（\[–−-]|/\d|$|\d|pp?\b|no\b|年|{END_ITALIC}))(?!\))"
    rf"|\(\s*(?:{_year}|\d)|[;；]|{BREAK}|\s\[|\s//|\s—",
    re.I,
)
SHORT_NAME = re.compile(r"\s\((?!IF\b)[A-Z][^\s(),]*(?:[\s'’]+[\w-]+){0,3}\)|（[^（）]+）")
# Letters of a word that a full stop cuts short.
ABBREVIATED = 5
SERIES = re.compile(r"(?:[^\s,]+ ){0,5}[^\s,]+,(?: [^\s,]+,)* (?:[^\s,]+ )?(?:and|&) [^,.;:(\d]+")


def read_venue(found, after: str) -> None:
    """Fills venue, numbers and year of `found` from what stands behind its title."""
    text = LEADING.sub("", after)
    # "(2020). Tides", "2020 · Tides"
    if year := re.match(rf"\(({_year})\)[.,]?\s*|({_year})\s+[·•|–—-]\s+", text):
        found.year = found.year or year[1] or year[2]
        text = text[year.end() :]
    text = KIND_OF_TALK.sub("", text)
    if day := DAY.search(text):
        found.date = date_of_text(f"{day['day']} {text[day.end() :][:4]}")[0]
    text = DAY.sub(", ", text)
    if thesis := THESIS.match(text.lstrip(" (")):
        found.where = thesis[0].strip(" .,:")
    venue, rest, is_guess = _venue(text, is_part="//" in after[: len(after) - len(text)])
    venue = MONTH.sub("", PICTURE.split(plain(venue))[0].strip(" .,:;-–—/《》"))
    if glued := re.fullmatch(r"(.*\.\s?[A-Z])(\d{1,4})", venue):  # "Phys. Rev. D46"
        venue, found.volume = glued.groups()
    is_none = NOTHING.fullmatch(venue) or not re.search(r"[^\W\d_]", venue)
    if STATUS.fullmatch(venue):
        found.note, is_none = found.note or venue, True
    found.venue = "" if is_none else venue
    if found.venue and SUBMITTED.search(plain(text)):
        found.note = found.note or f"Submitted to {venue}"
    if is_guess and found.venue:
        found.unsure.setdefault("venue", _("where it appeared was guessed"))
    _numbers(found, plain(rest))
    if not found.year:
        _find_year(found, plain(text), plain(rest))


def _venue(text, *, is_part=False):
    """(venue, what is left, whether it is a guess)"""
    italics = re.finditer(rf"{ITALIC}([^{END_ITALIC}]+){END_ITALIC}", text)
    italic = next((one for one in italics if not STATUS.fullmatch(one[1].strip(" .,"))), None)
    if italic and re.search(r"[^\W\d_]{2}", italic[1]) and len(text[: italic.start()]) < 160:
        words = IN.sub("", plain(italic[1]))
        match = NUMBERS.search(words, 1)
        end = match.start() if match and not re.match(_year, words) else len(words)
        if THESIS.match(plain(text[italic.end() :]).strip(" .,")):
            return _venue(text[italic.end() :])
        return words[:end], words[end:] + " " + text[italic.end() :], False
    inside = IN.sub("", text)
    if bold := re.match(rf"{BOLD}([^{END_BOLD}]*[^\W\d_]{{3}}[^{END_BOLD}]*){END_BOLD}", inside):
        match = NUMBERS.search(bold[1], 1)
        end = match.start() if match else len(bold[1])
        return bold[1][:end], bold[1][end:] + " " + inside[bold.end() :], False
    text = text.lstrip(" (")
    for prefix in (EDITION, IN, EDITORS, REPORT):
        text = prefix.sub("", text)
    if match := THESIS.match(text):
        school = SCHOOL.search(text, match.end())
        if school:
            return school[0], text[school.end() :], False
        text = text[match.end() :]
    if PATENT.match(text):
        return "", text, False
    return _named(PLACE.sub("", WHO.sub("", text) if is_part else text))


def _named(text):
    """A venue that nothing sets off: up to its numbers, a comma or a full stop."""
    begin = re.match(rf"(?:{_year}|\d{{1,2}}\.)\s+(?=[A-Z])", text)
    start = begin.end() if begin else 0
    numbers = NUMBERS.search(text, start)
    end = numbers.start() if numbers else len(text)
    year = re.match(rf"\s{_year}(?=[,.])", text[end:])
    if year and re.search(_year, text[end + year.end() :]):  # "SIGHARBOUR 2017, Oslo, 2017"
        end += year.end()
    series = SERIES.match(text)
    is_series = bool(series) and start < series.end() <= end
    at = series.end() if is_series else start
    # Numbers behind it end it: of 62 such venues in labelled lists 58 were whole.
    is_guess = is_series and bool(text[at:end].strip(" ,("))
    for sign in re.finditer(r",|，|、|\.(?=\s)(?! Part [A-Z]\b)|．|\s\(|（", text[at:end]):
        place = at + sign.start()
        if sign[0] in (" (", "（"):
            short = SHORT_NAME.match(text, place)
            if short and re.match(r"[\s.,;:]|$", text[short.end() :]):
                return text[: short.end()], text[short.end() :], is_guess
            place = end if short else place
        elif sign[0] == "." and _is_shortened(text[:place], text[place + 1 :]):
            continue
        return text[:place], text[place:], is_guess or not numbers
    return text[:end], text[end:], is_guess or not numbers


def _is_shortened(before, after):
    """ "Proc. IEEE", "J. Coast. Mem.", "Environ. Patience" and no sentence's end."""
    word, following = re.split(r"[\s.,-]", before)[-1], after.strip()
    among_others = "." in before or " " not in before
    longest = ABBREVIATED if word.endswith(("s", "e", "y")) else ABBREVIATED + 1 + 2 * among_others
    if not (0 < len(word) <= longest and word[0].isupper()) or (len(word) > 4 and word.isupper()):
        return False
    if re.match(PUBLISHERS, following):
        return word in ("Proc", "Trans", "J")
    if word in ("Proc", "Conf") and re.match(r"\d{4} [A-Z]", following):
        return True
    return bool(re.match(r"[A-Z&]|of\b|on\b|\d{1,3}\b", following))


# --- Venues in short ------------------------------------------------------------------------------

YEAR = re.compile(r"\b(?:19|20)\d\d\b")
# "NSDI 26", "SOSP'25", "NSDI 2026": a venue in short, and its year.
BADGE_YEAR = re.compile(r"(?P<venue>.*?\D)[\s'’]*(?P<year>(?:19|20)\d\d|(?<!\d)\d\d)$")
LONGEST_BADGE = 4
# Years of two digits below are of this century.
THIS_CENTURY = "50"
APPEARED = re.compile(r"(?:to appear|appear(?:s|ed)|accepted|published|in (?:the )?proc)\b", re.I)
# With its year: "International Conference on Reefs 2024".
CONFERENCE = re.compile(
    r"(?:(?:the|annual|international|european|ieee|acm|aaai|\d+\w+) )*"
    r"(?:conference|symposium|workshop) on\b.*\b(?:19|20)\d\d\b",
    re.I,
)


def badge_year(badge: str) -> tuple[str, str]:
    """ "NSDI 26" -> ("NSDI", "2026"); the year "" where the badge has none."""
    match = BADGE_YEAR.fullmatch(badge.strip())
    if not match:
        return badge, ""
    year = match["year"] if len(match["year"]) == 4 else _in_full(match["year"])
    return match["venue"].strip(" '’,-"), year


def is_badge(words: str) -> bool:
    """Whether it is where something appeared, in short: "CVPR 2025"."""
    venue, year = badge_year(words)
    return bool(YEAR.fullmatch(year)) and 0 < len(venue.split()) <= LONGEST_BADGE


def is_place(words: str) -> bool:
    """Whether a line is rather where something appeared: "In Proceedings of …, 2020"."""
    is_in = bool(YEAR.search(words)) and bool(re.match(r"in\b", words, re.I))
    return is_in or bool(APPEARED.match(words) or CONFERENCE.match(words))


# --- Numbers -------------------------------------------------------------------------------------

_pages = r"[A-Za-z]{0,2}\d+(?:\s?[-–−‐]{1,2}\s?[A-Za-z]?\d+)?"
FORMS = (
    # "38, no. 3", "94.12 (2011)"; "J76-D-II", of Japan's IEICE.
    re.compile(
        r"(?<![\w(.–−-])(?P<volume>\d{1,4})"
        rf"(?:,?\sno\.\s?|\.(?=\d{{1,3}}(?:[–-]\d+)?\s?\((?:\w+\s)?{_year}\)))"
        r"(?P<issue>\d{1,4}(?:[–-]\d+)?)(?!\w)"
    ),
    re.compile(r"(?<!\w)(?P<volume>[JE]\d{2,3}(?:-[A-Z]+)+)\b(?:\((?P<issue>\d+)\))?"),
    re.compile(
        r"(?<![\w(–−-])(?P<volume>\d{1,4})\s?\((?P<issue>[\w \-–]{1,15})\)"
        rf"\s?[,:;.]?\s*(?:pp?\.\s?)?(?P<pages>{_pages})?"
    ),
    re.compile(r"\bvol(?:ume)?\.?\s*(?P<volume>\d+)", re.I),
    re.compile(r"\b(?:no|nr|issue|№)\.?\s*(?P<issue>\d+)", re.I),
    re.compile(rf"\b(?:pp?\.|pages?|S\.|С\.)\s*(?P<pages>{_pages})", re.I),
    re.compile(rf"(?<![\w(])(?P<volume>\d{{1,4}})\s?:\s?(?P<pages>{_pages})"),
    re.compile(
        rf"(?<![\w–−-])(?P<volume>\d{{1,3}})(?:\s\({_year}\))?,\s(?:no\.\s\d+,\s)?"
        r"(?P<pages>\d+(?:\s?[-–−]\s?\d+)?)\b"
    ),
    re.compile(r"^[\s.,:]*(?P<pages>e\d{4,8})\b"),
    re.compile(r"(?<![\w(])(?P<pages>\d+\s?[-–−]{1,2}\s?\d+)\b"),
)


def _numbers(found, rest):
    """Volume, issue and pages, each by the first form that has it."""
    rest = DAYS.sub(" ", rest)
    is_dated = not found.year and len(re.findall(rf"\b{_year}\b", rest)) == 1
    for form in FORMS:
        if match := form.search(rest):
            for name, value in match.groupdict().items():
                # "no. 3, 2019" has no page 2019.
                is_year = value and re.fullmatch(_year, value) and (name != "pages" or is_dated)
                if value and not getattr(found, name) and not is_year:
                    setattr(found, name, value)


def _find_year(found, text, rest):
    """One in brackets or before a semicolon, else the last that is no page."""
    years = re.findall(rf"(?<![\d–−-])(?<!\d\.)(?<!\bIF )\b({_year})(?![\d–−])(?!-\d{{3}})", text)
    sure = re.search(rf"\((?:[^()]*\s)?({_year})[a-z]?\)|\b({_year})(?:\s\w+)?(?:\s\d+)?;", rest)
    if sure:
        found.year = sure[1] or sure[2]
    elif years:
        found.year = years[-1]
    elif short := SHORT_YEAR.search(text):
        found.year = _in_full(short["year"])
        found.venue = found.venue.removesuffix(short[0])
    if len(set(years)) > 1:
        found.unsure["year"] = _("it names more than one year")


def year_in(text: str) -> str:
    """The first year that a text names: "2023", else "Jan '23"; "" where it names none."""
    if year := YEAR.search(text):
        return year[0]
    short = SHORT_YEAR.search(text)
    return _in_full(short["year"]) if short else ""


def _in_full(year):
    """ "23" -> "2023", "97" -> "1997"."""
    return f"{'20' if year < THIS_CENTURY else '19'}{year}"


# --- Types ---------------------------------------------------------------------------------------

TYPES = [
    (r"arxiv|preprint|manuscript in|under review|submitted", "misc", "journal"),
    (r"thesis|dissertation", "thesis", "institution"),
    (r"conf|workshop|sympos|proceeding|poster|demo|meeting", "inproceedings", "booktitle"),
    (r"journal|article|transaction|letters|manuscript|review|magazine", "article", "journal"),
    (r"chapter", "incollection", "booktitle"),
    (r"book", "book", "publisher"),
    (r"(?<!technical )(?<=\w )reports\b", "article", "journal"),
    (r"report", "techreport", "institution"),
    (r"patent", "patent", "howpublished"),
]


def type_of(*words: str) -> tuple[str, str]:
    """The entry type that a category or a venue names, and the field of its venue.

    The first of the texts that names one decides; without any it is a conference paper.
    """
    for text in words:
        for pattern, entry_type, name in TYPES:
            if re.search(pattern, text, re.I):
                return entry_type, name
    return "inproceedings", "booktitle"
