"""Lists pasted from a CV, and whole CVs -> the values of rows.

Of each line the dates first, wherever they stand; then what is left by what it is (`words`,
`organisations`); then by where it stands (`kinds`, `titled`), as in the lines around it. Which
boxes are not sure is one rule (`certainty`): such a row is a draft until somebody accepts it.

whole           a whole CV: its headings, its entries, the text of a PDF or Word file
documents       reads a PDF or Word file and marks its headings, in a process of its own
entries         which lines are one entry of a section, and where each begins
line            one entry on its way to a row: its dates, its parts, its notes
columns         columns of a PDF, copied one after the other; lines it broke
heads           headings within a section, and what they share
around          what the lines around a line tell of it
source          its lines without layout, a command of LaTeX and its arguments in one
text            a line without LaTeX, HTML and Markdown, cut into parts at commas, dashes and tabs
asides          what belongs to no box: how it was held, an address, an amount
kinds           which part is which in education, jobs, students, service
titled          the same in awards, grants, projects
spoken          the same in talks and courses
words           words of degrees, roles, prizes, funders and headings, in eight languages
organisations   whether a part is an organisation or a place
certainty       which boxes are marked as not sure
"""

import re
from collections import Counter

from profiles.dates.anywhere import find_dates
from profiles.items import PERIOD, ItemKind
from profiles.pasting import words
from profiles.pasting.around import ALIKE, LIKE_OTHERS, boxes_told, told_by_others
from profiles.pasting.entries import Entry, find_entries
from profiles.pasting.kinds import READERS
from profiles.pasting.line import Line, PastedLine
from profiles.pasting.organisations import is_known_place, score
from profiles.pasting.source import LEAST_ARGUMENTS, arguments
from profiles.pasting.text import LABEL, LATEX, parts, plain

# Of one paste; what stands below is left in the box.
MOST_LINES = 100
MOST_READ = 400
# What may stand before the date of a bullet that tells it.
DATE_OF = re.compile(r"$|.*\b(?:fecha|date|data|datum|period|defen[cs]e|defesa)\b.*", re.I)
# Of a bullet that tells where or when.
LONGEST_BELOW = 120


def read_lines(kind: ItemKind, text: str) -> tuple[list[PastedLine], str]:
    """The rows of `text`, and the lines beyond MOST_LINES. Nothing of a line is left out: what is
    not understood goes into the notes of its row.
    """
    reader, lines = READERS[kind.section], text.splitlines()
    found = find_entries("\n".join(lines[:MOST_READ]), reader.what)
    read, end = found[:MOST_LINES], len(lines)
    if found[MOST_LINES:]:
        end = found[MOST_LINES].number
    elif lines[MOST_READ:]:  # the last may go on
        read, end = (read[:-1], read[-1].number) if read[1:] else (read, MOST_READ)
    left = "\n".join(lines[end:])
    lines = [_line(kind, reader, entry) for entry in read]
    rows = [line.finished() for line in told_by_others(lines)]
    _doubt_together(kind, rows, read)
    return rows, left


def read_entry(kind: ItemKind, head: list[str], below: list[str] | None = None) -> PastedLine:
    """The row of one entry, whose lines and bullets are known."""
    return _line(kind, READERS[kind.section], Entry(head, below or [])).finished()


def _doubt_together(kind, rows, entries):
    """Both boxes where the cut is not sure; and a date, or in education and jobs any box, that
    nearly all rows have and this one lacks.
    """
    first, second, when = kind.compact
    common = [when[1] if when == PERIOD else when]
    common += [first, second] if READERS[kind.section].what else []
    have = Counter(name for row in rows for name in row.values)
    common = [name for name in common if have[name] >= ALIKE * len(rows)]
    for row, entry in zip(rows, entries, strict=True):
        lacks = [name for name in common if name not in row.values] if rows[LIKE_OTHERS:] else []
        lacks += [first, second] if entry.has_rival or not entry.is_sure else []
        row.doubts = list(dict.fromkeys([*row.doubts, *lacks]))


def _line(kind, reader, entry):
    source, below = "\t".join(entry.head), entry.below
    if kind.section in ("education", "experience"):
        source, below = _with_bullets(source, below, reader.what)
    line = Line(kind, source, _listed(below), reader, entry.order)
    if line.order:
        line.by_mark.update(line.main)
    if below and kind.section in ("talks", "teaching") and len(boxes_told(line)) < 2:
        line = _with_bullet(line, below)
    if kind.section == "teaching" and "title" not in line.values and "role" in line.values:
        line.values["title"] = line.values.pop("role")  # which is all it says
    return line


def _with_bullet(line, below):
    """Of a bullet that has what the line above it lacks: "Talk: “How bees count”" below an event,
    "Biology, University of Hives" or "Dances" below a course, which is the line otherwise.
    """
    bullet, below = below[0], _listed(below[1:])
    had = {name: line.values[name] for name in boxes_told(line)}
    filled = {*line.main} & line.values.keys()
    told = [] if _has_organisation(bullet) or "“" in bullet or len(filled) > 1 else [f"“{bullet}”"]
    is_course = line.kind.section == "teaching" and {"title", "code"} & line.values.keys()
    is_course = is_course and (bullet.endswith(".") or not _has_organisation(bullet))
    is_other = is_course or len(bullet) > LONGEST_BELOW or find_dates(bullet)
    for text in [] if is_other else [*told, bullet]:
        other = Line(line.kind, f"{line.source}\t{text}", below, line.reader)
        is_more = len({*line.main} & other.values.keys()) > len(filled)
        if (is_more or boxes_told(other) > had.keys()) and had.items() <= other.values.items():
            return other
    return line


def _listed(below):
    texts = filter(re.compile(r"\w").search, map(_readable, below))
    return "\n".join(f"- {text}" for text in texts)


def _readable(text):
    is_source = LATEX.search(text) or text.startswith("{")
    return plain(text)[0].strip("{}") if is_source else text


def _with_bullets(source, below, what):
    """academicpages' own form: what, where, when and with whom are the first bullets below."""
    is_whole = len(arguments(source)) >= LEAST_ARGUMENTS
    for each in below[: 0 if is_whole else 2]:
        text, _links = plain(each)
        dates = find_dates(text)
        is_told = _has_organisation(source) or text.endswith(".")
        tells_where = _has_organisation(text) and not is_told
        tells = tells_where or (what.search(text) and _may_lack(source, what))
        is_dated_too = dates and find_dates(source)
        if tells and len(text) <= LONGEST_BELOW and not is_dated_too:
            source, below = f"{source}\t{each}", [other for other in below if other != each]
        elif dates and not find_dates(source):
            start, end = dates[0].at
            if DATE_OF.fullmatch(text[:start].strip()):
                source = f"{source}\t{text[start:end]}"
    people = [
        each
        for each in below
        if (match := words.ADVISOR.match(each)) and match.end() == len(each.rstrip(". "))
    ]
    if len(people) == 1:
        source, below = f"{source}\t{people[0]}", [each for each in below if each not in people]
    return source, below


def _may_lack(source, what):
    """Whether a line has no word of its first box, and no part that may be it."""
    text = _undated(source)
    others = [part for part in parts(text) if not (score(part) >= 2 or is_known_place(part))]
    return not (
        what.search(source) or words.AT.search(text) or (others and _has_organisation(text))
    )


def _has_organisation(text):
    return len(text) <= 500 and any(score(part) >= 2 for part in parts(_undated(text)))


def _undated(text):
    text = plain(text)[0]
    for found in reversed(find_dates(text)):
        text = f"{text[: found.at[0]]}\t{text[found.at[1] :]}"
    return text
