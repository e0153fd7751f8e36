"""The lines of a section, as they were copied -> its entries: what names each, and what is below.

The entries of a section begin alike: with a bullet, below an empty line, at their date or so many
lines above it. Each way is tried on the whole section, and the one is taken of which the entries
look most like entries (`_looks`): one date, what it was and where.
"""

import re
from dataclasses import dataclass, field
from itertools import pairwise

from profiles.dates.anywhere import find_dates
from profiles.pasting import words
from profiles.pasting.organisations import is_known_place, score
from profiles.pasting.text import BULLET, GONE, HAN, INDENT, plain, stands_apart

# Of a line: what is longer is a text.
LONGEST = 500
# Of the lines that name an entry; what stands below these goes into its notes.
MOST_JOINED = 5
# So many lines above its date an entry may begin.
MOST_ABOVE = 4
# A line of so many words or Chinese signs is a sentence.
SENTENCE, SENTENCE_OF_SIGNS = 15, 40
PAGE = re.compile(r"(?:page\s)?\d{1,2}(?:\s?(?:/|of)\s?\d{1,2})?", re.I)
# The line before a break in the middle of a thing, and the one behind.
GOES_ON = re.compile(
    r"[,;&/–-]$|[(（][^()（）]*$|\s(?:of|for|and|the|in|at|de|la|di|do|da|du|et|und|für|e|y|an|der|des|with|to|bei)$"
)
FOLLOWS = re.compile(r"[a-zà-ÿ&)]|\([^()]*\)\s*(?:[,.;]|$)")
# A wrapped line is nearly as long as the longest ones.
WRAPPED, LEAST_WIDTH, MOST_WIDTH = 0.85, 60, 140
# "12/2022– Data Scientist" above "Present developed models": a column with dates of two lines.
WORD_OF_DATE = re.compile(r"\S+(?:\s[–-](?=\s))?")
FACTS = (words.ADVISOR, words.THESIS, words.GRADE)


@dataclass
class Part:
    """A line, with those that were broken off it. `date`: where in it one stands: "alone" (there
    is nothing else), "first", "last", "" (nowhere).
    """

    text: str
    number: int
    after_blank: bool = False
    level: int = 0  # of its bullet: 1 outside, 2 indented
    date: str = ""
    is_sentence: bool = False


@dataclass
class Entry:
    head: list[str]
    below: list[str] = field(default_factory=list)
    number: int = 0  # of its first line


def entries(text: str, what: re.Pattern | None) -> list[Entry]:
    """`what`: the words of the first box, where the kind has such."""
    parts = _parts(text.splitlines())
    if not parts:
        return []
    ways = {tuple(starts): None for starts in _ways(parts)}
    best = max(ways, key=lambda starts: _worth(parts, starts, what))
    return _under_their_heads([_cut(group, what) for group in _groups(parts, best)])


# --- Lines ----------------------------------------------------------------------------------------


def _parts(lines):
    """The lines that say something, each with what was broken off it."""
    found, after_blank = [], False
    width = sorted(map(len, lines))[-max(1, len(lines) // 8)] if lines else 0
    width = width if LEAST_WIDTH <= width <= MOST_WIDTH else MOST_WIDTH * 2
    for number, line in enumerate(_with_dates_mended(lines)):
        text = line.strip()
        if not re.search(r"\w", text) or PAGE.fullmatch(text):
            after_blank = after_blank or not text
            continue
        match = BULLET.match(text)
        level = (2 if INDENT.match(line) and found else 1) if match else 0
        text = text[match.end() :].strip() if match else text
        if not re.search(r"\w", text):
            continue
        above = found[-1] if found and not (after_blank or match) else None
        if above and _is_broken(above.text, lines[above.number], text, width):
            above.text = f"{above.text} {text}"
        else:
            found.append(Part(text, number, after_blank, level))
        after_blank = False
    for part in found:
        part.date = _date_of(part.text)
        part.is_sentence = _is_sentence(part)
    return found


def _is_broken(above, line, text, width):
    """Whether a line goes on with what the one above it says."""
    if len(above) > LONGEST or _date_of(text) in ("alone", "first"):
        return bool(re.search(r"[,(]$", above)) and _date_of(text) == "alone"
    if GOES_ON.search(above) or FOLLOWS.match(text):
        return not above.endswith(":")
    return len(above.splitlines()[-1]) % 10_000 >= WRAPPED * width and len(line) >= WRAPPED * width


def _with_dates_mended(lines):
    """Columns with dates that were broken in two, put together again."""
    lines = list(lines)
    for number, (first, second) in enumerate(pairwise(lines)):
        if match := _broken_date(first.strip(), second.strip()):
            lines[number], lines[number + 1] = match
    return lines


def _broken_date(first, second):
    """ "12/2022– Data Scientist", "Present developed" -> both with the whole date in the first."""
    begins = [match.end() for match in WORD_OF_DATE.finditer(first)][:6]
    ends = [match.end() for match in WORD_OF_DATE.finditer(second)][:3]
    if not re.match(r"\W?[\w.]*\d|[^\W\d]{3,9}\.?(?:\s|$)", first) or not ends:
        return None
    whole = next(iter(find_dates(first)), None)
    if whole and whole.at[0] == 0 and (whole.start or not re.match(r"\s*[–-]", first[whole.at[1] :])):
        if whole.start and whole.end != "present":
            return None
        if not re.match(r"\s*[–-]", first[len(first[: whole.at[1]].rstrip(" –-")) :]):
            return None
    for begin in reversed(begins):
        for end in reversed(ends):
            date = f"{first[:begin]} {second[:end]}"
            found = find_dates(date)
            if len(found) == 1 and found[0].at == (0, len(date)) and _needs_both(
                first[:begin], second[:end]
            ):
                return f"{date}\t{first[begin:].strip()}".rstrip(), second[end:].strip()
    return None


def _needs_both(first, second):
    """Whether neither is a date of its own that says as much."""
    one = find_dates(first)
    is_open = re.search(r"[–-]\s*$", first) or not one or one[0].at != (0, len(first))
    return bool(is_open) and not (find_dates(second) and find_dates(second)[0].start)


def _date_of(text):
    """Where a date stands in a line."""
    text = text[:LONGEST]
    found = [each for each in find_dates(text) if stands_apart(text, each.at)]
    if not found:
        return ""
    rest = text
    for each in reversed(found):
        rest = f"{rest[: each.at[0]]}{GONE}{rest[each.at[1] :]}"
    if not re.search(r"[^\W\d_]{2}", re.sub(r"\([^()]*\)", "", rest)):
        return "alone"
    if not re.search(r"\w", text[: found[0].at[0]]):
        return "first"
    return "last"


def _is_sentence(part):
    if re.search(HAN, part.text):
        return len(part.text) > SENTENCE_OF_SIGNS and part.date in ("", "last")
    many = len(part.text.split())
    if part.date == "first":
        return False
    return many > SENTENCE * (2 if part.date else 1) or (
        many > SENTENCE / 2 and part.text.endswith(".") and not part.date
    )


# --- Ways to begin --------------------------------------------------------------------------------


def _ways(parts):
    """For each way to begin, the numbers of the parts that begin an entry."""
    numbers = range(len(parts))
    yield [n for n in numbers]
    for level in (1, 2):
        yield [n for n in numbers if 0 < parts[n].level <= level]
    yield [n for n in numbers if parts[n].after_blank or n == 0]
    for places in (("alone",), ("first",), ("last",), ("alone", "first"), ("alone", "first", "last")):
        dated = [n for n in numbers if parts[n].date in places and not parts[n].is_sentence]
        for above in range(MOST_ABOVE + 1):
            starts, free = [], 0
            for n in dated:
                starts.append(max(free, n - above))
                free = n + 1
            yield sorted(set(starts))


def _groups(parts, starts):
    """The parts of each entry; what stands above the first goes with it."""
    bounds = [*starts, len(parts)] if starts else [0, len(parts)]
    bounds[0] = 0
    return [parts[first:last] for first, last in pairwise(bounds)]


def _worth(parts, starts, what):
    is_dated = any(part.date for part in parts)
    worth = sum(_looks(group, what, is_dated=is_dated) for group in _groups(parts, starts))
    return worth - 1.5 * (starts[0] if starts else len(parts))


def _looks(group, what, *, is_dated):
    """How much it looks like an entry."""
    head = [part for part in group if not (part.is_sentence or part.level > group[0].level)]
    dates = [part for part in head if part.date]
    worth = 0.0
    if is_dated:
        worth += 2 if len(dates) == 1 else -2 if not dates else -1.5 * (len(dates) - 1)
    texts = [part.text for part in group[:MOST_JOINED]]
    if what:
        worth += 1 if any(map(what.search, texts)) else -0.5
        worth += 0.5 if any(score(piece) >= 2 for text in texts for piece in text.split(",")) else 0
    else:
        worth += 0.2 if group[0].after_blank else 0
    if group[0].level > 1 or GOES_ON.search(group[0].text) or FOLLOWS.match(group[0].text):
        worth -= 1
    worth += 0.5 if group[0].level == 1 else 0
    return worth - (1 if group[0].is_sentence else 0)


# --- What names an entry --------------------------------------------------------------------------


def _cut(group, what):
    """The lines that name an entry, up to where all is said, and what is below."""
    head, below = [], []
    for part in group:
        is_inner = part.level > group[0].level and part.date != "alone"
        is_over = below or is_inner or len(head) == MOST_JOINED or (head and part.is_sentence)
        if not is_over and what and _is_whole(head, what):
            is_over = not (any(f.search(part.text) for f in FACTS) or is_known_place(part.text) or part.date)
        (below if head and is_over else head).append(part)
    return Entry([p.text for p in head], [p.text for p in below], group[0].number)


def _is_whole(head, what):
    texts = [part.text for part in head]
    has_where = any(score(piece) >= 3 for text in texts for piece in re.split(r"[,–]|\s-\s", text))
    return any(part.date for part in head) and any(map(what.search, texts)) and has_where


def _under_their_heads(found):
    return found
