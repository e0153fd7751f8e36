"""The parts of a plan, and what is reported of it: counts, a line for each entry, and problems."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from profiles.models import Researcher
from publications.importer.paper_store import PaperStore
from publications.importer.venues import NewVenue

ACTIONS = ("created", "updated", "unchanged", "merged", "refused")
# More than anybody reads; all of a hundred thousand would take as much memory as all else.
KEPT = 5_000
WITHOUT_EFFECT = {"unchanged", "refused"}


@dataclass(slots=True)
class ReportedProblem:
    """A problem, with the file it is in. `severity`: error, warning or info."""

    file: str
    line: int
    key: str
    severity: str
    reason: str


@dataclass(slots=True)
class Change:
    """One field: what stood there, what the entry says."""

    field: str
    mine: object
    theirs: object


@dataclass(slots=True)
class Step:
    """One entry: what becomes of it, on which paper (its slug), and which fields it changes."""

    file: str
    line: int
    key: str
    action: str
    publication: str = ""
    changes: Sequence[Change] = ()
    conflicts: Sequence[Change] = ()

    def as_json(self) -> dict:
        names = ("file", "line", "key", "action", "publication")
        return {name: getattr(self, name) for name in names}


@dataclass(slots=True)
class Report:
    files: list[str] = field(default_factory=list)
    # One for each entry, in the files' order.
    steps: list[Step] = field(default_factory=list)
    problems: list[ReportedProblem] = field(default_factory=list)
    # The number of the import, which undo_import takes; None where nothing was written.
    batch: int | None = None

    @property
    def records(self) -> list[dict]:
        """{"file", "line", "key", "action", "publication"} of each entry."""
        return [step.as_json() for step in self.steps]

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
    def is_usable(self) -> bool:
        """Whether there was anything to store, or that was here already."""
        return any(step.action != "refused" for step in self.steps)

    def totals(self) -> dict[str, int]:
        return {"entries": len(self.steps), **self.counts, "conflicts": self.conflicts}

    def as_json(self) -> dict:
        """As `import_bibtex --json` prints it: a contract that scripts rely on."""
        return self._as_json(self.steps, self.problems)

    def kept_as_json(self) -> dict:
        """The same, for keeping: of entries that changed nothing the count says all.

        Of what an import of very many entries has to tell, the first so many; "left_out" says how
        many records and problems are not among them.
        """
        steps = [step for step in self.steps if step.action not in WITHOUT_EFFECT]
        kept = self._as_json(steps[:KEPT], self.problems[:KEPT])
        left_out = max(0, len(steps) - KEPT) + max(0, len(self.problems) - KEPT)
        return kept | {"left_out": left_out} if left_out else kept

    def _as_json(self, steps, problems):
        return {
            "files": self.files,
            **self.totals(),
            "records": [step.as_json() for step in steps],
            "problems": [asdict(problem) for problem in problems],
        }


@dataclass(slots=True)
class Plan:
    """`papers` holds those to write; `stamp` tells whether another import came between."""

    researcher: Researcher | None
    files: list[str]
    steps: list[Step] = field(default_factory=list)
    papers: PaperStore = field(default_factory=PaperStore)
    # By the negative number that papers have for each.
    new_venues: dict[int, NewVenue] = field(default_factory=dict)
    problems: list[ReportedProblem] = field(default_factory=list)
    # {"file", "line", "raw"} of what could not be read: kept with the import.
    refused: list[dict] = field(default_factory=list)
    # {"file", "comments", "preambles", "strings"}: what stands outside entries; kept, too.
    outside: list[dict] = field(default_factory=list)
    stamp: int | None = None

    @property
    def writes(self) -> bool:
        return bool(self.papers.papers)

    def report(self) -> Report:
        return Report(self.files, self.steps, self.problems)
