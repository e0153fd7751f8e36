"""Rows put in order on a page of their own: by dragging, by buttons, or by numbers alone.

A ModelAdmin that stands on OrderMixin says which rows there are and what becomes of their order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from history.models import Revision
from history.recording import ListOrder, with_previous
from profiles import access
from profiles.admin import people
from profiles.admin.hardening import next_url
from profiles.identifiers import is_valid_pk
from profiles.models import Researcher

PAGE_SIZE = 20
# What the page was opened on.
OPENED_ON = "_opened_on"


@dataclass
class Row:
    """One line of the page; `key` is what the form sends back."""

    key: str
    label: str
    note: str = ""
    is_on: bool = True


class OrderMixin:
    """Adds order/ to a ModelAdmin: what one researcher's public pages show, in which order; and
    order/versions/: each order that was saved, and the way back to it.
    """

    order_title = _("Reorder")
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
        """Whether there is an order that undo_order(researcher) takes back."""
        return False

    # --- What is kept ---------------------------------------------------------------------------

    @property
    def order(self) -> ListOrder:
        name = capfirst(self.opts.verbose_name_plural)
        return ListOrder(self.opts.label_lower, name, self.order_state)

    def order_state(self, researcher: Researcher) -> dict:
        rows = self.order_rows(researcher)
        by_hand = self.is_ordered(researcher) or not self.order_undo
        return {
            "order": [row.key for row in rows] if by_hand else [],
            "on": [row.key for row in rows if row.is_on],
            "by_hand": by_hand,
        }

    def restore_order(self, researcher: Researcher, state: dict) -> None:
        """What was added since comes last, and keeps its tick; what is gone stays gone."""
        if not state["by_hand"]:
            self.undo_order(researcher)
            return
        rows = self.order_rows(researcher)
        here, then = [row.key for row in rows], state["order"]
        on = {row.key for row in rows if row.is_on and row.key not in then}
        keys = [key for key in then if key in here] + [key for key in here if key not in then]
        self.keep_order(researcher, keys, on | set(state["on"]))

    # --- Another was faster ---------------------------------------------------------------------

    def order_conflict(self, request, researcher) -> str:
        """The message, where the list is not what the page was opened on; else ""."""
        now = self.order.digest(researcher)
        if request.POST.get(OPENED_ON, now) == now:
            return ""
        last = self.order.revisions(researcher).filter(digest=now).select_related("user").first()
        if last is None or last.user is None:
            return gettext("This list was changed while you had it open. Nothing is lost.")
        if last.user == request.user:
            return gettext("You changed this list in another window meanwhile. Nothing is lost.")
        text = gettext("%(name)s changed this list while you had it open. Nothing is lost.")
        return text % {"name": last.user.get_username()}

    # --- The page ---------------------------------------------------------------------------

    def get_urls(self):
        view, name = self.admin_site.admin_view, f"{self.opts.app_label}_{self.opts.model_name}"
        versions = view(self.order_versions_view)
        return [
            path("order/", view(self.order_view), name=f"{name}_order"),
            path("order/versions/", versions, name=f"{name}_order_versions"),
            *super().get_urls(),
        ]

    def order_url(self, researcher=None, page="order"):
        url = reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_{page}")
        return f"{url}?researcher={researcher.pk}" if researcher else url

    def order_view(self, request):
        """An order is public at once, so it is for those who may publish."""
        records = access.publishing_records_of(request.user).order_by("family_name", "pk")
        researcher = self._order_owner(request, records)
        if request.method == "POST":
            return self._save_order(request, researcher, records)
        return self._order_page(request, researcher, records, self.order_rows(researcher))

    def _order_page(self, request, researcher, records, rows, **context):
        context |= {
            "title": self.order_title,
            "list_title": self.order.label,
            "lead": self.order_lead,
            "researcher": researcher,
            "choice": people.choice(request.user, records, researcher),
            "rows": rows,
            "opened_on": self.order.digest(researcher),
            "versions_url": self.order_url(researcher, "order_versions"),
            "tick": self.order_tick,
            "ticked_only": self.order_ticked_only,
            "undo": self.order_undo if self.is_ordered(researcher) else "",
        }
        return self.render_page(request, "admin/order.html", context)

    def _order_owner(self, request, records):
        key = request.GET.get("researcher", "")
        if key:
            return get_object_or_404(records, pk=key if is_valid_pk(key) else None)
        own = records.filter(owner=request.user).first() or records.first()
        if own is None:
            raise Http404
        return own

    def _save_order(self, request, researcher, records):
        rows = _as_sent(self.order_rows(researcher), request.POST, ticks=bool(self.order_tick))
        rows = _moved(rows, request.POST.get("move", ""))
        if why := self.order_conflict(request, researcher):
            state = self.order.get_state(researcher)
            now = self.in_lines(state, self.order_labels(researcher))
            return self._order_page(request, researcher, records, rows, meanwhile=why, saved=now)
        with self.order.track_changes(researcher, request.user):
            if "undo" in request.POST and self.is_ordered(researcher):
                self.undo_order(researcher)
                return HttpResponseRedirect(self.order_url(researcher))
            keys, on = [row.key for row in rows], {row.key for row in rows if row.is_on}
            self.keep_order(researcher, keys, on)
        messages.success(request, gettext("The order is saved. Your page shows it now."))
        return HttpResponseRedirect(next_url(request, self.order_url(researcher)))

    def changelist_view(self, request, extra_context=None):
        own = {"order_url": self.order_url() if access.publishes(request.user) else None}
        return super().changelist_view(request, own | (extra_context or {}))

    # --- Its versions -----------------------------------------------------------------------

    def order_versions_view(self, request):
        records = access.publishing_records_of(request.user)
        researcher = self._order_owner(request, records)
        versions = self.order.revisions(researcher).select_related("user")
        if request.method == "POST":
            chosen = request.POST.get("restore", "")
            version = get_object_or_404(versions, pk=chosen if is_valid_pk(chosen) else None)
            with self.order.track_changes(researcher, request.user, Revision.Action.RESTORED):
                self.restore_order(researcher, version.state)
            text = gettext("The list is as it was then. What stood before is kept, too.")
            messages.success(request, text)
            return HttpResponseRedirect(self.order_url(researcher))
        page = Paginator(versions, PAGE_SIZE).get_page(request.GET.get("p"))
        labels = self.order_labels(researcher)
        entries = [  # each beside the one before it
            (after, _marked(*(self.in_lines(v.state, labels) for v in (before or after, after))))
            for after, before in with_previous(list(page.object_list), versions)
        ]
        context = {
            "title": gettext("History of the order: %(list)s") % {"list": self.order.label},
            "researcher": researcher,
            "list_title": self.order.label,
            "order_url": self.order_url(researcher),
            "page": page,
            "entries": entries,
        }
        return self.render_page(request, "admin/history/orders.html", context)

    def order_labels(self, researcher) -> dict[str, str]:
        return {row.key: row.label for row in self.order_rows(researcher)}

    def in_lines(self, state, labels) -> list[str]:
        """A line for each row that is still there, in the order of `state`."""
        if not state["by_hand"]:
            return [gettext("Newest first")]
        words = dict.fromkeys(state.get("hidden", ()), gettext("%(row)s (hidden)"))
        if self.order_tick:
            off = [key for key in state["order"] if key not in state["on"]]
            words |= dict.fromkeys(off, gettext("%(row)s (not shown)"))
        keys = [key for key in [*state["order"], *state.get("hidden", ())] if key in labels]
        return [words.get(key, "%(row)s") % {"row": labels[key]} for key in keys]


def _as_sent(rows, sent, *, ticks):
    """`rows` in the order of the form, with its ticks; one that it does not know keeps its own."""
    places = {}
    for row in rows:
        if ticks and f"place-{row.key}" in sent:
            row.is_on = f"on-{row.key}" in sent
        text = sent.get(f"place-{row.key}", "")
        is_number = text.isascii() and text.isdigit() and len(text) < 10
        places[row.key] = int(text) if is_number else 10**9  # a box without a number goes last
    return sorted(rows, key=lambda row: places[row.key])  # of equals, as here


def _moved(rows, move):
    """`rows` after one step: `move` is "<key>:<key of the row behind it>", of the last "<key>:"."""
    key, _colon, behind = move.partition(":")
    moving = [row for row in rows if row.key == key]
    others = [row for row in rows if row.key != key]
    keys = [row.key for row in others]
    place = keys.index(behind) if behind in keys else len(keys)
    return others[:place] + moving + others[place:]


def number(queryset, keys):
    """Gives the rows named by `keys` their positions, from 1; writes nothing else of them."""
    rows = {str(row.pk): row for row in queryset}
    for place, key in enumerate(keys, 1):
        if rows[key].position != place:
            rows[key].position = place
            rows[key].save(update_fields=["position", "updated_at"])


def _marked(before: list[str], after: list[str]) -> list[tuple[str, str]]:
    """[("same" | "in" | "out", line), …]: the list, what came or moved in it, and what left it."""
    blocks = SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    stayed = {block.b + n for block in blocks for n in range(block.size)}
    lines = [("same" if n in stayed else "in", line) for n, line in enumerate(after)]
    return lines + [("out", line) for line in before if line not in after]
