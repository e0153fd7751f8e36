"""Printed names -> rows, in order, with what their marks say; and the ORCID iDs beside them.

Where iDs stand in real files: biblatex's annotations (`author+an:orcid = {1="0000-…"; 2="…"}`,
biblatex manual, "Data annotations"), Web of Science's `orcid-numbers = {Weng, Q/0000-…; …}`, and
`orcid`, `orcidid` or `authorid` of an entry with one author.
"""

import re
from collections import Counter, defaultdict
from functools import lru_cache

from django.core.exceptions import ValidationError

from profiles.identifiers import normalise_orcid
from publications.bibtex import Record
from publications.fields import AUTHOR_COLUMNS, ROLES, name_of
from publications.matching.people import beginnings
from publications.models import Authorship
from publications.names import Name, name_keys, parse_name, parse_names
from publications.printed.names import parse_typed

LENGTHS = {name: Authorship._meta.get_field(name).max_length for name in AUTHOR_COLUMNS}
SHORTEST = min(limit for limit in LENGTHS.values() if limit)
EQUAL = set("*∗⋆†‡§¶‖")
CORRESPONDING = set("✉✉️📧📩🖂#")

ANNOTATIONS = ("author+an:orcid", "author+an:orcidid", "author+an:id", "author+an")
ANNOTATION = re.compile(r"(?<!\d)(\d{1,6})(?::\w+)?\s*=\s*([^;]+)")
NUMBERED = ("orcid-numbers", "orcid_numbers")
ALONE = ("orcid", "orcidid", "authorid", "author-orcid", "author_orcid")
ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dXx]")


def read_authors(record: Record) -> tuple[list[list], bool, list[str]]:
    """Rows of its columns for authors, editors and translators; "and others"; what was doubtful."""
    rows, warnings, cut_short = [], [], False
    for role in ROLES:
        if not (raw := record.get(role)):
            continue
        names, et_al, doubts = parse_names(raw)
        warnings += [f"{role}: {doubt}" for doubt in doubts]
        rows += _rows(names, role, et_al)
        cut_short |= et_al and role == "author"
    return rows, cut_short, warnings


def read_typed(text: str) -> tuple[list[dict], bool, list[str]]:
    """The columns of each author of a list that somebody typed; "and others"; what was doubtful."""
    names, et_al, warnings = parse_typed(text)
    rows = [dict(zip(AUTHOR_COLUMNS, row, strict=True)) for row in _rows(names, "author", et_al)]
    return rows, et_al, warnings


def _rows(names, role, et_al):
    shared = Counter(mark for name in names if name.marks for mark in set(name.marks))
    return [_row(name, role, shared, et_al) for name in names]


def _row(name, role, shared, et_al):
    """An equal contribution takes two; where the list is cut short, the second may be cut too."""
    row, marks = _unmarked_row(name, role), name.marks
    if not marks:
        return row
    equal = any(m in EQUAL and (shared[m] > 1 or (m == "*" and et_al)) for m in marks)
    return [*row[:-2], equal, not CORRESPONDING.isdisjoint(marks)]


@lru_cache(32768)  # the people of a file come again and again
def _unmarked_row(name: Name, role: str) -> list:
    """The row of a name, but for what its marks mean. Its papers share it: it is never changed."""
    parts = name
    if max(map(len, name)) > SHORTEST and any(
        len(part) > LENGTHS[column] for part, column in zip(name, AUTHOR_COLUMNS[1:], strict=False)
    ):
        marks = name.marks[: LENGTHS["marks"]]
        parts = ["", "", "", "", name.display[: LENGTHS["literal"]], marks]
    return [role, *parts, False, False]


def read_orcids(record: Record, rows: list[list]) -> list[str]:
    """One for each of the rows, '' where none is printed; [] where the entry prints none."""
    if not any("orcid" in name or "+an" in name or name == "authorid" for name in record.names):
        return []
    names = [name_of(row) for row in rows if row[0] == "author"]
    orcids_at = {}
    for name in ANNOTATIONS:
        for place, text in ANNOTATION.findall(record.get(name)):
            if orcid := orcid_in(text):
                orcids_at.setdefault(int(place) - 1, orcid)
    orcids_at = orcids_at or _numbered(record, names)
    if not orcids_at and len(names) == 1:
        orcid = next(filter(None, (orcid_in(record.get(name)) for name in ALONE)), "")
        orcids_at = {0: orcid} if orcid else {}
    orcids = [orcids_at.get(place, "") for place in range(len(names))]
    return orcids + [""] * (len(rows) - len(names)) if orcids_at else []


def _numbered(record, names):
    """ "Weng, Qizhen/0000-0002-…": whose it is, by the name, where only one author fits."""
    orcids_at, places = {}, defaultdict(set)
    for place, one in enumerate(names) if any(map(record.get, NUMBERED)) else ():
        for key in name_keys(one) | beginnings(one):
            places[key].add(place)
    for name in NUMBERED:
        for piece in re.split(r"[;\n]|(?<=\d[\dXx])\s+", record.get(name)):
            text, _slash, orcid = piece.rpartition("/")
            if not text.strip():
                continue
            printed = parse_name(text)
            exact, alike = (
                set().union(*(places.get(key, ()) for key in keys))
                for keys in (name_keys(printed), beginnings(printed))
            )
            fitting = exact or alike
            if len(fitting) == 1 and (orcid := orcid_in(orcid)):
                orcids_at.setdefault(*fitting, orcid)
    return orcids_at


def orcid_in(text: str) -> str:
    """The one iD in the text whose check character is right; '' if there is none."""
    matches = ORCID.findall(text)
    try:
        return normalise_orcid(matches[0]) if len(matches) == 1 else ""
    except ValidationError:
        return ""
