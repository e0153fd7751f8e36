"""What happened on one record lately."""

from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import gettext as _

from history import orders, versioned
from history.models import Revision
from history.versioned import all_kinds
from profiles import access
from profiles.admin.deleted import DeletedMixin, kind_name, row_address
from profiles.models import Researcher

A_PAGE = 50
Action = Revision.Action


def happened(researcher: Researcher) -> QuerySet[Revision]:
    """Every version on the record, newest first, and of colleagues' rows that are theirs too."""
    condition = Q(researcher=researcher)
    for kind in all_kinds():
        condition |= Q(kind=kind.name, object_id__in=kind.shared(researcher))
    rows = Revision.objects.filter(condition).exclude(action=Action.FOUND)
    return rows.select_related("user").defer("state")


class HappenedMixin(DeletedMixin):
    """Adds <id>/happened/ to the admin of researchers."""

    def get_urls(self):
        view, name = self.admin_site.admin_view(self.happened_view), "profiles_researcher_happened"
        return [path("<path:object_id>/happened/", view, name=name), *super().get_urls()]

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        context["may_see_all"] = obj is not None and access.may_publish(request.user, obj)
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    def happened_view(self, request, object_id):
        """It names everything on the record: it is for those who may publish there."""
        researcher = self.get_object(request, unquote(object_id))
        if not access.may_publish(request.user, researcher):
            raise PermissionDenied
        page = Paginator(happened(researcher), A_PAGE).get_page(request.GET.get("p"))
        context = self.admin_site.each_context(request) | {
            "title": _("What happened on the page of %(name)s") % {"name": researcher},
            "opts": self.opts,
            "original": researcher,
            "deleted_address": reverse("admin:profiles_researcher_deleted", args=[researcher.pk]),
            "page": page,
            "entries": _entries(list(page.object_list)),
        }
        return TemplateResponse(request, "admin/history/happened.html", context)


def _entries(revisions):
    """[(version, what kind of row, the address of its history or "")]; a query for each kind."""
    here = set()
    for kind in filter(None, map(versioned.kind_named, {row.kind for row in revisions})):
        pks = [row.object_id for row in revisions if row.kind == kind.name]
        found = kind.model._base_manager.filter(pk__in=pks).values_list("pk", flat=True)
        here |= {(kind.name, pk) for pk in found}
    return [_entry(row, here) for row in revisions]


def _entry(revision, here):
    if orders.is_order(revision):
        name = revision.kind.replace(".", "_").replace(orders.SUFFIX, "_order_versions")
        address = f"{reverse(f'admin:{name}')}?researcher={revision.object_id}"
        return revision, _("Order"), address
    is_here = (revision.kind, revision.object_id) in here
    return revision, kind_name(revision), row_address(revision, "history") if is_here else ""
