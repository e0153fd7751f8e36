"""Imports in the admin: upload or paste, see the plan, apply, read what was done, take it back."""

from datetime import timedelta
from uuid import UUID, uuid4

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import Http404, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import path
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from profiles import access
from profiles.admin.base import ScopedAdmin
from profiles.identifiers import is_valid_pk
from publications.admin.import_forms import ImportForm, PlanChanged, Progress, Proposal, digest
from publications.admin.import_pages import batch_page, counted, hide_titles, plan_page
from publications.importer import undo
from publications.models import ImportBatch, PendingImport

KEPT_FOR = timedelta(days=1)
PLACE = "admin:publications_importbatch_"


class ForFilter(admin.RelatedOnlyFieldListFilter):
    """The column is called "for", which makes no heading of a filter."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.title = _("researcher")


@admin.register(ImportBatch)
class ImportBatchAdmin(ScopedAdmin):
    """To be read, added to and undone; never edited.

    Django's add page becomes the upload; the plan of an import has an address of its own.
    """

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
        view, name = self.admin_site.admin_view, "publications_importbatch_"
        return [
            path("plan/<uuid:token>/", view(self.plan_view), name=f"{name}plan"),
            path("plan/<uuid:token>/options/", view(self.options_view), name=f"{name}options"),
            path("plan/<uuid:token>/discard/", view(self.discard_view), name=f"{name}discard"),
            path("progress/<uuid:token>/", view(self.progress_view), name=f"{name}progress"),
            path("<path:object_id>/undo/", view(self.undo_view), name=f"{name}undo"),
            *super().get_urls(),
        ]

    def get_queryset(self, request):
        """The reports are megabytes; a page of one import loads its own."""
        return super().get_queryset(request).defer("report")

    def has_delete_permission(self, request, obj=None):
        return False

    def get_list_filter(self, request):
        return [("researcher", ForFilter)] if access.is_manager(request.user) else []

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

    # --- The upload ---------------------------------------------------------------------------

    def add_view(self, request, form_url="", extra_context=None):
        if not self.has_add_permission(request):
            raise PermissionDenied
        try:  # the one that the form came with, by which its page asks how far it is
            token = UUID(request.POST.get("token", ""))
        except ValueError:
            token = uuid4()
        return self._upload(request, token, None)

    def options_view(self, request, token):
        """Another encoding, another researcher: the same text, answered anew."""
        pending = self._pending(request, token)
        if pending.batch_id:
            return redirect(f"{PLACE}change", pending.batch_id)
        return self._upload(request, token, pending)

    def _upload(self, request, token, pending):
        data = (request.POST, request.FILES) if request.method == "POST" else ()
        form = ImportForm(*data, user=request.user, pending=pending)
        if request.method == "POST":
            with Progress(request.user, token).at("reading"):
                if form.is_valid():
                    return redirect(f"{PLACE}plan", self._keep(request, form, token).pk)
        context = {
            "title": _("Import papers"),
            "form": form,
            "pending": pending,
            "token": token,
            "waiting": [] if pending else list(_own(request).filter(batch=None).defer("data")),
        }
        return self._page(request, "upload", context)

    def _keep(self, request, form, token):
        """The same form sent twice is one import; what nobody came back for goes."""
        PendingImport.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).delete()
        taken = PendingImport.objects.filter(pk=token)
        if taken.exclude(user=request.user, batch=None).exists():
            token = uuid4()
        values = form.values()
        pending, _is_new = _own(request).update_or_create(
            pk=token, batch=None, defaults=values, create_defaults=values | {"user": request.user}
        )
        return pending

    # --- The plan -----------------------------------------------------------------------------

    def plan_view(self, request, token):
        pending = self._pending(request, token)
        if pending.batch_id:
            return redirect(f"{PLACE}change", pending.batch_id)
        with Progress(request.user, token) as progress:
            proposal = Proposal(pending, request.user, progress)
            if request.method == "POST":
                return self._apply(request, proposal)
            return self._show(request, proposal, proposal.plan())

    def _show(self, request, proposal, plan, skip=(), theirs=()):
        pending = proposal.pending
        context = {
            "title": _("What this import would do"),
            "pending": pending,
            "page": plan_page(plan, proposal.parsed, skip, theirs),
            "plan": plan,
            "counts": plan.report().totals(),
            "digest": digest(plan),
            "token": pending.pk,
        }
        return self._page(request, "plan", context)

    def _apply(self, request, proposal):
        skip, theirs = _choices(request.POST, proposal)
        try:
            report = proposal.apply(request.POST.get("digest", ""), skip=skip, theirs=theirs)
        except PlanChanged as changed:
            text = _(
                "Something here changed since you saw the plan, so nothing was imported yet. "
                "This is the plan as it is now; your choices are kept."
            )
            messages.warning(request, text)
            return self._show(request, proposal, changed.plan, skip, theirs)
        pending = proposal.pending
        if report.batch is None:
            messages.info(request, _("There was nothing to import, so nothing was changed."))
            return redirect(f"{PLACE}plan", pending.pk)
        pending.batch_id, pending.data = report.batch, b""
        pending.save(update_fields=["batch", "data"])
        new, changed = report.counts["created"], report.counts["updated"]
        text = ngettext("Imported: %(new)s new paper", "Imported: %(new)s new papers", new)
        if changed:
            text += ngettext(", %(changed)s changed", ", %(changed)s changed", changed)
        numbers = {"new": number_format(new), "changed": number_format(changed)}
        messages.success(request, f"{text % numbers}.")
        self.log_addition(request, ImportBatch.objects.get(pk=report.batch), [{"added": {}}])
        return redirect(f"{PLACE}change", report.batch)

    def discard_view(self, request, token):
        pending = self._pending(request, token)
        if request.method == "POST":
            pending.delete()
            messages.info(request, _("Discarded. Nothing was imported."))
            return redirect(f"{PLACE}changelist")
        return redirect(f"{PLACE}plan", pending.pk)

    # --- What a waiting page asks ---------------------------------------------------------------

    def progress_view(self, request, token):
        """How far it is; and, for a form that was open for long, a token that still holds."""
        state = Progress(request.user, token).read()
        return JsonResponse(state | {"csrf": get_token(request)})

    def _pending(self, request, token):
        """Its user's own, while they may still import for its researcher; else it is not there."""
        pending = get_object_or_404(_own(request).select_related("researcher"), pk=token)
        if pending.researcher is None:
            may_import = access.is_manager(request.user)
        else:
            records = access.records_for(ImportBatch, request.user)
            may_import = records.filter(pk=pending.researcher_id).exists()
        if not may_import:
            raise Http404
        return pending

    def _page(self, request, name, context):
        context = self.admin_site.each_context(request) | {"opts": self.opts} | context
        return TemplateResponse(request, f"admin/publications/importbatch/{name}.html", context)

    # --- One import -----------------------------------------------------------------------------

    def change_view(self, request, object_id, form_url="", extra_context=None):
        batch = self.get_object(request, unquote(object_id))
        page = batch_page(batch, request.user, request.GET)
        title = _("Import %(number)s") % {"number": batch.pk}
        context = {"title": title, "batch": batch, "original": batch, "page": page}
        return self._page(request, "batch", context)

    def undo_view(self, request, object_id):
        batch = self.get_object(request, unquote(object_id))
        if not access.can_edit(batch, request.user):
            raise PermissionDenied
        act = undo.undo if request.method == "POST" else undo.preview
        try:
            result = act(batch, by_operator=access.is_manager(request.user))
        except undo.UndoError as error:
            messages.error(request, str(error))
            return redirect(f"{PLACE}change", batch.pk)
        if request.method != "POST":
            context = {"title": _("Undo this import?"), "batch": batch, "original": batch}
            hide_titles(result.kept, request.user)
            return self._page(request, "undo", context | {"result": result})
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


def _own(request):
    young = timezone.now() - KEPT_FOR
    return PendingImport.objects.filter(user=request.user, created_at__gte=young)


def _choices(data, proposal):
    """`skip` and `theirs` as the importer takes them; what names no line of the file is nothing."""
    name = proposal.pending.name
    ticked = set(data.getlist("entry"))
    lines = {record.line for record in proposal.parsed.records if not record.refused}
    skip = {(name, line) for line in lines if str(line) not in ticked}
    theirs = set()
    for key, value in data.items():
        word, _colon, rest = key.partition(":")
        line, _colon, field = rest.partition(":")
        if word == "take" and value == "theirs" and is_valid_pk(line) and int(line) in lines:
            theirs.add((name, int(line), field))
    return skip, theirs
