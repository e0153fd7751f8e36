"""The lines of a section, as they were copied -> its entries: what names each, and what is below.

The entries of a section begin alike: with a bullet, below an empty line, at their date or so many
lines above it. Each way is tried on the whole section, and the one is taken of which the entries
look most like entries (`_looks`): one date, what it was and where.
"""

import re
from dataclasses import dataclass, field, replace
from itertools import pairwise

from profiles.pasting import words
from profiles.pasting.columns import (
    FOLLOWS,
    GOES_ON,
    LETTER_OF_HAN,
    NEW,
    is_broken,
    mended,
    paired_columns,
    width_of,
    with_keys_told,
)
from profiles.pasting.heads import (
    HEADING,
    with_employers_passed_down,
    with_heads_passed_down,
)
from profiles.pasting.organisations import PIECES, is_known_place, score
from profiles.pasting.source import BELOW, DROPPED, arguments, without_layout
from profiles.pasting.text import (
    BULLET,
    HAN,
    INDENT,
    LABEL,
    LONGEST_LINE,
    cells,
    date_at_start,
    plain,
    where_dated,
    with_accents,
)

# Of the lines that name an entry; what stands below these goes into its notes.
MOST_JOINED = 5
# By so much, for each entry, the best way to begin is better than the next where it is sure.
SURE = 0.6
# So many lines above its date an entry may begin.
MOST_ABOVE = 6
# A line of so many words is a sentence.
SENTENCE = 15
# "They won a prize in 2014."
IN_YEAR = re.compile(r"\s(?:im\sJahre?|in|en|em|nel)\s(?:19|20)\d\d\.$")
# A number of a page, or of the layout: "(3)".
PAGE = re.compile(r"(?:page\s)?\d{1,2}(?:\s?(?:/|of)\s?\d{1,2})?|[(\[]\d{1,2}[)\]]", re.I)
PROJECT = re.compile(r"(?:Pro[yj]e[ck]?to?|Project|Projekt|Projet|Progetto)\b", re.I)
# "\cvitem{}{More of the row above}".
MORE = re.compile(r"\s*(\\\w+)\{\s*\}\s*\{(.*)\}\s*")
END = re.compile(rf"[\s,;|–—-]*\b{words.LABELS['end'].pattern}(?:-\s*$)?", re.I)
# What stands beside a date alone: "(part-time)".
BRACKET = re.compile(r"[(（](?![^()（）]*(?:19|20)\d\d)[^()（）]*[^\W\d_]{3}[^()（）]*[)）]")
FACTS = (words.ADVISOR, words.THESIS, words.GRADE)

# The labels of the first two boxes: where, and what.
BOXES = {"at": 0, "what": 1}
# Bullets below others.
INNER_SIGNS = {*"–—-*+·◦○▪‣"}
# Where a date stands: the first two begin alike.
BEGINS_AS = {"alone": 0, "first": 0, "": 1, "last": 2}


@dataclass
class Part:
    """A line, with those that were broken off it. `date`: where in it one stands: "alone" (there
    is nothing else), "first", "last", "" (nowhere).
    """

    text: str
    number: int
    after_blank: bool = False
    level: int = 0  # of its bullet: 1 outside, 2 indented
    last_line: str = ""
    label: str = ""  # what one before it said of it, as in words.LABELS
    more: list[str] = field(default_factory=list)
    date: str = ""
    has_what: bool = False
    has_where: bool = False
    is_sentence: bool = False
    is_new: bool = False  # begins an entry in a table of keys
    is_told: bool = False  # a word and a colon say what it is, and that is no box


@dataclass
class Entry:
    head: list[str]
    below: list[str] = field(default_factory=list)
    number: int = 0  # of its first line
    is_sure: bool = True  # that it is one entry
    has_rival: bool = False  # the entries of the section may begin elsewhere
    order: tuple = ()  # the numbers of the lines that a label says the first two boxes to be


def find_entries(text: str, what: re.Pattern | None) -> list[Entry]:
    """`what`: the words of the first box, where the kind has such."""
    parts = _parts(without_layout(with_accents(text).splitlines()), what)
    if not parts:
        return []
    if starts := _commands(parts) or _dates_in_bullets(parts) or _told(parts):
        return [_cut(group, what, is_sure=True) for group in _groups(parts, starts)]
    if pairs := paired_columns(parts):
        return [_cut(group, what, is_sure=False) for group in pairs]
    ways = dict.fromkeys(map(tuple, _ways(parts)))
    worth = {starts: _worth(parts, starts, what) for starts in ways}
    best, *others = sorted(worth, key=worth.get, reverse=True)
    rivals = [set(way) for way in others if worth[best] - worth[way] < SURE * len(best)]
    entries = [_cut(group, what, is_sure=True) for group in _groups(parts, best)]
    ends = pairwise([*best, None])
    return [
        replace(
            entry, has_rival=worth[best] <= 0 or any(not way >= {*at} - {None} for way in rivals)
        )
        for entry, at in zip(entries, ends, strict=True)
    ]


# --- Lines ----------------------------------------------------------------------------------------


def _parts(lines, what):
    """The lines that say something, each with what was broken off it."""
    found, after_blank, outer, signs = [], False, 0, ""
    lines = with_heads_passed_down(with_keys_told(lines), what)
    width, is_headed = width_of(lines), any(map(HEADING.match, lines))
    lines = mended(lines)
    for number, given in enumerate(lines):
        line, *more = given.removeprefix(NEW).split(BELOW)
        text = line.strip()
        if line == DROPPED or PAGE.fullmatch(text):
            continue
        if not re.search(r"\w", text):
            after_blank = True
            continue
        if found and (match := MORE.fullmatch(line)) and found[-1].text.startswith(match[1]):
            found[-1].more += [match[2], *more] if re.search(r"\w", match[2]) else more
            continue
        match = None if date_at_start(text[:20]) else HEADING.match(text) or BULLET.match(text)
        indent = len(line.expandtabs()) - len(line.expandtabs().lstrip())
        outer = outer if found else indent
        sign = match[0].strip() if match else ""
        signs = signs or sign
        # "•" above "–", but "*" and "-" are one in Markdown.
        is_other = sign in INNER_SIGNS and sign != signs and {sign, signs} - {*"*-+"}
        is_inner = is_other or indent >= outer + INDENT or text.startswith("\\sub")
        is_inner = not HEADING.match(text) if is_headed else is_inner
        level = (2 if is_inner else 1) if match else 0
        text = text[match.end() :].strip() if match else text
        text, label = _without_label(text, has_title=what is None)
        above = found[-1] if found and not match else None
        if above and not (after_blank or label) and is_broken(above, text, width, what):
            is_han = re.match(HAN, text) and re.search(rf"{HAN}$", above.text)
            above.text, above.last_line = f"{above.text}{'' if is_han else ' '}{text}", line
        elif re.search(r"\w", text):
            found.append(Part(text, number, after_blank, level, line, label, more))
            found[-1].is_new = given.startswith(NEW)
        after_blank = False
    for part in found:
        _describe(part, what)
    return with_employers_passed_down(_with_dates_above(found, what))


def _describe(part, what):
    text = plain(part.text[:LONGEST_LINE])[0]
    part.date = where_dated(text)
    part.has_what = bool(what and what.search(text))
    undated = text[date_at_start(text) :].lstrip()
    part.has_where = any(_is_where(each, what) for each in PIECES.split(undated))
    least = 4 if part.has_what else 3
    part.has_where = part.has_where or any(_is_placed(each, least) for each in cells(text))
    part.is_sentence = _is_sentence(part, is_title=what is None)
    label = LABEL.match(text.lstrip("(（"))
    part.is_told = bool(what and label and not what.search(label[0]))


def _without_label(text, *, has_title):
    """ "Location: Kyiv" -> "Kyiv", "Start: May 2014 - End: 2016" -> "May 2014 – 2016"; and what
    the label said.
    """
    bare = re.sub(r"\*\*|__", "", plain(text)[0] if text.startswith("\\text") else text)
    labels = {name: label for name, label in words.LABELS.items() if has_title or name != "title"}
    found = {name: label.match(bare) for name, label in labels.items()}
    match = next(filter(None, found.values()), None)
    if match and match in (found["what"], found.get("title")):  # all of it, commas and all
        return bare[match.end() :].replace(",", "\2") or text, "what"
    if not match or not re.search(r"\w", bare[match.end() :]):
        return text, ""
    name = next(name for name in found if found[name] is match)
    return END.sub(" – ", bare[match.end() :]), name


def _is_placed(text, least):
    """ "HIVE, Waxford, Brasil", "Keeper, HIVE, Waxford, Brasil": a name, and where that is."""
    *names, town, country = ["", "", *text.split(", ")]
    if score(country) == 0 and score(town) >= 2 and is_known_place(country.rstrip(".")):
        return True
    is_name = len(names) == least and len(text.split()) < SENTENCE
    is_name = is_name and not words.TOWN.fullmatch(names[-1])
    return is_name and is_known_place(f"{town}, {country}")


def _is_where(piece, what):
    """ "M.Sc. in Information Systems" is no firm."""
    return score(piece) >= (5 if what and what.search(piece) else 3)


def _with_dates_above(parts, what):
    """A year above several bullets is that of each which has none itself; or, where at most one
    says what it was, all of these are one entry.
    """
    outer = parts[0].level if parts else 0
    above = [n for n, part in enumerate(parts[:-1]) if part.date == "alone"]
    above = [n for n in above if parts[n].level == outer]
    if above[:1] != [0] or not all(parts[n + 1].level > outer for n in above):
        return parts
    blocks = [parts[start + 1 : end] for start, end in pairwise([*above, len(parts)])]
    if what and all(sum(p.has_what and not p.is_told for p in block) < 2 for block in blocks):
        return [
            replace(part, level=part.level and outer * (n in above)) for n, part in enumerate(parts)
        ]
    date = ""
    for number, part in enumerate(parts):
        if number in above:
            date = part.text
        elif part.level > outer and date:
            part.level = max(outer, 1)
            if not part.date:
                part.text, part.date = f"{part.text}\t{date}", "last"
    return [part for number, part in enumerate(parts) if number not in above]


def _is_sentence(part, *, is_title):
    if part.date in ("alone", "first") or part.level == 1:
        return False
    many = len(part.text.split()) + len(re.findall(LETTER_OF_HAN, part.text)) / 3
    if part.date == "last" and many > SENTENCE and IN_YEAR.search(part.text):
        return True
    ends = part.text.endswith((".", "。"))
    if part.date or is_title:
        return many > 3 * SENTENCE
    if part.has_what or part.has_where:
        most = (3 if part.has_what else 1.5) * SENTENCE
        return many > (SENTENCE if ends else most)
    is_small = not re.search(r"[A-ZÀ-Ý\d\t\\]", part.text[1:])  # no names in it
    return many > (1 if is_small and ends else SENTENCE / 3 if is_small or ends else SENTENCE)


# --- Ways to begin --------------------------------------------------------------------------------


def _commands(parts):
    """The numbers of the parts that are the same command with its arguments as the first one."""
    names = [_command(part.text) for part in parts]
    found = [n for n, name in enumerate(names) if name and name == names[0]]
    return found if found[1:] else []


def _dates_in_bullets(parts):
    """The numbers of the bullets that are dates alone, where the first is and others are below."""
    found = [n for n, part in enumerate(parts) if part.level == 1 and part.date == "alone"]
    is_all = found[:1] == [0] and all(other - n > 1 for n, other in pairwise(found))
    return found if is_all and found[1:] else []


def _told(parts):
    """The numbers of the parts at which a table of keys begins anew."""
    found = [n for n, part in enumerate(parts) if part.is_new]
    return found if found[1:] else []


def _command(text):
    return text[: arguments(text)[0][0]].strip() if arguments(text)[1:] else ""


def _ways(parts):
    """For each way to begin, the numbers of the parts that begin an entry."""
    numbers = range(len(parts))
    yield list(numbers)
    for level in (1, 2):
        yield [n for n in numbers if 0 < parts[n].level <= level]
    yield [n for n in numbers if parts[n].after_blank or n == 0]
    kinds = (("alone",), ("first",), ("last",), ("alone", "first"), ("alone", "first", "last"))
    for places in kinds:
        dated = [n for n in numbers if parts[n].date in places and not parts[n].is_sentence]
        for above in range(MOST_ABOVE + 1):
            starts, free = [], 0
            for n in dated:
                begun = [number + 1 for number in range(free, n) if _is_remark(parts[number])]
                start = max([free, n - above, *begun])
                # "Advisor: Bob" stands below what it is of.
                is_below = parts[start].is_told and _is_fact(parts[start].text)
                starts.append(max(free, start - is_below))
                free = n + 1
            yield sorted(set(starts))


def _is_remark(part):
    """Whether it says more of what stands above: a sentence, "Keywords: bees, wasps"."""
    is_other = part.date or part.label or _is_fact(part.text)
    return part.is_sentence or (part.is_told and not is_other)


def _groups(parts, starts):
    """The parts of each entry; what stands above the first goes with it."""
    return [parts[first:last] for first, last in pairwise([0, *starts[1:], len(parts)])]


def _worth(parts, starts, what):
    if not starts:
        return float("-inf")
    is_dated = any(part.date for part in parts)
    first, second = parts[starts[0]], parts[starts[1 if starts[1:] else 0]]
    above = parts[: starts[0]]
    groups = [parts[one:other] for one, other in pairwise([*starts, len(parts)])]
    are_told = [not start or _is_remark(parts[start - 1]) for start in starts]
    return sum(
        _looks(group, is_dated=is_dated, has_what=bool(what))
        + _begins(group[0], first, second, above)
        - (0.7 if not (first.level or is_told) and _date_at(group) != _date_at(groups[0]) else 0)
        for group, is_told in zip(groups, are_told, strict=True)
    ) - (
        sum(0.5 if what and _is_above(part) else 1.5 for part in parts[: starts[0]])
        + (SURE * len(groups) if _is_shifted(groups) else 0)
    )


def _looks(group, *, is_dated, has_what):
    """How much it looks like an entry."""
    begin, *others = group
    head = [begin] + [
        part
        for part in others
        if not part.is_sentence and (part.level <= begin.level or part.date == "alone")
    ]
    dates = [part for part in head if part.date]
    worth = 0.3
    if is_dated:
        worth += 1.2 if dates else -0.8 if begin.level == 1 else -2.8
        worth -= sum(0.5 if part.date == "last" else 1.5 for part in dates[1:])
    worth += 1 if any(part.has_what for part in head) else -0.5 if has_what else 0
    worth += 0.5 if any(part.has_where for part in head) else 0
    return worth - (3 if all(part.date == "alone" for part in head) else 0)


def _is_above(part):
    return part.has_where and not part.has_what


def _is_shifted(groups):
    """Whether each entry would have the employer of the next one, or of the one before."""
    first, *others, last = groups if groups[1:] else [*groups, *groups]
    if not any(part.has_where for part in last):
        edges = [group[-1] for group in (first, *others) if group[1:]]
    elif not any(part.has_where for part in first):
        edges = [group[0] for group in (*others, last) if group[1:]]
    else:
        return False
    told = [part for part in edges if _is_above(part) and not (part.date or part.level)]
    return 2 * len(told) >= len(groups)


def _date_at(group):
    """In which of its lines the date stands, bullets below it not counted."""
    number = next((number for number, part in enumerate(group) if part.date), None)
    return number and sum(part.level <= group[0].level for part in group[:number])


def _begins(begin, first, second, above):
    """How much it begins as the first two of its section do."""
    if begin.level == first.level == 1 and not above:
        return 1.5 if begin.label == first.label else -2
    worth = 0.3 if begin.after_blank else 0
    worth -= 2 if (begin.level > 0) != (first.level > 0) else 0
    worth -= 3 if begin.level > 1 else 0
    worth -= 1 if BEGINS_AS[begin.date] != BEGINS_AS[first.date] else 0
    worth -= 0.5 if begin is not first and begin.after_blank != second.after_blank else 0
    is_inner = LABEL.match(begin.text) and not begin.has_what
    worth -= 1 if is_inner or GOES_ON.search(begin.text) or FOLLOWS.match(begin.text) else 0
    return worth - (1 if begin.is_sentence else 0)


# --- What names an entry --------------------------------------------------------------------------


def _cut(group, what, *, is_sure):
    """The lines that name an entry, up to where all is said, and what is below."""
    head, below, is_over = [], [], False
    least = group[0].level if group[0].date == "alone" else 0
    for part in group:
        is_said = any(p.has_where for p in head) or not all(LABEL.match(p.text) for p in below)
        is_where = part.has_where and not (part.level or any(other.has_where for other in head))
        is_named = sum(other.date != "alone" for other in head) > 1
        is_whole = bool(head) and _says_all(head[0], part) and not _is_fact(part.text)
        is_over = (
            is_over
            or (below and is_said and not is_where and is_named)
            or is_whole
            or len(head) == MOST_JOINED
            or (part.level > least and part is not group[0] and not part.label)
            or sum(len(each.text) for each in [*head, part]) > LONGEST_LINE
        )
        is_more = bool(head) and not _is_fact(part.text) and _says_more(part, head, what)
        is_date = part.date == "alone" and not any(other.date for other in head)
        is_told = part.label and not is_whole and len(head) < MOST_JOINED
        (head if is_date or is_told or not (is_over or is_more) else below).append(part)
    # A line that names all of an entry, and is no bullet, may be another one.
    others = [part for part in below if part.has_what and part.has_where and not part.level]
    is_sure = is_sure and all(part.is_sentence or part.label for part in others)
    below = [text for part in group for text in [part.text] * (part in below) + part.more]
    is_told = what and sorted(p.label for p in head if p.label in BOXES) == [*BOXES]
    if is_told:
        head.sort(key=lambda part: BOXES.get(part.label, len(BOXES)))
    elif what:
        head.sort(key=lambda part: part.label != "what")
    texts = [BRACKET.sub("", part.text) if part.date == "alone" else part.text for part in head]
    remarks = [each for part in head if part.date == "alone" for each in BRACKET.findall(part.text)]
    return Entry(texts, [*remarks, *below], group[0].number, is_sure, order=(1, 0) * bool(is_told))


def _says_all(first, part):
    """Whether a command names its entry, so that the lines below, or another command, say more."""
    found = arguments(first.text)
    is_dated = first.date and first.has_where and found[1:]
    return bool(found[2:] or (is_dated and arguments(part.text)))


def _says_more(part, head, what):
    """Whether a line below others is no box of its own: a sentence, a remark, a second date."""
    if all(other.date == "alone" for other in head):
        return False
    is_dated = any(other.date for other in head)
    if part.date == "alone":
        return is_dated
    if part.text.startswith(">") or (PROJECT.match(part.text) and what and not part.has_what):
        return True
    is_label = LABEL.match(part.text) and (" :" in part.text[:25] or (what and not part.has_what))
    if part.label:
        return False
    if part.is_sentence or is_label:
        return True
    has_what = any(other.has_what for other in head)
    if has_what and part.text.count(",") > 1 and not (part.has_what or part.has_where or part.date):
        return bool(what) and is_dated  # "R, GIS, Excel"
    is_named = has_what and any(other.has_where for other in head)
    return bool(what) and is_dated and is_named and not part.date


def _is_fact(text):
    return is_known_place(text) or any(fact.search(text) for fact in FACTS)
