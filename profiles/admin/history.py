"""The history of a row in the admin: kept at each save, shown, compared, restored."""

from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from history import comparison
from history.recording import revisions_of, with_previous
from profiles import versions
from profiles.admin.extra_pages import ExtraPages
from profiles.identifiers import is_valid_pk

PAGE_SIZE = 20


class HistoryPages(ExtraPages):
    """Of a ModelAdmin whose rows have versions: the list of them, two beside each other, and the
    way back to one. The ModelAdmin says by `external_events` what else changed a row.
    """

    def get_urls(self):
        route = "<path:object_id>/history"
        return [
            self.path(f"{route}/compare/", self.compare_view, "compare"),
            self.path(f"{route}/<int:revision>/restore/", self.restore_view, "restore"),
        ]

    # --- The list of versions -------------------------------------------------------------------

    def history_view(self, request, object_id):
        row = self._readable(request, object_id)
        revisions = revisions_of(row).select_related("user")
        page = Paginator(revisions, PAGE_SIZE).get_page(request.GET.get("p"))
        names = versions.RowNames(request.user)
        entries = [  # each beside the one before it
            (
                revision,
                before and comparison.differences(self.model, before.state, revision.state, names),
            )
            for revision, before in with_previous(list(page.object_list), revisions)
        ]
        context = {
            "title": _("History of “%(row)s”") % {"row": row},
            "page": page,
            "entries": entries,
            "external_events": self.admin.external_events(request, row),
        }
        return self._page(request, row, "revisions", context)

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
        return self._page(request, row, "compare", context)

    # --- Back to one ----------------------------------------------------------------------------

    def restore_view(self, request, object_id, revision):
        row = self._readable(request, object_id)
        if not self.admin.has_change_permission(request, row):
            raise PermissionDenied
        version = self._revision(row, str(revision))
        if request.method != "POST":
            context = {
                "title": _("Restore a version of “%(row)s”") % {"row": row},
                "version": version,
                "differences": versions.preview(version, row, request.user),
            }
            return self._page(request, row, "restore", context)
        chosen = request.POST.getlist("chosen")
        try:
            warnings = versions.restore(version, row, chosen, request.user)
        except versions.RestoreError as why:
            messages.error(request, str(why))
            return HttpResponseRedirect(request.path)
        for text in dict.fromkeys(warnings):
            messages.warning(request, text)
        messages.success(request, _("Restored. The history also has what was here before."))
        return HttpResponseRedirect(self.admin.row_url("history", row))

    # --- Shared ---------------------------------------------------------------------------------

    def _readable(self, request, object_id):
        row = self.admin.get_object(request, unquote(object_id))
        if not self.admin.is_versioned or not self.admin.may_read_versions(request, row):
            raise PermissionDenied
        return row

    def _revision(self, row, pk):
        pk = pk if pk and is_valid_pk(pk) else 0
        return get_object_or_404(revisions_of(row).select_related("user"), pk=pk)

    def _page(self, request, row, name, context):
        page = {
            "original": row,
            "change_url": self.admin.row_url("change", row),
            "history_url": self.admin.row_url("history", row),
            "compare_url": self.admin.row_url("compare", row),
            "may_restore": self.admin.has_change_permission(request, row),
        }
        return self.admin.render_page(request, f"admin/history/{name}.html", page | context)
