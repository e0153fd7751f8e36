"""What a list of papers lacks: the conditions of publications.completeness, asked of a record."""

from collections.abc import Iterator
from functools import partial

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet
from django.urls import reverse

from profiles.models import Researcher
from publications.completeness import LACKING, LISTED_BY
from publications.models import Publication
from website.checks.record import Check, Issue, Record


def papers_by(researcher: Researcher) -> QuerySet[Publication]:
    """Those on the researcher's pages, and the drafts that they brought."""
    linked = researcher.authorships.filter(is_hidden=False).values("publication")
    hidden = researcher.authorships.filter(is_hidden=True).values("publication")
    own = Q(pk__in=linked) | Q(owner=researcher)
    return Publication.objects.filter(own).exclude(pk__in=hidden)


def _find(what, record: Record) -> Iterator[Issue]:
    column = LACKING[what][2]
    anchor = "links-group" if column == "links" else f"id_{column}"
    for pk, title, *answers in _answers(record):
        if answers[list(LACKING).index(what)]:
            place = f"publications.publication.{pk}.{column}"
            form = reverse("admin:publications_publication_change", args=[pk])
            yield Issue(place, title, f"{form}#{anchor}")


def _answers(record):
    """All papers and all questions in one query, asked once for a page."""
    if not hasattr(record, "lacking"):
        questions = {
            f"lacks_{what}": ExpressionWrapper(row[3](record.today), BooleanField())
            for what, row in LACKING.items()
        }
        papers = papers_by(record.researcher).annotate(**questions)
        record.lacking = list(papers.values_list("pk", "title", *questions))
    return record.lacking


CHECKS = [
    Check(
        name=f"no-{what}" if what != "published" else "old-preprint",
        heading=heading,
        advice=advice,
        find=partial(_find, what),
        listing="admin:publications_publication_changelist",
        query=f"{LISTED_BY}={what}",
    )
    for what, (heading, advice, _column, _condition) in LACKING.items()
]
