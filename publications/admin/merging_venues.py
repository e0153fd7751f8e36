"""Two records of one venue: by managers, who see first what the two say differently."""

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from history.models import Revision
from history.recording import save_baseline, save_revision
from profiles import access
from publications.merging import VenueMerge
from publications.models import Venue

AT_MOST = 6


class MergeVenuesMixin:
    """Adds merge/ to the admin of venues."""

    def get_urls(self):
        view = self.admin_site.admin_view(self.merge_view)
        return [path("merge/", view, name="publications_venue_merge"), *super().get_urls()]

    def has_merge_permission(self, request):
        return access.is_manager(request.user)

    @admin.action(description=_("Merge: these are one venue"), permissions=["merge"])
    def merge(self, request, queryset):
        ids = [str(pk) for pk in queryset.order_by("pk").values_list("pk", flat=True)]
        if not 2 <= len(ids) <= AT_MOST:
            text = gettext("Choose the two records of the venue, or up to %(most)s.")
            messages.warning(request, text % {"most": AT_MOST})
            return None
        address = reverse("admin:publications_venue_merge")
        return HttpResponseRedirect(f"{address}?ids={','.join(ids)}")

    def merge_view(self, request):
        if not self.has_merge_permission(request):
            raise PermissionDenied
        venues = self._chosen(request)
        join, seen = _join(request, venues)
        if request.method == "POST" and "merge" in request.POST:
            if seen == _stamp(join):
                return self._merged(request, join)
            text = gettext("The choice, or a venue, has changed: this is what happens now.")
            messages.warning(request, text)
        context = self.admin_site.each_context(request) | {
            "title": gettext("Merge records of one venue"),
            "opts": self.opts,
            "join": join,
            "columns": [(venue, venue == join.lead) for venue in venues],
            "seen": _stamp(join),
        }
        return TemplateResponse(request, "admin/publications/venue/merge.html", context)

    def _chosen(self, request):
        ids = [pk for pk in request.GET.get("ids", "").split(",") if self._is_id(pk)]
        rows = Venue.objects.filter(pk__in=ids).order_by("pk")
        venues = list(rows.prefetch_related("aliases", "ranks"))
        if not 2 <= len(venues) <= AT_MOST:
            raise Http404
        return venues

    @transaction.atomic
    def _merged(self, request, join):
        kept = gettext("Merged with %(others)s") % {"others": history(join)}
        save_baseline(join.lead)
        for other in join.others:
            save_revision(other, request.user, Revision.Action.MERGED)
        venue = join.write()
        save_revision(venue, request.user, Revision.Action.MERGED)
        self.log_change(request, venue, kept)
        text = gettext("Merged. “%(venue)s” is one venue now; imports know it by all its names.")
        messages.success(request, text % {"venue": venue})
        return HttpResponseRedirect(reverse("admin:publications_venue_change", args=[venue.pk]))


def _join(request, venues):
    """The venue of most papers leads, until the form says otherwise."""
    lead = max(venues, key=lambda venue: (venue.publications.count(), -venue.pk))
    if request.method == "POST":
        chosen = [venue for venue in venues if str(venue.pk) == request.POST.get("lead")]
        if not chosen:
            raise PermissionDenied
        (lead,) = chosen
    return VenueMerge(lead, [v for v in venues if v != lead]), request.POST.get("seen", "")


def _stamp(join):
    """Changes with the choice, and with every edit of the venues."""
    said = [
        [venue.pk, venue.name, venue.short_name, venue.url]
        + [alias.name for alias in venue.aliases.all()]
        + [str(rank) for rank in venue.ranks.all()]
        for venue in join.venues
    ]
    return str(said)


def history(join: VenueMerge) -> str:
    """What was merged, and what no box holds any more."""
    lost = [f"{conflict.name}: {conflict.theirs}" for conflict in join.conflicts]
    return "; ".join([*(str(venue) for venue in join.others), *lost])
