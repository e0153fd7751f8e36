"""A paper as schema.org's ScholarlyArticle, or the kind of work that it is."""

from profiles.identifiers import orcid_url
from profiles.markup import plain_text
from profiles.schema_org import CONTEXT, identifier, picture, reference
from publications import entry_types, identifiers
from publications.citations.reference import first_and_last_page, printed_in
from publications.highwire import numbers, pdf_url
from publications.latex import plain_title
from publications.models import Publication
from publications.paper_page import Page

LONGEST_HEADLINE = 110  # signs; longer ones are ignored by search engines
# The kinds of work that schema.org gives pages.
WITH_PAGES = {"ScholarlyArticle", "Chapter", "Report"}
# In what such a work appeared, where it is no periodical.
VOLUMES = {"inproceedings": "Book", "inbook": "Book", "incollection": "Book"}


def article(page: Page, origin: str) -> dict:
    """JSON-LD of the paper. `origin` such as "https://lab.example" makes addresses whole."""
    paper = page.paper
    address = origin + paper.get_absolute_url()
    kind = entry_types.schema_org_type(paper.entry_type)
    title = plain_title(paper.title)
    return (
        CONTEXT
        | {
            "@type": kind,
            "@id": f"{address}#paper",
            "url": address,
            "mainEntityOfPage": address,
            "name": title,
            "headline": title[:LONGEST_HEADLINE],
            "alternateName": paper.short_name,
            "datePublished": paper.date.iso if paper.date else "",
            "isPartOf": _container(paper),
            "publisher": paper.publisher and {"@type": "Organization", "name": paper.publisher},
            "inLanguage": paper.language,
            "image": picture(paper.cover, origin),
            "identifier": _identifiers(paper),
            "sameAs": _same_as(page),
            "encoding": _encoding(page, origin),
        }
        | _in_words(page, kind)
        | _people(page, origin)
        | _of_its_kind(paper, kind)
    )


def _in_words(page, kind):
    paper, speaker = page.paper, page.item.speaker
    return {
        "abstract": plain_text(paper.abstract, speaker),
        "description": plain_text(paper.tldr, speaker) or _description(page, kind),
        "keywords": [topic.name for topic in page.item.topics],
        "award": [award.name for award in page.item.awards],
    }


def _people(page, origin):
    row = page.item
    editors = row.authors if row.are_editors else page.editors
    return {
        "author": [] if row.are_editors else [_person(name, origin) for name in row.authors],
        "editor": [_person(name, origin) for name in editors],
        "translator": [_person(name, origin) for name in page.translators],
    }


def _person(name, origin):
    """A person; a collaboration is an organisation. The name is as printed, without its marks."""
    if name.is_undivided:
        return {"@type": "Organization", "name": name.text}
    known = reference(name.researcher, origin) if name.researcher else {"@type": "Person"}
    orcid = orcid_url(name.orcid)
    told = {"name": name.text, "identifier": identifier("ORCID", name.orcid, orcid)}
    return known | told | {"sameAs": orcid}


def _of_its_kind(paper, kind) -> dict:
    """What schema.org gives to some kinds of work only."""
    if kind in WITH_PAGES:
        first, last = first_and_last_page(paper.pages)
        return {"pagination": paper.pages, "pageStart": first, "pageEnd": last} | (
            {"reportNumber": paper.number} if kind == "Report" else {}
        )
    if kind == "Book":
        return {"isbn": numbers(paper.isbn), "bookEdition": paper.edition}
    return {}


def _description(page, kind):
    """A data set is found by its description only."""
    return page.description if kind == "Dataset" else ""


def _container(paper: Publication):
    name, kind = printed_in(paper), entry_types.known(paper.entry_type)
    if not name:
        return None
    if kind in VOLUMES:
        return {"@type": VOLUMES[kind], "name": name, "isbn": numbers(paper.isbn)}
    if kind != "article":
        return {"@type": "CreativeWork", "name": name}
    whole = {"@type": "Periodical", "name": name, "issn": numbers(paper.issn)}
    if paper.volume:
        whole = {
            "@type": "PublicationVolume",
            "volumeNumber": paper.volume,
            "isPartOf": whole,
        }
    if paper.issue:
        whole = {"@type": "PublicationIssue", "issueNumber": paper.issue, "isPartOf": whole}
    return whole


def _identifiers(paper):
    found = [
        identifier("DOI", paper.doi, paper.doi_url),
        identifier("arXiv", paper.arxiv, paper.arxiv_url),
        identifier("PMID", paper.pmid, identifiers.pmid_url(paper.pmid)),
    ]
    return [each for each in found if each]


def _same_as(page):
    """Every address at which the same work stands, its other versions included."""
    forms = [page.paper, *page.versions[1:]]
    found = [url for form in forms for url in (form.doi_url, form.arxiv_url, form.url)]
    links = [link for link in page.item.links if link.kind in ("publisher", "preprint")]
    found += [link.href for link in links]
    return list(dict.fromkeys(url for url in found if url.startswith("http")))


def _encoding(page, origin):
    """The full text: our own file, else where else it is to be had."""
    link = page.item.pdf
    url = pdf_url(page, origin) or (link.href if link else "")
    if not url.startswith(("http://", "https://")):
        return None
    return {"@type": "MediaObject", "encodingFormat": "application/pdf", "contentUrl": url}
