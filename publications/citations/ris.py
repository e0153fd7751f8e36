"""Papers as RIS, as Zotero, EndNote and Mendeley read it: tag, two blanks, a dash, a blank."""

from collections.abc import Iterable

from profiles.markup import plain_text
from publications import entry_types
from publications.citations.reference import container, first_and_last_page
from publications.fields import FIELDS, ROLES
from publications.latex import plain_title
from publications.models import Publication

TAGS = (
    *("TY", "ID", "AU", "ED", "A4", "TI", "T2", "J2", "PY", "DA", "VL", "IS", "T3", "SP", "EP"),
    *("ET", "PB", "CY", "DO", "SN", "AN", "UR", "LA", "AB", "N1", "L1", "L2", "KW", "U1"),
)
ORDER = {tag: place for place, tag in enumerate(TAGS)}


def ris(papers: Iterable[Publication]) -> str:
    """Records in the order of `papers`, each ending in "ER  - ", lines in CR LF."""
    return "\r\n".join(record(paper) for paper in papers)


def record(paper: Publication) -> str:
    """One paper in RIS, its tags in the order of the standard."""
    tags = sorted(_tags(paper), key=lambda tag: ORDER[tag[0]])
    lines = [f"{tag}  - {' '.join(str(value).split())}" for tag, value in tags if value]
    return "\r\n".join([*lines, "ER  - ", ""])


def _tags(paper):
    kind = entry_types.ris_type(paper.entry_type)
    yield "TY", kind
    if entry_types.RIS_TYPES[kind] != paper.entry_type:
        yield "U1", f"@{paper.entry_type}"
    yield "ID", paper.citation_key or paper.slug
    for role, tag in ROLES.items():
        yield from ((tag, a.inverted) for a in paper.authorships.all() if a.role == role)
    yield "TI", plain_title(paper.title)
    yield "T2", plain_title(container(paper))
    if paper.venue and entry_types.known(paper.entry_type) == "article":
        yield "J2", paper.venue.short_name
    plain = {}
    for field in FIELDS:
        # Of two columns with one tag the first that is filled speaks.
        plain[field.ris] = plain.get(field.ris) or getattr(paper, field.column)
    yield from ((tag, value) for tag, value in plain.items() if tag)
    if (date := paper.date) and not date.is_present:
        yield "PY", f"{date.year:04d}"
        if date.month:
            # YYYY/MM/DD/ with what is unknown left empty.
            yield "DA", f"{date.year:04d}/{date.month:02d}/{f'{date.day:02d}' if date.day else ''}/"
    yield from zip(("SP", "EP"), first_and_last_page(paper.pages), strict=True)
    # An address at arXiv comes back as the number alone, so it is not the paper's own address here.
    url = (paper.url if paper.url != paper.arxiv_url else "") or paper.doi_url
    yield from (("UR", address) for address in (url, paper.arxiv_url))
    yield "AB", plain_text(paper.abstract)
    yield from (("KW", topic.name) for topic in paper.topics.all())
    for link in paper.links.all():
        if "://" in link.url:
            yield ("L1" if link.kind == link.Kind.PDF else "L2"), link.url
