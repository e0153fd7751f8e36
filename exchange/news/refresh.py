"""What is new of a researcher elsewhere: looked up, compared, and proposed; never stored unasked.

ORCID is asked for the works and the affiliations under the researcher's iD; arXiv and Crossref for
what became of the papers that are here, OpenAlex for what they lack. What would change nothing, and
what was decided before, is left out; the rest waits for its owner, source by source. Of a source
that they always follow, it is taken and reported.
"""

import json
import logging
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, field

from django.db import DatabaseError
from django.utils.translation import gettext as _

from exchange.news import affiliations, proposals
from exchange.site_import.tree import SiteError
from exchange.sources.client import Client, NotAvailable
from exchange.sources.lookup import SERVICES, look_up
from exchange.sources.updates import ServiceAnswer, arxiv_numbers, of_crossref, of_openalex
from profiles.models import Researcher
from publications import citation_counts
from publications.importer import PlanOutdated
from publications.models import AlwaysFrom, ImportBatch, PendingImport, Publication
from publications.progress import Cancelled

logger = logging.getLogger(__name__)
NEWS = ("created", "updated")
CHANGED = (PlanOutdated, DatabaseError)


@dataclass
class News:
    """`found` waits, all from one source each; `taken` is done, for its owner chose so; `counts` of
    new papers and of papers that gain something, in what waits; `problems` are sentences.
    """

    found: list[PendingImport] = field(default_factory=list)
    taken: list[ImportBatch] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def counts(self) -> dict[str, int]:
        return {name: sum(one.options["found"][name] for one in self.found) for name in NEWS}


def may_be_asked(researcher: Researcher) -> bool:
    """Whether there is an iD to ask for, and an account to propose to that may sign in."""
    return bool(researcher.orcid and researcher.owner and researcher.owner.is_active)


def look_for_news(researcher: Researcher, client: Client) -> News:
    """Ask, and keep what is new in place of what was kept before.

    Where a service gave nothing, what was found there before stays as it is. An answer that nobody
    foresaw is logged, and a problem like another. All is asked before anything is kept.
    """
    news = News()
    try:
        _ask(researcher, client, news)
    except Cancelled:
        raise
    except Exception:
        logger.exception("What is new of %s could not be found out", researcher.slug)
        news.problems.append(_("An error of this program; it is in the log."))
    news.found = list(proposals.found_before(researcher).order_by("created_at"))
    return news


def _ask(researcher, client, news):
    answers, activities = _answers(researcher, client), None
    try:
        activities = affiliations.activities_of(researcher, client)
    except NotAvailable as why:
        news.problems.append(str(why))
    if citation_counts.are_wanted(researcher):
        counts = {paper: work.get("cited_by_count") for work, paper in answers[-1].items}
        citation_counts.keep(counts, answers[-1].name)
    for answer in answers:
        news.problems += answer.problems
        if answer.problems and not answer.items:
            continue
        if pending := proposals.propose(researcher, answer):
            _take_unasked(pending, news)
    try:
        if activities is not None and (rows := affiliations.propose(researcher, activities)):
            _take_unasked(rows, news)
    except SiteError as why:
        news.problems.append(f"ORCID {researcher.orcid}: {why}")


def accept(pending: PendingImport, keys: Collection[str], user, origin: str) -> int | None:
    """Do what these proposals say, and nothing else, as one import: its number. Raises one of
    CHANGED where they are not what a plan says now, and Unanswered where it is to be asked whose
    papers they are.
    """
    of_kind = affiliations if pending.options.get("site") else proposals
    return of_kind.accept(pending, keys, user, origin)


def _take_unasked(pending, news):
    """All of it, where its owner wishes to have all from its source. Where a question is to be
    answered first, or the database refuses it, it waits.
    """
    researcher = pending.researcher
    if not AlwaysFrom.objects.filter(researcher=researcher, source=pending.name).exists():
        return
    keys = [one["key"] for one in pending.options["proposals"]]
    with suppress(*CHANGED, proposals.Unanswered):
        number = accept(pending, keys, researcher.owner, ImportBatch.Origin.COMMAND)
        news.taken += ImportBatch.objects.filter(pk=number)


def _answers(researcher, client):
    mine = Publication.objects.filter(authorships__researcher=researcher)
    papers = list(mine.order_by("pk").prefetch_related("versions", "links"))
    numbers = arxiv_numbers(papers)
    works = _looked_up("orcid", [researcher.orcid], client)
    preprints = _looked_up("arxiv", list(numbers), client)
    published = {
        numbers[_number(item)]: item["DOI"].lower()
        for item, _paper in preprints.items
        if item["DOI"]
    }
    crossref = of_crossref(papers, published, client)
    # Where Crossref tells all of it, arXiv's word for the published version says no more.
    told = {paper for at, (_item, paper) in enumerate(crossref.items) if at in crossref.published}
    preprints.items = [row for row in preprints.items if numbers[_number(row[0])] not in told]
    openalex = of_openalex(papers, client, of_all=citation_counts.are_wanted(researcher))
    return works, preprints, crossref, openalex


def _number(item):
    """Of a preprint of arXiv, as look_up tells of it."""
    return item["id"].removeprefix("arXiv:")


def _looked_up(kind, identifiers, client):
    """The answer of a service to `look_up`; it is not asked where there is nothing to ask for."""
    if not identifiers:
        return ServiceAnswer(SERVICES[kind].name)
    found = look_up(kind, identifiers, client)
    items = [(item, None) for item in json.loads(found.text or "[]")]
    return ServiceAnswer(found.name, items, problems=found.failed)
