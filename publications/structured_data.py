"""What machines read on a paper's page: citation_* tags and JSON-LD."""

import re
from collections.abc import Iterator

from django.urls import reverse

from profiles.identifiers import orcid_url
from profiles.markup import plain_text
from profiles.schema_org import CONTEXT, identifier, picture, reference
from publications import entry_types, identifiers
from publications.citations.reference import first_and_last_page, printed_in
from publications.latex import plain_title
from publications.models import Publication, Status
from publications.paper_page import PaperPage

CITATION_CONTAINERS = {
    "article": "citation_journal_title",
    "inproceedings": "citation_conference_title",
    "inbook": "citation_inbook_title",
    "incollection": "citation_inbook_title",
}
CITATION_INSTITUTIONS = {
    "thesis": "citation_dissertation_institution",
    "phdthesis": "citation_dissertation_institution",
    "mastersthesis": "citation_dissertation_institution",
    "report": "citation_technical_report_institution",
    "techreport": "citation_technical_report_institution",
}
LONGEST_HEADLINE = 110  # signs; longer ones are ignored by search engines
# The kinds of work that schema.org gives pages.
WITH_PAGES = {"ScholarlyArticle", "Chapter", "Report"}
# In what such a work appeared, where it is no periodical.
VOLUMES = {"inproceedings": "Book", "inbook": "Book", "incollection": "Book"}


def highwire_tags(page: PaperPage, origin: str) -> list[tuple[str, str]]:
    """(name, content) in order; `origin` such as "https://lab.example" makes addresses whole.

    After Google Scholar's "Inclusion Guidelines for Webmasters": every author in order, "Family,
    Given", and no editor among them; a date as 2024/11/20, or as much of it as is known; the PDF by
    its full url, which lies below the page's own.
    """
    return [(name, " ".join(content.split())) for name, content in _tags(page, origin) if content]


def _tags(page, origin) -> Iterator[tuple[str, str]]:
    paper, kind = page.paper, entry_types.known(page.paper.entry_type)
    yield "citation_title", plain_title(paper.title)
    role = "editor" if page.item.are_editors else "author"
    for name in page.item.authors:
        yield f"citation_{role}", name.inverted
        yield f"citation_{role}_orcid", orcid_url(name.orcid)
    for name in page.editors:
        yield "citation_editor", name.inverted
    yield "citation_publication_date", paper.date.iso.replace("-", "/") if paper.date else ""
    yield CITATION_CONTAINERS.get(kind, "citation_journal_title"), plain_title(printed_in(paper))
    yield CITATION_INSTITUTIONS.get(kind, "citation_publisher"), paper.publisher
    if kind in ("report", "techreport"):
        yield "citation_technical_report_number", paper.number
    if kind == "patent":
        yield "citation_patent_number", paper.number
    yield "citation_volume", paper.volume
    yield "citation_issue", paper.issue
    first, last = first_and_last_page(paper.pages)
    yield "citation_firstpage", first
    yield "citation_lastpage", last
    yield "citation_doi", paper.doi
    for name in ("issn", "isbn"):
        yield from ((f"citation_{name}", number) for number in _numbers(getattr(paper, name)))
    yield "citation_language", paper.language
    yield "citation_arxiv_id", paper.arxiv
    yield "citation_pmid", paper.pmid
    for topic in paper.topics.all():
        yield "citation_keywords", topic.name
    yield "citation_pdf_url", _pdf_url(page, origin)
    yield "citation_abstract_html_url", origin + page.item.url


def _pdf_url(page, origin):
    """The full url of our own PDF; "" for none. A file elsewhere is not ours to announce."""
    if not (page.item.pdf and page.item.pdf.file):
        return ""
    return origin + reverse("publication-pdf", kwargs={"publication": page.paper.slug})


def _numbers(text):
    """ "0028-0836, 1476-4687" -> each; what an ISSN or ISBN is followed by in brackets goes."""
    return [part for part in re.split(r"[\s,;/]+|\([^)]*\)", text) if re.search(r"\d", part)]


def _identifiers(paper):
    numbers = (
        identifier("DOI", paper.doi, paper.doi_url),
        identifier("arXiv", paper.arxiv, paper.arxiv_url),
        identifier("PMID", paper.pmid, identifiers.pmid_url(paper.pmid)),
    )
    return [number for number in numbers if number]


def schema_org_article(page: PaperPage, origin: str) -> dict:
    """JSON-LD of the paper. `origin` such as "https://lab.example" makes addresses whole."""
    paper, item, speaker = page.paper, page.item, page.item.speaker
    url = origin + page.item.url
    kind = entry_types.schema_org_type(paper.entry_type)
    title = plain_title(paper.title)
    editors = item.authors if item.are_editors else page.editors
    # A data set is found by its description only.
    description = page.description if kind == "Dataset" else ""
    return (
        CONTEXT
        | {
            "@type": kind,
            "@id": f"{url}#paper",
            "url": url,
            "mainEntityOfPage": url,
            "name": title,
            "headline": title[:LONGEST_HEADLINE],
            "alternateName": paper.short_name,
            "datePublished": paper.date.iso if paper.date else "",
            "isPartOf": _container(paper),
            "publisher": paper.publisher and {"@type": "Organization", "name": paper.publisher},
            "inLanguage": paper.language,
            "creativeWorkStatus": "Retracted" if paper.status == Status.RETRACTED else "",
            "image": picture(paper.cover, origin),
            "identifier": _identifiers(paper),
            "sameAs": _same_as(page),
            "encoding": _encoding(page, origin),
            "abstract": plain_text(paper.abstract, speaker),
            "description": plain_text(paper.tldr, speaker) or description,
            "keywords": [topic.name for topic in paper.topics.all()],
            "award": [award.name for award in paper.awards.all()],
            "author": [] if item.are_editors else [_person(n, origin) for n in item.authors],
            "editor": [_person(name, origin) for name in editors],
            "translator": [_person(name, origin) for name in page.translators],
        }
        | _of_its_kind(paper, kind)
    )


def _person(name, origin):
    """A person; a collaboration is an organisation. The name is as printed, without its marks."""
    if name.is_undivided:
        return {"@type": "Organization", "name": name.text}
    known = reference(name.researcher, origin) if name.researcher else {"@type": "Person"}
    orcid = orcid_url(name.orcid)
    about = {"name": name.text, "identifier": identifier("ORCID", name.orcid, orcid)}
    return known | about | {"sameAs": orcid}


def _of_its_kind(paper, kind) -> dict:
    """What schema.org gives to some kinds of work only."""
    if kind in WITH_PAGES:
        first, last = first_and_last_page(paper.pages)
        return {"pagination": paper.pages, "pageStart": first, "pageEnd": last} | (
            {"reportNumber": paper.number} if kind == "Report" else {}
        )
    if kind == "Book":
        return {"isbn": _numbers(paper.isbn), "bookEdition": paper.edition}
    return {}


def _container(paper: Publication):
    name, kind = printed_in(paper), entry_types.known(paper.entry_type)
    if not name:
        return None
    if kind in VOLUMES:
        return {"@type": VOLUMES[kind], "name": name, "isbn": _numbers(paper.isbn)}
    if kind != "article":
        return {"@type": "CreativeWork", "name": name}
    whole = {"@type": "Periodical", "name": name, "issn": _numbers(paper.issn)}
    if paper.volume:
        whole = {"@type": "PublicationVolume", "volumeNumber": paper.volume, "isPartOf": whole}
    if paper.issue:
        whole = {"@type": "PublicationIssue", "issueNumber": paper.issue, "isPartOf": whole}
    return whole


def _same_as(page):
    """Every url at which the same work stands, its other versions included."""
    forms = [page.paper, *page.paper.versions.all()]
    urls = [url for form in forms for url in (form.doi_url, form.arxiv_url, form.url)]
    kinds = ("publisher", "preprint")
    urls += [link.href for link in page.paper.links.all() if link.kind in kinds]
    return list(dict.fromkeys(url for url in urls if url.startswith("http")))


def _encoding(page, origin):
    """The full text: our own file, else where else it is to be had."""
    link = page.item.pdf
    url = _pdf_url(page, origin) or (link.href if link else "")
    if not url.startswith(("http://", "https://")):
        return None
    return {"@type": "MediaObject", "encodingFormat": "application/pdf", "contentUrl": url}
