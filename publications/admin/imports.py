"""The imports that were made: what each did, and the way to take it back."""

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from profiles import access
from profiles.admin.base import GuardedAdmin
from publications.admin.batch_page import BatchPage, counted, hide_titles
from publications.admin.importing import PLACE, ImportingMixin
from publications.importer import undo
from publications.models import ImportBatch
from website.search import index


class ForFilter(admin.RelatedOnlyFieldListFilter):
    """The column is called "for", which makes no heading of a filter."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.title = _("researcher")


@admin.register(ImportBatch)
class ImportBatchAdmin(ImportingMixin, GuardedAdmin):
    """To be read, added to and undone; never edited."""

    menu_group = "papers"
    menu_place = 55
    add_label = gettext_lazy("Import papers")
    change_list_template = "admin/publications/importbatch/change_list.html"
    list_display = ["name", "created_at", "researcher", "user", "result", "undone"]
    list_display_links = ["name"]
    list_select_related = ["researcher", "user"]
    list_per_page = 50
    search_fields = ["files"]
    fields = readonly_fields = ["researcher", "user", "origin", "created_at"]

    def get_urls(self):
        view = self.admin_site.admin_view(self.undo_view)
        name = "publications_importbatch_undo"
        return [path("<path:object_id>/undo/", view, name=name), *super().get_urls()]

    def get_queryset(self, request):
        """The reports are megabytes; a page of one import loads its own."""
        return super().get_queryset(request).defer("report")

    def has_delete_permission(self, request, obj=None):
        return False

    def get_list_filter(self, request):
        return [("researcher", ForFilter)] if access.is_manager(request.user) else []

    def sole_record(self, request):
        return None

    # --- The list -----------------------------------------------------------------------------

    def changelist_view(self, request, extra_context=None):
        own = {"title": _("Imports"), "can_import": self.has_add_permission(request)}
        return super().changelist_view(request, own | (extra_context or {}))

    @admin.display(description=gettext_lazy("from"), ordering="files")
    def name(self, batch):
        return str(batch)

    @admin.display(description=gettext_lazy("result"))
    def result(self, batch):
        return ", ".join(f"{count} {text}" for _name, text, count in counted(batch.counts)) or "–"

    @admin.display(description=gettext_lazy("undone"), ordering="undone_at")
    def undone(self, batch):
        return batch.undone_at or "–"

    # --- One import -----------------------------------------------------------------------------

    def change_view(self, request, object_id, form_url="", extra_context=None):
        batch = self.get_object(request, unquote(object_id))
        page = BatchPage(batch, request.user, request.GET)
        title = _("Import %(number)s") % {"number": batch.pk}
        context = {"title": title, "batch": batch, "original": batch, "page": page}
        return self._page(request, "batch", context)

    def undo_view(self, request, object_id):
        batch = self.get_object(request, unquote(object_id))
        if not access.can_edit(batch, request.user):
            raise PermissionDenied
        trusted = access.is_manager(request.user)
        try:
            if request.method == "POST":
                return self._undo(request, batch, trusted)
            result = undo.preview(batch, trusted=trusted)
        except undo.Refused as refusal:
            messages.error(request, str(refusal))
            return redirect(f"{PLACE}change", batch.pk)
        context = {"title": _("Undo this import?"), "batch": batch, "original": batch}
        hide_titles(result.kept, request.user)
        return self._page(request, "undo", context | {"result": result})

    def _undo(self, request, batch, trusted):
        result = undo.undo(batch, trusted=trusted)
        index.fill()
        count = len(result.taken) + len(result.restored)
        text = ngettext("Undone: %(count)s paper.", "Undone: %(count)s papers.", count)
        text %= {"count": count}
        if result.kept:
            more = ngettext(
                "%(count)s paper is kept; why, you see below.",
                "%(count)s papers are kept; why, you see below.",
                len(result.kept),
            )
            text = f"{text} {more % {'count': len(result.kept)}}"
        messages.success(request, text)
        self.log_change(request, batch, [{"changed": {"fields": [_("undone")]}}])
        return redirect(f"{PLACE}change", batch.pk)
