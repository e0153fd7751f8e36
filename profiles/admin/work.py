"""Talks, teaching, projects, service, grants, students."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from profiles.admin.base import GuardedTabularInline
from profiles.admin.career import ORGANISATION, SEVERAL_DATES, SHOWN
from profiles.admin.forms import RecordForm
from profiles.admin.ordering import OrderedByHandMixin
from profiles.admin.states import PublishableAdmin, StateFilter
from profiles.models import Grant, Project, ProjectLink, Service, Student, Talk, TalkLink, Teaching


class ProjectLinkInline(GuardedTabularInline):
    model = ProjectLink
    fields = ["position", "label", "url", "file"]


class TalkLinkInline(GuardedTabularInline):
    model = TalkLink
    fields = ["position", "label", "url", "file"]
    verbose_name_plural = _("links: slides, video, abstract")


@admin.register(Project)
class ProjectAdmin(OrderedByHandMixin, PublishableAdmin):
    menu_place = 30
    purpose = _("What you build or lead, with links and papers.")
    markdown = ["description"]
    list_display = ["title", "role", "start", "end", "state", "researcher"]
    list_select_related = ["researcher"]
    search_fields = ["title", "role", "description"]
    inlines = [ProjectLinkInline]
    fieldsets = [
        (None, {"fields": ["researcher", "title", "role", ("start", "end"), "description"]}),
        (_("Picture"), {"fields": ["cover", "cover_alt"]}),
        SHOWN,
    ]


@admin.register(Talk)
class TalkAdmin(OrderedByHandMixin, PublishableAdmin):
    menu_place = 31
    purpose = _("Invited talks, keynotes, tutorials, with their slides or a recording.")
    markdown = ["description"]
    list_display = ["title", "event", "date", "kind", "state", "researcher"]
    list_select_related = ["researcher"]
    list_filter = [StateFilter, "kind"]
    search_fields = ["title", "event", "place", "description"]
    inlines = [TalkLinkInline]
    fieldsets = [
        (None, {"fields": ["researcher", "title", ("kind", "date"), "description"]}),
        (_("Where"), {"fields": ["event", "event_url", "place"]}),
        SHOWN,
    ]


@admin.register(Teaching)
class TeachingAdmin(OrderedByHandMixin, PublishableAdmin):
    menu_place = 32
    purpose = _("Courses, and the terms you gave them in.")
    markdown = ["description"]
    list_display = ["title", "code", "role", "dates", "state", "researcher"]
    list_select_related = ["researcher"]
    search_fields = ["code", "title", "role", "organisation"]
    fieldsets = [
        (
            None,
            {"fields": ["researcher", ("code", "title"), ("role", "dates"), "url", "description"]},
        ),
        ORGANISATION,
        SHOWN,
    ]


class ServiceForm(RecordForm):
    class Meta:
        help_texts = {"dates": SEVERAL_DATES}


@admin.register(Service)
class ServiceAdmin(OrderedByHandMixin, PublishableAdmin):
    form = ServiceForm
    menu_place = 33
    purpose = _("Reviewing, committees, organising.")
    markdown = ["description"]
    list_display = ["body", "role", "kind", "dates", "state", "researcher"]
    list_select_related = ["researcher"]
    list_filter = [StateFilter, "kind"]
    search_fields = ["role", "body", "description"]
    fieldsets = [
        (
            None,
            {"fields": ["researcher", ("kind", "role"), "body", "dates", "url", "description"]},
        ),
        SHOWN,
    ]


@admin.register(Grant)
class GrantAdmin(OrderedByHandMixin, PublishableAdmin):
    menu_place = 34
    purpose = _("Funding: who gives it, for what, until when.")
    markdown = ["description"]
    list_display = ["title", "funder", "start", "end", "state", "researcher"]
    list_select_related = ["researcher"]
    search_fields = ["title", "funder", "number"]
    fieldsets = [
        (None, {"fields": ["researcher", "title", ("funder", "number"), ("start", "end")]}),
        (_("More"), {"fields": [("role", "amount"), "url", "description"]}),
        SHOWN,
    ]


@admin.register(Student)
class StudentAdmin(OrderedByHandMixin, PublishableAdmin):
    menu_place = 35
    purpose = _("Whom you advise, and whom you advised.")
    list_display = ["name", "level", "start", "end", "state", "researcher"]
    list_select_related = ["researcher"]
    list_filter = [StateFilter, "level"]
    search_fields = ["name", "topic", "now"]
    fieldsets = [
        (None, {"fields": ["researcher", "name", "url", ("level", "role"), ("start", "end")]}),
        (_("More"), {"fields": ["topic", "now"]}),
        SHOWN,
    ]
