"""The history of a row in the admin: kept at each save, shown, compared, restored."""

from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from history import comparison
from history.models import LogEvent, Revision, VersionedModel
from history.recording import revisions_of, save_baseline, save_revision, with_previous
from profiles import access, versions
from profiles.admin.activity import undelete_url
from profiles.identifiers import is_valid_pk
from profiles.models import Researcher

PAGE_SIZE = 20
# In a message: a button of the form that stands beside the messages; see admin/base_site.html.
POST_BUTTON = '<button form="answer" formaction="{}" name="{}" value="1">{}</button>'
Action = Revision.Action


class HistoryMixin:
    """For a ModelAdmin. A model without versions keeps Django's page."""

    def get_urls(self):
        view, name = self.admin_site.admin_view, f"{self.opts.app_label}_{self.opts.model_name}"
        route, compare, restore = "<path:object_id>/history", self.compare_view, self.restore_view
        return [
            path(f"{route}/compare/", view(compare), name=f"{name}_compare"),
            path(f"{route}/<int:revision>/restore/", view(restore), name=f"{name}_restore"),
            *super().get_urls(),
        ]

    # --- Kept at each save ----------------------------------------------------------------------

    def save_model(self, request, obj, form, change):
        if change:
            save_baseline(obj)
        super().save_model(request, obj, form, change)

    def save_formset(self, request, form, formset, change):
        """Rows of an inline that have a history of their own."""
        if not issubclass(formset.model, VersionedModel):
            return super().save_formset(request, form, formset, change)
        for inline in formset.initial_forms:
            if inline.instance.pk is None:  # a forged id: Django leaves such a row out as well
                continue
            if inline in formset.deleted_forms:
                save_revision(inline.instance, request.user, Action.DELETED)
            elif inline.has_changed():
                save_baseline(inline.instance)
        super().save_formset(request, form, formset, change)
        for row in formset.new_objects:
            save_revision(row, request.user, Action.ADDED)
        for row, _fields in formset.changed_objects:
            save_revision(row, request.user)
        return None

    def log_addition(self, request, obj, message):
        save_revision(obj, request.user, Action.ADDED)
        return super().log_addition(request, obj, message)

    def log_change(self, request, obj, message):
        save_revision(obj, request.user)
        return super().log_change(request, obj, message)

    def log_deletions(self, request, queryset):
        """Django tells of a deletion while the rows are still there."""
        for row in queryset:
            save_revision(row, request.user, Action.DELETED)
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

    def response_delete(self, request, obj_display, obj_id):
        rows = Revision.objects.filter(kind=self.opts.label_lower, object_id=obj_id)
        last = rows.select_related("researcher").first()
        button = ""
        if last and self.model is not Researcher and (url := undelete_url(last, request.user)):
            button = format_html(POST_BUTTON, url, "undo", _("Undo"))
        text = _("“{row}” is deleted. {button}")
        request.answer = format_html(text, row=obj_display, button=button)
        return super().response_delete(request, obj_display, obj_id)

    def _after_deletion(self):
        return {"can_come_back": self._is_versioned and self.model is not Researcher}

    # --- Where what was deleted is --------------------------------------------------------------

    def changelist_view(self, request, extra_context=None):
        own = {"trash_url": self._trash_url(request)} if request.method == "GET" else {}
        return super().changelist_view(request, own | (extra_context or {}))

    def _trash_url(self, request):
        """Of one's one record; of managers, all of the lab."""
        if not self._is_versioned:
            return None
        field = self.model.record_field
        if access.is_manager(request.user):
            return reverse("admin:profiles_researcher_trash_shared")
        records = access.records_of(request.user)[:2] if field else []
        if len(records) != 1:
            return None
        return reverse("admin:profiles_researcher_trash", args=[records[0].pk])

    # --- The list of versions -------------------------------------------------------------------

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        context["has_history"] = obj is not None and self._may_read_versions(request, obj)
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    def history_view(self, request, object_id, extra_context=None):
        if not self._is_versioned:
            return super().history_view(request, object_id, extra_context)
        row = self._readable(request, object_id)
        revisions = revisions_of(row).select_related("user")
        page = Paginator(revisions, PAGE_SIZE).get_page(request.GET.get("p"))
        names = versions.RowNames(request.user)
        entries = [  # each beside the one before it
            (each, before and comparison.differences(self.model, before.state, each.state, names))
            for each, before in with_previous(list(page.object_list), revisions)
        ]
        context = {
            "title": _("History of “%(row)s”") % {"row": row},
            "page": page,
            "entries": entries,
            "external_events": self.external_events(request, row),
        }
        return self._history_page(request, row, "revisions", context | (extra_context or {}))

    def external_events(self, request, row) -> list[LogEvent]:
        """What else changed `row`, as far as the user may know; newest first."""
        return []

    # --- Two of them ----------------------------------------------------------------------------

    def compare_view(self, request, object_id):
        row = self._readable(request, object_id)
        chosen = [self._revision(row, request.GET.get(name)) for name in ("from", "to")]
        before, after = sorted(chosen, key=lambda revision: revision.pk)
        names = versions.RowNames(request.user)
        context = {
            "title": _("Two versions of “%(row)s”") % {"row": row},
            "before": before,
            "after": after,
            "differences": comparison.differences(self.model, before.state, after.state, names),
        }
        return self._history_page(request, row, "compare", context)

    # --- Back to one ----------------------------------------------------------------------------

    def restore_view(self, request, object_id, revision):
        row = self._readable(request, object_id)
        if not self.has_change_permission(request, row):
            raise PermissionDenied
        version = self._revision(row, str(revision))
        if request.method != "POST":
            context = {
                "title": _("Restore a version of “%(row)s”") % {"row": row},
                "version": version,
                "differences": versions.preview(version, row, request.user),
            }
            return self._history_page(request, row, "restore", context)
        chosen = request.POST.getlist("chosen")
        try:
            warnings = versions.restore(version, row, chosen, request.user)
        except versions.RestoreError as why:
            messages.error(request, str(why))
            return HttpResponseRedirect(request.path)
        for text in dict.fromkeys(warnings):
            messages.warning(request, text)
        messages.success(request, _("Restored. What stood here before is in the history, too."))
        return HttpResponseRedirect(self.row_url("history", row))

    # --- Shared ---------------------------------------------------------------------------------

    @property
    def _is_versioned(self):
        return issubclass(self.model, VersionedModel)

    def _readable(self, request, object_id):
        row = self.get_object(request, unquote(object_id))
        if not self._is_versioned or not self._may_read_versions(request, row):
            raise PermissionDenied
        return row

    def _may_read_versions(self, request, row):
        """Who writes a record reads its versions; of what all share, those who may edit it do."""
        if getattr(self.model, "owned_through", ()) and self.has_view_permission(request, row):
            return True
        return self.has_change_permission(request, row)

    def _revision(self, row, pk):
        pk = pk if pk and is_valid_pk(pk) else 0
        return get_object_or_404(revisions_of(row).select_related("user"), pk=pk)

    def row_url(self, page, row):
        name = f"admin:{self.opts.app_label}_{self.opts.model_name}_{page}"
        return reverse(name, args=[row.pk])

    def _history_page(self, request, row, name, context):
        own = {
            "original": row,
            "change_url": self.row_url("change", row),
            "history_url": self.row_url("history", row),
            "compare_url": self.row_url("compare", row),
            "may_restore": self.has_change_permission(request, row),
        }
        return self.render_page(request, f"admin/history/{name}.html", own | context)
