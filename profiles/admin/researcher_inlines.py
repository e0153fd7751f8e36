"""What stands on a researcher's form: links, affiliations, advisors, delegates."""

from django import forms
from django.utils.translation import gettext_lazy as _

from profiles import access
from profiles.admin.forms import ScopedStackedInline, ScopedTabularInline, TranslatedForm
from profiles.admin.hardening import BoundedInlineFormSet
from profiles.models import (
    Advisorship,
    Affiliation,
    Delegation,
    FormerSlug,
    ResearcherLink,
)
from profiles.site import second_languages


class PositionForm(TranslatedForm):
    class Meta:
        labels = {"role": _("Position")}


# `part`: by which a page of the form names it; see profiles.admin.form_pages.
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
