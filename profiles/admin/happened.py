"""On one record: what happened lately, and what was deleted and can come back."""

from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Max, Q, QuerySet
from django.http import HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from profiles import access, history
from profiles.history import comparing, restoring
from profiles.history.kinds import all_kinds
from profiles.history.wording import Names
from profiles.models import Researcher, Revision

A_PAGE = 50
Action = Revision.Action


def happened(researcher: Researcher) -> QuerySet[Revision]:
    """Every version on the record, newest first, and of colleagues' rows that are theirs too."""
    condition = Q(researcher=researcher)
    for kind in all_kinds():
        condition |= Q(kind=kind.name, object_id__in=kind.shared(researcher))
    rows = Revision.objects.filter(condition).exclude(action=Action.FOUND)
    return rows.select_related("user").defer("state")


def deleted(researcher: Researcher) -> QuerySet[Revision]:
    """The last word on each row that is gone, newest first."""
    last = researcher.revisions.order_by("kind", "object_id").values("kind", "object_id")
    ids = last.annotate(last=Max("pk")).values("last")
    rows = Revision.objects.filter(pk__in=ids, action=Action.DELETED)
    return rows.select_related("user")


class HappenedMixin:
    """Adds happened/ and deleted/ to the admin of researchers."""

    def get_urls(self):
        view = self.admin_site.admin_view
        return [
            path(
                "<path:object_id>/happened/",
                view(self.happened_view),
                name="profiles_researcher_happened",
            ),
            path(
                "<path:object_id>/deleted/",
                view(self.deleted_view),
                name="profiles_researcher_deleted",
            ),
            path(
                "<path:object_id>/deleted/<int:revision>/",
                view(self.bring_back_view),
                name="profiles_researcher_bring_back",
            ),
            *super().get_urls(),
        ]

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        context["may_see_all"] = obj is not None and access.may_publish(request.user, obj)
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    def happened_view(self, request, object_id):
        researcher = self._published_by(request, object_id)
        page = Paginator(happened(researcher), A_PAGE).get_page(request.GET.get("p"))
        context = {
            "title": _("What happened on the page of %(name)s") % {"name": researcher},
            "page": page,
            "entries": _entries(list(page.object_list)),
        }
        return self._record_page(request, researcher, "happened", context)

    def deleted_view(self, request, object_id):
        researcher = self._published_by(request, object_id)
        page = Paginator(deleted(researcher).defer("state"), A_PAGE).get_page(request.GET.get("p"))
        context = {
            "title": _("Deleted from the record of %(name)s") % {"name": researcher},
            "page": page,
            "entries": [(row, _kind_name(row)) for row in page.object_list],
        }
        return self._record_page(request, researcher, "deleted", context)

    def bring_back_view(self, request, object_id, revision):
        researcher = self._published_by(request, object_id)
        gone = get_object_or_404(deleted(researcher), pk=revision)
        if request.method != "POST":
            context = {
                "title": _("Bring back “%(row)s”") % {"row": gone.name},
                "gone": gone,
                "said": comparing.said(gone, Names(request.user)),
            }
            return self._record_page(request, researcher, "bring_back", context)
        try:
            row, told = restoring.bring_back(gone, request.user)
        except restoring.Refused as why:
            messages.error(request, _("Not brought back. %(why)s") % {"why": why})
            return HttpResponseRedirect(_address("deleted", researcher))
        for text in dict.fromkeys(told):
            messages.warning(request, text)
        messages.success(request, _("“%(row)s” is back, as it was.") % {"row": row})
        return HttpResponseRedirect(row_address(gone, "change"))

    def _published_by(self, request, object_id):
        """These lists name everything on the record: they are for those who may publish there."""
        researcher = self.get_object(request, unquote(object_id))
        if not access.may_publish(request.user, researcher):
            raise PermissionDenied
        return researcher

    def _record_page(self, request, researcher, name, context):
        context = self.admin_site.each_context(request) | context
        context |= {
            "opts": self.opts,
            "original": researcher,
            "happened_address": _address("happened", researcher),
            "deleted_address": _address("deleted", researcher),
        }
        return TemplateResponse(request, f"admin/history/{name}.html", context)


def _address(door, researcher):
    return reverse(f"admin:profiles_researcher_{door}", args=[researcher.pk])


def row_address(revision: Revision, door: str) -> str:
    return reverse(f"admin:{revision.kind.replace('.', '_')}_{door}", args=[revision.object_id])


def _kind_name(revision):
    kind = history.kind_named(revision.kind)
    return capfirst(str(kind.model._meta.verbose_name)) if kind else revision.kind


def _entries(revisions):
    """[(version, what kind of row, the address of its history or "")]; a query for each kind."""
    here = set()
    for kind in filter(None, map(history.kind_named, {row.kind for row in revisions})):
        pks = [row.object_id for row in revisions if row.kind == kind.name]
        found = kind.model._base_manager.filter(pk__in=pks).values_list("pk", flat=True)
        here |= {(kind.name, pk) for pk in found}
    return [(row, _kind_name(row), _history_address(row, here)) for row in revisions]


def _history_address(revision, here):
    is_here = (revision.kind, revision.object_id) in here
    return row_address(revision, "history") if is_here else ""
