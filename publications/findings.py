"""What a list of papers lacks, and preprints that may have been published since."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from functools import partial

from django.contrib import admin
from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from profiles.models import Researcher
from publications.models import (
    Publication,
    PublicationAward,
    PublicationLink,
    Status,
    Version,
)
from website import checks
from website.checks import Finding, Kind, record
from website.checks.dates import a_year_before

LISTED_BY = "lacks"
# What one expects of them; a thesis or a report may well have no DOI.
WITH_DOI = ("article", "inproceedings", "conference", "book", "inbook", "incollection")
WITH_VENUE = ("article", "inproceedings", "conference", "incollection")
OUT = (Status.IN_PRESS, Status.PUBLISHED)
COPIES = (PublicationLink.Kind.PDF, PublicationLink.Kind.PREPRINT)


def _versions(**of):
    return Exists(Version.objects.filter(publication=OuterRef("pk"), **of))


def _no_doi(_today) -> Q:
    return Q(doi="", entry_type__in=WITH_DOI, status__in=OUT)


def _no_pdf(_today) -> Q:
    links = PublicationLink.objects.filter(publication=OuterRef("pk"), kind__in=COPIES)
    return Q(arxiv="") & ~Q(Exists(links)) & ~Q(_versions(arxiv__gt=""))


def _no_abstract(_today) -> Q:
    return Q(abstract="", entry_type__in=WITH_DOI)


def _no_venue(_today) -> Q:
    return Q(venue=None, container_title="", entry_type__in=WITH_VENUE, status__in=OUT)


def _old_preprint(today: datetime.date) -> Q:
    """A date that is known by its year only counts as that year's last day."""
    day = a_year_before(today).isoformat()
    before = Q(date__gt="", date__lt=day) & ~Q(date__in=(day[:4], day[:7]))
    return Q(status=Status.PREPRINT) & before & ~Q(_versions(status__in=OUT))


# What is lacking -> (heading, advice, the column that mends it, the condition on a day).
LACKING = {
    "doi": (
        _("Papers without a DOI"),
        _("With a DOI, readers and citation counters find the published paper."),
        "doi",
        _no_doi,
    ),
    "pdf": (
        _("Papers without a PDF"),
        _("Add a link to a PDF, the file itself, or an arXiv number."),
        "links",
        _no_pdf,
    ),
    "abstract": (
        _("Papers without an abstract"),
        _("The abstract is what most readers, and search engines, see first."),
        "abstract",
        _no_abstract,
    ),
    "venue": (
        _("Papers that do not say where they appeared"),
        _("Name the journal or the conference."),
        "container_title",
        _no_venue,
    ),
    "published": (
        _("Preprints older than a year"),
        _("Published since? Change the status, and keep the preprint as another version."),
        "status",
        _old_preprint,
    ),
}


def lacking(papers: QuerySet[Publication], what: str, today: datetime.date):
    return papers.filter(LACKING[what][3](today))


def papers_by(researcher: Researcher) -> QuerySet[Publication]:
    """Those on the researcher's pages, and the drafts that they brought."""
    linked = researcher.authorships.filter(is_hidden=False).values("publication")
    hidden = researcher.authorships.filter(is_hidden=True).values("publication")
    own = Q(pk__in=linked) | Q(owner=researcher)
    return Publication.objects.filter(own).exclude(pk__in=hidden)


def rows(researcher: Researcher) -> Iterator:
    """For website.checks: the papers that the researcher brought, with what hangs on them.

    A colleague's texts are the colleague's to mend.
    """
    papers = {paper.pk: paper for paper in Publication.objects.filter(owner=researcher)}
    yield from papers.values()
    for model in (PublicationLink, Version, PublicationAward) if papers else ():
        for row in model.objects.filter(publication__owner=researcher):
            row.publication = papers[row.publication_id]
            yield row


# --- On the dashboard ----------------------------------------------------------------------------


def _find(what, known: record.Record) -> Iterator[Finding]:
    column = LACKING[what][2]
    for pk, title, *answers in _table(known):
        if answers[list(LACKING).index(what)]:
            place = f"publications.publication.{pk}.{column}"
            yield Finding(place, title, _field(pk, column))


def _table(known):
    """All papers and all questions in one query, asked once for a page."""
    if not hasattr(known, "lacking"):
        questions = {
            f"lacks_{what}": ExpressionWrapper(row[3](known.today), BooleanField())
            for what, row in LACKING.items()
        }
        papers = papers_by(known.researcher).annotate(**questions)
        known.lacking = list(papers.values_list("pk", "title", *questions))
    return known.lacking


def _field(pk, column):
    anchor = "links-group" if column == "links" else f"id_{column}"
    return f"{reverse('admin:publications_publication_change', args=[pk])}#{anchor}"


class LackingFilter(admin.SimpleListFilter):
    """The whole list behind a row of the dashboard."""

    title = _("what is missing")
    parameter_name = LISTED_BY

    def lookups(self, request, model_admin):
        return [
            ("doi", _("no DOI")),
            ("pdf", _("no PDF")),
            ("abstract", _("no abstract")),
            ("venue", _("no venue")),
            ("published", _("preprint older than a year")),
        ]

    def queryset(self, request, queryset):
        if self.value() in LACKING:
            return lacking(queryset, self.value(), timezone.localdate())
        return queryset


def register() -> None:
    record.sources.append(rows)
    for number, (what, (heading, advice, _column, _condition)) in enumerate(LACKING.items()):
        checks.register(
            Kind(
                name=f"no-{what}" if what != "published" else "old-preprint",
                heading=heading,
                advice=advice,
                find=partial(_find, what),
                place=50 + number,
                listing="admin:publications_publication_changelist",
                query=f"{LISTED_BY}={what}",
            )
        )
