"""A list pasted from a CV -> the values of rows of one kind: a row for each line."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.core.exceptions import ValidationError

from profiles import cv_lines
from profiles.cv_lines import ROLE, SCHOOL, Item, Values, first_url, plain, segments
from profiles.dates import Periods
from profiles.dates.in_text import take_dates, take_period
from profiles.items import PERIOD, ItemKind

# Of one paste; what stands below is left in the box.
MOST_LINES = 100
# Of a line: a longer one is a text, and stands in the notes.
LONGEST = 500
# A bullet or a number before a line, and what below a line goes with it.
BULLET = re.compile(r"^(?:[-*+•·‣▪◦–—](?:\s+|$)|\(?\d{1,3}[.)]\s+)")
INDENT = re.compile(r"(?: {2,}|\t)\s*")
# Columns of a table, and a dash between two things.
COLUMN = re.compile(r"\s*(?:\t|\s\|\s)\s*")
DASH = re.compile(r"\s+[–—-]{1,3}\s+")
WEB = re.compile(r"https?://\S+")
# "Reviewer for NeurIPS", "Area chair: ICML, ICLR": a role, and all that follows.
SERVED = re.compile(
    r"(?P<role>[^,:;–—]*?)\s*(?:[:,;]|\s(?:for|of|at|on|–|—|-)\s)\s*(?P<body>.+)", re.S
)


@dataclass
class PastedLine:
    """`values` by column, as texts; `unread`: what is in no box of its own, but in the notes."""

    line: str
    values: Values
    unread: str = ""


def read_lines(kind: ItemKind, text: str) -> tuple[list[PastedLine], str]:
    """The rows of `text`, and the lines beyond MOST_LINES. Nothing of a line is left out: what is
    not understood goes into the notes of its row.
    """
    items, left = _items(text)
    return [row for item in items for row in _rows(kind, item)], left


def _items(text):
    """Each line; a bullet that is indented belongs to the line above."""
    items, below, lines = [], [], text.splitlines()
    for number, line in enumerate(lines):
        words = BULLET.sub("", line.strip(), count=1).strip()
        if not words:
            continue
        if items and INDENT.match(line) and BULLET.match(line.strip()):
            below[-1].append(f"- {words}")
        elif len(items) == MOST_LINES:
            return _with_rest(items, below), "\n".join(lines[number:])
        else:
            items.append(Item(_dates_last(COLUMN.sub(", ", words))))
            below.append([])
    return _with_rest(items, below), ""


def _with_rest(items, below):
    for item, lines in zip(items, below, strict=True):
        item.rest = "\n".join(lines)
    return items


def _dates_last(line):
    """ "Prize, 2018, Guild" -> "Prize, Guild, 2018": where a line is read from."""
    parts = segments(line) if len(line) <= LONGEST else []
    when = [part for part in parts[1:-1] if _is_when(part)]
    others = [part for part in parts if part not in when]
    return ", ".join([*others, *when]) if len(when) == 1 else line


def _is_when(text):
    try:
        return bool(Periods.parse(text))
    except ValidationError:
        return False


def _rows(kind, item):
    """As a homepage's import reads the line, else part by part."""
    if len(item.text) > LONGEST:
        return [_with_notes(kind, item, {}, [item.text], "")]
    reading = []
    if kind.section in cv_lines.READERS:
        reading = cv_lines.read(kind.section, item)
    if reading and all(model is kind.model for model, _values in reading):
        return [PastedLine(item.text, values) for _model, values in reading]
    return [_by_parts(kind, item)]


def _by_parts(kind, item):
    values, rest = _dates(kind, item.text)
    columns = {field.name: field for field in kind.model._meta.fields}
    first, second = kind.compact[:2]
    if "url" in columns and (url := first_url(rest) or next(iter(WEB.findall(rest)), "")):
        values["url"] = url.rstrip(".,;)")
        rest = WEB.sub("", rest) if url in WEB.findall(rest) else rest
    if not (columns[second].blank or columns[second].choices):
        match = SERVED.fullmatch(rest)
        names = (plain(match["role"]), plain(match["body"])) if match else ("", plain(rest))
        values |= dict(zip((first, second), names, strict=True))
        values["kind"] = cv_lines.kind_of_service(item.text)
        unread, chosen = [], ""
    else:
        parts = [part for piece in segments(rest) for part in DASH.split(piece) if part.strip()]
        unread, chosen = _place(values, columns, first, second, parts)
    values = {name: value for name, value in values.items() if value}
    return _with_notes(kind, item, values, unread, chosen)


def _dates(kind, text):
    if PERIOD in kind.compact:
        rest, start, end = take_period(text)
        return {"start": start, "end": end}, rest
    rest, dates, note = take_dates(text)
    return {kind.compact[-1]: dates}, ", ".join(filter(None, [rest, note]))


def _place(values, columns, first, second, parts):
    """What it is and where; returns the parts that are neither, and the words of a choice."""
    parts, word = [part.strip(" .,;") for part in parts], ""
    if choices := columns[second].choices:
        chosen = ((part, _choice(choices, part)) for part in parts[1:])
        word, values[second] = next((pair for pair in chosen if pair[1]), ("", ""))
        parts = [part for part in parts if part != word]
    elif second == "organisation":
        where = [n for n, part in enumerate(parts) if SCHOOL.search(plain(part))]
        if not where and len(parts) > 1:
            what = next((n for n, part in enumerate(parts) if ROLE.search(plain(part))), 0)
            where = [0 if what else 1]
        if where:
            values |= cv_lines.organisation(parts.pop(where[0]))
    elif len(parts) > 1 and not WEB.search(parts[1]):
        values[second] = plain(parts.pop(1))
    if parts:
        values[first] = plain(parts.pop(0))
    if len(parts) == 1 and "place" in columns and len(parts[0].split()) <= 3:
        values["place"] = plain(parts.pop())
    return parts, word


def _choice(choices, part):
    """ "PhD" -> "doctoral", whose label is "Ph.D. student"."""
    word = re.sub(r"[\W_]", "", plain(part)).casefold()
    labels = (
        (value, re.sub(r"[\W_]", "", f"{value} {label}").casefold()) for value, label in choices
    )
    return next((value for value, label in labels if len(word) > 2 and word in label), "")


def _with_notes(kind, item, values, unread, chosen):
    """The notes take what has no box; the whole line, should a word of it be lost."""
    column = kind.notes or kind.markdown[0]
    text = ", ".join(unread)
    notes = "\n\n".join(filter(None, [values.get(column, ""), text, item.rest]))
    kept = values | ({column: notes} if notes else {})
    if cv_lines.loses_words(item.text.replace(chosen, ""), [(kind.model, kept)]):
        text, kept = item.text, values | {column: "\n\n".join(filter(None, [item.text, item.rest]))}
    return PastedLine(item.text, kept, text)
