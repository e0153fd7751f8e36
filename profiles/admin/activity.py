"""What happened on one record lately, or in the whole lab; what was deleted there;
and the versions of a row.
"""

import json

from django import forms
from django.contrib import messages
from django.contrib.admin.models import LogEntry
from django.contrib.admin.utils import unquote
from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import translation
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from history import comparison
from history.models import LogEvent, Revision, get_versioned_model, get_versioned_models
from history.snapshots import ListOrder, revisions_of, with_previous
from profiles import access, versions
from profiles.addresses import admin_url
from profiles.admin import extra_pages
from profiles.admin.extra_pages import ExtraPages
from profiles.folding import in_sentence
from profiles.identifiers import is_valid_pk
from profiles.models import Delegation, Researcher

PAGE_SIZE = 50
LONGEST_NUMBER = 7  # of a page
Action = Revision.Action


def activity(researcher: Researcher) -> QuerySet[Revision]:
    """Every version on the record, newest first, and of colleagues' rows that are theirs too."""
    condition = Q(researcher=researcher)
    for model in get_versioned_models():
        for path_to_record in getattr(model, "owned_through", ()):
            if path_to_record != model.record_field:
                rows = model._base_manager.exclude(**{model.record_field: researcher})
                shared = rows.filter(**{path_to_record: researcher}).values("pk")
                condition |= Q(kind=model._meta.label_lower, object_id__in=shared)
    rows = Revision.objects.filter(condition).exclude(action=Action.BASELINE)
    return rows.select_related("user").defer("state")


def lab_activity() -> QuerySet[Revision]:
    """Every version of every record and of what is nobody's, newest first, but those of imports:
    each of these is one event.
    """
    rows = Revision.objects.exclude(action__in=[Action.BASELINE, Action.IMPORTED])
    rows = rows.order_by("-made_at", "-pk").select_related("user", "researcher")
    return rows.defer("state")


def deleted(researcher: Researcher | None, user) -> QuerySet[Revision]:
    """The last word on each row that is gone, newest first.

    Without a researcher: venues, topics, papers of nobody. Who may not publish brings back drafts.
    """
    rows = _gone(Revision.objects.filter(researcher=researcher))
    if researcher is None or access.may_publish(user, researcher):
        return rows
    return rows.filter(state__fields__published_at=None)


def deleted_anywhere() -> QuerySet[Revision]:
    """The last word on each row that is gone, of every record and of nobody's, newest first."""
    return _gone(Revision.objects.all())


def _gone(rows):
    same = {"kind": OuterRef("kind"), "object_id": OuterRef("object_id")}
    later = Revision.objects.filter(**same, pk__gt=OuterRef("pk")).order_by()
    rows = rows.filter(~Exists(later), action=Action.DELETED)
    return rows.select_related("user", "researcher")


def undelete_url(revision: Revision, user) -> str:
    """Where a deletion is undone with POST; "" where `user` may not."""
    if revision.researcher is None and not access.is_manager(user):
        return ""
    may = deleted(revision.researcher, user).filter(pk=revision.pk).exists()
    return _url("undelete", revision.researcher, revision.pk) if may else ""


class UncountedPage:
    """A page of versions of the whole lab, which are too many to count; the first where there is
    none of that number. For the templates, as Django's Page.
    """

    def __init__(self, rows: QuerySet[Revision], number: str | None):
        is_number = is_valid_pk(number or "") and len(number) < LONGEST_NUMBER
        self.number = max(1, int(number)) if is_number else 1
        start = (self.number - 1) * PAGE_SIZE
        # With the last one before the page, and the first one after it.
        found = list(rows[max(0, start - 1) : start + PAGE_SIZE + 1])
        if start and len(found) < 2:
            self.number, start, found = 1, 0, list(rows[: PAGE_SIZE + 1])
        earlier, found = (found[:1], found[1:]) if start else ([], found)
        self.object_list, later = found[:PAGE_SIZE], found[PAGE_SIZE:]
        self.has_previous, self.has_next = start > 0, bool(later)
        self.has_other_pages = self.has_previous or self.has_next
        self.previous_page_number, self.next_page_number = self.number - 1, self.number + 1
        # The moments between which it lies, None for no bound.
        self.before = earlier[0].made_at if earlier else None
        self.after = self.object_list[-1].made_at if later else None


class AccountForm(forms.Form):
    """Whose changes are shown: sent as a GET, "by" is a key."""

    by = forms.ModelChoiceField(
        queryset=None, required=False, empty_label=gettext_lazy("everybody")
    )

    def __init__(self, accounts, chosen):
        super().__init__(initial={"by": chosen}, auto_id="%s")
        field = self.fields["by"]
        if accounts[extra_pages.MANY : extra_pages.MANY + 1]:
            field.widget = extra_pages.type_ahead(Researcher._meta.get_field("owner"))
        else:
            active = Exists(Revision.objects.filter(user=OuterRef("pk")))
            accounts = accounts.filter(active)
        field.queryset = accounts


class ActivityPages(ExtraPages):
    """<id>/activity/ and <id>/trash/ of a researcher; activity/ and trash/ of all of them, for
    managers.
    """

    def get_urls(self):
        of_record = "<path:object_id>/"
        return [
            self.path("activity/", self.activity_view, "activity_shared"),
            self.path("trash/", self.trash_view, "trash_shared"),
            self.path("trash/<int:revision>/", self.undelete_view, "undelete_shared"),
            self.path(f"{of_record}trash/", self.trash_view, "trash"),
            self.path(f"{of_record}trash/<int:revision>/", self.undelete_view, "undelete"),
            self.path(f"{of_record}activity/", self.activity_view, "activity"),
        ]

    # --- What happened --------------------------------------------------------------------------

    def activity_view(self, request, object_id=None):
        """It names everything on the record: it is for those who may publish there."""
        if object_id is None:
            return self._lab_activity(request)
        researcher = self.admin.get_object(request, unquote(object_id))
        if not access.may_publish(request.user, researcher):
            raise PermissionDenied
        page = Paginator(activity(researcher), PAGE_SIZE).get_page(request.GET.get("p"))
        context = {
            "title": _("Recent activity: %(name)s") % {"name": researcher},
            "page": page,
            "entries": _entries(list(page.object_list)),
        }
        return self._page(request, researcher, "activity", context)

    def _lab_activity(self, request):
        """`?by=` the key of an account: what that one did."""
        if not access.is_manager(request.user):
            raise PermissionDenied
        accounts = get_user_model()._default_manager.order_by("username")
        by = request.GET.get("by", "")
        account = accounts.filter(pk=by).first() if is_valid_pk(by) else None
        rows = lab_activity()
        rows = rows.filter(user=account) if account else rows
        page = UncountedPage(rows, request.GET.get("p"))
        events = self.lab_events(page.after, page.before, account)
        entries = _entries(page.object_list)
        entries += [(event.when, event, "", event.url) for event in events]
        context = {
            "title": _("Recent activity in the lab"),
            "page": page,
            "entries": sorted(entries, key=lambda entry: entry[0], reverse=True),
            "choice": AccountForm(accounts, account),
            "account": account,
        }
        return self._page(request, None, "activity", context)

    def lab_events(self, after, before, account) -> list[LogEvent]:
        """What happened in the lab without a version: after a moment and before another, either
        None for no bound; of one account, or of all where that is None.
        """
        return []

    # --- What was deleted -----------------------------------------------------------------------

    def trash_view(self, request, object_id=None):
        researcher = self._trash_owner(request, object_id)
        rows = deleted(researcher, request.user) if researcher else deleted_anywhere()
        page = UncountedPage(rows.defer("state"), request.GET.get("p"))
        title = _("Deleted from the profile of %(name)s") if researcher else _("Deleted in the lab")
        context = {
            "title": title % {"name": researcher},
            "page": page,
            "entries": [
                (row, _model_name(row), _url("undelete", row.researcher, row.pk))
                for row in page.object_list
            ],
        }
        return self._page(request, researcher, "trash", context)

    def undelete_view(self, request, revision, object_id=None):
        researcher = self._trash_owner(request, object_id)
        gone = get_object_or_404(deleted(researcher, request.user), pk=revision)
        if request.method != "POST":
            model, names = get_versioned_model(gone.kind), versions.RowNames(request.user)
            context = {
                "title": _("Restore “%(row)s”") % {"row": gone.name},
                "gone": gone,
                "contents": comparison.contents(model, gone.state, names),
            }
            return self._page(request, researcher, "undelete", context)
        try:
            row, warnings = versions.undelete(gone, request.user)
        except versions.RestoreError as why:
            messages.error(request, _("Not restored. %(why)s") % {"why": why})
            return HttpResponseRedirect(_url("trash", researcher))
        for text in dict.fromkeys(warnings):
            messages.warning(request, text)
        messages.success(request, _("“%(row)s” is back, as it was.") % {"row": in_sentence(row)})
        return HttpResponseRedirect(admin_url(type(row), "change", row.pk))

    def _trash_owner(self, request, object_id):
        """None for what is nobody's, which is the managers' to bring back."""
        if object_id is None:
            if not access.is_manager(request.user):
                raise PermissionDenied
            return None
        return self.admin.get_object(request, unquote(object_id))

    def _page(self, request, researcher, name, context):
        may_see_all = researcher and access.may_publish(request.user, researcher)
        context |= {
            "original": researcher,
            "activity_url": _url("activity", researcher) if may_see_all or not researcher else "",
            "trash_url": _url("trash", researcher),
            "drafts_only": researcher and not may_see_all,
        }
        return self.admin.render_page(request, f"admin/history/{name}.html", context)


def _url(page, researcher, *args):
    if researcher is None:
        return admin_url(Researcher, f"{page}_shared", *args)
    return admin_url(Researcher, page, researcher.pk, *args)


def _model_name(revision):
    model = get_versioned_model(revision.kind)
    return capfirst(str(model._meta.verbose_name)) if model else revision.kind


def _entries(revisions):
    """[(when, version, its model's name, the address of its history or "")], newest first; a query
    for each model.
    """
    stored = {}
    for kind in {row.kind for row in revisions}:
        if model := get_versioned_model(kind):
            pks = [row.object_id for row in revisions if row.kind == kind]
            stored[kind] = set(model._base_manager.filter(pk__in=pks).values_list("pk", flat=True))
    entries = []
    for row in revisions:
        name, url = row.kind.removesuffix(ListOrder.SUFFIX).replace(".", "_"), ""
        if row.kind.endswith(ListOrder.SUFFIX):
            url = f"{reverse(f'admin:{name}_order_versions')}?researcher={row.object_id}"
            entries.append((row.made_at, row, _("Order"), url))
            continue
        if row.object_id in stored.get(row.kind, ()):
            url = reverse(f"admin:{name}_history", args=[row.object_id])
        entries.append((row.made_at, row, _model_name(row), url))
    return entries


# --- In no version: who may write a record, and where it stands; the log tells of it --------------


def changes_of_rights(researcher: Researcher, user) -> list[LogEvent]:
    """Delegates, the account, invitations, the address: for those who may change them."""
    if not access.administers(user, researcher):
        return []
    kind = ContentType.objects.get_for_model(researcher)
    log = LogEntry.objects.filter(content_type=kind, object_id=str(researcher.pk))
    with translation.override(None):
        names = {str(Delegation._meta.verbose_name)}
        fields = {str(Researcher._meta.get_field("owner").verbose_name)}
    return [
        LogEvent(entry.action_time, text, user=entry.user.get_username())
        for entry in log.select_related("user").order_by("-action_time")
        if (text := _message(entry, names, fields))
    ]


def _message(entry, names, fields) -> str:
    """In words, without what versions tell; "" where that is all."""
    try:
        parts = json.loads(entry.change_message)
    except ValueError:
        return entry.change_message
    of_rights = []
    for part in parts if isinstance(parts, list) else ():
        for change in part.values():
            rights = fields & {field.lower() for field in change.get("fields", ())}
            if change.get("name") in names:
                of_rights.append(part)
            elif "name" not in change and rights:
                of_rights.append({"changed": {"fields": sorted(rights)}})
    entry.change_message = json.dumps(of_rights)
    return entry.get_change_message() if of_rights else ""


# --- History: the versions of a row --------------------------------------------------------------

VERSIONS_ON_A_PAGE = 20


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
        page = Paginator(revisions, VERSIONS_ON_A_PAGE).get_page(request.GET.get("p"))
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
