"""Venues and topics: shared by all, added by any researcher, edited by managers."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from profiles import access
from profiles.admin.base import ScopedAdmin
from profiles.admin.forms import ScopedTabularInline
from publications.admin.merging import VenueMergePage
from publications.models import Topic, Venue, VenueAlias, VenueRank


class AliasInline(ScopedTabularInline):
    model = VenueAlias
    fields = ["name"]
    verbose_name_plural = _("other forms of the name, as papers print it")


class RankInline(ScopedTabularInline):
    model = VenueRank
    fields = ["scheme", "level"]


class SharedAdmin(ScopedAdmin):
    menu_group = "papers"
    owner_field = None


@admin.register(Venue)
class VenueAdmin(SharedAdmin):
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

    def get_urls(self):
        return [self.page_path("merge/", VenueMergePage(self).view, "merge"), *super().get_urls()]

    def has_merge_permission(self, request):
        return access.is_manager(request.user)

    @admin.action(description=_("Merge: these are one venue"), permissions=["merge"])
    def merge(self, request, queryset):
        return VenueMergePage(self).choose(request, queryset)

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
