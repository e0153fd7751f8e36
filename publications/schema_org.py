"""A paper as schema.org's ScholarlyArticle, or the kind of work that it is."""

from profiles.identifiers import orcid_url
from profiles.markup import plain_text
from profiles.schema_org import picture
from publications import entry_types
from publications.citations.reference import printed_in
from publications.highwire import pdf_url
from publications.models import Publication
from publications.paper_page import Page


def article(page: Page, origin: str) -> dict:
    """JSON-LD of the paper. `origin` such as "https://lab.example" makes addresses whole."""
    paper = page.paper
    address = origin + paper.get_absolute_url()
    return {
        "@context": "https://schema.org",
        "@type": entry_types.schema_org_type(paper.entry_type),
        "@id": f"{address}#paper",
        "url": address,
        "mainEntityOfPage": address,
        "name": plain_text(paper.title),
        "headline": plain_text(paper.title)[:110],
        "alternateName": paper.short_name,
        "author": [_person(name, origin) for name in page.row.authors if not page.row.are_editors],
        "editor": [_person(name, origin) for name in page.editors or _editors(page)],
        "datePublished": paper.date.iso if paper.date else "",
        "isPartOf": _container(paper),
        "pagination": paper.pages,
        "publisher": paper.publisher and {"@type": "Organization", "name": paper.publisher},
        "abstract": plain_text(paper.abstract),
        "keywords": [topic.name for topic in page.row.topics],
        "award": [award.name for award in page.row.awards],
        "inLanguage": paper.language,
        "image": picture(paper.cover, origin),
        "identifier": _identifiers(paper),
        "sameAs": _same_as(page),
        "encoding": _encoding(page, origin),
    }


def _person(name, origin):
    """A person; a collaboration is an organisation."""
    if name.is_undivided:
        return {"@type": "Organization", "name": name.text}
    known = name.researcher
    return {
        "@type": "Person",
        "@id": f"{origin}{known.get_absolute_url()}#person" if known else "",
        "name": name.text,
        "url": origin + known.get_absolute_url() if known else "",
        "sameAs": orcid_url(name.orcid),
    }


def _editors(page):
    return page.row.authors if page.row.are_editors else []


def _container(paper: Publication):
    name = printed_in(paper)
    if not name:
        return None
    if entry_types.known(paper.entry_type) != "article":
        return {"@type": "CreativeWork", "name": name, "isbn": paper.isbn}
    journal = {"@type": "Periodical", "name": name, "issn": paper.issn}
    if not paper.volume:
        return journal
    volume = {"@type": "PublicationVolume", "volumeNumber": paper.volume, "isPartOf": journal}
    if not paper.issue:
        return volume
    return {"@type": "PublicationIssue", "issueNumber": paper.issue, "isPartOf": volume}


def _identifiers(paper):
    values = {"DOI": paper.doi, "arXiv": paper.arxiv, "PMID": paper.pmid}
    return [
        {"@type": "PropertyValue", "propertyID": kind, "value": value}
        for kind, value in values.items()
        if value
    ]


def _same_as(page):
    """Every address at which the same work stands, its other versions included."""
    forms = [page.paper, *page.versions[1:]]
    found = [url for form in forms for url in (form.doi_url, form.arxiv_url, form.url)]
    links = [link for link in page.row.links if link.kind in ("publisher", "preprint")]
    found += [link.href for link in links]
    return list(dict.fromkeys(url for url in found if url.startswith("http")))


def _encoding(page, origin):
    url = pdf_url(page, origin)
    if not url:
        return None
    return {"@type": "MediaObject", "encodingFormat": "application/pdf", "contentUrl": url}
