"""What hangs on papers (links, awards, ranks, topics, versions), in one query for a whole page.

Each of them is a few words, and a page of papers wants them all; asked one relation at a time
they would be most of the queries of the page.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import NamedTuple

from django.db.models import CharField, F, IntegerField, QuerySet, TextField, Value
from django.db.models.functions import Cast

from publications.models import Publication, PublicationAward, PublicationLink, VenueRank, Version


class Extra(NamedTuple):
    """One thing on one paper; what `name`, `url` and `detail` hold depends on `kind`."""

    kind: str
    publication: int
    position: int
    id: int
    name: str
    url: str
    detail: str


def in_shape(queryset: QuerySet, kind: str, *, paper="publication", **columns: str) -> QuerySet:
    """Rows of `queryset` in the shape of Extra. `columns`: Extra's name -> the model's."""
    position = F(columns.pop("position")) if "position" in columns else Value(0)
    texts = [
        Cast(F(columns[name]), TextField()) if name in columns else Value("", TextField())
        for name in ("name", "url", "detail")
    ]
    return queryset.order_by().values_list(
        Value(kind, CharField(max_length=20)),
        F(paper),
        Cast(position, IntegerField()),
        F("pk"),
        *texts,
    )


def links(papers) -> QuerySet:
    rows = PublicationLink.objects.filter(publication__in=papers)
    shown = {"name": "label", "url": "url", "detail": "kind", "position": "position"}
    return in_shape(rows.filter(file=""), "link", **shown)


def files(papers) -> QuerySet:
    rows = PublicationLink.objects.filter(publication__in=papers).exclude(file="")
    shown = {"name": "label", "url": "file", "detail": "kind", "position": "position"}
    return in_shape(rows, "file", **shown)


def awards(papers) -> QuerySet:
    rows = PublicationAward.objects.filter(publication__in=papers)
    return in_shape(rows, "award", name="name", url="url", position="position")


def ranks(papers) -> QuerySet:
    rows = VenueRank.objects.filter(venue__publications__in=papers)
    return in_shape(rows, "rank", paper="venue__publications", name="scheme", detail="level")


def topics(papers) -> QuerySet:
    rows = Publication.topics.through.objects.filter(publication__in=papers)
    return in_shape(rows, "topic", name="topic__name", detail="topic__slug")


def versions(papers) -> QuerySet:
    rows = Version.objects.filter(publication__in=papers)
    return in_shape(rows, "version", name="container_title", detail="status", url="arxiv")


LIST: tuple[Callable, ...] = (links, files, awards, ranks, versions)


def load(papers: Iterable[Publication], kinds: Iterable[Callable] = LIST) -> dict:
    """{paper's pk: [Extra, …]} in the owner's order; a paper without any is absent."""
    keys = [paper.pk for paper in papers]
    found = defaultdict(list)
    if keys:
        first, *rest = (kind(keys) for kind in kinds)
        for row in sorted(map(Extra._make, first.union(*rest, all=True)), key=_in_order):
            found[row.publication].append(row)
    return found


CITED: tuple[Callable, ...] = (links, files, awards, topics)


def attach(papers: list[Publication], kinds: Iterable[Callable] = CITED) -> None:
    """Gives each of `papers` that has none yet its `hanging`."""
    bare = [paper for paper in papers if not hasattr(paper, "hanging")]
    found = load(bare, kinds)
    for paper in bare:
        paper.hanging = found.get(paper.pk, [])


def hanging(paper: Publication) -> list[Extra]:
    attach([paper])
    return paper.hanging


def _in_order(row):
    return (
        row.publication,
        row.position,
        row.name if row.kind in ("topic", "rank") else "",
        row.id,
    )


def link(row: Extra) -> PublicationLink:
    """The link again, for its name and address."""
    target = {"file": row.url} if row.kind == "file" else {"url": row.url}
    return PublicationLink(pk=row.id, kind=row.detail, label=row.name, **target)
