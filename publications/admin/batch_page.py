"""One import as its page shows it: what it made, what it refused and why, and whether it can go."""

from dataclasses import dataclass

from django.core.paginator import Paginator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from profiles import access
from publications.admin.changes import plain
from publications.importer import undo
from publications.models import ImportBatch, Publication
from publications.visibility import public_papers

PER_PAGE = 100
SHOWN = 200
# The counts of a report, in the order in which they are told.
WORDS = {
    "created": gettext_lazy("new"),
    "updated": gettext_lazy("changed"),
    "merged": gettext_lazy("same as another entry"),
    "unchanged": gettext_lazy("unchanged"),
    "conflicts": ngettext_lazy("field kept as edited here", "fields kept as edited here"),
    "refused": gettext_lazy("refused"),
}


def counted(counts: dict) -> list[tuple]:
    """(name, in words, count) of what is not zero."""
    return [(name, _word(name, counts[name]), counts[name]) for name in WORDS if counts.get(name)]


def _word(name, count):
    return WORDS[name] % count if name == "conflicts" else WORDS[name]


@dataclass(slots=True)
class Entry:
    """A record of the report; `pk` is None where its paper is gone, or no longer theirs to see."""

    line: int
    key: str
    pk: int | None = None
    title: str = ""
    url: str = ""
    can_edit: bool = False


@dataclass(slots=True)
class Problem:
    line: int
    key: str
    reason: str
    raw: str = ""


class BatchPage:
    """`query`: ?show= names an action of the report, ?p= a page of its entries."""

    def __init__(self, batch: ImportBatch, user, query):
        self.batch, self.user = batch, user
        self.records = batch.report.get("records", [])
        self.counts = counted(batch.counts or batch.report)
        self._choose(query)
        self._gather_problems()
        self.outside = _outside(batch.report.get("outside", []))
        self._look_at_undo()

    # --- Its entries --------------------------------------------------------------------------

    def _choose(self, query):
        listed = {record.get("action") for record in self.records}
        self.tabs = [row for row in self.counts if row[0] in listed]
        names = [name for name, _text, _count in self.tabs]
        asked = query.get("show")
        self.show = asked if asked in names else next(iter(names), "")
        rows = [record for record in self.records if record.get("action") == self.show]
        self.page = Paginator(rows, PER_PAGE).get_page(query.get("p"))
        self.entries = self._entries(list(self.page))

    def _entries(self, records):
        slugs = {record["publication"] for record in records}
        rows = Publication.objects.filter(slug__in=slugs)
        seen = access.pickable(rows, self.user)
        papers = {p.slug: p for p in seen.only("pk", "slug", "title")}
        own = set(access.editable(rows, self.user).values_list("slug", flat=True))
        public = set(public_papers().filter(slug__in=slugs).values_list("slug", flat=True))
        return [self._entry(record, papers, own, public) for record in records]

    def _entry(self, record, papers, own, public):
        entry = Entry(record["line"], record["key"])
        if paper := papers.get(record["publication"]):
            entry.pk, entry.title = paper.pk, paper.title
            entry.can_edit = paper.slug in own
            entry.url = paper.get_absolute_url() if paper.slug in public else ""
        return entry

    # --- What was wrong -------------------------------------------------------------------------

    def _gather_problems(self):
        refused = self.batch.report.get("refused_entries", [])
        told_of = {(one["file"], one["line"]): [] for one in refused}
        rest = []
        for told in self.batch.report.get("problems", []):
            reasons = told_of.get((told["file"], told["line"])) if _is_error(told) else None
            (rest if reasons is None else reasons).append(told)
        self.refused = [_refused(one, told_of[one["file"], one["line"]]) for one in refused]
        self.problems = [_problem(told) for told in rest if told["severity"] != "info"]
        self.notes = [_problem(told) for told in rest if told["severity"] == "info"]
        self.more = max(0, len(self.problems) - SHOWN), max(0, len(self.notes) - SHOWN)
        self.problems, self.notes = self.problems[:SHOWN], self.notes[:SHOWN]

    # --- Undo -----------------------------------------------------------------------------------

    def _look_at_undo(self):
        """`can_undo`, or `why_not`; of one that was undone, what it kept."""
        self.can_undo, self.why_not, self.kept = False, "", []
        if not access.can_edit(self.batch, self.user):
            self.why_not = _("Only who may publish for this researcher may undo it.")
        elif self.batch.written_at is None:
            self.why_not = _("It was made before there was undo.")
        elif self.batch.undone_at:
            result = undo.preview(self.batch, trusted=access.is_manager(self.user))
            self.kept, self.can_undo = result.kept, result.does_something
            hide_titles(self.kept, self.user)
        else:
            self.can_undo = True


def _is_error(told):
    return told["severity"] == "error"


def _refused(entry, told):
    key = next((one["key"] for one in told), "")
    reason = " ".join(plain(one["reason"]) for one in told)
    return Problem(entry["line"], key, reason, entry["raw"])


def _problem(told):
    return Problem(told["line"], told["key"], plain(told["reason"]))


def _outside(files):
    """What stands in a file beside its entries: comments, @string, @preamble, each as it stands."""
    kinds = ("comments", "preambles", "strings")
    return [text for file in files for kind in kinds for text in file.get(kind, ())]


def hide_titles(papers, user):
    """A paper that was imported may be a colleague's draft by now."""
    rows = access.pickable(Publication.objects.all(), user)
    known = set(rows.filter(pk__in=[paper.pk for paper in papers]).values_list("pk", flat=True))
    for paper in papers:
        if paper.pk not in known:
            paper.title = _("a colleague’s paper")
