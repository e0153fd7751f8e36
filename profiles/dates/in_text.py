"""Dates within a line of a homepage or a CV: taken out of it, as they were typed.

`profiles.dates` has the last word on what is a date; here is only where one begins and ends.
"""

from __future__ import annotations

import re
from contextlib import suppress

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
