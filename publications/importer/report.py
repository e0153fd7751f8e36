"""What an import would do, or did, with each entry; as a person and as a program is told it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field

from django.utils.translation import gettext as _

from history.comparison import as_heading
from profiles.models import Researcher
from publications.fields import AUTHOR_COLUMNS, label, name_of
from publications.fields import display as column_display
from publications.importer.paper_store import Change, PaperStore
from publications.importer.venues import NewVenue
from publications.models import PublicationLink

ACTIONS = ("created", "updated", "unchanged", "merged", "refused")
# More than anybody reads; all of a hundred thousand would take as much memory as all else.
KEPT = 5_000
WITHOUT_EFFECT = {"unchanged", "refused"}
SHOWN = 60
# Where a new paper shows, see NewPaper.
PUBLIC, UNLISTED, DRAFT, NOBODYS = "public", "unlisted", "draft", "lab"


@dataclass(slots=True)
class ReportedProblem:
    """A problem, with the file it is in. `severity`: error, warning or info."""

    file: str
    line: int
    key: str
    severity: str
    reason: str


@dataclass(slots=True)
class Join:
    """Why an entry is one paper with `publication` (its slug), which came with the entry in
    `with_file` on `with_line`, or was here already ("", 0).
    """

    file: str
    line: int
    key: str
    publication: str
    reason: str
    with_file: str = ""
    with_line: int = 0

    def __str__(self):
        other = f"the paper “{self.publication}”, which is here already,"
        if self.with_file:
            other = f"{self.with_file}:{self.with_line}"
        return f"one paper with {other} because {self.reason}."


@dataclass(slots=True)
class PlannedEntry:
    """One entry: what becomes of it, on which paper (its slug), and which fields it changes."""

    file: str
    line: int
    key: str
    action: str
    publication: str = ""
    changes: Sequence[Change] = ()
    conflicts: Sequence[Change] = ()
    join: Join | None = None

    def as_json(self) -> dict:
        names = ("file", "line", "key", "action", "publication")
        return {name: getattr(self, name) for name in names}


@dataclass(slots=True)
class Plan:
    """What an import would do, or did. `papers` holds those to write; `stamp` tells whether another
    import came between.
    """

    files: list[str]
    researcher: Researcher | None = None
    # One for each entry, in the files' order.
    steps: list[PlannedEntry] = field(default_factory=list)
    papers: PaperStore = field(default_factory=PaperStore)
    # By the negative number that papers have for each.
    new_venues: dict[int, NewVenue] = field(default_factory=dict)
    problems: list[ReportedProblem] = field(default_factory=list)
    # {"file", "line", "raw"} of what could not be read: kept with the import.
    refused: list[dict] = field(default_factory=list)
    # {"file", "comments", "preambles", "strings"}: what stands outside entries; kept, too.
    outside: list[dict] = field(default_factory=list)
    stamp: int | None = None
    # Whether any entry prints the researcher's name.
    is_named: bool = False
    # The number of the import, which undo_import takes; None where nothing was written.
    batch: int | None = None

    @property
    def writes(self) -> bool:
        return bool(self.papers)

    @property
    def asked(self) -> list[int]:
        """Papers that the researcher is asked about, since they do not print their name."""
        return [handle for handle, paper in self.papers.summaries() if paper.is_asked]

    @property
    def unlisted(self) -> int:
        """How many these are: stored, and on no page until they say so."""
        return len(self.asked)

    @property
    def names_nobody(self) -> bool:
        """Whether the researcher is asked, and no entry at all prints their name."""
        return bool(self.asked) and not self.is_named

    @property
    def counts(self) -> dict[str, int]:
        """By action; they sum to the number of entries."""
        counted = Counter(step.action for step in self.steps)
        return {action: counted[action] for action in ACTIONS}

    @property
    def conflicts(self) -> int:
        """How many fields were kept as they were edited by hand."""
        return sum(len(step.conflicts) for step in self.steps)

    @property
    def joins(self) -> list[Join]:
        """Of entries that became one paper with another, or with one that was here."""
        return [step.join for step in self.steps if step.join]

    def totals(self) -> dict[str, int]:
        counts = self.counts | {"conflicts": self.conflicts, "unlisted": self.unlisted}
        return {"entries": len(self.steps), **counts}

    def as_json(self) -> dict:
        """As `import_bibtex --json` prints it: a contract that scripts rely on."""
        return self._as_json(self.steps, self.problems, self.joins)

    def kept_as_json(self) -> dict:
        """The same, for keeping: of entries that changed nothing the count says all.

        Of what an import of very many entries has to tell, the first so many; "left_out" says how
        many records and problems are not among them.
        """
        steps = [step for step in self.steps if step.action not in WITHOUT_EFFECT]
        kept = self._as_json(steps[:KEPT], self.problems[:KEPT], self.joins[:KEPT])
        left_out = max(0, len(steps) - KEPT) + max(0, len(self.problems) - KEPT)
        return kept | {"left_out": left_out} if left_out else kept

    def _as_json(self, steps, problems, joins):
        return {
            "files": self.files,
            **self.totals(),
            "records": [step.as_json() for step in steps],
            "problems": [asdict(problem) for problem in problems],
            "joins": [asdict(join) for join in joins],
        }


def display(value: object) -> str:
    """A value of a Change in one line: names as printed, a link as its address."""
    if isinstance(value, list):
        is_name = [isinstance(row, list) and len(row) == len(AUTHOR_COLUMNS) for row in value]
        rows = [
            name_of(row).display if is_one else row
            for row, is_one in zip(value, is_name, strict=True)
        ]
        return ", ".join(str(row) for row in rows if row) or "nothing"
    return "nothing" if value in (None, "") else str(value)


# --- A field and its value, as a person reads them ------------------------------------------------


def field_label(name: str) -> str:
    """ "container_title" -> "Appeared in"; a further BibTeX field is called as in the file."""
    return as_heading(label(name)) or name


def field_display(name: str, value) -> str:
    """What stands in the field; `value` is as a plan's Change has it."""
    if value in (None, "", []):
        return "–"
    if value is True:
        return _("yes")
    if name == "authors":
        return ", ".join(f"{name_of(row).display}{row[6]}" for row in value)
    if name == "links":
        kind, text, url = value
        return f"{text or dict(PublicationLink.Kind.choices).get(kind, kind)}: {url}"
    if name == "awards":
        return ": ".join(filter(None, value))
    return ", ".join(map(str, value)) if isinstance(value, list) else column_display(name, value)


def readable(reason: str) -> str:
    """A problem's reason; where it begins with a column's name, with the label of its box."""
    name, colon, rest = reason.partition(": ")
    return f"{field_label(name)}: {rest}" if colon and name.isidentifier() else reason


# --- New papers -----------------------------------------------------------------------------------


@dataclass(slots=True)
class NewPaper:
    """`linked`, `pages` and `asked` hold slugs: whose paper it is, on whose pages visitors see it,
    and who is asked whether it is theirs. `shown`: "public", "draft", "unlisted" (stored, and on no
    page), or "lab" (in the list of all papers, on nobody's page).
    """

    file: str
    line: int
    key: str
    publication: str
    title: str
    shown: str
    linked: list[str] = field(default_factory=list)
    pages: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def __str__(self):
        linked = f"linked to {', '.join(self.linked)}" if self.linked else "linked to nobody here"
        where = {
            PUBLIC: f"public on the page of {', '.join(self.pages)}",
            NOBODYS: "public among all papers, on nobody's page",
            UNLISTED: "stored, not listed",
            DRAFT: "a draft, on no page",
        }[self.shown]
        asked = f"; asked: {', '.join(self.asked)}" if self.asked else ""
        place = f"{self.file}:{self.line}:{self.key and ' '}{self.key}"
        return f"{place} new: “{self.title or 'without a title'}”; {linked}; {where}{asked}"


def new_papers(plan: Plan) -> Iterator[NewPaper]:
    """One for each entry that makes a paper, in the files' order."""
    handles, pks = {}, set()
    for paper in plan.papers.values():
        if paper.is_new:
            handles[paper.slug] = paper.pk
            pks.update({paper.owner} - {None}, *map(_people, paper.authors))
    people = Researcher.objects.filter(pk__in=pks)
    slugs = dict(people.values_list("pk", "slug"))
    public = set(people.public().values_list("pk", flat=True))
    for step in plan.steps:
        if step.action == "created" and step.publication in handles:
            paper = plan.papers.peek(handles[step.publication])
            place = step.file, step.line, step.key, step.publication
            new = NewPaper(*place, paper.columns.get("title", ""), _shown(paper, public))
            rows = [row for row in paper.authors if row.researcher]
            new.linked = [slugs[row.researcher] for row in rows]
            if new.shown == PUBLIC:
                seen = (row.researcher for row in rows if not row.is_hidden)
                new.pages = [slugs[pk] for pk in seen if pk in public]
            new.asked = sorted({slugs[pk] for row in paper.authors for pk in _asked(row)})
            yield new


def _shown(paper, public):
    """As `public_papers` has it of what is stored."""
    if paper.is_draft:
        return DRAFT
    linked = [row for row in paper.authors if row.researcher]
    if any(row.researcher in public and not row.is_hidden for row in linked):
        return PUBLIC
    is_withheld = any(row.is_listed and row.is_hidden for row in paper.authors)
    is_open = not linked and (paper.owner is None or paper.owner in public)
    return NOBODYS if is_open and not is_withheld else UNLISTED


def _people(row):
    return {row.researcher, *row.suggestions} - {None}


def _asked(row):
    return [pk for pk, state in row.suggestions.items() if state == "pending"]
