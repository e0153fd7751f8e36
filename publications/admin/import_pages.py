"""A plan, and an import that was made, as their pages show them."""

from dataclasses import dataclass, field

from django.core.paginator import Paginator
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from profiles import access
from publications import importer
from publications.bibtex import ParsedFile, Record
from publications.fields import display, label
from publications.importer import undo
from publications.importer.authors import name_of
from publications.importer.report import ACTIONS
from publications.models import ImportBatch, Publication, PublicationLink
from publications.names import parse_names
from publications.visibility import public_papers

NOTHING = "–"


def heading(name: str) -> str:
    """ "container_title" -> "Appeared in"; a further BibTeX field is called as in the file."""
    return capfirst(label(name)) or name


def plain(reason: str) -> str:
    """A problem's reason; where it begins with a column's name, with the label of its box."""
    name, colon, rest = reason.partition(": ")
    return f"{heading(name)}: {rest}" if colon and name.isidentifier() else reason


def shown(name: str, value) -> str:
    """What stands in the field, as a person reads it; `value` is as a plan's Change has it."""
    if value in (None, "", []):
        return NOTHING
    if value is True:
        return _("yes")
    if name in FORMATTERS:
        return FORMATTERS[name](value)
    return ", ".join(map(str, value)) if isinstance(value, list) else display(name, value)


def _authors(rows):
    return ", ".join(f"{name_of(row).display}{row[6]}" for row in rows)


def _link(row):
    kind, text, url = row
    words = dict(PublicationLink.Kind.choices).get(kind, kind)
    return f"{text or words}: {url}"


def _award(row):
    return ": ".join(part for part in row if part)


FORMATTERS = {"authors": _authors, "links": _link, "awards": _award}


BATCH = 500
# Section -> its heading, its word among the counts, and what is to be known about it.
HEADINGS = {
    "ask": (
        gettext_lazy("Edited here, and different in the file"),
        gettext_lazy("to decide"),
        gettext_lazy("You edited these papers yourself. Yours is kept unless you say otherwise."),
    ),
    "created": (gettext_lazy("New papers"), gettext_lazy("new"), ""),
    "updated": (gettext_lazy("Papers that change"), gettext_lazy("changed"), ""),
    "merged": (
        gettext_lazy("The same paper once more"),
        gettext_lazy("same as another entry"),
        gettext_lazy(
            "Another entry of this file is the same paper: they become one, a preprint as a "
            "version of it."
        ),
    ),
    "refused": (
        gettext_lazy("Refused"),
        gettext_lazy("refused"),
        gettext_lazy(
            "These cannot be read. Mend them in the file and import it again: what is here "
            "already stays one paper."
        ),
    ),
    "unchanged": (gettext_lazy("Unchanged"), gettext_lazy("unchanged"), ""),
}
NAMES = 3


@dataclass(slots=True, frozen=True)
class Change:
    """A field that becomes another; in `before` and `after` stands what a person reads."""

    label: str
    before: str
    after: str


@dataclass(slots=True)
class Note:
    severity: str
    reason: str


@dataclass(slots=True)
class Conflict:
    """`name` is the form's; `takes_theirs` what was answered before."""

    name: str
    label: str
    mine: list[str]
    theirs: list[str]
    takes_theirs: bool = False


@dataclass(slots=True)
class Row:
    """One entry. `has_box` is false where another entry of the same line decides for both."""

    line: int
    key: str
    title: str
    about: str
    is_ticked: bool = True
    has_box: bool = True
    pk: int | None = None
    url: str = ""
    raw: str = ""
    notes: list[Note] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)


class PlanPage:
    """`skip` and `theirs` are the choices made before, in the importer's words."""

    def __init__(self, plan: importer.Plan, parsed: ParsedFile, skip=(), theirs=()):
        self.plan, self.skip, self.theirs = plan, skip, theirs
        self.records = {}
        for record in parsed.records:
            self.records.setdefault((record.line, record.key), record)
        self.papers = _papers(plan)
        self.notes, self.seen = _by_line(plan.problems), set()
        self.sections = {name: [] for name in ("ask", *ACTIONS)}
        for step in plan.steps:
            self.sections[_section(step)].append(self._row(step))
        lines = {step.line for step in plan.steps}
        self.of_the_file = [note for note in plan.problems if note.line not in lines]

    @property
    def groups(self) -> list[dict]:
        """The sections in the order of the page, empty ones left out."""
        return [
            {
                "name": name,
                "title": title,
                "word": word,
                "help": text,
                "rows": self.sections[name],
                "is_folded": name == "unchanged",
            }
            for name, (title, word, text) in HEADINGS.items()
            if self.sections[name]
        ]

    @property
    def can_apply(self) -> bool:
        """Also where only a conflict would be decided anew."""
        return self.plan.writes or bool(self.sections["ask"])

    def _row(self, step):
        record = self.records.get((step.line, step.key))
        row = Row(step.line, step.key, *_described(record))
        row.has_box, row.is_ticked = self._box(step)
        notes = self.notes.pop(step.line, [])
        row.notes = [_note(note) for note in notes if not _asked(step, note)]
        row.changes = list(dict.fromkeys(_change(change) for change in step.changes))
        row.conflicts = self._conflicts(step)
        row.raw = record.raw if record and step.action == "refused" else ""
        row.pk, title, row.url = self.papers.get(step.as_json()["publication"], (None, "", ""))
        row.title = row.title or title or step.key or _("without a title")
        return row

    def _box(self, step):
        first = step.line not in self.seen
        self.seen.add(step.line)
        return first and step.action != "refused", (step.file, step.line) not in self.skip

    def _conflicts(self, step):
        by_field = {}
        for conflict in step.conflicts:
            by_field.setdefault(conflict.field, []).append(conflict)
        return [self._conflict(step, name, rows) for name, rows in by_field.items()]

    def _conflict(self, step, name, rows):
        return Conflict(
            f"take:{step.line}:{name}",
            heading(name),
            [shown(name, row.mine) for row in rows],
            [shown(name, row.theirs) for row in rows],
            (step.file, step.line, name) in self.theirs,
        )


def _section(step):
    """A conflict is a question, and comes first; else an entry stands under what becomes of it."""
    if step.conflicts and step.action == "unchanged":
        return "ask"
    return step.action


def _note(told):
    return Note(told.severity, plain(told.reason))


def _asked(step, note):
    """The report's sentence on a conflict, which stands here as a question."""
    return any(note.reason.startswith(f"{c.field}: kept as edited") for c in step.conflicts)


def _change(change):
    name = change.field
    return Change(heading(name), shown(name, change.mine), shown(name, change.theirs))


def _by_line(problems):
    notes = {}
    for note in problems:
        notes.setdefault(note.line, []).append(note)
    return notes


def _papers(plan):
    """Slug -> (pk, title, public address or "") of papers that are here: two queries each 500."""
    slugs = sorted({step.as_json()["publication"] for step in plan.steps} - {""})
    papers = {}
    for start in range(0, len(slugs), BATCH):
        some = slugs[start : start + BATCH]
        public = set(public_papers().filter(slug__in=some).values_list("slug", flat=True))
        for paper in Publication.objects.filter(slug__in=some).only("pk", "slug", "title"):
            url = paper.get_absolute_url() if paper.slug in public else ""
            papers[paper.slug] = (paper.pk, paper.title, url)
    return papers


def _described(record: Record | None):
    """Title, and one line of who, when and where, as the file has them."""
    if record is None or record.refused:
        return "", ""
    year = record.text("year", "date")[:4]
    where = record.text("journaltitle", "journal", "booktitle", "publisher", "school")
    parts = [_names(record.get("author", "editor")), where, year]
    return record.text("title"), " · ".join(part for part in parts if part)


def _names(raw):
    if not raw:
        return ""
    names, et_al, _doubts = parse_names(raw)
    text = ", ".join(name.display for name in names[:NAMES])
    return f"{text} …" if et_al or len(names) > NAMES else text


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
            result = undo.preview(self.batch, by_operator=access.is_manager(self.user))
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
