"""Rows put in order on a page of their own: by dragging, by buttons, or by numbers alone.

A ModelAdmin that stands on OrderMixin says which rows there are and what becomes of their order.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from profiles import access
from profiles.admin.order_versions import OrderVersionsMixin
from profiles.identifiers import is_valid_pk
from profiles.models import Researcher


@dataclass
class Row:
    """One line of the page; `key` is what the form sends back."""

    key: str
    label: str
    note: str = ""
    is_on: bool = True


class OrderMixin(OrderVersionsMixin):
    """Adds order/ to a ModelAdmin: what one researcher's public pages show, in which order."""

    order_title = _("Reorder")
    # What the list of the rows is called; None: as the model is.
    order_list_title = None
    order_lead = ""
    # What a tick before a row says; without it there are no ticks.
    order_tick = ""
    # Only rows with a tick have a place.
    order_ticked_only = False
    # What the button says that takes the order back, where there is a way back.
    order_undo = ""

    def order_rows(self, researcher: Researcher) -> list[Row]:
        raise NotImplementedError

    def keep_order(self, researcher: Researcher, keys: Sequence[str], on: set[str]) -> None:
        """`keys` of order_rows(), each once, in their new order; `on`: those with a tick."""
        raise NotImplementedError

    def is_ordered(self, researcher: Researcher) -> bool:
        """Whether there is an order to take back."""
        return False

    def undo_order(self, researcher: Researcher) -> None:
        raise NotImplementedError

    # --- The page ---------------------------------------------------------------------------

    def get_urls(self):
        view = self.admin_site.admin_view(self.order_view)
        return [path("order/", view, name=self._order_name()), *super().get_urls()]

    def _order_name(self):
        return f"{self.opts.app_label}_{self.opts.model_name}_order"

    def order_url(self, researcher=None):
        address = reverse(f"admin:{self._order_name()}")
        return f"{address}?researcher={researcher.pk}" if researcher else address

    def order_view(self, request):
        """An order is public at once, so it is for those who may publish."""
        records = access.publishing_records_of(request.user).order_by("family_name", "pk")
        researcher = self._whose_order(request, records)
        if request.method == "POST":
            return self._order_kept(request, researcher, records)
        return self._order_page(request, researcher, records, self.order_rows(researcher))

    def _order_page(self, request, researcher, records, rows, **context):
        context |= self.admin_site.each_context(request) | {
            "title": self.order_title,
            "list_title": self.order_list_title or capfirst(self.opts.verbose_name_plural),
            "lead": self.order_lead,
            "opts": self.opts,
            "researcher": researcher,
            "records": records if records[1:2] else [],
            "rows": rows,
            "opened_on": self.opened_on(researcher),
            "versions_url": self.order_versions_url(researcher),
            "tick": self.order_tick,
            "ticked_only": self.order_ticked_only,
            "undo": self.order_undo if self.is_ordered(researcher) else "",
        }
        return TemplateResponse(request, "admin/order.html", context)

    def _whose_order(self, request, records):
        asked = request.GET.get("researcher", "")
        if asked:
            return get_object_or_404(records, pk=asked if is_valid_pk(asked) else None)
        own = records.filter(owner=request.user).first() or records.first()
        if own is None:
            raise Http404
        return own

    def _order_kept(self, request, researcher, records):
        rows = _as_sent(self.order_rows(researcher), request.POST, ticks=bool(self.order_tick))
        if why := self.saved_meanwhile(request, researcher):
            now = self.in_lines(self.order_state(researcher), self.order_labels(researcher))
            return self._order_page(request, researcher, records, rows, meanwhile=why, saved=now)
        with self.order.track_changes(researcher, request.user):
            if "undo" in request.POST and self.is_ordered(researcher):
                self.undo_order(researcher)
                return HttpResponseRedirect(self.order_url(researcher))
            keys, on = [row.key for row in rows], {row.key for row in rows if row.is_on}
            self.keep_order(researcher, keys, on)
        messages.success(request, gettext("The order is saved. Your page shows it now."))
        return HttpResponseRedirect(self.order_url(researcher))

    def changelist_view(self, request, extra_context=None):
        own = {"order_url": self.order_url() if access.publishes(request.user) else None}
        return super().changelist_view(request, own | (extra_context or {}))


def _as_sent(rows, sent, *, ticks):
    """`rows` in the order of the form, with its ticks; one that it does not know keeps its own."""
    for row in rows:
        if ticks and f"place-{row.key}" in sent:
            row.is_on = f"on-{row.key}" in sent
    return sorted(rows, key=lambda row: _place(sent.get(f"place-{row.key}")))  # of equals, as here


def _place(text):
    """What a number box holds; one that holds none goes last."""
    isnumber = text and text.isascii() and text.isdigit() and len(text) < 10
    return int(text) if isnumber else 10**9


def number(queryset, keys):
    """Gives the rows named by `keys` their positions, from 1; writes nothing else of them."""
    rows = {str(row.pk): row for row in queryset}
    for place, key in enumerate(keys, 1):
        if rows[key].position != place:
            rows[key].position = place
            rows[key].save(update_fields=["position", "updated_at"])
