"""Papers with all that a citation tells of them."""

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from profiles.batches import batched
from profiles.compiled_queries import CompiledQuery, Keys, attach_all, attach_one, together
from profiles.models import Researcher
from publications import references
from publications.models import (
    Authorship,
    PrintedName,
    Publication,
    PublicationAward,
    PublicationLink,
    Source,
    Venue,
    Version,
)

# All rows of so many papers are one text in memory.
AT_ONCE = 2000


class ExportedEntry(NamedTuple):
    """The columns of a Source that exports need."""

    publication_id: int
    version_id: int | None
    fields: list[list[str]]
    values: dict


class TopicName(NamedTuple):
    """A topic of a paper, as exports load it."""

    publication_id: int
    name: str


def _authorships(papers):
    rows = Authorship.objects.filter(publication__in=papers)
    return rows.values_list(*PrintedName._fields)


def _topics(papers):
    rows = Publication.topics.through.objects.filter(publication__in=papers)
    return rows.order_by("topic__name").values_list("publication_id", "topic__name")


def _venues(papers):
    return Venue.objects.filter(pk__in=Publication.objects.filter(pk__in=papers).values("venue"))


_VENUES, *_RELATED = (
    CompiledQuery(partial(rows, Keys("papers")))
    for rows in (
        _venues,
        _authorships,
        lambda papers: Version.objects.filter(publication__in=papers),
        lambda papers: Source.objects.filter(publication__in=papers).values_list(
            *ExportedEntry._fields
        ),
        lambda papers: PublicationLink.objects.filter(publication__in=papers),
        lambda papers: PublicationAward.objects.filter(publication__in=papers),
        _topics,
    )
)
_RELATIONS = ("authorships", "versions", "sources", "links", "awards", "topics")
# What most papers have is loaded without its model.
_TUPLES = {"authorships": PrintedName, "sources": ExportedEntry, "topics": TopicName}


def with_citation_data(papers: Iterable[Publication]) -> list[Publication]:
    """`papers`, a queryset or a list, ready for every format: one query for AT_ONCE of them."""
    papers = list(papers)
    for some in batched(papers, AT_ONCE):
        _load(some)
    return papers


def _load(papers):
    asked = {"papers": [paper.pk for paper in papers]}
    venues, *related = together(*((rows, asked) for rows in (_VENUES, *_RELATED)))
    attach_one(papers, "venue", venues)
    for relation, rows in zip(_RELATIONS, related, strict=True):
        if relation in _TUPLES:
            rows = map(_TUPLES[relation]._make, rows)
        attach_all(papers, relation, rows, "publication_id")


def citable(
    papers: Iterable[Publication], people: dict[int, Researcher] | None = None
) -> list[Publication]:
    """Public papers as visitors may take them away, ready for every format.

    `people`: see references.speakers.
    """
    papers = with_citation_data(papers)
    references.withhold_drafts(papers, people)
    return papers
