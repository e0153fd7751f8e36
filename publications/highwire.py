"""The citation_* tags that Google Scholar reads, as data.

After its "Inclusion Guidelines for Webmasters": every author in order, "Family, Given"; a date as
2024/11/20, or as much of it as is known; the PDF by its full address.
"""

from collections.abc import Iterator

from profiles.identifiers import orcid_url
from publications import entry_types
from publications.citations.reference import first_and_last_page, printed_in
from publications.latex import in_print
from publications.models import Publication
from publications.paper_page import Page

CONTAINERS = {
    "article": "citation_journal_title",
    "inproceedings": "citation_conference_title",
    "inbook": "citation_inbook_title",
    "incollection": "citation_inbook_title",
}
INSTITUTIONS = {
    "thesis": "citation_dissertation_institution",
    "phdthesis": "citation_dissertation_institution",
    "mastersthesis": "citation_dissertation_institution",
    "report": "citation_technical_report_institution",
    "techreport": "citation_technical_report_institution",
}
REPORTS = {"report", "techreport"}


def tags(page: Page, origin: str) -> list[tuple[str, str]]:
    """(name, content) in order; `origin` such as "https://lab.example" makes addresses whole."""
    return [(name, " ".join(content.split())) for name, content in _tags(page, origin) if content]


def pdf_url(page: Page, origin: str) -> str:
    """The first PDF's full address, our own file before one elsewhere; "" for none."""
    link = page.row.pdf
    href = link.href if link else ""
    if href.startswith("/"):
        return origin + href
    return href if href.startswith(("http://", "https://")) else ""


def _tags(page, origin) -> Iterator[tuple[str, str]]:
    paper = page.paper
    yield "citation_title", in_print(paper.title)
    role = "editor" if page.row.are_editors else "author"
    for name in page.row.authors:
        yield f"citation_{role}", name.inverted
        yield f"citation_{role}_orcid", orcid_url(name.orcid)
    yield "citation_publication_date", date(paper)
    yield from _where(paper)
    first, last = first_and_last_page(paper.pages)
    yield "citation_firstpage", first
    yield "citation_lastpage", last
    for name in ("doi", "issn", "isbn", "language"):
        yield f"citation_{name}", getattr(paper, name)
    yield "citation_arxiv_id", paper.arxiv
    yield "citation_pmid", paper.pmid
    for topic in page.row.topics:
        yield "citation_keywords", topic.name
    yield "citation_pdf_url", pdf_url(page, origin)
    yield "citation_abstract_html_url", origin + paper.get_absolute_url()


def date(paper: Publication) -> str:
    """ "2024/11/20", "2024/11" or "2024"; "" where the year is unknown."""
    return paper.date.iso.replace("-", "/") if paper.date else ""


def _where(paper):
    kind = entry_types.known(paper.entry_type)
    yield CONTAINERS.get(kind, "citation_journal_title"), printed_in(paper)
    yield INSTITUTIONS.get(kind, "citation_publisher"), paper.publisher
    if kind in REPORTS:
        yield "citation_technical_report_number", paper.number
    yield "citation_volume", paper.volume
    yield "citation_issue", paper.issue
