"""Venues and topics: shared by all, added by any researcher, edited by managers."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from profiles.admin.base import GuardedAdmin, GuardedTabularInline
from publications.admin.merging_venues import MergeVenuesMixin
from publications.models import Topic, Venue, VenueAlias, VenueRank


class AliasInline(GuardedTabularInline):
    model = VenueAlias
    fields = ["name"]
    verbose_name_plural = _("other forms of the name, as papers print it")


class RankInline(GuardedTabularInline):
    model = VenueRank
    fields = ["scheme", "level"]


class SharedAdmin(GuardedAdmin):
    menu_group = "papers"
    owner_field = None

    def sole_record(self, request):
        return None


@admin.register(Venue)
class VenueAdmin(MergeVenuesMixin, SharedAdmin):
    menu_place = 60
    purpose = _("Journals and conferences. They are shared by everybody here.")
    list_display = ["name", "short_name", "ranking"]
    search_fields = ["name", "short_name", "aliases__name"]
    fields = ["name", "short_name", "url"]
    inlines = [AliasInline, RankInline]
    actions = ["merge"]

    def get_queryset(self, request):
        return super().get_queryset(request).prefetch_related("ranks")

    def save_model(self, request, obj, form, change):
        if not change:
            obj.added_by = request.user
        super().save_model(request, obj, form, change)

    @admin.display(description=_("ranks"))
    def ranking(self, venue):
        return ", ".join(str(rank) for rank in venue.ranks.all())


@admin.register(Topic)
class TopicAdmin(SharedAdmin):
    menu_place = 61
    purpose = _("What papers are about. Everybody here shares them.")
    slug_from = "name"
    list_display = ["name", "slug"]
    search_fields = ["name"]
    fields = ["name", "slug"]
