"""Documents of a researcher in the admin: lists as files, and what other sites may show."""

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from exchange import cv, documents
from exchange.cv_formats import FORMATS, Format, table
from exchange.cv_formats.typeset import TypesettingError
from history.snapshots import save_baseline
from profiles import access
from profiles.admin.base import ScopedAdmin
from profiles.admin.extra_pages import ExtraPages
from profiles.models import CVVariant, Researcher, ShortBiography
from profiles.site import origin
from publications import citations

TEMPLATE = "admin/profiles/researcher/documents.html"
CSV = Format("list.csv", "CSV", "text/csv; charset=utf-8", table.write)
# By the ending of the file.
WRITERS = {form.file.partition(".")[2]: form for form in FORMATS[:4]} | {"csv": CSV}
BIBTEX = "bib"


class ListForm(forms.Form):
    """What is asked for, as a GET: the address of a file makes it again next year."""

    kind = forms.ChoiceField(label=_("List"), choices=documents.KINDS.items())
    years = forms.IntegerField(
        label=_("Of the last … years"), required=False, min_value=1, max_value=99
    )
    role = forms.ChoiceField(
        label=_("Your role"),
        required=False,
        choices=[("", _("any")), *((key, label) for key, (label, _is) in documents.ROLES.items())],
    )
    kinds = forms.MultipleChoiceField(
        label=_("Kinds of publications"),
        required=False,
        choices=list(cv.GROUPS.items()),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("If you tick none, all are used."),
    )
    style = forms.ChoiceField(
        label=_("Citation style"), required=False, choices=CVVariant.Style.choices
    )
    ranks = forms.BooleanField(label=_("With the ranks of venues"), required=False)
    numbered = forms.BooleanField(
        label=_("Numbered, the newest with the highest number"), required=False
    )
    file = forms.ChoiceField(label=_("Format"), required=False)

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        here = [(ending, form.label) for ending, form in WRITERS.items() if form.is_available]
        self.fields["file"].choices = [*here, (BIBTEX, "BibTeX")]

    def clean(self):
        cleaned = super().clean()
        is_of_papers = cleaned.get("kind") in ("publications", "topics")
        if cleaned.get("file") == BIBTEX and not is_of_papers:
            self.add_error(
                "file", _("BibTeX can only contain publications. Choose another format.")
            )
        return cleaned

    def query(self) -> documents.ListQuery:
        asked = self.cleaned_data
        return documents.ListQuery(
            kind=asked["kind"],
            years=asked["years"],
            role=asked["role"],
            kinds=tuple(asked["kinds"]),
            ranks=asked["ranks"],
            style=asked["style"],
            is_numbered=asked["numbered"],
        )


class EmbedForm(forms.ModelForm):
    class Meta:
        model = Researcher
        fields = ["embed_hosts"]
        widgets = {"embed_hosts": forms.Textarea(attrs={"rows": 4, "cols": 60})}


class DocumentPages(ExtraPages):
    """<id>/documents/ of a researcher."""

    def get_urls(self):
        return [self.path("<path:object_id>/documents/", self.documents_view, "documents")]

    def documents_view(self, request, object_id):
        """A GET with `kind` is a file, or says why there is none; a POST names hosts."""
        researcher = self.admin.get_object(request, unquote(object_id))
        may_publish = access.may_publish(request.user, researcher)
        if request.method == "POST" and not may_publish:
            raise PermissionDenied
        sent = request.POST if request.method == "POST" else None
        embed = EmbedForm(sent, instance=researcher)
        if embed.is_valid():
            return self._keep_hosts(request, embed)
        form = ListForm(request.GET if "kind" in request.GET else None, initial={"numbered": True})
        if form.is_valid():
            if answer := self._file(request, researcher, form):
                return answer
            form.add_error(None, gettext("There is nothing to put into this list."))
        slug = {"slug": researcher.slug}
        context = {
            "title": gettext("Documents of %(name)s") % {"name": researcher},
            "original": researcher,
            "form": form,
            "embed": embed if may_publish else None,
            "site": origin(request),
            "paths": [
                reverse(name, kwargs=slug)
                for name in ("profile.json", "person.jsonld", "researcher-publications-json")
            ],
            "embed_path": reverse("embed", kwargs=slug),
            "fragment_path": reverse("embed.html", kwargs=slug),
        }
        return self.admin.render_page(request, TEMPLATE, context)

    def _keep_hosts(self, request, form):
        save_baseline(form.instance)
        researcher = form.save()
        changed = [str(field.label) for field in map(form.fields.get, form.changed_data)]
        self.admin.log_change(request, researcher, [{"changed": {"fields": changed}}])
        messages.success(request, gettext("The hosts are saved."))
        return redirect(request.path)

    def _file(self, request, researcher, form):
        """The answer with the file; None where there is nothing to put into it."""
        asked, ending = form.query(), form.cleaned_data["file"] or "pdf"
        name = f"{researcher.slug}-{asked.kind}.{ending}"
        if ending == BIBTEX:
            papers = citations.citable(item.paper for item in documents.papers(researcher, asked))
            content, content_type = citations.bibtex(papers), citations.BIBTEX
        else:
            writer, path = WRITERS[ending], reverse("cv", kwargs={"slug": researcher.slug})
            document = documents.build(researcher, asked, origin(request), path)
            content_type = writer.content_type
            try:
                content = writer.write(document) if document.parts else b""
            except TypesettingError:
                text = gettext("The server has no font for some of its letters: take it as Word.")
                form.add_error("file", text)
                return None
        if not content:
            return None
        response = HttpResponse(content, content_type=content_type)
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response


@admin.register(ShortBiography)
class ShortBiographyAdmin(ScopedAdmin):
    menu_group = "cv"
    menu_place = 82
    purpose = _("Your biography in 50, 100 and 200 words, for programmes and proposals.")
    markdown = ["text"]
    list_display = ["__str__", "updated_at", "researcher"]
    list_select_related = ["researcher"]
    fields = ["researcher", "length", "text"]
