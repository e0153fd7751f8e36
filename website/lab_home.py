"""A manager's Home: the people of the lab as a table, its groups in their order, and its page."""

from csp.decorators import csp_replace
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Count, Exists, OuterRef, Q, Subquery
from django.http import HttpResponseRedirect
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from history.models import Revision
from history.snapshots import track_changes
from profiles import access
from profiles.admin.ordering import OrderedRow, as_sent
from profiles.models import Affiliation, PeopleGroup, Researcher
from publications.models import Authorship
from website.views import DirectoryView

PER_PAGE = 50


def urls(site) -> list:
    """Below the admin, beside the front page."""
    return [
        path("dashboard/groups/", site.admin_view(order_groups), name="dashboard-groups"),
        path("lab/", site.admin_view(lab_page), name="lab-page"),
    ]


def _only_managers(request):
    if not access.is_manager(request.user):
        raise PermissionDenied


def context(request) -> dict:
    """What the front page shows a manager who has chosen nobody."""
    wanted, text = request.GET.get("state", ""), request.GET.get("q", "").strip()[:100]
    conditions = people_filters()
    totals = Researcher.objects.aggregate(
        **{name: Count("pk", filter=condition) for name, (_w, condition) in conditions.items()}
    )
    found = Researcher.objects.filter(conditions.get(wanted, conditions["all"])[1])
    if text:
        names = Q(display_name__icontains=text) | Q(native_name__icontains=text)
        found = found.filter(names | Q(slug__icontains=text))
    page = Paginator(found.order_by("family_name", "display_name", "pk"), PER_PAGE)
    page = page.get_page(request.GET.get("p"))
    page.object_list = people_rows(page.object_list, request.user)
    return {
        "people": page,
        "query": text,
        "wanted": wanted if wanted in conditions else "all",
        "filters": [(name, conditions[name][0], count) for name, count in totals.items()],
        "is_empty": not totals["all"],
        "own_record": Researcher.objects.filter(owner=request.user).first(),
        "groups": group_rows(),
        "has_lab_page": not settings.SINGLE_RESEARCHER,
    }


# --- People --------------------------------------------------------------------------------------


def people_filters() -> dict[str, tuple[str, Q]]:
    """What may be asked of the table: its word, and the condition on a researcher."""
    public = Q(published_at__lte=timezone.now())
    here = Q(owner__isnull=False)
    return {
        "all": (_("All"), Q()),
        "uninvited": (_("Not invited"), ~here),
        "invited": (_("Invited, not here yet"), here & Q(owner__last_login=None)),
        "unpublished": (_("Not public"), Q(published_at=None) | Q(published_at__gt=timezone.now())),
        "public": (_("Public"), public),
    }


def people_rows(researchers, user) -> list[Researcher]:
    """`researchers` with what the table shows of each, in as many queries for fifty as for one."""
    edits = Revision.objects.filter(researcher=OuterRef("pk")).order_by("-id")
    rows = list(
        researchers.select_related("owner")
        .annotate(
            edited_at=Subquery(edits.values("made_at")[:1]),
            has_position=Exists(Affiliation.objects.filter(researcher=OuterRef("pk"))),
            has_biography=~Q(biography=""),
        )
        .defer("biography", "interests", "translations")
    )
    papers = Authorship.objects.filter(researcher__in=[row.pk for row in rows]).order_by()
    papers = dict(papers.values_list("researcher").annotate(Count("pk")))
    owners = [row.owner_id for row in rows if row.owner_id]
    manageable = set(access.accounts(user).filter(pk__in=owners).values_list("pk", flat=True))
    for row in rows:
        row.paper_count = papers.get(row.pk, 0)
        row.may_get_link = row.owner_id in manageable and row.owner.is_active
        row.missing = [
            word
            for word, is_there in (
                (_("portrait"), row.portrait),
                (_("position"), row.has_position),
                (_("biography"), row.has_biography),
                (_("papers"), row.paper_count),
            )
            if not is_there
        ]
    return rows


# --- Groups --------------------------------------------------------------------------------------


def group_rows() -> list[OrderedRow]:
    """The groups as lines that are dragged, each with how many stand in it."""
    rows = []
    for group in PeopleGroup.objects.annotate(count=Count("memberships")):
        note = ngettext("%(count)s member", "%(count)s members", group.count)
        url = reverse("admin:profiles_peoplegroup_change", args=[group.pk])
        rows.append(OrderedRow(str(group.pk), group.name, note % {"count": group.count}, url=url))
    return rows


@require_POST
def order_groups(request):
    """Give the groups the places that were sent; one that was added meanwhile goes last."""
    _only_managers(request)
    groups = PeopleGroup.objects.in_bulk()
    rows = as_sent(group_rows(), request.POST, ticks=False)
    places = {int(row.key): place for place, row in enumerate(rows, 1)}
    moved = [group for pk, group in groups.items() if group.position != places[pk]]
    with track_changes(request.user, *moved):
        for group in moved:
            group.position = places[group.pk]
        PeopleGroup.objects.bulk_update(moved, ["position"])
    messages.success(request, _("The order of the groups is saved. The front page shows it now."))
    return HttpResponseRedirect(f"{reverse('admin:index')}#groups")


# --- The page of the lab -------------------------------------------------------------------------


@require_safe
@xframe_options_sameorigin
@csp_replace({"frame-ancestors": ["'self'"]})
def lab_page(request):
    """The front page as visitors have it, for the frame beside the table."""
    _only_managers(request)
    return DirectoryView.as_view(extra_context={"preview": True})(request)
