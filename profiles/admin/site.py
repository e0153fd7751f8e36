"""The site itself, for managers: its name, its words, its menu, its languages, its news."""

from django import forms
from django.conf import settings
from django.contrib import admin
from django.contrib.admin.widgets import AdminRadioSelect
from django.db.models import Count
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from profiles import languages
from profiles.admin.base import PublishableAdmin, ScopedAdmin
from profiles.admin.forms import ScopedForm, ScopedTabularInline, TranslatedForm, fieldset, without
from profiles.models import (
    LabNewsItem,
    Membership,
    MenuLink,
    PeopleGroup,
    SiteSettings,
    next_group_position,
)
from profiles.themes import Theme


class SiteSettingsForm(ScopedForm):
    languages = forms.MultipleChoiceField(
        label=_("Further languages"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "A language with a tick has pages of its own and boxes in the forms. Without it, what "
            "was written in it is kept, and shown nowhere."
        ),
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        empty = SiteSettings()  # what the environment says
        for name, text in (("name", empty.site_name), ("welcome", empty.site_welcome)):
            if name in self.fields:
                self.fields[name].widget.attrs["placeholder"] = text
        default = _("Default (%(theme)s)") % {"theme": Theme(empty.site_theme).label}
        self.fields["theme"].choices = [("", default), *Theme.choices]
        if box := self.fields.get("languages"):
            known = languages.known_second_languages()
            box.choices = [(code, languages.own_name(code)) for code in known]
            unused = self.instance.unused_languages
            self.initial["languages"] = [code for code in known if code not in unused]

    def _post_clean(self):
        super()._post_clean()
        if "languages" in self.cleaned_data:
            chosen = self.cleaned_data["languages"]
            known = languages.known_second_languages()
            self.instance.unused_languages = [code for code in known if code not in chosen]


class MenuInline(ScopedTabularInline):
    model = MenuLink
    form = TranslatedForm
    fields = ["position", "label", "url"]
    verbose_name_plural = _("further entries of the menu")


@admin.register(SiteSettings)
class SiteSettingsAdmin(ScopedAdmin):
    """The form of the only row of settings, which always exists (make_site_settings)."""

    form = SiteSettingsForm
    menu_group = "lab"
    menu_place = 70
    owner_field = None
    can_add = can_delete = False
    markdown = ["welcome"]
    markdown_lines = ["footer"]
    list_display = ["__str__", "updated_at"]
    inlines = [MenuInline]
    fieldsets = [
        fieldset(None, "name", ("logo", "logo_alt")),
        fieldset(_("Front page"), "welcome", "picture", "picture_alt"),
        fieldset(_("Every page"), "footer"),
        fieldset(_("Papers"), "citation_counts"),
        fieldset(_("Colours"), "theme", classes=["look"]),
        fieldset(_("Languages"), "languages"),
    ]

    class Media:
        css = {"all": ["css/admin-look.css"]}

    def response_post_save_change(self, request, obj):
        """Back to the form: a list of one says nothing."""
        return redirect(self.menu_url(request))

    def menu_url(self, request):
        return reverse("admin:profiles_sitesettings_change", args=[1])

    def formfield_for_choice_field(self, db_field, request, **kwargs):
        if db_field.name == "theme":
            kwargs["widget"] = AdminRadioSelect
        return super().formfield_for_choice_field(db_field, request, **kwargs)

    def get_fieldsets(self, request, obj=None):
        """A site of one person has no front page but theirs, and one of one language no choice."""
        hidden = set() if languages.known_second_languages() else {"languages"}
        if settings.SINGLE_RESEARCHER:
            hidden |= {"welcome", "picture", "picture_alt"}
        return without(super().get_fieldsets(request, obj), hidden)

    def get_inlines(self, request, obj):
        return [] if settings.SINGLE_RESEARCHER else super().get_inlines(request, obj)


@admin.register(LabNewsItem)
class LabNewsItemAdmin(PublishableAdmin):
    menu_group = "lab"
    menu_place = 65
    owner_field = None
    is_of_lab = True
    purpose = _("News of the lab itself, such as a grant, a new building or an open day.")
    markdown = ["body"]
    list_display = ["headline", "date", "state"]
    search_fields = ["headline", "body"]
    fieldsets = [
        fieldset(None, "headline", "body", "url", "date"),
        fieldset(_("On the page"), "published_at"),
    ]

    def get_changeform_initial_data(self, request):
        today = {"date": timezone.localdate().isoformat()}
        return today | super().get_changeform_initial_data(request)


# --- Groups of people on the lab's front page ----------------------------------------------------


class MembershipInline(ScopedTabularInline):
    model = Membership
    owner_field = None
    classes = []
    autocomplete_fields = ["researcher"]
    fields = ["position", "researcher", "name", "since", "until", "now", "url"]


@admin.register(PeopleGroup)
class PeopleGroupAdmin(ScopedAdmin):
    menu_group = "lab"
    menu_place = 60
    owner_field = None
    purpose = _(
        "Such as Faculty, Staff, Students and Alumni: the front page shows people in these groups, "
        "and who is in none after them. Without a group, people stand by where they work. Drag "
        "them into another order on Home."
    )
    list_display = ["name", "members"]
    search_fields = ["name"]
    fields = ["name"]
    inlines = [MembershipInline]

    def get_queryset(self, request):
        return super().get_queryset(request).annotate(count=Count("memberships"))

    def save_model(self, request, obj, form, change):
        """A new one comes last; Home puts them in order."""
        if not change:
            obj.position = next_group_position()
        super().save_model(request, obj, form, change)

    @admin.display(description=_("members"), ordering="count")
    def members(self, group):
        return group.count
