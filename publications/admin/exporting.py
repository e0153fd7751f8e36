"""Papers chosen in the list, as a file."""

from django.contrib import admin
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from publications import citations


class ExportMixin:
    """For an admin of papers: the queryset of an action holds what one may see, and no more."""

    @admin.action(description=_("Export as BibTeX (biblatex)"), permissions=["view"])
    def export_biblatex(self, request, queryset):
        return as_file(queryset, "bibtex", "biblatex")

    @admin.action(description=_("Export as BibTeX (classic)"), permissions=["view"])
    def export_bibtex(self, request, queryset):
        return as_file(queryset, "bibtex", "bibtex")

    @admin.action(description=_("Export as CSL-JSON"), permissions=["view"])
    def export_csl_json(self, request, queryset):
        return as_file(queryset, "csl-json")

    @admin.action(description=_("Export as RIS"), permissions=["view"])
    def export_ris(self, request, queryset):
        return as_file(queryset, "ris")


def as_file(queryset, name: str, dialect: str = "") -> HttpResponse:
    """The papers in the order they came, in one of citations.FORMATS."""
    style = citations.format_of(name, dialect)
    papers = citations.with_citation_data(queryset.order_by("pk").distinct())
    headers = {"Content-Disposition": f'attachment; filename="publications.{style.extension}"'}
    return HttpResponse(style.write(papers), content_type=style.content_type, headers=headers)
