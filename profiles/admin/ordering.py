"""Rows put in order on a page of their own: by dragging, by buttons, or by numbers alone.

A ModelAdmin names its OrderPages, which say what rows there are and what becomes of their order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from history.models import Revision
from history.snapshots import ListOrder, with_previous
from profiles import access
from profiles.addresses import admin_url
from profiles.admin import extra_pages
from profiles.admin.edit_conflicts import OPENED_ON, changed_by
from profiles.admin.extra_pages import ExtraPages
from profiles.admin.hardening import next_url
from profiles.folding import fold
from profiles.identifiers import is_valid_pk
from profiles.models import Researcher

PAGE_SIZE = 20
LIST_CHANGED = (
    _("This list was changed while you had it open. Nothing is lost."),
    _("You changed this list in another window meanwhile. Nothing is lost."),
    _("%(name)s changed this list while you had it open. Nothing is lost."),
)


@dataclass
class OrderedRow:
    """One line of the page; `key` is what the form sends back, `url` the page of the row itself."""

    key: str
    label: str
    note: str = ""
    is_on: bool = True
    url: str = ""
    is_found: bool = True


class OrderPages(ExtraPages):
    """order/ of a ModelAdmin: what one researcher's public pages show, in which order; and
    order/versions/: each order that was saved, and the way back to it.
    """

    title = _("Reorder")
    lead = ""
    # What a tick before a row says; without it there are no ticks.
    tick = ""
    # What heads the rows with a tick, and those without where these have no place of their own:
    # they stand apart then, and a search finds both.
    chosen_label = others_label = ""
    # What the button says that takes the order back, where there is a way back.
    undo_label = ""

    def rows(self, researcher: Researcher) -> list[OrderedRow]:
        raise NotImplementedError

    def keep(self, researcher: Researcher, keys: Sequence[str], on: set[str]) -> None:
        """`keys` of rows(), each once, in their new order; `on`: those with a tick."""
        raise NotImplementedError

    def is_by_hand(self, researcher: Researcher) -> bool:
        """Whether there is an order that undo(researcher) takes back."""
        return False

    # --- What is kept ---------------------------------------------------------------------------

    @property
    def versions(self) -> ListOrder:
        name = capfirst(self.opts.verbose_name_plural)
        return ListOrder(self.opts.label_lower, name, self.state)

    def state(self, researcher: Researcher) -> dict:
        rows = self.rows(researcher)
        by_hand = self.is_by_hand(researcher) or not self.undo_label
        return {
            "order": [row.key for row in rows] if by_hand else [],
            "on": [row.key for row in rows if row.is_on],
            "by_hand": by_hand,
        }

    def restore(self, researcher: Researcher, state: dict) -> None:
        """What was added since comes last, and keeps its tick; what is gone stays gone."""
        if not state["by_hand"]:
            self.undo(researcher)
            return
        rows = self.rows(researcher)
        now, then = [row.key for row in rows], state["order"]
        on = {row.key for row in rows if row.is_on and row.key not in then}
        keys = [key for key in then if key in now] + [key for key in now if key not in then]
        self.keep(researcher, keys, on | set(state["on"]))

    # --- Another was faster ---------------------------------------------------------------------

    def _conflict(self, request, researcher) -> str:
        """The message, where the list is not what the page was opened on; else ""."""
        now = self.versions.digest(researcher)
        if request.POST.get(OPENED_ON, now) == now:
            return ""
        return changed_by(self.versions.revisions(researcher), now, request.user, LIST_CHANGED)

    # --- The page ---------------------------------------------------------------------------

    def get_urls(self):
        return [
            self.path("order/", self.order_view, "order"),
            self.path("order/versions/", self.versions_view, "order_versions"),
        ]

    def url(self, researcher=None, page="order"):
        url = admin_url(self.model, page)
        return f"{url}?researcher={researcher.pk}" if researcher else url

    def order_view(self, request):
        """An order is public at once, so it is for those who may publish."""
        records = access.publishing_records_of(request.user).order_by("family_name", "pk")
        researcher = self._owner(request, records)
        if request.method == "POST":
            return self._save(request, researcher, records)
        return self._page(request, researcher, records, self.rows(researcher))

    def _page(self, request, researcher, records, rows, **context):
        context = {
            "title": self.title,
            "list_title": self.versions.label,
            "lead": self.lead,
            "researcher": researcher,
            "choice": extra_pages.choice(request.user, records, researcher),
            "rows": [row for row in rows if row.is_on or not self.others_label],
            "others": [row for row in rows if not row.is_on and self.others_label],
            "opened_on": self.versions.digest(researcher),
            "versions_url": self.url(researcher, "order_versions"),
            "tick": self.tick,
            "chosen_label": self.chosen_label,
            "others_label": self.others_label,
            "undo": self.undo_label if self.is_by_hand(researcher) else "",
            **context,
        }
        return self.admin.render_page(request, "admin/order.html", context)

    def _found(self, request, researcher, records, rows):
        """What was sent, with the rows that a search finds in sight; nothing is saved."""
        sought, opened_on = request.POST.get("q", ""), request.POST.get(OPENED_ON, "")
        words = fold(sought).split()
        for row in rows:
            row.is_found = all(word in fold(f"{row.label} {row.note}") for word in words)
        page = {"sought": sought, "opened_on": opened_on}
        return self._page(request, researcher, records, rows, **page)

    def _owner(self, request, records):
        key = request.GET.get("researcher", "")
        if key:
            return get_object_or_404(records, pk=key if is_valid_pk(key) else None)
        record = records.filter(owner=request.user).first() or records.first()
        if record is None:
            raise Http404
        return record

    def _save(self, request, researcher, records):
        rows = as_sent(self.rows(researcher), request.POST, ticks=bool(self.tick))
        rows = _moved(rows, request.POST.get("move", ""))
        if "find" in request.POST:
            return self._found(request, researcher, records, rows)
        if why := self._conflict(request, researcher):
            state = self.versions.get_state(researcher)
            now = self.in_lines(state, self.labels(researcher))
            return self._page(request, researcher, records, rows, meanwhile=why, saved=now)
        with self.versions.track_changes(researcher, request.user):
            if "undo" in request.POST and self.is_by_hand(researcher):
                self.undo(researcher)
                return HttpResponseRedirect(self.url(researcher))
            keys, on = [row.key for row in rows], {row.key for row in rows if row.is_on}
            self.keep(researcher, keys, on)
        text = gettext("The order is saved. Visitors see it once the page is public.")
        if researcher.is_public:
            text = gettext("The order is saved. Your page shows it now.")
        messages.success(request, text)
        return HttpResponseRedirect(next_url(request, self.url(researcher)))

    # --- Its versions -----------------------------------------------------------------------

    def versions_view(self, request):
        records = access.publishing_records_of(request.user)
        researcher = self._owner(request, records)
        versions = self.versions.revisions(researcher).select_related("user")
        if request.method == "POST":
            chosen = request.POST.get("restore", "")
            version = get_object_or_404(versions, pk=chosen if is_valid_pk(chosen) else None)
            with self.versions.track_changes(researcher, request.user, Revision.Action.RESTORED):
                self.restore(researcher, version.state)
            text = gettext("The list is as it was then. The order from before is kept too.")
            messages.success(request, text)
            return HttpResponseRedirect(self.url(researcher))
        page = Paginator(versions, PAGE_SIZE).get_page(request.GET.get("p"))
        labels = self.labels(researcher)
        entries = [  # each beside the one before it
            (after, _marked(*(self.in_lines(v.state, labels) for v in (before or after, after))))
            for after, before in with_previous(list(page.object_list), versions)
        ]
        context = {
            "title": gettext("History of the order: %(list)s") % {"list": self.versions.label},
            "researcher": researcher,
            "list_title": self.versions.label,
            "order_url": self.url(researcher),
            "page": page,
            "entries": entries,
        }
        return self.admin.render_page(request, "admin/history/orders.html", context)

    def labels(self, researcher) -> dict[str, str]:
        return {row.key: row.label for row in self.rows(researcher)}

    def in_lines(self, state, labels) -> list[str]:
        """A line for each row that is still there, in the order of `state`."""
        if not state["by_hand"]:
            return [gettext("Newest first")]
        words = dict.fromkeys(state.get("hidden", ()), gettext("%(row)s (hidden)"))
        if self.tick:
            off = [key for key in state["order"] if key not in state["on"]]
            words |= dict.fromkeys(off, gettext("%(row)s (not shown)"))
        keys = [key for key in [*state["order"], *state.get("hidden", ())] if key in labels]
        return [words.get(key, "%(row)s") % {"row": labels[key]} for key in keys]


def as_sent(rows, sent, *, ticks):
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
