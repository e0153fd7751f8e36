"""What imports did: to be read, not edited."""

from django.contrib import admin
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _

from profiles.admin.base import GuardedAdmin
from publications.models import ImportBatch

COUNTS = ["entries", "created", "updated", "unchanged", "merged", "conflicts", "refused"]


@admin.register(ImportBatch)
class ImportBatchAdmin(GuardedAdmin):
    menu_group = "papers"
    menu_place = 55
    list_display = ["__str__", "created_at", "researcher", "user", "summary"]
    list_select_related = ["researcher", "user"]
    date_hierarchy = "created_at"
    fields = readonly_fields = ["researcher", "user", "origin", "created_at", "summary", "problems"]

    def has_add_permission(self, request):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    has_delete_permission = has_change_permission

    def sole_record(self, request):
        return None

    @admin.display(description=_("result"))
    def summary(self, batch):
        counts = [
            f"{batch.report.get(name, 0)} {name}" for name in COUNTS if batch.report.get(name)
        ]
        return ", ".join(counts) or "–"

    @admin.display(description=_("problems"))
    def problems(self, batch):
        rows = [
            (problem.get("file", ""), problem.get("line", ""), problem.get("reason", ""))
            for problem in batch.report.get("problems", [])
        ]
        return format_html_join("", "<p>{}:{} {}</p>", rows) or "–"
