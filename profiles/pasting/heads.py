"""Headings within a section: what several entries share, and what only says more of one."""

import re
from itertools import pairwise

from profiles.dates.anywhere import find_dates
from profiles.pasting import words
from profiles.pasting.organisations import is_known_place, score
from profiles.pasting.source import BELOW, arguments
from profiles.pasting.text import BULLET, LONGEST_LINE, date_at_start, plain, where_dated

# "### Keeper, Hive Ltd" above the bullets that say more.
HEADING = re.compile(r"^#{1,6}\s+(?=\S)")
LATEX_HEADING = re.compile(
    r"\\((?:sub)+)section\*?\{(.*?)\}(?:\\label\{[^{}]*\})?(?:\[([^\[\]]*)\])?\s*$"
)
HEAD = re.compile(r"[^\d\n]{2,120}")
# "KAIST", "UW–Madison".
SHORT_SCHOOL = re.compile(r"[A-Z]{2,}(?:[–-]+[A-Z]\w+)*")
BOLD_LINE = re.compile(r"\s*(?:\\textbf\{([^{}]+)\}(?:\\\\)?|\*\*([^*]+)\*\*)\s*$")
# Of a heading that is one of a section.
OF_GROUP = re.compile(
    rf"(?<!\w)(?:{'|'.join(word for each in words.HEADINGS.values() for word in each)})(?!\w)", re.I
)
# The heading of the section itself.
OF_SECTION = re.compile(r"\s*\\(?!sub)\w*[sS]ection\*?\{[^{}]*\}\s*")


def with_heads_passed_down(lines, what):
    """ "## Hive Ltd" above "### Keeper" and "### Head", or above lines that begin with dates: what
    they share stands in each.
    """
    lines = ["" if OF_SECTION.fullmatch(line) else line for line in lines]
    lines = [LATEX_HEADING.sub(_heading, line) for line in lines]
    if not what:
        lines = _with_schools_marked(lines)
    heads = {n: len(m[0].split()[0]) for n, line in enumerate(lines) if (m := HEADING.match(line))}
    for number, level in heads.items():
        block = range(number + 1, _end(heads, number, level, len(lines)))
        text = HEADING.sub("", lines[number]).rstrip()
        if date_at_start(text) == len(text):
            lines[number] = ""
            _date_paragraphs(lines, text, block)
            continue
        inner = [n for n in block if n in heads]
        entries = [
            n for n in inner if any(map(where_dated, lines[n : _end(heads, n, 9, block.stop)]))
        ]
        if not inner:
            begun = [
                n
                for n in block
                if where_dated(plain(lines[n])[0]) == "first" or arguments(lines[n])[2:]
            ]
            entries = [n for n in begun if not BULLET.match(lines[n].strip())]
            if not (what or entries) and (_is_school(text) or words.TAUGHT_AS.match(text)):
                entries = [n for n in block if find_dates(lines[n])]
        if entries:
            text, lines[number] = HEADING.sub("", lines[number]), ""
            for n in entries:
                lines[n] = _shared(
                    lines[n], text, what, is_head=n in heads or bool(BULLET.match(lines[n].strip()))
                )
    return lines


def _with_schools_marked(lines):
    """A school, or what one was there, above what has dates is a heading: in bold above a list, or
    where nothing but such lines and what has dates follows.
    """
    told = {n: text for n, line in enumerate(lines) if (text := _school_alone(line))}
    ends = pairwise([*told, len(lines)])
    below = [[line for line in lines[n + 1 : end] if line.strip("\0 ")] for n, end in ends]
    above = lines[: next(iter(told), 0)]
    are_all = all(each and all(map(_is_dated_item, each)) for each in below)
    are_all = are_all and not any(line.strip("\0 ") for line in above)
    for (number, text), items in zip(told.items(), below, strict=True):
        is_list = items and BULLET.match(items[0].strip()) and find_dates(items[0][:LONGEST_LINE])
        if (BOLD_LINE.match(lines[number]) and is_list) or are_all:
            lines[number] = f"### {text}"
    return lines


def _school_alone(line):
    """Its text, where a line has nothing but a school or what one was; else ""."""
    bold = BOLD_LINE.match(line)
    text = (bold[1] or bold[2]) if bold else plain(line)[0].strip(" :：\0")
    if HEADING.match(line) or BULLET.match(line.strip()) or not HEAD.fullmatch(text):
        return ""
    role, (*_before, where) = words.TAUGHT_AS.match(text), words.AT.split(text)
    is_head = _is_school(text) or (role and role.end() == len(text))
    return (text if role else where) if is_head else ""


def _is_dated_item(line):
    return where_dated(plain(line)[0]) in ("first", "last")


def _is_school(text):
    return score(text) >= 4 or bool(SHORT_SCHOOL.fullmatch(text))


def _date_paragraphs(lines, date, block):
    """Below a year that is a heading, it is that of each paragraph, and of each bullet of a list,
    without a date.
    """
    starts, is_list = [], False
    for n in (n for n in block if re.search(r"\w", lines[n])):
        is_bullet = bool(BULLET.match(lines[n]))
        is_first = not lines[n - 1].strip()
        starts += [n] if is_first or (is_list and is_bullet) else []
        is_list = is_bullet if is_first else is_list
    for start, end in pairwise([*starts, block.stop]):
        if not any(find_dates(line[:LONGEST_LINE]) for line in lines[start:end]):
            lines[start] = f"{lines[start].rstrip()}\t{date}"


def _shared(line, text, what, *, is_head):
    """An entry with the text of the heading above; where it says all itself, that is below."""
    line, *more = line.split(BELOW)
    is_command, has_what = bool(arguments(line)[2:]), bool(what and what.search(line))
    if not what and not (_is_school(text) or words.TAUGHT_AS.match(text)):
        # "Posters", "Grants" only group what stands below; another one is for the notes.
        return BELOW.join([line, *([] if OF_GROUP.search(text) else [text]), *more])
    if is_command and (has_what or not what):
        return BELOW.join([line, text, *more])
    if has_what and not what.search(text):
        line = f"{line} @ {text}"
    else:  # a line that begins with its date has what is shared before it
        line = f"{line}\t{text}" if is_head or is_command else f"{text}\t{line}"
    return BELOW.join([line, *more])


def _heading(match):
    place = f"\t{match[3]}" if match[3] else ""
    return f"{'#' * (1 + len(match[1]) // 3)} {match[2]}{place}"


def _end(heads, number, level, end):
    """Where what stands below a heading ends: at the next one of its level, or above that."""
    return min([n for n, other in heads.items() if n > number and other <= level] + [end])


def with_employers_passed_down(parts):
    """ "Hive Ltd" above "Head, 2016" and "Keeper, 2014": where it was, for both. Only where nothing
    between two of these may be an employer itself.
    """
    parts = parts if _outline(parts) else _with_inner_positions(parts)
    above = [
        n
        for n, part in enumerate(parts)
        if _is_employer(part, parts[0].level) or _may_be_employer(parts, n)
    ]
    if outline := _outline(parts):
        above = outline
    if above[:1] != [0]:
        return parts
    places = [n for n, part in enumerate(parts) if n - 1 in above and is_known_place(part.text)]
    blocks = [range(n + 1, end) for n, end in zip(above, [*above[1:], len(parts)], strict=True)]
    told = [
        [n for n in block if _is_position(parts, n) or (outline and parts[n].date)]
        for block in blocks
    ]
    others = {n for block in blocks for n in block}.difference(*told, places)
    below = {n + 1 for positions in told for n in positions}
    is_clear = all(
        parts[n].date == "alone"
        or parts[n].level > parts[0].level
        or parts[n].is_sentence
        or (n in below and not (parts[n].after_blank or parts[n].has_where or parts[n].has_what))
        for n in others
    )
    are_below = all(parts[n].level > parts[0].level for positions in told for n in positions)
    if not all(told) or not is_clear or (max(map(len, told)) < 2 and not are_below):
        return parts
    shared = {*above, *places}
    for employer, positions in zip(above, told, strict=True):
        for n in positions:
            where = [parts[each].text for each in (employer, employer + 1) if each in shared]
            parts[n].text = "\t".join([parts[n].text, *where])
            parts[n].has_where = True
    return [part for n, part in enumerate(parts) if n not in shared]


def _with_inner_positions(parts):
    """Bullets that say what and when, right below one that says where alone, are its positions."""
    gone, above = set(), None
    for number, part in enumerate(parts):
        if part.level == 2 and above is not None:
            if is_positions := part.date and part.has_what:
                part.text, part.level = f"{part.text}\t{parts[above].text}", 1
                gone.add(above)
            above = above if is_positions else None
        elif part.level < 2:
            above = number if part.level and _is_employer(part, 1) else None
    return [part for number, part in enumerate(parts) if number not in gone]


def _outline(parts):
    """The outer bullets, where none says when or what, and the first below each says when."""
    level = parts[0].level if parts else 0
    outer = [n for n, part in enumerate(parts) if part.level == level]
    is_outline = level and all(
        not (parts[n].date or parts[n].has_what)
        and any(part.date for part in parts[n + 1 : n + 2] if part.level > level)
        for n in outer
    )
    return outer if is_outline else []


def _is_employer(part, level):
    is_other = part.has_what or part.date or part.is_sentence or part.label
    return part.has_where and part.level == level and not is_other


def _may_be_employer(parts, number):
    """Whether it begins a block, right above a position."""
    part, is_first = parts[number], not number or parts[number].after_blank
    is_other = part.has_what or part.date or part.is_sentence or part.label or part.level
    is_above = number + 1 < len(parts) and parts[number + 1].date == "last"
    return is_first and is_above and not is_other and _is_position(parts, number + 1)


def _is_position(parts, number):
    part, beside = parts[number], parts[max(number - 1, 0) : number + 2]
    is_dated = part.date or (not part.level and any(each.date == "alone" for each in beside))
    return part.has_what and is_dated and not (part.has_where or part.is_sentence)
