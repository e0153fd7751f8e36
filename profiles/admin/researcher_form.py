"""The form of a profile: its pages, its boxes, of which that of links takes all that is pasted, and
its tables.
"""

import json
from urllib.parse import urlsplit

from django import forms
from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets
from django.http import HttpResponseRedirect
from django.utils.translation import gettext_lazy as _

from profiles import access
from profiles.addresses import PART, part_url
from profiles.admin.forms import (
    ScopedForm,
    ScopedStackedInline,
    ScopedTabularInline,
    TranslatedForm,
    only,
)
from profiles.admin.hardening import BoundedInlineFormSet
from profiles.identifiers import clean_url, normalise_orcid, orcid_url
from profiles.models import (
    Advisorship,
    Affiliation,
    Delegation,
    FormerSlug,
    Researcher,
    ResearcherLink,
)
from profiles.models.people import HOSTS, ORCID, read_links
from profiles.site import second_languages
from profiles.slugs import NOT_FOR_PEOPLE, TakenSlugs

# --- How a long form is parted into pages --------------------------------------------------------


class FormPage:
    """`also`: the `part` of inlines, and fields that stand on another page, too."""

    def __init__(self, title, *fieldsets, also=()):
        self.title, self.fieldsets = title, fieldsets
        self.boxes = [*flatten_fieldsets(fieldsets), *also]


class FormPagesMixin:
    """For a ModelAdmin with `form_pages`; its `fieldsets` are those of all of them."""

    # The first is what stands at the address itself.
    form_pages: dict[str, FormPage] = {}
    # Of a row that is added: the pages that are shown, as one.
    pages_of_new: list[str] = []

    def get_fieldsets(self, request, obj=None):
        boxes = self._boxes(request, obj)
        return only(super().get_fieldsets(request, obj), boxes)

    def get_inlines(self, request, obj):
        boxes = self._boxes(request, obj)
        return [inline for inline in super().get_inlines(request, obj) if inline.part in boxes]

    def get_form(self, request, obj=None, change=False, **kwargs):
        """Without the boxes that the form declares and this page has not: nothing came for them."""
        form = super().get_form(request, obj, change, **kwargs)
        for name in form.base_fields.keys() - set(form._meta.fields):
            del form.base_fields[name]
        return form

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        if obj is not None:
            part = request.GET.get(PART, "")
            form_url = self.row_url("change", obj)
            context["form_pages"] = [
                (page.title, part_url(form_url, name), name == part)
                for name, page in self.pages_of(request, obj)
            ]
            if title := self._title(part, context["adminform"].form):
                context["title"] = context["part_title"] = title
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    def response_change(self, request, obj):
        """ "Save and stay" stays on the page."""
        response = super().response_change(request, obj)
        if "_continue" in request.POST and PART in request.GET:
            return HttpResponseRedirect(part_url(request.path, request.GET[PART]))
        return response

    def _boxes(self, request, obj) -> list[str]:
        if obj is None:
            return [box for name in self.pages_of_new for box in self.form_pages[name].boxes]
        part = request.GET.get(PART, "")
        if part in self.form_pages:
            return self.form_pages[part].boxes
        known = {box for page in self.form_pages.values() for box in page.boxes}
        asked = [box for box in part.split(",") if box.partition("__")[0] in known]
        return asked or self.form_pages[""].boxes

    def pages_of(self, request, obj):
        """(name, page) of those with something that may be asked of the user."""
        fieldsets = super().get_fieldsets(request, obj)
        for name, page in self.form_pages.items():
            if only(fieldsets, page.boxes) or self._may_see_inline(request, obj, page):
                yield name, page

    def _may_see_inline(self, request, obj, page):
        inlines = [inline for inline in self.inlines if inline.part in page.boxes]
        made = (inline(self.model, self.admin_site) for inline in inlines)
        return any(inline.has_view_permission(request, obj) for inline in made)

    def _title(self, part, form):
        """Of a page, its own; of boxes, the label of the first; "" of the first page."""
        if part in self.form_pages:
            return self.form_pages[part].title if part else ""
        box = form.fields.get(part.partition(",")[0])
        return box.label if box else ""


# --- The boxes -----------------------------------------------------------------------------------

FOCUS = ("portrait_focus_x", "portrait_focus_y")
MOST_LINKS = 100
# What a visitor sees of the address, first what most want.
EMAIL_CHOICES = {
    Researcher.EmailDisplay.PLAIN: (_("Shown"), _("a link that opens the mail program")),
    Researcher.EmailDisplay.PROTECTED: (_("Protected"), _("as “name [at] example [dot] org”")),
    Researcher.EmailDisplay.HIDDEN: (_("Hidden"), _("on no page")),
}


class LinksWidget(admin.widgets.AdminTextareaWidget):
    """With the names of the services, which static/js/admin-profile.js says of each line."""

    def __init__(self, attrs=None):
        names = {host: str(kind.label) for host, kind in HOSTS.items()}
        names |= {"orcid.org": "ORCID", "scholar.google": ResearcherLink.Kind.SCHOLAR.label}
        super().__init__({"rows": 5, "data-services": json.dumps(names)} | (attrs or {}))


class ResearcherForm(ScopedForm):
    slug_help = _("Leave it empty: it is made for you.")
    # A box -> the rows that it stands for, as versions name them.
    stands_for = {"pasted_links": ResearcherLink._meta.label_lower}

    class Meta:
        labels = {
            "display_name": _("Name"),
            "headline": _("One line under your name"),
            "email_display": _("On the page, your e-mail is"),
            "portrait": _("Photo"),
        }
        help_texts = {
            "slug": _("Its owner can change it; the old one then leads to the new one."),
            **dict.fromkeys(("headline", "display_name"), ""),
        }

    # Longer than the column: people paste the whole address.
    orcid = forms.CharField(
        label="ORCID iD",
        max_length=60,
        required=False,
        help_text=_("Such as 0000-0002-1825-0097, or its address."),
        widget=admin.widgets.AdminTextInputWidget,
    )
    pasted_links = forms.CharField(
        label=_("Links"),
        max_length=20_000,
        required=False,
        help_text=_("Paste all of them: GitHub, Scholar, ORCID, LinkedIn, your lab …"),
        widget=LinksWidget,
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs | {"label_suffix": ""})
        self.link_lines = {}  # as the box has it -> the row that it stands for
        if "pasted_links" in self.fields:
            rows = self.instance.links.exclude(url="") if self.instance.pk else ()
            self.link_lines = {_line(row.label, row.url): row for row in rows}
            orcid = [orcid_url(self.instance.orcid)] if self.instance.orcid else []
            self.initial["pasted_links"] = "\n".join([*orcid, *self.link_lines])

    def clean(self):
        """Keep the focus of the portrait where its box is empty."""
        cleaned = super().clean()
        for name in FOCUS:
            if cleaned.get(name, 0) is None:
                cleaned[name] = getattr(self.instance, name)
        if "pasted_links" in self.changed_data and "pasted_links" in cleaned:
            self.instance.orcid = self.pasted_orcid
        return cleaned

    def _save_m2m(self):
        """Those that are not in the box any more go; files keep their places behind the rest."""
        super()._save_m2m()
        if "pasted_links" not in self.changed_data:
            return
        kept = self.cleaned_data["pasted_links"]
        for row in self.link_lines.values():
            if row not in kept:
                row.delete()
        for row in self.instance.links.filter(url=""):
            kept.append(row)
        for place, row in enumerate(kept, 1):
            row.researcher, row.position = self.instance, place
            row.save()

    def clean_orcid(self):
        return normalise_orcid(self.cleaned_data["orcid"])

    def clean_pasted_links(self):
        """Rows of links, in the order of the box: those that were there, and new ones."""
        rows, self.pasted_orcid = [], ""
        for line in filter(None, map(str.strip, self.cleaned_data["pasted_links"].splitlines())):
            if line in self.link_lines:
                rows.append(self.link_lines[line])
                continue
            links = read_links(line)
            if not links:
                text = _("No web address in “%(line)s”. Write it like github.com/ada.")
                raise forms.ValidationError(text, params={"line": line[:100]})
            for link in links:
                if link.kind == ORCID:
                    self.pasted_orcid = normalise_orcid(link.url)
                else:
                    row = self._row(link, rows)
                    rows += [] if row in rows else [row]
        if len(rows) > MOST_LINKS:
            raise forms.ValidationError(_("These are more than %d links.") % MOST_LINKS)
        return rows

    def _row(self, link, rows):
        """The row of a new link, or that of a changed label."""
        clean_url(link.url)
        row = next((row for row in self.link_lines.values() if row.url == link.url), None)
        if row is None:
            row = ResearcherLink(url=link.url, kind=link.kind)
            is_second = any(other.kind == row.kind and not other.label for other in rows)
            if link.kind == ResearcherLink.Kind.WEBSITE and is_second:
                row.label = urlsplit(link.url).hostname[:80]
        row.label = link.label or row.label
        return row

    def clean_slug(self):
        """A former address still leads to whoever had it."""
        slug = self.cleaned_data["slug"]
        if slug and FormerSlug.objects.filter(slug=slug).exists():
            raise forms.ValidationError(_("This address is not free. Choose another."))
        return slug

    def taken_slugs(self):
        people = Researcher.objects.all(), FormerSlug.objects.all()
        return TakenSlugs(*people, reserved=NOT_FOR_PEOPLE)


def _line(label, url):
    return f"{label}: {url}" if label else url


# --- The tables ----------------------------------------------------------------------------------


class PositionForm(TranslatedForm):
    class Meta:
        labels = {"role": _("Position")}


# `part`: by which a page of the form names it; see FormPage.
class PositionInline(ScopedTabularInline):
    """What a visitor reads under the name; AffiliationInline has the rest of the same rows."""

    part = "positions"
    model = Affiliation
    form = PositionForm
    fields = ["role", "organisation"]
    classes = []
    after_fieldset = 0
    verbose_name = _("position")
    verbose_name_plural = _("position and organisation")

    def offers_translations(self, request, obj):
        """A row has room for one second language; AffiliationInline has boxes for any number."""
        return len(second_languages()) == 1 and super().offers_translations(request, obj)

    def get_extra(self, request, obj=None, **kwargs):
        """An empty row where there is none."""
        return 0 if obj is not None and obj.affiliations.exists() else 1


class LinkInline(ScopedTabularInline):
    part = "links"
    classes = []
    model = ResearcherLink
    form = TranslatedForm
    fields = ["position", "kind", "url", "label", "file"]
    verbose_name_plural = _("links to your profiles elsewhere")


class AffiliationInline(ScopedStackedInline):
    part = "affiliations"
    classes = []
    model = Affiliation
    form = PositionForm
    verbose_name = _("position")
    verbose_name_plural = PositionInline.verbose_name_plural
    fields = [
        ("role", "department"),
        ("organisation", "organisation_abbreviation"),
        ("organisation_url", "organisation_logo"),
        "place",
        ("start", "end"),
        "position",
    ]


class AdvisorInline(ScopedStackedInline):
    part = "advisorships"
    classes = []
    model = Advisorship
    form = TranslatedForm
    fields = [("name", "role"), "url", ("start", "end"), "position"]


class DelegationForm(forms.ModelForm):
    """The account is typed, not picked: nobody gets a list of all accounts."""

    account = forms.CharField(
        label=_("account name"),
        max_length=150,
        help_text=_("The name your colleague signs in with."),
    )

    user = None  # who names it; set by DelegationInline

    class Meta:
        model = Delegation
        fields = ["may_publish", "ends_at"]

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.fields["account"].initial = self.instance.user.get_username()
            self.fields["account"].disabled = True

    def clean_account(self):
        if self.instance.pk:  # what became of the account since is in nobody's way
            return self.instance.user.get_username()
        accounts = access.nameable(self.user).filter(is_active=True, is_staff=True)
        user = accounts.filter(username=self.cleaned_data["account"]).first()
        if user is None:
            text = _(
                "No account of this name can help you here. Ask your colleague for its name. "
                "Managers need not be named: they edit every profile."
            )
            raise forms.ValidationError(text)
        others = Delegation.objects.filter(researcher=self.instance.researcher_id, user=user)
        if others.exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError(_("This account is in the list already."))
        self.instance.user = user
        return user.get_username()


class DelegationFormSet(BoundedInlineFormSet):
    """The database lets there be one row of each; two new ones in one go never met it yet."""

    def clean(self):
        super().clean()
        seen = set()
        for form in self.forms:
            account = getattr(form, "cleaned_data", {}).get("account")
            if not account or self._should_delete_form(form):
                continue
            if account in seen:
                form.add_error("account", _("This account is in the list already."))
            seen.add(account)


class DelegationInline(ScopedTabularInline):
    part = "delegations"
    classes = []
    model = Delegation
    form = DelegationForm
    formset = DelegationFormSet
    fields = ["account", "may_publish", "ends_at"]
    verbose_name_plural = _("delegates: accounts that may write here for you")

    def has_view_permission(self, request, obj=None):
        return obj is not None and access.administers(request.user, obj)

    has_add_permission = has_change_permission = has_delete_permission = has_view_permission

    def get_formset(self, request, obj=None, **kwargs):
        formset = super().get_formset(request, obj, **kwargs)
        formset.form.user = request.user
        return formset

    def get_queryset(self, request):
        """Django asks whether any may be seen before it knows whose form this is."""
        return access.visible(Delegation.objects.select_related("user"), request.user)


class FormerSlugInline(ScopedTabularInline):
    part = "former_slugs"
    model = FormerSlug
    fields = readonly_fields = ["slug"]
    max_num, can_delete = 0, False
    verbose_name_plural = _("old web addresses: they lead to the present one")

    def has_view_permission(self, request, obj=None):
        return obj is not None and super().has_view_permission(request, obj)

    def get_queryset(self, request):
        """A former address names no one but the researcher whose form this is."""
        return FormerSlug.objects.all()
