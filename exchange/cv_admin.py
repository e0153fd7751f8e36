"""The versions of a CV in the admin: what is on each, and how the pages of its PDF look."""

from django import forms
from django.conf import settings
from django.contrib import admin
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from exchange.cv_formats import FORMATS, TypesettingError, pictures
from exchange.cv_formats.document import document
from profiles.admin.base import PublishableAdmin
from profiles.admin.extra_pages import ExtraPages
from profiles.admin.forms import ScopedForm, fieldset
from profiles.admin.items import SHOWN
from profiles.admin.publishing import StateFilter
from profiles.items import KINDS
from profiles.languages import own_name
from profiles.models import CVVariant, Section
from profiles.site import origin, second_languages
from profiles.slugs import TakenSlugs
from uploads.images import side_by_side

PDF = FORMATS[0]
MOST_PAGES = 12  # of the preview
# As the headings of a CV have them.
HEADINGS = {
    Section.Kind.INTERESTS: Section.Kind.INTERESTS.label,
    **{name: kind.heading for name, kind in KINDS.items() if hasattr(kind.model, "cv_entry")},
    Section.Kind.PUBLICATIONS: _("Publications"),
}


class SectionLines(forms.CharField):
    """Kinds of sections as their headings, a line each, in their order."""

    widget = forms.Textarea(attrs={"rows": 12, "cols": 40})

    def prepare_value(self, value):
        if isinstance(value, str):
            return value
        return "\n".join(str(HEADINGS[kind]) for kind in value or HEADINGS if kind in HEADINGS)

    def to_python(self, value):
        kinds, known = [], {str(name).casefold(): kind for kind, name in HEADINGS.items()}
        for line in filter(None, map(str.strip, super().to_python(value).splitlines())):
            if line.casefold() not in known:
                message = _("“%(line)s” is no section of a CV. There are: %(known)s.")
                names = ", ".join(map(str, HEADINGS.values()))
                raise forms.ValidationError(message, params={"line": line, "known": names})
            kinds.append(str(known[line.casefold()]))
        kinds = list(dict.fromkeys(kinds))
        return [] if kinds == [str(kind) for kind in HEADINGS] else kinds

    def has_changed(self, initial, data):
        return self.to_python(data) != (initial or [])


class VariantForm(ScopedForm):
    sections = SectionLines(
        label=capfirst(CVVariant._meta.get_field("sections").verbose_name),
        required=False,
        help_text=_(
            "A heading a line, in the order of the CV. Take away a line to leave the section out; "
            "move one to move it. Research interests stay first."
        ),
    )
    language = forms.ChoiceField(
        label=capfirst(CVVariant._meta.get_field("language").verbose_name), required=False
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if "language" in self.fields:
            codes = [settings.LANGUAGE_CODE, *second_languages()]
            names = [(code, own_name(code)) for code in codes]
            self.fields["language"].choices = [("", _("that of the page")), *names]

    def taken_slugs(self):
        owner = self.cleaned_data.get("researcher") or self.owner
        return TakenSlugs(CVVariant.objects.filter(researcher=owner))


class PreviewPages(ExtraPages):
    """<id>/pages/ of a variant, pages/ of one that is being added: those of its PDF beside each
    other, as a picture; with the form's values in the query, as they would be once it is saved.
    """

    def get_urls(self):
        return [
            self.path("pages/", self.pages_view, "new_pages"),
            self.path("<path:object_id>/pages/", self.pages_view, "pages"),
        ]

    def pages_view(self, request, object_id=None):
        """With the drafts of whoever asks; 404 where there is no PDF, or the values are refused."""
        if object_id:
            variant = self.admin.get_object(request, object_id)
        elif self.admin.has_add_permission(request):
            variant = CVVariant(researcher=self.admin.default_researcher(request))
        else:
            raise Http404
        if request.GET:
            # One that is being added is no object yet: then the form asks a manager whose it is.
            row = variant if object_id else None
            form = self.admin.get_form(request, row, change=bool(object_id))
            form = form(request.GET, instance=variant)
            if not form.is_valid():
                raise Http404
            variant = form.instance
        if variant.researcher_id is None:
            raise Http404
        researcher = variant.researcher
        researcher.editor = request.user
        path = reverse("cv", kwargs={"slug": researcher.slug})
        if not PDF.is_available:
            raise Http404
        try:
            pages = pictures(document(researcher, origin(request), path, variant))
        except TypesettingError as error:
            raise Http404 from error
        return HttpResponse(side_by_side(pages[:MOST_PAGES]), content_type="image/png")


@admin.register(CVVariant)
class CVVariantAdmin(PublishableAdmin):
    form = VariantForm
    menu_group = "cv"
    menu_place = 80
    purpose = _(
        "A short CV, one of the last five years, one with selected publications: each with a name "
        "and an address of its own, as a page and as files."
    )
    slug_from = "name"
    pages = [PreviewPages]
    readonly_fields = ["preview"]
    list_display = ["name", "slug", "is_default", "state", "updated_at", "researcher"]
    list_select_related = ["researcher"]
    list_filter = [StateFilter, "is_default"]
    search_fields = ["name", "slug"]
    fieldsets = [
        fieldset(None, "researcher", "name", "slug", "is_default"),
        fieldset(
            _("What is on it"),
            *("sections", ("years", "at_most"), "only_selected", "style"),
            *(("has_contact", "has_photo"), "language"),
        ),
        fieldset(_("As a PDF"), ("design", "paper"), "pages", "preview"),
        SHOWN,
    ]

    class Media:
        css = {"all": ["css/admin-cv.css"]}
        js = ["js/admin-cv-pages.js"]

    @admin.display(description=_("its pages"))
    def preview(self, variant):
        if not PDF.is_available:
            return _("This server makes no PDF.")
        alt = _("The pages of the PDF, as the boxes above say")
        if variant is None or variant.pk is None:
            waiting = _("Fill in the name to see it here.")
            form = '<p class="cv-pages" data-src="{}" data-alt="{}">{}</p>'
            return format_html(form, reverse("admin:profiles_cvvariant_new_pages"), alt, waiting)
        form = '<img class="cv-pages" src="{0}" data-src="{0}" alt="{1}" loading="lazy">'
        return format_html(form, self.row_url("pages", variant), alt)
