"""What was deleted and can come back: from one record, or of what is nobody's."""

from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Max, QuerySet
from django.http import HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from history import comparison, restoring, versioned
from history.field_display import Names
from history.models import Revision
from profiles import access
from profiles.models import Researcher

A_PAGE = 50


def deleted(researcher: Researcher | None, user) -> QuerySet[Revision]:
    """The last word on each row that is gone, newest first.

    Without a researcher: venues, topics, papers of nobody. Who may not publish brings back drafts.
    """
    rows = Revision.objects.filter(researcher=researcher)
    last = rows.order_by("kind", "object_id").values("kind", "object_id")
    rows = rows.filter(pk__in=last.annotate(last=Max("pk")).values("last"))
    rows = rows.filter(action=Revision.Action.DELETED).select_related("user")
    if researcher is None or access.may_publish(user, researcher):
        return rows
    return rows.filter(state__fields__published_at=None)


class DeletedMixin:
    """Adds <id>/deleted/ and deleted/ to the admin of researchers."""

    def get_urls(self):
        view = self.admin_site.admin_view
        one, name = view(self.bring_back_view), "profiles_researcher"
        return [
            path("deleted/", view(self.deleted_view), name=f"{name}_deleted_shared"),
            path("deleted/<int:revision>/", one, name=f"{name}_bring_back_shared"),
            path("<path:object_id>/deleted/", view(self.deleted_view), name=f"{name}_deleted"),
            path("<path:object_id>/deleted/<int:revision>/", one, name=f"{name}_bring_back"),
            *super().get_urls(),
        ]

    def deleted_view(self, request, object_id=None):
        researcher = self._whose_deleted(request, object_id)
        rows = deleted(researcher, request.user).defer("state")
        page = Paginator(rows, A_PAGE).get_page(request.GET.get("p"))
        title = _("Deleted from the record of %(name)s") if researcher else _("Deleted in the lab")
        context = {
            "title": title % {"name": researcher},
            "page": page,
            "entries": [
                (row, kind_name(row), _address(researcher, row.pk)) for row in page.object_list
            ],
        }
        return self._deleted_page(request, researcher, "deleted", context)

    def bring_back_view(self, request, revision, object_id=None):
        researcher = self._whose_deleted(request, object_id)
        gone = get_object_or_404(deleted(researcher, request.user), pk=revision)
        if request.method == "POST":
            return self._brought_back(request, researcher, gone)
        context = {
            "title": _("Bring back “%(row)s”") % {"row": gone.name},
            "gone": gone,
            "said": comparison.said(gone, Names(request.user)),
        }
        return self._deleted_page(request, researcher, "bring_back", context)

    def _brought_back(self, request, researcher, gone):
        try:
            row, told = restoring.bring_back(gone, request.user)
        except restoring.Refused as why:
            messages.error(request, _("Not brought back. %(why)s") % {"why": why})
            return HttpResponseRedirect(_address(researcher))
        for text in dict.fromkeys(told):
            messages.warning(request, text)
        messages.success(request, _("“%(row)s” is back, as it was.") % {"row": row})
        return HttpResponseRedirect(row_address(gone, "change"))

    def _whose_deleted(self, request, object_id):
        """None for what is nobody's, which is the managers' to bring back."""
        if object_id is None:
            if not access.is_manager(request.user):
                raise PermissionDenied
            return None
        return self.get_object(request, unquote(object_id))

    def _deleted_page(self, request, researcher, name, context):
        may_see_all = researcher and access.may_publish(request.user, researcher)
        context |= self.admin_site.each_context(request) | {
            "opts": self.opts,
            "original": researcher,
            "happened_address": happened_address(researcher) if may_see_all else "",
            "deleted_address": _address(researcher),
            "drafts_only": researcher and not may_see_all,
        }
        return TemplateResponse(request, f"admin/history/{name}.html", context)


def _address(researcher, revision=None):
    door = "deleted" if revision is None else "bring_back"
    name = f"admin:profiles_researcher_{door}"
    own = [] if revision is None else [revision]
    return (
        reverse(name, args=[researcher.pk, *own])
        if researcher
        else reverse(f"{name}_shared", args=own)
    )


def happened_address(researcher: Researcher) -> str:
    return reverse("admin:profiles_researcher_happened", args=[researcher.pk])


def row_address(revision: Revision, door: str) -> str:
    return reverse(f"admin:{revision.kind.replace('.', '_')}_{door}", args=[revision.object_id])


def kind_name(revision: Revision) -> str:
    kind = versioned.kind_named(revision.kind)
    return capfirst(str(kind.model._meta.verbose_name)) if kind else revision.kind
