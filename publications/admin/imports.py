"""Imports in the admin: upload or paste, see the plan, apply, read what was done, take it back."""

from datetime import timedelta
from functools import partial
from http import HTTPStatus
from uuid import UUID, uuid4

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.db.models import Q
from django.http import Http404, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from history.snapshots import track_changes
from profiles import access
from profiles.admin import extra_pages
from profiles.admin.base import NOT_STORED, ScopedAdmin
from profiles.disk import Busy, log_storage_error, one_at_a_time, set_status
from profiles.models import Researcher
from profiles.signals import send_names_changed
from publications import refusals
from publications.admin.import_forms import ENCODINGS, ImportForm, PlanChanged, Proposal
from publications.admin.import_pages import batch_page, counted, hide_titles
from publications.bibtex import UnsureEncodingError
from publications.importer import undo
from publications.models import ImportBatch, PendingImport
from publications.progress import Cancelled, Progress

KEPT_FOR = timedelta(days=1)
PLACE = "admin:publications_importbatch_"
PLAN_TITLE = gettext_lazy("What this import would do")
BUSY_TITLE = gettext_lazy("Another import of yours is being read")
CHANGED = gettext_lazy(
    "Something here changed since you saw the plan, so nothing was imported yet. This is the plan "
    "as it is now; your choices are kept."
)


class ForFilter(admin.RelatedOnlyFieldListFilter):
    """The column is called "for", which makes no heading of a filter."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.title = _("researcher")


# Registered above, with imports of sites: exchange.admin.
class ImportBatchAdmin(ScopedAdmin):
    """To be read, added to and undone; never edited.

    Django's add page becomes the upload; the plan of an import has an address of its own.
    """

    menu_group = "papers"
    menu_place = 55
    can_delete = False
    purpose = gettext_lazy("What was imported, and how to undo it.")
    change_list_template = "admin/publications/importbatch/change_list.html"
    list_display = ["name", "created_at", "researcher", "user", "result", "undone"]
    list_display_links = ["name"]
    list_select_related = ["researcher", "user"]
    list_per_page = 50
    search_fields = ["files"]
    fields = readonly_fields = ["researcher", "user", "origin", "created_at"]
    # What else may be imported, each with an address of its own.
    other_forms: tuple[type, ...] = ()
    # Kind of such a form -> what plans and applies its uploads, unless it is as of papers.
    proposals: dict[str, type[Proposal]] = {}

    def get_urls(self):
        uploads = [
            self.page_path(f"{form.kind}/", partial(self.upload_view, form_class=form), form.kind)
            for form in self.other_forms
        ]
        return [
            *uploads,
            self.page_path("plan/<uuid:token>/", self.one_plan_view, "plan"),
            self.page_path("plan/<uuid:token>/options/", self.options_view, "options"),
            self.page_path("plan/<uuid:token>/discard/", self.discard_view, "discard"),
            self.page_path("progress/<uuid:token>/", self.progress_view, "progress"),
            self.page_path("<path:object_id>/undo/", self.undo_view, "undo"),
            *super().get_urls(),
        ]

    def menu_links(self, request):
        """Link to the upload for those who may import."""
        is_allowed = self.has_add_permission(request)
        return [(_("Import papers"), reverse(f"{PLACE}add"))] if is_allowed else []

    def get_queryset(self, request):
        """The reports are megabytes; a page of one import loads its own."""
        return super().get_queryset(request).defer("report")

    def get_list_filter(self, request):
        is_asked = access.is_manager(request.user) and not extra_pages.are_many(request.user)
        return [("researcher", ForFilter)] if is_asked else []

    # --- The list -----------------------------------------------------------------------------

    def changelist_view(self, request, extra_context=None):
        page = {"title": _("Imports"), "add_words": _("Import papers")}
        return super().changelist_view(request, page | (extra_context or {}))

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
        return self.upload_view(request, ImportForm)

    def upload_view(self, request, form_class):
        if not self.has_add_permission(request):
            raise PermissionDenied
        return self.upload(request, token_of(request), None, form_class)

    def options_view(self, request, token):
        """Another encoding, another researcher: the same text, answered anew."""
        pending = self.pending(request, token)
        if pending.batch_id:
            return redirect(f"{PLACE}change", pending.batch_id)
        forms = (form for form in self.other_forms if pending.options.get(form.kind))
        return self.upload(request, token, pending, next(forms, ImportForm))

    def upload(self, request, token, pending, form_class):
        """The form, or on to the plan; `pending` as it has it."""
        data = (request.POST, request.FILES) if request.method == "POST" else ()
        form, problem = form_class(*data, user=request.user, pending=pending), None
        if request.method == "POST":
            try:
                progress = Progress(request.user, token)
                with one_at_a_time(planning_of(request.user)), progress as form.progress:
                    progress.at("reading")
                    if form.is_valid():
                        return redirect(f"{PLACE}plan", self._keep(request, form, token).pk)
            except Busy:
                form.is_busy = True
            except Cancelled as done:
                form.add_error(None, str(done))
            except DatabaseError as error:
                problem = log_storage_error(request, error)
                again = _("The file has to be chosen again.")
                form.add_error(None, f"{NOT_STORED % {'why': problem.text}} {again}")
        context = {
            "title": form.title,
            "form": form,
            "pending": pending,
            "token": token,
            "waiting": [] if pending else list(_own(request).filter(batch=None, is_found=False)),
        }
        answer = self.page(request, form.kind, context)
        return set_status(answer, problem) if problem else answer

    def _keep(self, request, form, token):
        """The same form sent twice is one import; what nobody came back for goes."""
        PendingImport.objects.filter(~_waits()).delete()
        taken = PendingImport.objects.filter(pk=token)
        if taken.exclude(user=request.user, batch=None).exists():
            token = uuid4()
        values = form.values() | {"plan": None, "choices": {}}
        pending, _is_new = _own(request).update_or_create(
            pk=token, batch=None, defaults=values, create_defaults=values | {"user": request.user}
        )
        return pending

    # --- The plan -----------------------------------------------------------------------------

    def one_plan_view(self, request, token):
        """The plan of whatever is imported: one at a time for an account."""
        try:
            with one_at_a_time(planning_of(request.user)):
                return self.plan_view(request, token)
        except PendingImport.DoesNotExist:  # discarded in another window while this one began
            raise Http404 from None
        except Cancelled as done:
            messages.warning(request, str(done))
            # To make the plan again would take as long again.
            is_shown = request.method == "POST"
            return redirect(f"{PLACE}plan", token) if is_shown else redirect(f"{PLACE}add")
        except Busy:
            context = {"title": BUSY_TITLE, "token": token, "is_lost": request.method == "POST"}
            answer = self.page(request, "busy", context)
            answer.status_code = HTTPStatus.TOO_MANY_REQUESTS
            # Seconds; with its address, that nothing is sent twice.
            answer["Refresh"] = f"3; url={reverse(f'{PLACE}plan', args=[token])}"
            return answer

    def plan_view(self, request, token):
        pending = self.pending(request, token)
        if pending.batch_id:
            return redirect(f"{PLACE}change", pending.batch_id)
        with Progress(request.user, token) as progress:
            kinds = (kind for kind in self.proposals if pending.options.get(kind))
            make = self.proposals.get(next(kinds, ""), Proposal)
            proposal = make(pending, request.user, progress)
            try:
                if "_names" in request.POST:
                    return self._learn_names(request, proposal)
                if request.method == "POST":
                    return self._choose(request, proposal)
                return self._show(request, proposal)
            except UnsureEncodingError as error:
                return self._ask_encoding(request, pending, error.readings)

    def _ask_encoding(self, request, pending, readings):
        """Whoever knows the names sees which encoding is right; nothing is planned before."""
        labels = dict(ENCODINGS)
        context = {
            "title": _("Which letters are right?"),
            "pending": pending,
            "token": pending.pk,
            "readings": [(name, labels.get(name, name), sample) for name, sample in readings],
        }
        return self.page(request, "encoding", context)

    def _learn_names(self, request, proposal):
        """Of the names that the plan asks about, those that are the researcher's go onto the
        profile; the plan is made anew.
        """
        pending, shown = proposal.pending, proposal.shown()
        chosen = request.POST.getlist("name")
        if not set(chosen) <= {name for name, _count in shown["names"]}:
            messages.warning(request, CHANGED)
        elif chosen:
            with track_changes(request.user, pending.researcher):
                row = Researcher.objects.select_for_update().get(pk=pending.researcher_id)
                row.other_names = "\n".join([*row.other_names.splitlines(), *chosen])
                row.save(update_fields=["other_names", "updated_at"])
            return self.noted(request, pending, row, chosen)
        return redirect(f"{PLACE}plan", pending.pk)

    def noted(self, request, pending, person, names):
        """The profile has new names by now: back to the plan, which is made anew."""
        send_names_changed(person, by_manager=access.is_manager(request.user))
        text = _("Noted on the profile, under “Your names on papers”: %(names)s.")
        messages.success(request, text % {"names": ", ".join(names)})
        pending.note(plan=None)
        return redirect(f"{PLACE}plan", pending.pk)

    def _show(self, request, proposal):
        pending = proposal.pending
        before = (pending.plan or {}).get("digest")
        shown = proposal.shown()
        if before and before != shown["digest"]:
            messages.warning(request, CHANGED)
        context = {"title": PLAN_TITLE, "pending": pending, "token": pending.pk}
        return self.page(request, proposal.template, context | proposal.context(shown, request.GET))

    def _choose(self, request, proposal):
        """Notes what was chosen on this page; then on to another one, or to the import."""
        pending, data = proposal.pending, request.POST
        if not proposal.note(data):
            raise Http404
        if not {"go", "tick", "untick"} & data.keys():
            return self._apply(request, proposal)
        if data.get("digest") != proposal.shown()["digest"]:
            messages.warning(request, CHANGED)
        if "go" not in data:
            return redirect(request.get_full_path())
        show, _colon, number = data["go"].partition(":")
        query = {name: value for name, value in (("show", show), ("p", number)) if value}
        return redirect(reverse(f"{PLACE}plan", args=[pending.pk], query=query))

    def _apply(self, request, proposal):
        try:
            number = proposal.apply(request.POST.get("digest", ""))
        except PlanChanged as changed:
            messages.warning(request, str(changed) or CHANGED)
            return redirect(request.get_full_path())
        if number is None:
            messages.info(request, proposal.nothing)
            return redirect(f"{PLACE}plan", proposal.pending.pk)
        batch = ImportBatch.objects.get(pk=number)
        return self.finish(request, proposal.pending, batch, proposal.told(batch.counts))

    def finish(self, request, pending, batch: ImportBatch, text: str):
        """To the page of the import that was made."""
        messages.success(request, text)
        self.log_addition(request, batch, [{"added": {}}])
        return redirect(f"{PLACE}change", batch.pk)

    def discard_view(self, request, token):
        pending = self.pending(request, token)
        is_refused = request.method == "POST" and pending.is_found
        identities = refusals.all_of(pending) if is_refused else []
        if request.method == "POST" and _own(request).filter(pk=token, batch=None).delete()[0]:
            text = _("Discarded. Nothing was imported.")
            if is_refused:
                refusals.refuse(pending.researcher, identities)
                text = _("Refused: none of these will be proposed again.")
            messages.info(request, text)
            return redirect(f"{PLACE}changelist")
        return redirect(f"{PLACE}plan", token)

    # --- What a waiting page asks ---------------------------------------------------------------

    def progress_view(self, request, token):
        """How far it is, or to be no further; and, for a form that was open for long, a token that
        still holds.
        """
        progress = Progress(request.user, token)
        if request.method == "POST":
            progress.cancel()
        state = progress.read()
        return JsonResponse(state | {"csrf": get_token(request)})

    def pending(self, request, token):
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

    def page(self, request, name, context):
        return self.render_page(request, f"admin/publications/importbatch/{name}.html", context)

    # --- One import -----------------------------------------------------------------------------

    def change_view(self, request, object_id, form_url="", extra_context=None):
        batch = self.get_object(request, unquote(object_id))
        page = batch_page(batch, request.user, request.GET)
        title = _("Import %(number)s") % {"number": batch.pk}
        context = {"title": title, "batch": batch, "original": batch, "page": page}
        context |= self.batch_context(batch, page, request.user)
        person = batch.researcher
        if person and not person.is_public and access.can_publish(person, request.user):
            context["publish_url"] = reverse("admin:profiles_researcher_state", args=[person.pk])
        return self.page(request, "batch", context)

    def batch_context(self, batch, page: dict, user) -> dict:
        """What the page of an import shows beside papers, of some kinds of import."""
        return {}

    def undo_view(self, request, object_id):
        batch = self.get_object(request, unquote(object_id))
        if not access.can_edit(batch, request.user):
            raise PermissionDenied
        options = {"by_operator": access.is_manager(request.user)}
        try:
            if request.method == "POST":
                result = undo.undo(batch, user=request.user, **options)
            else:
                result = undo.preview(batch, **options)
        except undo.UndoError as error:
            messages.error(request, str(error))
            return redirect(f"{PLACE}change", batch.pk)
        if request.method != "POST":
            is_merge = batch.origin == ImportBatch.Origin.MERGE
            title = _("Undo the merge") if is_merge else _("Undo this import?")
            context = {"title": title, "batch": batch, "original": batch}
            hide_titles(result.kept, request.user)
            return self.page(request, "undo", context | {"result": result})
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
        rows = result.rows
        if rows.taken or rows.restored or rows.kept:
            more = _("Of other rows, %(undone)s are undone and %(kept)s are kept.")
            undone = len(rows.taken) + len(rows.restored)
            text = f"{text} {more % {'undone': undone, 'kept': len(rows.kept)}}"
        messages.success(request, text)
        self.log_change(request, batch, [{"changed": {"fields": [_("undone")]}}])
        return redirect(f"{PLACE}change", batch.pk)


def planning_of(user) -> str:
    """The lock of an account: the server reads or plans one import of it at a time."""
    return f"planning/{user.pk}.lock"


def token_of(request) -> UUID:
    """The one that the form came with, by which its page asks how far it is; else a new one."""
    try:
        return UUID(request.POST.get("token", ""))
    except ValueError:
        return uuid4()


def _waits():
    return Q(is_found=True) | Q(created_at__gte=timezone.now() - KEPT_FOR)


def _own(request):
    rows = PendingImport.objects.filter(_waits(), user=request.user)
    return rows.defer("data", "plan")  # megabytes: a plan's page loads its own
