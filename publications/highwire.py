"""The citation_* tags that Google Scholar reads, as data.

After its "Inclusion Guidelines for Webmasters": every author in order, "Family, Given", and no
editor among them; a date as 2024/11/20, or as much of it as is known; the PDF by its full address,
which lies below the page's own.
"""

import re
from collections.abc import Iterator

from django.urls import reverse

from profiles.identifiers import orcid_url
from publications import entry_types
from publications.citations.reference import first_and_last_page, printed_in
from publications.latex import plain_title
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
    """The full address of our own PDF; "" for none. A file elsewhere is not ours to announce."""
    if not (page.item.pdf and page.item.pdf.file):
        return ""
    return origin + reverse("publication-pdf", kwargs={"publication": page.paper.slug})


def numbers(text: str) -> list[str]:
    """ "0028-0836, 1476-4687" -> each; what an ISSN or ISBN is followed by in brackets goes."""
    return [part for part in re.split(r"[\s,;/]+|\([^)]*\)", text) if re.search(r"\d", part)]


def date(paper: Publication) -> str:
    """ "2024/11/20", "2024/11" or "2024"; "" where the year is unknown."""
    return paper.date.iso.replace("-", "/") if paper.date else ""


def _tags(page, origin) -> Iterator[tuple[str, str]]:
    paper = page.paper
    yield "citation_title", plain_title(paper.title)
    yield from _people(page)
    yield "citation_publication_date", date(paper)
    yield from _where(paper)
    first, last = first_and_last_page(paper.pages)
    yield "citation_firstpage", first
    yield "citation_lastpage", last
    yield "citation_doi", paper.doi
    for name in ("issn", "isbn"):
        yield from ((f"citation_{name}", number) for number in numbers(getattr(paper, name)))
    yield "citation_language", paper.language
    yield "citation_arxiv_id", paper.arxiv
    yield "citation_pmid", paper.pmid
    for topic in page.item.topics:
        yield "citation_keywords", topic.name
    yield "citation_pdf_url", pdf_url(page, origin)
    yield "citation_abstract_html_url", origin + paper.get_absolute_url()


def _people(page):
    role = "editor" if page.item.are_editors else "author"
    for name in page.item.authors:
        yield f"citation_{role}", name.inverted
        yield f"citation_{role}_orcid", orcid_url(name.orcid)
    for name in page.editors:
        yield "citation_editor", name.inverted


def _where(paper):
    kind = entry_types.known(paper.entry_type)
    yield CONTAINERS.get(kind, "citation_journal_title"), plain_title(printed_in(paper))
    yield INSTITUTIONS.get(kind, "citation_publisher"), paper.publisher
    if kind in REPORTS:
        yield "citation_technical_report_number", paper.number
    if kind == "patent":
        yield "citation_patent_number", paper.number
    yield "citation_volume", paper.volume
    yield "citation_issue", paper.issue
