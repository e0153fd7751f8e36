"""A plan as its page shows it: entries under headings, each with what is to be said about it."""

from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from publications import importer
from publications.admin.changes import heading, plain, shown
from publications.bibtex import ParsedFile, Record
from publications.importer.report import ACTIONS
from publications.models import Publication
from publications.names import parse_names
from publications.visibility import public_papers

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
