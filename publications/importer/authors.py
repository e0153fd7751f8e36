"""Printed names -> rows, in order, with what their marks say."""

from collections import Counter

from publications.bibtex import Record
from publications.fields import NAME_COLUMNS, ROLES
from publications.models import Authorship
from publications.names import Name, parse_names

# One row of a reading's "authors", and of what the database holds: compared as lists.
ROW = (*NAME_COLUMNS, "is_equal", "is_corresponding")
LENGTHS = {name: Authorship._meta.get_field(name).max_length for name in ROW}
SHORTEST = min(limit for limit in LENGTHS.values() if limit)
EQUAL = set("*∗⋆†‡§¶‖")
CORRESPONDING = set("✉✉️📧📩🖂#")


def read_authors(record: Record) -> tuple[list[list], bool, list[str]]:
    """Rows of ROW for authors, editors and translators; "and others"; what was doubtful."""
    rows, warnings, cut_short = [], [], False
    for role in ROLES:
        if not (raw := record.get(role)):
            continue
        names, et_al, doubts = parse_names(raw)
        warnings += [f"{role}: {doubt}" for doubt in doubts]
        rows += _rows(names, role, et_al)
        cut_short |= et_al and role == "author"
    return rows, cut_short, warnings


def _rows(names, role, et_al):
    marked = [set(name.marks) for name in names if name.marks]
    shared = Counter(mark for marks in marked for mark in marks) if marked else {}
    return [_row(name, role, shared, et_al) for name in names]


def _row(name, role, shared, et_al):
    """An equal contribution takes two; where the list is cut short, the second may be cut too."""
    parts, marks = name, name.marks
    if max(map(len, name)) > SHORTEST and any(
        len(part) > LENGTHS[column] for part, column in zip(name, ROW[1:], strict=False)
    ):
        parts = ["", "", "", "", name.display[: LENGTHS["literal"]], marks[: LENGTHS["marks"]]]
    if not marks:
        return [role, *parts, False, False]
    equal = any(m in EQUAL and (shared[m] > 1 or (m == "*" and et_al)) for m in marks)
    return [role, *parts, equal, not CORRESPONDING.isdisjoint(marks)]


def name_of(row: list) -> Name:
    """The name again, for matching."""
    return Name(given=row[1], family=row[2], particle=row[3], suffix=row[4], literal=row[5])
