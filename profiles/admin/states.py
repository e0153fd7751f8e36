"""Draft, scheduled, published: how the admin shows it, filters by it and changes it."""

from django.contrib import admin, messages
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from history.recording import save_baseline
from profiles import access, preview_links
from profiles.admin.base import GuardedAdmin
from profiles.admin.moments import MomentField, MomentWidget


class StateFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request, model_admin):
        return [
            ("draft", _("Drafts")),
            ("scheduled", _("Scheduled")),
            ("published", _("Public")),
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
        return format_html('<span class="state state-{}">{}</span>', row.state, row.state_in_words)

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        if db_field.name == "published_at":
            kwargs |= {"form_class": MomentField, "widget": MomentWidget, "label": _("Visibility")}
            # Else a copy of what stood there goes with the form, in one box, to compare with.
            kwargs["show_hidden_initial"] = False
            kwargs["help_text"] = _("Only its editors see a draft. “Preview” shows them the page.")
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def get_form(self, request, obj=None, change=False, **kwargs):
        form = super().get_form(request, obj, change, **kwargs)
        if not change and "published_at" in form.base_fields:
            form.base_fields["published_at"].widget.is_new = True
        return form

    # --- Preview ----------------------------------------------------------------------------

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        if obj is not None:
            context["preview_url"] = preview_links.page_url(self.page_of(obj), obj)
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    def page_of(self, row):
        """The public page that shows the row."""
        shown = row if hasattr(row, "get_absolute_url") else row.researcher
        return shown.get_absolute_url()

    # --- What a save may change -------------------------------------------------------------

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

    @admin.action(description=_("Publish"), permissions=["change"])
    def publish(self, request, queryset):
        now = timezone.now()
        rows = access.publishable(queryset, request.user)
        rows = rows.exclude(published_at__lte=now)
        self._set_state(request, rows, now)

    @admin.action(description=_("Return to draft"), permissions=["change"])
    def withdraw(self, request, queryset):
        rows = access.publishable(queryset, request.user).exclude(published_at=None)
        self._set_state(request, rows, None)

    def _set_state(self, request, rows, moment):
        changed = list(rows)
        for row in changed:
            save_baseline(row)
            row.published_at = moment
            row.save(update_fields=["published_at", "updated_at"])
            self.log_change(request, row, [{"changed": {"fields": [str(_("public from"))]}}])
        text = ngettext("%(count)s entry changed.", "%(count)s entries changed.", len(changed))
        messages.success(request, text % {"count": len(changed)})
