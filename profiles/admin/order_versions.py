"""How a list was ordered before: each order that was saved, and the way back to it."""

from difflib import SequenceMatcher

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.text import capfirst
from django.utils.translation import gettext

from history.models import Revision
from history.recording import ListOrder
from profiles import access
from profiles.identifiers import is_valid_pk
from profiles.models import Researcher

PAGE_SIZE = 20
# What the page was opened on.
OPENED_ON = "_opened_on"


class OrderVersionsMixin:
    """Adds order/versions/ to an OrderMixin, and notices an order that was saved meanwhile."""

    def get_urls(self):
        view = self.admin_site.admin_view(self.order_versions_view)
        return [path("order/versions/", view, name=self._versions_name()), *super().get_urls()]

    def _versions_name(self):
        return f"{self.opts.app_label}_{self.opts.model_name}_order_versions"

    def order_versions_url(self, researcher):
        return f"{reverse(f'admin:{self._versions_name()}')}?researcher={researcher.pk}"

    # --- What is kept ---------------------------------------------------------------------------

    @property
    def order(self) -> ListOrder:
        name = self.order_list_title or capfirst(self.opts.verbose_name_plural)
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

    def opened_on(self, researcher):
        return self.order.digest(researcher)

    def saved_meanwhile(self, request, researcher) -> str:
        """The message, where the list is not what the page was opened on; else ""."""
        now = self.opened_on(researcher)
        if request.POST.get(OPENED_ON, now) == now:
            return ""
        last = self.order.revisions(researcher).filter(digest=now).select_related("user").first()
        if last is None or last.user is None:
            return gettext("This list was changed while you had it open. Nothing is lost.")
        text = gettext("%(name)s changed this list while you had it open. Nothing is lost.")
        return text % {"name": last.user.get_username()}

    # --- The page -------------------------------------------------------------------------------

    def order_versions_view(self, request):
        records = access.publishing_records_of(request.user)
        researcher = self._whose_order(request, records)
        versions = self.order.revisions(researcher).select_related("user")
        if request.method == "POST":
            return self._order_restored(request, researcher, versions)
        page = Paginator(versions, PAGE_SIZE).get_page(request.GET.get("p"))
        context = self.admin_site.each_context(request) | {
            "title": gettext("History of the order: %(list)s") % {"list": self.order.label},
            "opts": self.opts,
            "researcher": researcher,
            "list_title": self.order.label,
            "order_address": self.order_url(researcher),
            "page": page,
            "entries": self._order_entries(researcher, list(page.object_list), versions),
        }
        return TemplateResponse(request, "admin/history/orders.html", context)

    def _order_restored(self, request, researcher, versions):
        chosen = request.POST.get("restore", "")
        version = get_object_or_404(versions, pk=chosen if is_valid_pk(chosen) else None)
        with self.order.track_changes(researcher, request.user, Revision.Action.RESTORED):
            self.restore_order(researcher, version.state)
        messages.success(
            request, gettext("The list is as it was then. What stood before is kept, too.")
        )
        return HttpResponseRedirect(self.order_url(researcher))

    def _order_entries(self, researcher, shown, versions):
        """[(version, its list as _marked() has it)]: each beside the one before it."""
        labels = self.order_labels(researcher)
        older = versions.filter(pk__lt=shown[-1].pk).first() if shown else None
        before = [*shown[1:], older] if shown else []
        return [
            (after, _marked(*(self.in_lines(v.state, labels) for v in (one or after, after))))
            for after, one in zip(shown, before, strict=True)
        ]

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


def _marked(before: list[str], after: list[str]) -> list[tuple[str, str]]:
    """[("same" | "in" | "out", line), …]: the list, what came or moved in it, and what left it."""
    blocks = SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    stayed = {block.b + n for block in blocks for n in range(block.size)}
    lines = [("same" if n in stayed else "in", line) for n, line in enumerate(after)]
    return lines + [("out", line) for line in before if line not in after]
