"""What a list of papers lacks, and preprints that may have been published since."""

from __future__ import annotations

import datetime

from django.contrib import admin
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from publications.models import (
    Publication,
    PublicationLink,
    Status,
    Version,
)

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


def a_year_before(day: datetime.date) -> datetime.date:
    return day.replace(year=day.year - 1, day=min(day.day, 28))


def lacking(papers: QuerySet[Publication], what: str, today: datetime.date):
    return papers.filter(LACKING[what][3](today))


class LackingFilter(admin.SimpleListFilter):
    """The whole list behind a row of the dashboard (website.checks)."""

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
