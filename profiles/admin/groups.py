"""Groups of people on the lab's front page, for managers."""

from django.contrib import admin
from django.db.models import Count
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from profiles.admin.base import ScopedAdmin
from profiles.admin.scope import ScopedStackedInline
from profiles.models import Membership, PeopleGroup


class MembershipInline(ScopedStackedInline):
    model = Membership
    owner_field = None
    classes = []
    autocomplete_fields = ["researcher"]
    fields = [("researcher", "name"), ("since", "until", "now"), ("url", "position")]


@admin.register(PeopleGroup)
class PeopleGroupAdmin(ScopedAdmin):
    menu_group = "lab"
    menu_place = 60
    owner_field = None
    purpose = _(
        "Such as Faculty, Staff, Students and Alumni: the front page shows people in these groups, "
        "and who is in none after them. Without a group, people stand by where they work."
    )
    list_display = ["name", "members", "position"]
    list_editable = ["position"]
    search_fields = ["name"]
    fields = ["name", "position"]
    inlines = [MembershipInline]

    def get_queryset(self, request):
        return super().get_queryset(request).annotate(count=Count("memberships"))

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        """In the list no label stands beside the box."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if db_field.name == "position":
            field.widget.attrs["aria-label"] = capfirst(field.label)
        return field

    @admin.display(description=_("members"), ordering="count")
    def members(self, group):
        return group.count
