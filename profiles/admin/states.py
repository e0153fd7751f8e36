"""Draft, scheduled, published: how the admin shows it, filters by it and changes it."""

from django.contrib import admin, messages
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from profiles import access
from profiles.admin.base import GuardedAdmin

LABELS = {"draft": _("Draft"), "scheduled": _("From %(moment)s"), "published": _("Published")}


class StateFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request, model_admin):
        return [
            ("draft", _("Drafts")),
            ("scheduled", _("Scheduled")),
            ("published", _("Published")),
        ]

    def queryset(self, request, queryset):
        now = timezone.now()
        conditions = {
            "draft": {"published_at": None},
            "scheduled": {"published_at__gt": now},
            "published": {"published_at__lte": now},
        }
        return queryset.filter(**conditions.get(self.value(), {}))


class PublishableAdmin(GuardedAdmin):
    actions = ["publish", "withdraw"]
    list_filter = [StateFilter]

    @admin.display(description=_("state"), ordering="published_at")
    def state(self, row):
        moment = row.published_at and formats.date_format(
            timezone.localtime(row.published_at), "DATETIME_FORMAT"
        )
        label = LABELS[row.state] % {"moment": moment}
        return format_html('<span class="state state-{}">{}</span>', row.state, label)

    def is_public(self, obj):
        owner = getattr(obj, self.owner_field or "", None)
        return super().is_public(obj) and (owner is None or owner.is_public)

    def unasked(self, request, obj):
        hidden = super().unasked(request, obj)
        return hidden if self._may_publish(request, obj) else hidden | {"published_at"}

    def _may_publish(self, request, obj):
        if obj is None:
            return access.publishes(request.user)
        return access.can_publish(obj, request.user)

    def save_model(self, request, obj, form, change):
        """One who writes for several records may not be allowed to publish for this one."""
        owner = getattr(obj, self.owner_field or "", None)
        if not change and owner and not access.may_publish(request.user, owner):
            obj.published_at = None
        super().save_model(request, obj, form, change)

    @admin.action(description=_("Publish now"), permissions=["change"])
    def publish(self, request, queryset):
        now = timezone.now()
        rows = access.publishable(queryset, request.user)
        rows = rows.exclude(published_at__lte=now)
        self._set_state(request, rows, now)

    @admin.action(description=_("Turn into a draft"), permissions=["change"])
    def withdraw(self, request, queryset):
        rows = access.publishable(queryset, request.user).exclude(published_at=None)
        self._set_state(request, rows, None)

    def _set_state(self, request, rows, moment):
        changed = list(rows)
        for row in changed:
            row.published_at = moment
            row.save()
            self.log_change(request, row, [{"changed": {"fields": [str(_("public from"))]}}])
        text = ngettext("%(count)s entry changed.", "%(count)s entries changed.", len(changed))
        messages.success(request, text % {"count": len(changed)})
