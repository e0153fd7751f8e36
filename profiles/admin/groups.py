"""Groups of people on the lab's front page, for managers."""

from django.contrib import admin
from django.db.models import Count
from django.utils.translation import gettext_lazy as _

from profiles.admin.base import ScopedAdmin
from profiles.admin.forms import ScopedTabularInline
from profiles.models import Membership, PeopleGroup, next_group_position


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
