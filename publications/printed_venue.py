"""What stands behind the title of a printed reference -> venue, volume, issue, pages, year."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

from publications.printed_marks import BOLD, BREAK, END_BOLD, END_ITALIC, END_QUOTE, ITALIC, plain

_year = r"(?:19|20)\d\d"
LEADING = re.compile(
    rf"^(?:\[[A-Z](?:/OL)?\]|//|[\s.,:;．。，–—-]|{END_QUOTE}|{END_ITALIC}|{END_BOLD}|{BREAK})+"
)
IN = re.compile(
    r"^(?:(?:paper |poster )?presented at|(?:published|to appear|appears|appeared|accepted|submitted)\s*(?:in|at|to|by)?"
    r"|preprint at|in:?|en:?|dans|review of)\s+(?:the\s+(?=\w))?",
    re.I,
)
EDITORS = re.compile(
    r"^(?:[^()]{3,80}?\((?:eds?|hrsg)\.?\)[,.:]?\s*|[^()]{3,80}?,\s*(?:editors?|eds?)\.?[.,:]\s*|\(ed[^()]*\)\s*)",
    re.I,
)
EDITION = re.compile(r"^\(?\d+(?:st|nd|rd|th)\s+edn?\.?\)?[.,]?\s*", re.I)
THESIS = re.compile(
    r"^[\[(]?(?:(?:ph\.?\s?d\.?|doctoral|master[’']?s?|m\.?\s?sc?\.?|m\.?[sa]\.?|bachelor\w*|diploma|doktor\w*)\s*"
    r"(?:thesis|dissertation|diss)?|thesis|dissertation|diss)\b[.,\]:]*\s*",
    re.I,
)
REPORT = re.compile(r"^(?:technical report|tech\. rep\.)\s*[\w-]*[.,]\s*", re.I)
SCHOOL = re.compile(
    r"[^,.;:()\[\]]*(?:Universit|Institut|College|Polytechnic|School|大学|学院|Universi)[^,.;:()\[\]]*"
)
# "Oslo: Meridian, 2005", and no "Proceedings B: Biological Sciences".
PLACE = re.compile(
    r"^(?!.*\b(?:of|and|Journal|Science|Proceedings)\b[^:]*:)[A-Z\u4e00-\u9fff][^\d.;:()]{1,30}:\s*(?=[A-Z\u4e00-\u9fff][^:;,.]+(?:[,;.]\s*\d{4}|\W*$))"
)
PATENT = re.compile(r"^(?:[A-Z.]{2,6}\s)?Patent\b|^[^:]{2,12}:\s*[A-Z]{2}\d{6}")
# Of a chapter in GB/T 7714: "//Berg O. Handbook".
WHO = re.compile(r"^(?:[A-Z][\w'’-]+ (?:[A-Z]\.?\s?){1,3}[.,]\s*)+(?=[A-Z])")
NOTHING = re.compile(r"(?:preprint|manuscript|draft|unpublished|online|tbd|tba|n/?a)", re.I)
PUBLISHERS = r"ACM|IEEE|Springer|Elsevier|PMLR|Association|AAAI|USENIX|Wiley|Meridian|CRC"
NUMBERS = re.compile(
    rf"[\s,.;:(]*(?:\b(?:vol(?:ume)?|no|nr|n°|issue|pp?|pages?|art(?:icle)?|(?:working )?paper|chapter|ch|jg|bd)\b[.\s]*"
    rf"(?=\d|[A-Z]?\d|no\b|id\b)|\b(?:series|early access|advance online|published online|epub|to appear|in (?:the )?press|submitted|forthcoming"
    rf"|accepted|edited by)\b|[\s,.—–]+[ТСS]\.\s(?=\d)|第\d|{BOLD})"
    rf"|[\s,.;:：，]+\(?[eSR]?\d+(?!\w)(?=\s*(?:[,.;:()（\[–−-]|$|\d|pp?\b|no\b|年|{END_ITALIC}))(?!\))"
    rf"|\(\s*(?:{_year}|\d)|[;；]|{BREAK}|\s\[|\s//|\s—",
    re.I,
)
SHORT_NAME = re.compile(r"\s\((?!IF\b)[A-Z][^\s(),]*(?:[\s'’]+[\w-]+){0,3}\)|（[^（）]+）")
# Letters of a word that a full stop cuts short.
ABBREVIATED = 5
SERIES = re.compile(r"(?:[^\s,]+ ){0,3}[^\s,]+,(?: [^\s,]+,)* (?:and|&) [^,.;:(\d]+")


def read_venue(found, after: str) -> None:
    """Fills venue, numbers and year of `found` from what stands behind its title."""
    text = LEADING.sub("", after)
    venue, rest, is_guess = _venue(text, is_part="//" in after[: len(after) - len(text)])
    venue = plain(venue).strip(" .,:;-–—/")
    found.venue = "" if NOTHING.fullmatch(venue) else venue
    if is_guess and found.venue:
        found.unsure.setdefault("venue", _("where it appeared is a guess"))
    _numbers(found, plain(rest))
    if not found.year:
        _find_year(found, plain(text), plain(rest))


def _venue(text, *, is_part=False):
    """(venue, what is left, whether it is a guess)"""
    italic = re.search(rf"{ITALIC}([^{END_ITALIC}]+){END_ITALIC}", text)
    if italic and re.search(r"[^\W\d_]{2}", italic[1]) and len(text[: italic.start()]) < 160:
        words = IN.sub("", plain(italic[1]))
        match = NUMBERS.search(words, 1)
        end = match.start() if match and not re.match(_year, words) else len(words)
        if THESIS.match(plain(text[italic.end() :]).strip(" .,")):
            return _venue(text[italic.end() :])
        return words[:end], words[end:] + " " + text[italic.end() :], False
    if bold := re.match(rf"{BOLD}([^{END_BOLD}]*[^\W\d_]{{3}}[^{END_BOLD}]*){END_BOLD}", text):
        return bold[1], text[bold.end() :], False
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
    begin = re.match(rf"{_year}\s+(?=[A-Z])", text)
    start = begin.end() if begin else 0
    numbers = NUMBERS.search(text, start)
    end = numbers.start() if numbers else len(text)
    years = list(re.finditer(rf"\s({_year})\b", text))
    if (
        numbers
        and years
        and years[0].start() == numbers.start()
        and len(years) > 1
        and text[years[0].end() : years[0].end() + 1] in (",", ".")
    ):
        end = years[0].end()
    series = SERIES.match(text)
    at = series.end() if series and series.end() <= end else start
    is_guess = bool(series) and at > start
    for sign in re.finditer(r",|，|、|\.(?=\s)(?! Part [A-Z]\b)|．|\s\(|（", text[at:end]):
        place = at + sign.start()
        if "(" in sign[0] or "（" in sign[0]:
            if short := SHORT_NAME.match(text, place):
                end = max(short.end(), 0) if _ends(text[short.end() :]) else end
                if _ends(text[short.end() :]):
                    return text[:end], text[end:], is_guess
                continue
        elif sign[0] == "." and _is_shortened(text[:place], text[place + 1 :]):
            continue
        end = place
        break
    return text[:end], text[end:], is_guess or not numbers


def _ends(rest):
    return not rest.strip() or rest[:1] in " .,;:"


def _is_shortened(before, after):
    """ "Proc. IEEE", "J. Coast. Mem.", "Environ. Patience" and no sentence's end."""
    word, following = re.split(r"[\s.,-]", before)[-1], after.strip()
    among_others = "." in before or " " not in before
    longest = ABBREVIATED if word.endswith(("s", "e", "y")) else ABBREVIATED + 1 + 2 * among_others
    if not (0 < len(word) <= longest and word[0].isupper()):
        return False
    if re.match(PUBLISHERS, following):
        return word in ("Proc", "Trans", "J")
    return bool(re.match(r"[A-Z&]|of\b|on\b|\d{1,3}\b", following))


# --- Numbers -------------------------------------------------------------------------------------

_pages = r"[A-Za-z]{0,2}\d+(?:\s?[-–−‐]{1,2}\s?[A-Za-z]?\d+)?"
FORMS = (
    re.compile(
        rf"(?<![\w(])(?P<volume>\d{{1,4}})\s?\((?P<issue>[\w \-–]{{1,15}})\)\s?[,:;.]?\s*(?:pp?\.\s?)?(?P<pages>{_pages})?"
    ),
    re.compile(r"\bvol(?:ume)?\.?\s*(?P<volume>\d+)", re.I),
    re.compile(r"\b(?:no|nr|issue|№)\.?\s*(?P<issue>\d+)", re.I),
    re.compile(rf"\b(?:pp?\.|pages?|S\.|С\.)\s*(?P<pages>{_pages})", re.I),
    re.compile(rf"(?<![\w(])(?P<volume>\d{{1,4}})\s?:\s?(?P<pages>{_pages})"),
    re.compile(
        rf"(?<!\w)(?P<volume>\d{{1,3}})(?:\s\({_year}\))?,\s(?:no\.\s\d+,\s)?(?P<pages>\d+(?:\s?[-–−]\s?\d+)?)\b"
    ),
    re.compile(r"(?<![\w(])(?P<pages>\d+\s?[-–−]{1,2}\s?\d+)\b"),
)


def _numbers(found, rest):
    """Volume, issue and pages, each by the first form that has it."""
    for form in FORMS:
        if match := form.search(rest):
            for name, value in match.groupdict().items():
                is_year = name != "pages" and value and re.fullmatch(_year, value)
                if value and not getattr(found, name) and not is_year:
                    setattr(found, name, value)


def _find_year(found, text, rest):
    """One in brackets or before a semicolon, else the last that is no page."""
    years = re.findall(rf"(?<![\d–−-])(?<!\d\.)\b({_year})(?![\d–−])(?!-\d{{3}})", text)
    sure = re.search(rf"\((?:[^()]*\s)?({_year})[a-z]?\)|\b({_year})(?:\s\w+)?(?:\s\d+)?;", rest)
    if sure:
        found.year = sure[1] or sure[2]
    elif years:
        found.year = years[-1]
    if len(set(years)) > 1:
        found.unsure["year"] = _("more than one year")
