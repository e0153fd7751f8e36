"""Papers as RIS, as Zotero, EndNote and Mendeley read it: tag, two blanks, a dash, a blank."""

from collections.abc import Iterable

from profiles.markup import plain_text
from publications import entry_types, extras
from publications.citations.reference import container, first_and_last_page, inverted
from publications.latex import unescape_dollars
from publications.models import Publication

TYPES = {
    "article": "JOUR",
    "inproceedings": "CONF",
    "book": "BOOK",
    "collection": "EDBOOK",
    "proceedings": "CONF",
    "inbook": "CHAP",
    "incollection": "CHAP",
    "thesis": "THES",
    "phdthesis": "THES",
    "mastersthesis": "THES",
    "report": "RPRT",
    "techreport": "RPRT",
    "manual": "BOOK",
    "booklet": "PAMP",
    "patent": "PAT",
    "dataset": "DATA",
    "software": "COMP",
    "online": "ELEC",
    "unpublished": "UNPB",
}


def ris(papers: Iterable[Publication]) -> str:
    """Records in the order of `papers`, each ending in "ER  - ", lines in CR LF."""
    return "\r\n".join(record(paper) for paper in papers)


def record(paper: Publication) -> str:
    lines = [f"{tag}  - {_one_line(value)}" for tag, value in _tags(paper) if value]
    return "\r\n".join([*lines, "ER  - ", ""])


def _tags(paper):
    kind = entry_types.known(paper.entry_type)
    yield "TY", TYPES.get(kind, "GEN")
    yield "ID", paper.citation_key or paper.slug
    for tag, role in (("AU", "author"), ("ED", "editor"), ("A4", "translator")):
        yield from ((tag, inverted(a)) for a in paper.authorships.all() if a.role == role)
    yield "TI", unescape_dollars(paper.title)
    yield "T2", container(paper)
    if kind == "article" and paper.venue:
        yield "J2", paper.venue.short_name
    yield from _date(paper)
    yield from (("VL", paper.volume), ("IS", paper.issue or paper.number), ("T3", paper.series))
    yield from _pages(paper)
    yield from (("ET", paper.edition), ("PB", paper.publisher), ("CY", paper.place))
    yield from (("DO", paper.doi), ("SN", paper.isbn or paper.issn), ("AN", paper.pmid))
    yield "UR", paper.url or paper.doi_url or paper.arxiv_url
    yield from (("LA", paper.language), ("AB", plain_text(paper.abstract)))
    yield "N1", paper.note
    yield from _hanging(paper)


def _date(paper):
    """PY is the year; DA is YYYY/MM/DD with what is unknown left empty."""
    if not paper.date or paper.date.is_present:
        return
    parts = [f"{part:02d}" for part in paper.date.date_parts] + ["", ""]
    yield "PY", f"{paper.date.year:04d}"
    if paper.date.month:
        yield "DA", f"{paper.date.year:04d}/{parts[1]}/{parts[2]}/"


def _pages(paper):
    yield from zip(("SP", "EP"), first_and_last_page(paper.pages), strict=True)


def _hanging(paper):
    for row in extras.hanging(paper):
        if row.kind == "topic":
            yield "KW", row.name
        if row.kind == "link" and "://" in row.url:
            yield ("L1" if row.detail == "pdf" else "L2"), row.url


def _one_line(value):
    return " ".join(str(value).split())
