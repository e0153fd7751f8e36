"""Several papers at once: as a file, or with another venue and more topics."""

from django import forms
from django.contrib import admin, messages
from django.http import HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from history.recording import track_changes
from profiles import access
from profiles.admin.forged import OnePicker, SeveralField, SeveralPicker
from publications import citations
from publications.models import Publication, Topic, Venue


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


class SeveralForm(forms.Form):
    venue = forms.ModelChoiceField(
        Venue.objects.all(), label=_("Venue"), required=False, help_text=_("Empty: stays as it is.")
    )
    topics = SeveralField(Topic.objects.all(), label=_("Topics to add"), required=False)

    def __init__(self, user, site, *args, **kwargs):
        super().__init__(*args, **kwargs)
        column = Publication._meta.get_field
        self.fields["venue"].widget = OnePicker(column("venue"), site)
        self.fields["topics"].widget = SeveralPicker(column("topics"), site)
        for name, field in self.fields.items():
            field.queryset = access.pickable(field.queryset, user)
            field.widget.choices = field.choices
            field.widget.attrs["id"] = f"id_{name}"


class SeveralMixin:
    @admin.action(description=_("Set venue or topics …"), permissions=["change"])
    def describe(self, request, queryset):
        """Asks first; the answer comes back to the same action."""
        papers = access.editable(queryset, request.user)
        is_answer = "apply" in request.POST
        posted = request.POST if is_answer else None
        form = SeveralForm(request.user, self.admin_site, posted)
        if is_answer and form.is_valid():
            return self._described(request, papers, **form.cleaned_data)
        context = self.admin_site.each_context(request) | {
            "title": _("Venue and topics of several papers"),
            "opts": self.opts,
            "papers": papers,
            "form": form,
            "media": self.media + form.media,
        }
        return TemplateResponse(request, "admin/publications/publication/several.html", context)

    def _described(self, request, papers, venue, topics):
        for paper in papers:
            with track_changes(request.user, paper):
                if venue:
                    paper.venue = venue
                    paper.save(update_fields=["venue", "updated_at"])
                paper.topics.add(*topics)
            self.log_change(request, paper, [{"changed": {"fields": [str(_("venue and topics"))]}}])
        text = ngettext("%(count)s paper changed.", "%(count)s papers changed.", len(papers))
        messages.success(request, text % {"count": len(papers)})
        return HttpResponseRedirect(request.get_full_path())
