"""Several papers at once: as a file, or with another venue and more topics.

The queryset of an action holds what one may see, and no more.
"""

from django import forms
from django.contrib import admin, messages
from django.http import HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from history.snapshots import track_changes
from profiles import access
from profiles.admin.hardening import SafeMultipleChoiceField, SafeSelect, SafeSelectMultiple
from publications import citations
from publications.models import Publication, Topic, Venue


def export_action(key: str, label: str, name: str, dialect: str = ""):
    """The action "export_<key>": papers in the order they came, in one of citations.FORMATS."""

    @admin.action(description=label, permissions=["view"])
    def export(model_admin, request, queryset):
        style = citations.format_of(name, dialect)
        papers = citations.with_citation_data(queryset.order_by("pk").distinct())
        headers = {"Content-Disposition": f'attachment; filename="publications.{style.extension}"'}
        return HttpResponse(style.write(papers), content_type=style.content_type, headers=headers)

    export.__name__ = f"export_{key}"
    return export


EXPORTS = [
    export_action("biblatex", _("Export as BibTeX (biblatex)"), "bibtex", "biblatex"),
    export_action("bibtex", _("Export as BibTeX (classic)"), "bibtex", "bibtex"),
    export_action("csl_json", _("Export as CSL-JSON"), "csl-json"),
    export_action("ris", _("Export as RIS"), "ris"),
]


class SeveralForm(forms.Form):
    venue = forms.ModelChoiceField(
        Venue.objects.all(), label=_("Venue"), required=False, help_text=_("Empty: stays as it is.")
    )
    topics = SafeMultipleChoiceField(Topic.objects.all(), label=_("Topics to add"), required=False)

    def __init__(self, user, site, *args, **kwargs):
        super().__init__(*args, **kwargs)
        column = Publication._meta.get_field
        self.fields["venue"].widget = SafeSelect(column("venue"), site)
        self.fields["topics"].widget = SafeSelectMultiple(column("topics"), site)
        for name, field in self.fields.items():
            field.queryset = access.pickable(field.queryset, user)
            field.widget.choices = field.choices
            field.widget.attrs["id"] = f"id_{name}"


@admin.action(description=_("Set venue or topics …"), permissions=["change"])
def describe(model_admin, request, queryset):
    """Asks first; the answer comes back to the same action."""
    papers = access.editable(queryset, request.user)
    is_answer = "apply" in request.POST
    form = SeveralForm(request.user, model_admin.admin_site, request.POST if is_answer else None)
    if not is_answer or not form.is_valid():
        context = {
            "title": _("Venue and topics of several papers"),
            "papers": papers,
            "form": form,
            "media": model_admin.media + form.media,
        }
        template = "admin/publications/publication/several.html"
        return model_admin.render_page(request, template, context)
    venue, topics = form.cleaned_data["venue"], form.cleaned_data["topics"]
    changed = [{"changed": {"fields": [str(_("venue and topics"))]}}]
    for paper in papers:
        with track_changes(request.user, paper):
            if venue:
                paper.venue = venue
                paper.save(update_fields=["venue", "updated_at"])
            paper.topics.add(*topics)
        model_admin.log_change(request, paper, changed)
    text = ngettext("%(count)s paper changed.", "%(count)s papers changed.", len(papers))
    messages.success(request, text % {"count": len(papers)})
    return HttpResponseRedirect(request.get_full_path())
