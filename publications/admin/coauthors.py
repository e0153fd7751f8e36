"""Co-authors elsewhere: whose printed names lead to sites of their own."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from profiles.admin.base import GuardedAdmin
from publications.models import Coauthor


@admin.register(Coauthor)
class CoauthorAdmin(GuardedAdmin):
    menu_group = "papers"
    menu_place = 53
    purpose = _(
        "Co-authors who have no page here: their names on your papers lead to their own sites."
    )
    list_display = ["__str__", "url", "researcher"]
    list_select_related = ["researcher"]
    search_fields = ["names", "url"]
    fieldsets = [
        (
            None,
            {
                "fields": ["researcher", "names", "url"],
                "description": _("Who has pages here is linked already."),
            },
        )
    ]
