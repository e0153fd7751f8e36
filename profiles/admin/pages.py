"""News, own pages, parts of the home page, pictures, redirects."""

from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from profiles import sections
from profiles.admin import news_drafts
from profiles.admin.base import GuardedAdmin
from profiles.admin.forms import RecordForm, Taken
from profiles.admin.items import SHOWN, ItemAdmin
from profiles.admin.ordering import OrderMixin, Row, number
from profiles.admin.states import PublishableAdmin, StateFilter
from profiles.models import NewsItem, Page, Redirect, Section
from profiles.slugs import RESERVED_PAGES


class NewsForm(RecordForm):
    def clean(self):
        """One who writes for two people does not send the readers of one to the other."""
        cleaned = super().clean()
        page = cleaned.get("page")
        owner = cleaned.get("researcher") or getattr(self.instance, "researcher", None)
        if page and owner and page.researcher_id != owner.pk:
            self.add_error("page", _("This page belongs to another profile."))
        return cleaned


@admin.register(NewsItem)
class NewsItemAdmin(ItemAdmin):
    form = NewsForm

    def get_changeform_initial_data(self, request):
        return super().get_changeform_initial_data(request) | news_drafts.initial(request)


class PageForm(RecordForm):
    class Meta:
        help_texts = {"position": _("The menu shows small numbers first.")}

    def taken_slugs(self):
        owner = self.cleaned_data.get("researcher") or self.owner
        return TakenPages(Page.objects.filter(researcher=owner))


class TakenPages(Taken):
    def __contains__(self, slug):
        return slug in RESERVED_PAGES or super().__contains__(slug)


@admin.register(Page)
class PageAdmin(OrderMixin, PublishableAdmin):
    order_title = _("Order of the menu")
    form = PageForm
    menu_place = 40
    purpose = _("Pages of your own, such as “Software” or “Join us”, in the menu or not.")
    slug_from = "title"
    markdown = ["body"]
    list_display = ["title", "slug", "in_menu", "state", "updated_at", "researcher"]
    list_select_related = ["researcher"]
    list_filter = [StateFilter, "in_menu"]
    search_fields = ["title", "slug", "body"]
    fieldsets = [
        (None, {"fields": ["researcher", "title", "slug", "body", "in_menu"]}),
        SHOWN,
    ]

    def order_rows(self, researcher):
        pages = Page.objects.filter(researcher=researcher, in_menu=True)
        return [Row(str(page.pk), page.title) for page in pages]

    def keep_order(self, researcher, keys, on):
        number(Page.objects.filter(researcher=researcher), keys)


@admin.register(Section)
class SectionAdmin(OrderMixin, PublishableAdmin):
    order_title = _("Order of the home page")
    order_lead = _("Take a tick away, and the part is not shown. A part without content never is.")
    order_tick = _("shown")
    menu_place = 41
    purpose = _(
        "Every part of the home page has its usual place and heading. Add one only for a "
        "part that should differ, or for a text of your own."
    )
    markdown = ["body"]
    list_display = ["__str__", "kind", "is_shown", "limit", "state", "researcher"]
    list_select_related = ["researcher"]
    list_filter = [StateFilter, "kind"]
    search_fields = ["heading", "body"]
    fieldsets = [
        (
            None,
            {
                "fields": ["researcher", "kind", "heading", "body", "is_shown"],
                "description": _(
                    "Every part of the home page has its usual place and heading. Add a row only "
                    "for a part that should differ, or for a text of your own."
                ),
            },
        ),
        (_("How much of it"), {"fields": ["limit", "arrangement"]}),
        (_("On the page"), {"fields": ["published_at"]}),
    ]

    def order_rows(self, researcher):
        filled = {part.anchor for part in sections.home_sections(researcher)}
        return [_part(row, filled) for row in sections.in_order(researcher)]

    def keep_order(self, researcher, keys, on):
        parts = {_key(row): row for row in sections.in_order(researcher)}
        for key, part in parts.items():
            part.is_shown = key in on
        sections.put_in_order([parts[key] for key in keys])


def _key(section):
    own = section.kind == Section.Kind.TEXT
    return f"section-{section.pk}" if own else str(section.kind)


def _part(section, filled):
    note = "" if _key(section) in filled or not section.is_shown else _("nothing to show yet")
    return Row(_key(section), str(section), note, section.is_shown)


class RedirectForm(RecordForm):
    class Meta:
        widgets = {
            "old_path": forms.TextInput(attrs={"class": "vTextField", "placeholder": "/about/"})
        }


@admin.register(Redirect)
class RedirectAdmin(GuardedAdmin):
    form = RedirectForm
    menu_place = 43
    purpose = _("Old addresses of your former site, and where they should lead now.")
    list_display = ["old_path", "target", "researcher"]
    list_select_related = ["researcher"]
    search_fields = ["old_path", "target"]
    fieldsets = [
        (
            None,
            {
                "fields": ["researcher", "old_path", "target", "file"],
                "description": _("For links to your old site: where they should lead now."),
            },
        )
    ]
