"""What a list of papers lacks, and preprints that may have been published since."""

from __future__ import annotations

import datetime

from django.contrib import admin
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from publications.models import APPEARED, PublicationLink, Status, Version

LISTED_BY = "lacks"
# What one expects of them; a thesis or a report may well have no DOI.
WITH_DOI = ("article", "inproceedings", "conference", "book", "inbook", "incollection")
WITH_VENUE = ("article", "inproceedings", "conference", "incollection")
OUT = (Status.IN_PRESS, *APPEARED)
COPIES = (PublicationLink.Kind.PDF, PublicationLink.Kind.PREPRINT)


# What is lacking -> (heading, advice, the column that mends it, in short).
LACKING = {
    "doi": (
        _("Papers without a DOI"),
        _("With a DOI, readers and citation counters find the published paper."),
        "doi",
        _("no DOI"),
    ),
    "pdf": (
        _("Papers without a PDF"),
        _("Add a link to a PDF, the file itself, or an arXiv number."),
        "links",
        _("no PDF"),
    ),
    "abstract": (
        _("Papers without an abstract"),
        _("The abstract is what most readers, and search engines, see first."),
        "abstract",
        _("no abstract"),
    ),
    "venue": (
        _("Papers that do not say where they appeared"),
        _("Name the journal or the conference."),
        "container_title",
        _("no venue"),
    ),
    "published": (
        _("Preprints older than a year"),
        _("Published since? Change the status, and keep the preprint as another version."),
        "status",
        _("preprint older than a year"),
    ),
}


def a_year_before(day: datetime.date) -> datetime.date:
    """The same day of the year before; at most the 28th, which each month has."""
    return day.replace(year=day.year - 1, day=min(day.day, 28))


def conditions(today: datetime.date) -> dict[str, Q]:
    """What is lacking on that day, each of LACKING -> the condition on papers."""
    versions = Version.objects.filter(publication=OuterRef("pk"))
    copies = PublicationLink.objects.filter(publication=OuterRef("pk"), kind__in=COPIES)
    # A date that is known by its year only counts as that year's last day.
    day = a_year_before(today).isoformat()
    is_old = Q(date__gt="", date__lt=day) & ~Q(date__in=(day[:4], day[:7]))
    is_out = Q(Exists(versions.filter(status__in=OUT)))
    return {
        "doi": Q(doi="", entry_type__in=WITH_DOI, status__in=OUT),
        "pdf": Q(arxiv="") & ~Q(Exists(copies)) & ~Q(Exists(versions.filter(arxiv__gt=""))),
        "abstract": Q(abstract="", entry_type__in=WITH_DOI),
        "venue": Q(venue=None, container_title="", entry_type__in=WITH_VENUE, status__in=OUT),
        "published": Q(status=Status.PREPRINT) & is_old & ~is_out,
    }


class LackingFilter(admin.SimpleListFilter):
    """The whole list behind a row of the dashboard (website.checks)."""

    title = _("what is missing")
    parameter_name = LISTED_BY

    def lookups(self, request, model_admin):
        return [(what, short) for what, (*_advice, short) in LACKING.items()]

    def queryset(self, request, queryset):
        if self.value() in LACKING:
            return queryset.filter(conditions(timezone.localdate())[self.value()])
        return queryset
