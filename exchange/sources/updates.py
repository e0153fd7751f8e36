"""What became of papers that are here: published versions, notices, abstracts and open PDFs.

Crossref is asked for works by their DOI, some at once, and OpenAlex where there is a key. Sources:
the documentation of Crossref's REST API (filter, relation, update-to, updated-by) and OpenAlex's.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

from exchange.sources.client import Client, NotAvailable, NotKnown, list_in
from profiles.compiled_queries import batched
from publications.identifiers import is_preprint_doi, normalise_arxiv, normalise_doi
from publications.models import Publication, PublicationLink
from publications.reference_lists.json_items import as_object, objects_in

CROSSREF, OPENALEX = "Crossref", "OpenAlex"
# Of one question. Works of Crossref come with all that they cite.
AT_ONCE = {CROSSREF: 20, OPENALEX: 50}
# In a list of DOIs these part one from the next.
PARTS_DOIS = (",", "|")
OPENALEX_FIELDS = "id,doi,title,type,abstract_inverted_index,best_oa_location,cited_by_count"


@dataclass
class ServiceAnswer:
    """What one service says, named as its papers will name it.

    `items`: each with the key of the paper that it is known to be, None where that is to be found
    out. `published`: the places of those that are what a preprint became.
    """

    name: str
    items: list[tuple[dict, int | None]] = field(default_factory=list)
    published: set[int] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)


def of_crossref(
    papers: list[Publication], published: dict[int, str], client: Client
) -> ServiceAnswer:
    """The works of all papers with a DOI; and what their preprints became, `published` among them:
    the key of a paper -> the DOI that arXiv tells of.
    """
    answer = ServiceAnswer(CROSSREF)
    leads = {paper.doi.lower(): paper.pk for paper in papers if paper.doi}
    # What stands here is no news: of this paper, or of another that is the same perhaps.
    here = set().union(*map(_dois, papers))
    became = {doi: pk for pk, doi in published.items() if doi not in here}
    try:
        works = works_of_crossref([*leads, *became], client)
        for doi, pk in leads.items():
            for other in _became(works.get(doi, {})):
                if other not in here:
                    became.setdefault(other, pk)
        works |= works_of_crossref([doi for doi in became if doi not in works], client)
    except NotAvailable as why:
        answer.problems.append(str(why))
        return answer
    answer.items = [(works[doi], pk) for doi, pk in leads.items() if doi in works]
    begin = len(answer.items)
    answer.items += [(works[doi], pk) for doi, pk in became.items() if doi in works]
    answer.published = set(range(begin, len(answer.items)))
    return answer


def _dois(paper):
    forms = (paper, *paper.versions.all())
    return {form.doi.lower() for form in forms if form.doi}


def _became(work: dict) -> Iterator[str]:
    """The DOIs of what a preprint became."""
    for row in objects_in(as_object(work.get("relation")).get("is-preprint-of")):
        if doi := normalise_doi(str(row.get("id", ""))).lower():
            yield doi


def works_of_crossref(dois: Iterable[str], client: Client) -> dict[str, dict]:
    """DOI -> the work, of those that Crossref has. Raises NotAvailable."""
    works, url = {}, "https://api.crossref.org/works"
    alone = [doi for doi in dois if any(sign in doi for sign in PARTS_DOIS)]
    for some in batched([doi for doi in dois if doi not in alone], AT_ONCE[CROSSREF]):
        query = {"filter": ",".join(f"doi:{doi}" for doi in some), "rows": len(some)}
        works |= _works(client.get_json(CROSSREF, f"{url}?{urlencode(query, safe=':,/')}"))
    for doi in alone:
        try:
            works |= _works(client.get_json(CROSSREF, f"{url}/{quote(doi, safe='/')}"))
        except NotKnown:
            continue
    return works


def _works(answer):
    message = as_object(answer).get("message")
    if isinstance(message, dict) and "items" not in message:
        message = {"items": [message]}
    return _by_doi(list_in(message, "items", CROSSREF), "DOI")


def _by_doi(items, key):
    items = objects_in(items)
    for item in items:
        item.pop("reference", None)  # all that it cites: most of its size, and of no use here
    found = {normalise_doi(str(item.get(key, ""))).lower(): item for item in items}
    return {doi: item for doi, item in found.items() if doi}


# --- OpenAlex ------------------------------------------------------------------------------------


def of_openalex(papers: list[Publication], client: Client, *, of_all: bool) -> ServiceAnswer:
    """Of papers without an abstract or a PDF, or `of_all`; of none where there is no key."""
    answer = ServiceAnswer(OPENALEX)
    wanted = {
        paper.doi.lower(): paper.pk
        for paper in papers
        if paper.doi and (of_all or not (paper.abstract and _has_pdf(paper)))
    }
    try:
        works = works_of_openalex(wanted, client)
    except NotAvailable as why:
        answer.problems.append(str(why))
        return answer
    answer.items = [(work, wanted[doi]) for doi, work in works.items() if doi in wanted]
    return answer


def _has_pdf(paper):
    return any(link.kind == PublicationLink.Kind.PDF for link in paper.links.all())


def works_of_openalex(dois: Iterable[str], client: Client) -> dict[str, dict]:
    """DOI -> what OpenAlex says of the work; of none without a key. Raises NotAvailable."""
    works, key = {}, os.environ.get("VITAE_OPENALEX_KEY", "")
    askable = [doi for doi in dois if not any(sign in doi for sign in PARTS_DOIS)]
    for some in batched(askable if key else [], AT_ONCE[OPENALEX]):
        query = {"filter": f"doi:{'|'.join(some)}", "per-page": len(some)}
        query |= {"select": OPENALEX_FIELDS, "api_key": key}
        url = f"https://api.openalex.org/works?{urlencode(query, safe=':,/|')}"
        answer = client.get_json(OPENALEX, url)
        works |= _by_doi(list_in(answer, "results", OPENALEX), "doi")
    return works


def arxiv_numbers(papers: list[Publication]) -> dict[str, int]:
    """The numbers of preprints that nothing published is known of -> their papers."""
    preprints = (paper for paper in papers if paper.arxiv)
    waiting = (paper for paper in preprints if all(map(is_preprint_doi, _dois(paper))))
    return {normalise_arxiv(paper.arxiv): paper.pk for paper in waiting}
