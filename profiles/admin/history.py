"""The history of a row in the admin: kept at each save, shown, compared, restored."""

from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import gettext as _

from history import comparison, recording, restoring, versioned
from history.field_display import Names
from history.models import Revision
from profiles import access
from profiles.models import Researcher

A_PAGE = 20
Action = Revision.Action


class HistoryMixin:
    """For a ModelAdmin. A kind without a history of its own keeps Django's page."""

    def get_urls(self):
        view, name = self.admin_site.admin_view, f"{self.opts.app_label}_{self.opts.model_name}"
        return [
            path(
                "<path:object_id>/history/compare/", view(self.compare_view), name=f"{name}_compare"
            ),
            path(
                "<path:object_id>/history/<int:revision>/restore/",
                view(self.restore_view),
                name=f"{name}_restore",
            ),
            *super().get_urls(),
        ]

    # --- Kept at each save ----------------------------------------------------------------------

    def save_model(self, request, obj, form, change):
        if change:
            recording.remember(obj)
        super().save_model(request, obj, form, change)

    def save_formset(self, request, form, formset, change):
        """Rows of an inline that have a history of their own."""
        if versioned.kind_of(formset.model) is None:
            return super().save_formset(request, form, formset, change)
        for inline in formset.initial_forms:
            if inline.instance.pk is None:  # a forged id: Django leaves such a row out as well
                continue
            if inline in formset.deleted_forms:
                recording.record(inline.instance, request.user, Action.DELETED)
            elif inline.has_changed():
                recording.remember(inline.instance)
        super().save_formset(request, form, formset, change)
        for row in formset.new_objects:
            recording.record(row, request.user, Action.ADDED)
        for row, _fields in formset.changed_objects:
            recording.record(row, request.user)
        return None

    def log_addition(self, request, obj, message):
        recording.record(obj, request.user, Action.ADDED)
        return super().log_addition(request, obj, message)

    def log_change(self, request, obj, message):
        recording.record(obj, request.user)
        return super().log_change(request, obj, message)

    def log_deletions(self, request, queryset):
        """Django tells of a deletion while the rows are still there."""
        for row in queryset:
            recording.record(row, request.user, Action.DELETED)
        return super().log_deletions(request, queryset)

    # --- Deleting: can it come back? --------------------------------------------------------------

    def render_delete_form(self, request, context):
        return super().render_delete_form(request, context | self._after_deletion())

    def response_action(self, request, queryset):
        """Several at once: Django's action answers with a page of its own."""
        response = super().response_action(request, queryset)
        if isinstance(response, TemplateResponse):
            response.context_data |= self._after_deletion()
        return response

    def _after_deletion(self):
        kind = versioned.kind_of(self.model)
        return {"can_come_back": kind is not None and self.model is not Researcher}

    # --- Where what was deleted is --------------------------------------------------------------

    def changelist_view(self, request, extra_context=None):
        own = {"deleted_url": self._deleted_url(request)} if request.method == "GET" else {}
        return super().changelist_view(request, own | (extra_context or {}))

    def _deleted_url(self, request):
        """Of one's one record; of managers, what is nobody's."""
        kind = versioned.kind_of(self.model)
        if kind is None:
            return None
        if access.is_manager(request.user):
            shared = reverse("admin:profiles_researcher_deleted_shared")
            return shared if kind.may_be_nobodys else None
        records = access.records_of(request.user)[:2] if kind.owner else []
        if len(records) != 1:
            return None
        return reverse("admin:profiles_researcher_deleted", args=[records[0].pk])

    # --- The list of versions -------------------------------------------------------------------

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        context["has_history"] = obj is not None and self._may_read_versions(request, obj)
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    def history_view(self, request, object_id, extra_context=None):
        kind = versioned.kind_of(self.model)
        if kind is None:
            return super().history_view(request, object_id, extra_context)
        row = self._read(request, object_id)
        versions = recording.revisions_of(row).select_related("user")
        page = Paginator(versions, A_PAGE).get_page(request.GET.get("p"))
        context = {
            "title": _("History of “%(row)s”") % {"row": row},
            "page": page,
            "entries": self._entries(request, kind, page.object_list, versions),
            "elsewhere": kind.elsewhere(row, request.user),
        }
        return self._history_page(request, row, "versions", context | (extra_context or {}))

    def _entries(self, request, kind, shown, versions):
        """[(version, what it changed)]: each beside the one before it."""
        names, shown = Names(request.user), list(shown)
        older = versions.filter(pk__lt=shown[-1].pk).first() if shown else None
        before = [*shown[1:], older] if shown else []
        return [
            (after, comparison.differences(kind, one.state, after.state, names) if one else [])
            for after, one in zip(shown, before, strict=True)
        ]

    # --- Two of them ----------------------------------------------------------------------------

    def compare_view(self, request, object_id):
        row = self._read(request, object_id)
        chosen = [self._version(row, request.GET.get(name)) for name in ("from", "to")]
        before, after = sorted(chosen, key=lambda version: version.pk)
        kind = versioned.kind_of(row)
        context = {
            "title": _("Two versions of “%(row)s”") % {"row": row},
            "before": before,
            "after": after,
            "differences": comparison.differences(
                kind, before.state, after.state, Names(request.user)
            ),
        }
        return self._history_page(request, row, "compare", context)

    # --- Back to one ----------------------------------------------------------------------------

    def restore_view(self, request, object_id, revision):
        row = self._read(request, object_id)
        if not self.has_change_permission(request, row):
            raise PermissionDenied
        version = self._version(row, str(revision))
        if request.method == "POST":
            return self._restored(request, row, version)
        context = {
            "title": _("Restore a version of “%(row)s”") % {"row": row},
            "version": version,
            "differences": restoring.preview(version, row, request.user),
        }
        return self._history_page(request, row, "restore", context)

    def _restored(self, request, row, version):
        chosen = request.POST.getlist("chosen")
        try:
            told = restoring.restore(version, row, chosen, request.user)
        except restoring.Refused as why:
            messages.error(request, str(why))
            return HttpResponseRedirect(request.path)
        for text in dict.fromkeys(told):
            messages.warning(request, text)
        messages.success(request, _("Restored. What stood here before is in the history, too."))
        return HttpResponseRedirect(self._door("history", row))

    # --- Shared ---------------------------------------------------------------------------------

    def _read(self, request, object_id):
        row = self.get_object(request, unquote(object_id))
        if versioned.kind_of(self.model) is None or not self._may_read_versions(request, row):
            raise PermissionDenied
        return row

    def _may_read_versions(self, request, row):
        """Who writes a record reads its versions; of what all share, those who may edit it do."""
        if getattr(self.model, "owned_through", ()) and self.has_view_permission(request, row):
            return True
        return self.has_change_permission(request, row)

    def _version(self, row, pk):
        pk = pk if pk and self._is_id(pk) else 0
        return get_object_or_404(recording.revisions_of(row).select_related("user"), pk=pk)

    def _door(self, door, row):
        name = f"admin:{self.opts.app_label}_{self.opts.model_name}_{door}"
        return reverse(name, args=[row.pk])

    def _history_page(self, request, row, name, context):
        context = (
            self.admin_site.each_context(request)
            | {
                "opts": self.opts,
                "original": row,
                "change_address": self._door("change", row),
                "history_address": self._door("history", row),
                "compare_address": self._door("compare", row),
                "may_restore": self.has_change_permission(request, row),
            }
            | context
        )
        return TemplateResponse(request, f"admin/history/{name}.html", context)
