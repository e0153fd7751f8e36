"""The admin of every kind of row on a record, as the table in profiles.items says it."""

from django.contrib import admin
from django.http import HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from profiles import sections
from profiles.admin.base import PublishableAdmin
from profiles.admin.forms import fieldset
from profiles.admin.ordering import OrderedRow, OrderPages, number
from profiles.admin.publishing import StateFilter
from profiles.admin.scope import ScopedTabularInline
from profiles.items import KINDS
from profiles.models import Section

SHOWN = fieldset(_("On the page"), ("published_at", "position"))
KIND_OF = {kind.model: kind for kind in KINDS.values()}


class ItemAdmin(PublishableAdmin):
    """Its options are those of the row of its model in the table."""

    list_select_related = ["researcher"]

    def __init__(self, model, admin_site):
        self.kind = kind = KIND_OF[model]
        self.menu_group = "cv" if hasattr(model, "cv_entry") else "news"
        self.menu_place = 10 + list(KIND_OF).index(model)
        self.purpose = kind.purpose
        self.markdown, self.markdown_words = kind.markdown, kind.inline_markdown
        self.list_display = [*kind.columns, "researcher"]
        self.list_filter = [StateFilter, *kind.filters]
        self.search_fields = kind.search
        (title, first), *further = kind.fieldsets
        further = [fieldset(title, *lines) for title, lines in further]
        self.fieldsets = [fieldset(title, "researcher", *first), *further, SHOWN]
        if kind.links_model:
            options = {"model": kind.links_model, "fields": ["position", "label", "url", "file"]}
            if kind.links_label:
                options["verbose_name_plural"] = kind.links_label
            self.inlines = [type("LinkInline", (ScopedTabularInline,), options)]
        super().__init__(model, admin_site)


class ItemOrder(OrderPages):
    """In a part of the home page: an order of one's own, or newest first again."""

    lead = _(
        "The newest come first by themselves. As soon as you save an order here, yours counts; "
        "what you add later then comes first until you place it."
    )
    undo_label = _("Newest first again")

    @property
    def kind(self):
        return KIND_OF[self.model]

    def is_by_hand(self, researcher):
        return self.kind.section in sections.ordered_by_hand(researcher)

    def rows(self, researcher):
        rows = self.model.objects.filter(researcher=researcher)
        rows = self.kind.in_order(rows, by_hand=self.is_by_hand(researcher))
        lines = []
        for row in rows:
            dates = (getattr(row, name, None) for name in ("dates", "date", "end", "start"))
            lines.append(OrderedRow(str(row.pk), str(row), str(next(filter(None, dates), ""))))
        return lines

    def keep(self, researcher, keys, on):
        number(self.model.objects.filter(researcher=researcher), keys)
        sections.arrange(researcher, self.kind.section, Section.Arrangement.MANUAL)

    def undo(self, researcher):
        sections.arrange(researcher, self.kind.section, Section.Arrangement.DATE)


class OrderedItemAdmin(ItemAdmin):
    """For what stands in a part of the home page."""

    order_pages = ItemOrder

    def response_post_save_change(self, request, obj):
        """Who came from the page of the whole CV goes back there."""
        if "_cv" not in request.GET:
            return super().response_post_save_change(request, obj)
        url = reverse("admin:cv", args=[obj.researcher_id])
        return HttpResponseRedirect(f"{url}#{self.kind.section}-heading")


for _kind in KINDS.values():
    if hasattr(_kind.model, "cv_entry"):
        admin.site.register(_kind.model, OrderedItemAdmin)
