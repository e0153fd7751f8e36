"""What the layout of a PDF does to its lines: columns copied one after the other, dates and bullets
that stand apart from what they are of, lines broken in the middle of a thing.
"""

import re
from itertools import groupby

from profiles.dates.anywhere import MONTH_NAME, YEAR, find_dates
from profiles.pasting import words
from profiles.pasting.source import BELOW, DROPPED
from profiles.pasting.text import BULLET, LABEL, LONGEST_LINE, cells, plain, where_dated

YEAR_ENDS = re.compile(rf"{YEAR}$")
# What a table says in its first column, if it says what stands in the second.
KEY = re.compile(r"[^\d,;:.|]{3,60}[:：]?")
# Before the first line of an entry of such a table.
NEW = "\x1d"
# "2012-14": where one such line cannot be a month, "2007-12" above it is none, either.
SHORT_SPAN = re.compile(r"^(\W*)(\d\d)(\d\d)[-–](\d\d)(?![\w.-])")
# "Ott, 2023".
COMMA_IN_MONTH = re.compile(rf"({MONTH_NAME.pattern}\.?),\ +(?={YEAR})", MONTH_NAME.flags)

# The line before a break in the middle of a thing, and the one behind.
GOES_ON = re.compile(
    r"[,;&/–-]$|[(（][^()（）]*$|(?:^|[“”])[^„“”]*“[^“”]*$|„[^„“”]*$|«[^«»]*$"
    r"|\s(?:of|for|and|the|in|at|de|la|di|do|da|du|et|und|für|e|y|an|der|[Dd][aeo]s|with|to|bei)$"
)
FOLLOWS = re.compile(r"[a-zà-ÿ&)]|\([^()]*\)\s*(?:[,.;]|$)")
# "Postdoc, Nectar" above "University, 2018"; "PhD in Robotics and Autonomous" above "Systems".
REST_OF_NAME = re.compile(r"(?:University|College|Institute|Laboratory)(?:,|$)")
FOLLOWS_WORD, LONGEST_DATE = re.compile(r"(?:on|of|for|in|and|und|et|sur|für|zu[rm]?|über)\s"), 12
REST_OF_SUBJECT = re.compile(r"[A-ZÀ-Ý][\w-]+(?:\s[\w-]+)?")
# A wrapped line is nearly as long as the longest ones.
WRAPPED, LEAST_WIDTH, MOST_WIDTH = 0.9, 70, 140
# A shorter line than that is broken nowhere: "Software Engineer" above "eco.income".
LEAST_BROKEN = 40
LETTER_OF_HAN, LEAST_BROKEN_HAN = r"[\u3040-\u9fff]", 56
DATE_FOLLOWS = re.compile(
    rf"[,(–-]$|(?:{MONTH_NAME.pattern}|\b(?:Spring|Summer|Fall|Autumn|Winter))$|\b\d{{1,2}}\ de$",
    MONTH_NAME.flags,
)
# "2018 春, 2019" above "春".
SEASON = re.compile(r"[春夏秋冬][季学期]*(?:[,，、]|$)")


def mended(lines: list[str]) -> list[str]:
    """As many lines, with whole dates, and with the bullets before what they are of."""
    lines = [COMMA_IN_MONTH.sub(r"\1 ", line) for line in lines]
    lines = _with_whole_years(lines)
    return _with_bullets_joined(_with_ends_joined(lines))


def _with_whole_years(lines):
    spans = [match for match in map(SHORT_SPAN.match, lines) if match]
    if not any(int(match[4]) > 12 and match[4] > match[3] for match in spans):
        return lines
    return [SHORT_SPAN.sub(_whole_years, line) for line in lines]


def _whole_years(match):
    century = int(match[2]) + (match[4] < match[3])
    return f"{match[1]}{match[2]}{match[3]}–{century}{match[4]}"


def with_keys_told(lines: list[str]) -> list[str]:
    """As many lines: those of a table whose first column says what the others have, such as
    Europass, as "date: 2014"; what no label knows stands below. NEW is where a key comes again.
    """
    rows = {n: row for n, line in enumerate(lines) if (row := cells(plain(line)[0]))[1:]}
    keys = {n: row[0].strip(" :：") for n, row in rows.items() if KEY.fullmatch(row[0])}
    told = {n: name for n, key in keys.items() if (name := words.label_within(key))}
    is_table = "when" in told.values() and {"what", "at"} & {*told.values()}
    if not is_table or 2 * len(told) < len(keys):
        return lines
    when = next(keys[n] for n in told if told[n] == "when")  # another date says more
    told = {n: name for n, name in told.items() if name != "when" or keys[n] == when}
    lines, last, seen = list(lines), None, set()
    for n, line in enumerate(lines):
        if n in told:
            is_new = keys[n] in seen
            seen = {keys[n]} | (set() if is_new else seen)
            value = f"{words.LABEL_OF[told[n]]}: {', '.join(rows[n][1:])}"
            last, lines[n] = n, f"{NEW * (is_new or last is None)}{value}"
        elif last is not None and (n in keys or line.lstrip().startswith("&")):
            more = f"{BELOW}{keys[n]}: " if n in keys else ", "
            text = ", ".join(rows[n][1:]) if n in keys else plain(line)[0]
            lines[last], lines[n] = f"{lines[last]}{more}{text}", DROPPED
    return lines


def paired_columns(parts: list) -> list[list]:
    """Each date with its text, in order; [] where the lines are no such columns.

    Either column may be the first; several pages may stand below each other.
    """
    runs = [list(run) for _is, run in groupby(parts, lambda part: part.date == "alone")]
    are_dates = [run[0].date == "alone" for run in runs]
    if len(runs) % 2 or not any(
        is_date and len(run) > 1 for is_date, run in zip(are_dates, runs, strict=True)
    ):
        return []
    found = []
    for first, second in zip(runs[::2], runs[1::2], strict=True):
        dates, texts = (first, second) if are_dates[0] else (second, first)
        blocks = _blocks(texts, len(dates))
        if not blocks or any(part.date for part in texts):
            return []
        found += [[date, *block] for date, block in zip(dates, blocks, strict=True)]
    return found


def _blocks(texts, count):
    """So many entries: each line, what stands between empty lines, what says what one was, or what
    stands below the end of a sentence.
    """
    numbers = range(len(texts))
    ends = [n for n in numbers if n == 0 or texts[n - 1].text.rstrip().endswith((".", ";"))]
    ends = [n for n in ends if not (LABEL.match(texts[n].text) or texts[n].label)]
    told = [n for n in numbers if texts[n].has_what]
    for starts in (
        list(numbers),
        [n for n in numbers if n == 0 or texts[n].after_blank],
        told,
        [n - 1 for n in told if n - 1 not in told],
        ends,
        sorted({*told, *ends}),
    ):
        if len(starts) == count and starts[0] == 0:
            return [texts[n:end] for n, end in zip(starts, [*starts[1:], None], strict=True)]
    return []


def _with_bullets_joined(lines):
    """The bullets that a PDF keeps in lines of their own, before the lines that they are of."""
    lines, alone = list(lines), []
    for number, line in enumerate(lines):
        if BULLET.fullmatch(line.strip()):
            alone.append(line.strip())
            lines[number] = DROPPED
        elif alone and line != DROPPED:
            if line.strip():
                lines[number] = f"{alone.pop()} {line.strip()}"
            else:
                lines[number] = DROPPED
    return lines


def _with_ends_joined(lines):
    """Lines that are a date alone: where just two follow each other, they are one period."""
    lines, dates = list(lines), [where_dated(line) == "alone" for line in lines]
    told = [n for n, line in enumerate(lines) if re.search(r"\w", line) and line != DROPPED]
    for before, one, other, after in zip(
        [None, *told], told, told[1:], [*told[2:], None], strict=False
    ):
        is_alone = not any(dates[n] for n in (before, after) if n is not None)
        if (
            dates[one]
            and dates[other]
            and is_alone
            and (period := _period(lines[one], lines[other]))
        ):
            lines[one], lines[one + 1 : other + 1] = period, [DROPPED] * (other - one)
    return lines


def _period(one, other):
    """ "May 2011", "August 2012" -> "May 2011 – August 2012", whichever stands above."""
    one, other = (each.strip(" -–—\t") for each in (one, other))
    for period in (f"{one} – {other}", f"{other} – {one}"):
        found = find_dates(period)
        if len(found) == 1 and found[0].start and found[0].at == (0, len(period)):
            return period
    return ""


def width_of(lines: list[str]) -> int:
    """How long lines are before they are broken; 0 where nothing tells."""
    longest = sorted(columns for line in lines if (columns := _columns(line)) <= MOST_WIDTH)[-4:]
    is_told = len(longest) == 4 and longest[0] >= WRAPPED * longest[-1] >= LEAST_WIDTH
    return longest[-1] if is_told else 0


def _columns(line):
    """How wide a line is: signs of Chinese and Japanese take two columns."""
    return len(line) + len(re.findall(r"[\u3000-\u9fff\uff00-\uff60]", line))


def is_broken(above, text: str, width: int, what: re.Pattern | None) -> bool:
    """Whether a line goes on with what the one above it says."""
    date = where_dated(text)
    if _is_rest(above.text, text, what):
        return True
    if len(above.text) > LONGEST_LINE or LABEL.match(text):
        return False
    if SEASON.match(text):
        return bool(YEAR_ENDS.search(above.text))
    if date in ("alone", "first"):
        return date == "alone" and bool(DATE_FOLLOWS.search(above.text))
    if GOES_ON.search(above.text):
        is_entry = date or above.text[-1] in "–-"
        return not (is_entry and _ends_with_date(above.text))
    if _ends_with_date(above.text):
        return False
    is_long = _columns(above.last_line.strip()) >= LEAST_BROKEN
    match = what.match(text) if what else None
    begins = match and not text[match.end() : match.end() + 1].isalpha()  # it is no half of a line
    is_full = width and not begins and _columns(above.last_line) >= WRAPPED * width
    if re.match(LETTER_OF_HAN, text) and re.search(rf"{LETTER_OF_HAN}$", above.text):
        is_full = is_full or (not date and _columns(above.last_line) >= LEAST_BROKEN_HAN)
    return bool((FOLLOWS.match(text) and is_long) or is_full)


def _is_rest(above, text, what):
    """Whether a line is the last word of a name or a subject that the one above it begins."""
    if FOLLOWS_WORD.match(text) and not find_dates(above[-LONGEST_DATE:]):
        return above[-1:].isalpha()
    if REST_OF_NAME.match(text):
        return bool(re.search(r"(?<![.:])\s[^\W\d_]+$", above))
    is_subject = REST_OF_SUBJECT.fullmatch(text) and words.SUBJECT.search(text)
    is_degree = what is words.DEGREE and what.search(above)
    return bool(is_subject and is_degree and re.search(r"\s(?:and|&)\s\S+$", above))


def _ends_with_date(text):
    """ "Lecturer, University of Hives, 2012 –" is all of an entry."""
    found = find_dates(text[:LONGEST_LINE])
    return bool(found) and not re.search(r"\w", text[found[-1].at[1] :])
