"""One's own record: the first page a researcher opens."""

from django import forms
from django.contrib import admin, messages
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from profiles import access, known_by
from profiles.admin import look, people
from profiles.admin.activity import ActivityMixin
from profiles.admin.address import AddressMixin
from profiles.admin.base import GuardedAdmin
from profiles.admin.forms import RecordForm, Taken
from profiles.admin.states import PublishableAdmin
from profiles.identifiers import normalise_orcid
from profiles.models import FormerSlug, Researcher
from profiles.rights_log import changes_of_rights


class ResearcherForm(RecordForm):
    # Longer than the column: people paste the whole address.
    orcid = forms.CharField(
        label="ORCID iD",
        max_length=60,
        required=False,
        help_text=_("Such as 0000-0002-1825-0097, or its address."),
        widget=admin.widgets.AdminTextInputWidget,
    )

    def clean_orcid(self):
        return normalise_orcid(self.cleaned_data["orcid"])

    def clean_slug(self):
        """A former address still leads to whoever had it."""
        slug = self.cleaned_data["slug"]
        if slug and FormerSlug.objects.filter(slug=slug).exists():
            raise forms.ValidationError(_("This address is not free. Choose another."))
        return slug

    def taken_slugs(self):
        return Taken(Researcher.objects.all(), FormerSlug.objects.all())


# Registered above, with what it has of other apps: website.admin.
class ResearcherAdmin(
    ActivityMixin,
    look.LookMixin,
    AddressMixin,
    PublishableAdmin,
):
    form = ResearcherForm
    menu_place = 0
    owner_field = None
    slug_from = "display_name"
    markdown = ["biography", "interests"]
    markdown_lines = ["headline"]
    markdown_words = ["portrait_caption"]
    autocomplete_fields = ["owner"]
    list_display = ["display_name", "slug", "state", "owner", "updated_at"]
    list_select_related = ["owner"]
    search_fields = ["display_name", "given_name", "family_name", "native_name", "slug"]
    inlines = [
        people.LinkInline,
        people.AffiliationInline,
        people.AdvisorInline,
        people.SectionInline,
        people.DelegationInline,
        people.FormerSlugInline,
    ]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    "display_name",
                    ("given_name", "family_name"),
                    "pronouns",
                    "headline",
                    "slug",
                    "published_at",
                ]
            },
        ),
        (_("About you"), {"fields": ["biography", "interests"]}),
        (
            _("Portrait"),
            {
                "fields": [
                    "portrait",
                    "portrait_alt",
                    "portrait_caption",
                    ("portrait_shape", "portrait_side"),
                ]
            },
        ),
        look.FIELDSET,
        (
            _("Where to find you"),
            {"fields": [("email", "email_display"), "location", "postal_address", "orcid"]},
        ),
        (
            _("Your names on papers"),
            {
                "fields": [("native_name", "native_language"), "other_names"],
                "description": _("With these, an import recognises which papers are yours."),
            },
        ),
        (_("Account"), {"fields": ["owner"]}),
    ]

    def save_model(self, request, obj, form, change):
        super().save_model(request, obj, form, change)
        if not change or set(known_by.NAMES) & set(form.changed_data):
            self._look(request, obj)

    def _look(self, request, researcher):
        """Names given by the researcher alone are a claim; a manager stands for them."""
        if found := known_by.announce(researcher, vouched=access.is_manager(request.user)):
            text = ngettext(
                "%(count)s paper here prints one of these names: see “Papers that name you”.",
                "%(count)s papers here print one of these names: see “Papers that name you”.",
                found,
            )
            messages.info(request, text % {"count": found})

    def unasked(self, request, obj):
        """Whose account it is is decided by managers."""
        hidden = super().unasked(request, obj)
        return hidden if access.is_manager(request.user) else hidden | {"owner"}

    def sole_record(self, request):
        return None

    def is_public(self, obj):
        return Researcher.objects.public().filter(pk=obj.pk).exists()

    def external_events(self, request, row):
        return changes_of_rights(row, request.user)

    # --- One's own record is a page, not a list of one ------------------------------------------

    def changelist_view(self, request, extra_context=None):
        if request.method == "GET" and not request.GET and (own := self._sole(request)):
            return redirect(self._address(own))
        return super().changelist_view(request, extra_context)

    def menu_name(self, request):
        return _("My profile") if self._sole(request) else _("Profiles")

    def menu_url(self, request):
        own = self._sole(request)
        return self._address(own) if own else None

    def _sole(self, request):
        """Asked twice for every menu, and the same throughout a request."""
        if access.is_manager(request.user):
            return None
        if not hasattr(request, "records_in_menu"):
            request.records_in_menu = list(access.records_of(request.user)[:2])
        records = request.records_in_menu
        return records[0] if len(records) == 1 else None

    def _address(self, researcher):
        return reverse("admin:profiles_researcher_change", args=[researcher.pk])


@admin.register(FormerSlug)
class FormerSlugAdmin(GuardedAdmin):
    """For managers alone: the model belongs to no researcher."""

    menu_group = "lab"
    menu_place = 90
    owner_field = None
    list_display = ["slug", "researcher"]
    search_fields = ["slug"]
    fields = ["slug", "researcher"]
    autocomplete_fields = ["researcher"]

    def sole_record(self, request):
        return None
