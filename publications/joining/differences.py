"""What two records of one work say differently, and where each saying goes.

The record that leads keeps its own words. What it leaves empty, the other fills. What differs is
kept with another version, as a further link, or in the BibTeX entry that the other came from; a
record that was typed here, or edited since its import, gets such an entry made of it.
"""

from dataclasses import dataclass, field
from enum import Enum

from publications.fields import COLUMNS, FORM_COLUMNS, NAME_COLUMNS, VERSION_COLUMNS, display
from publications.matching import Form, is_preprint
from publications.models import Authorship, Publication

COMPARED = (*(name for name in COLUMNS if name not in ("date_text", "et_al")), "venue", "cover")
NAMES = tuple(name for name in NAME_COLUMNS if name != "marks")


class Kept(Enum):
    """Where a value goes that the leading record says otherwise."""

    VERSION = "version"
    LINK = "link"
    ENTRY = "entry"
    NEW_ENTRY = "new entry"
    HISTORY = "history"


@dataclass(frozen=True, slots=True)
class Difference:
    """`name` is a column, or "authors"; `value` as a person reads it."""

    name: str
    value: str
    kept: Kept


@dataclass
class Part:
    """What becomes of one record that does not lead."""

    paper: Publication
    is_version: bool
    # Columns that it fills, and what it says otherwise.
    fills: list[str] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)

    @property
    def needs_entry(self) -> bool:
        return any(d.kept is Kept.NEW_ENTRY for d in self.differences)


def said(paper: Publication, name: str):
    """The column's value in comparable form; an empty one is falsy."""
    value = getattr(paper, name)
    if name == "date":
        return value.stored if value else ""
    return value.name if name == "cover" and value else value


def values_of(paper: Publication) -> dict:
    return {name: said(paper, name) for name in COMPARED}


def printed(paper: Publication) -> list[list[str]]:
    rows = paper.authorships.exclude(role=Authorship.Role.LISTED).order_by("position", "pk")
    return [list(row) for row in rows.values_list(*NAMES)]


def is_another_form(lead: Publication, other: Publication) -> bool:
    """A preprint beside a paper, a journal version beside a talk's: each with its own identity."""
    one, two = (form_of(paper) for paper in (lead, other))
    if one.is_preprint != two.is_preprint or one.contradicts(two):
        return True
    kinds = {one.kind, two.kind}
    return len(kinds) == 2 and not kinds & {"misc", "online", "unpublished"}


def form_of(paper: Publication) -> Form:
    return Form.of({name: value or "" for name, value in values_of(paper).items()}, "", paper.pk)


def compare(lead: dict, authors: list, other: Publication, *, is_version: bool) -> Part:
    """`lead`: the leading record's values, which this fills where they are empty."""
    part = Part(other, is_version)
    entries = [source.values for source in other.sources.filter(version=None)]
    for name in COMPARED:
        value = said(other, name)
        if not value or value == lead[name]:
            continue
        if not lead[name] and not (is_version and name in FORM_COLUMNS):
            lead[name] = value
            part.fills.append(name)
        else:
            kept = _kept(name, value, entries, is_version=is_version)
            part.differences.append(Difference(name, display(name, getattr(other, name)), kept))
    _compare_authors(part, authors, entries)
    return part


def _kept(name, value, entries, *, is_version):
    if is_version and name in VERSION_COLUMNS:
        return Kept.VERSION
    if name == "url":
        return Kept.LINK
    if name in ("venue", "cover"):
        return Kept.HISTORY
    return Kept.ENTRY if value in [said.get(name) for said in entries] else Kept.NEW_ENTRY


def _compare_authors(part, authors, entries):
    theirs = printed(part.paper)
    if not theirs or theirs == authors or not authors:
        return
    told = [[row[: len(NAMES)] for row in said.get("authors", ())] for said in entries]
    kept = Kept.ENTRY if theirs in told else Kept.NEW_ENTRY
    rows = part.paper.authorships.exclude(role=Authorship.Role.LISTED)
    names = "; ".join(row.name for row in rows.order_by("position", "pk"))
    part.differences.append(Difference("authors", names, kept))


def leads_best(papers) -> Publication:
    """The published form, then what visitors see, then who is linked, then the older record."""

    def rank(paper):
        linked = paper.authorships.exclude(researcher=None).count()
        return is_preprint(values_of(paper)), not paper.is_public, -linked, paper.pk

    return min(papers, key=rank)
