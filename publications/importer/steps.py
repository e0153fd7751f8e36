"""The parts of a plan, as the report, the admin and the writer see them."""

from dataclasses import dataclass, field
from pathlib import PurePath

from profiles.models import Researcher
from publications.bibtex import Record
from publications.importer.mapping import Reading
from publications.importer.merging import Change
from publications.importer.report import Report, Told
from publications.importer.state import PaperState


@dataclass(slots=True)
class Entry:
    """A record on its way: `source` is the pk of its memory where it came before as it is;
    `paper` is a pk or, of a paper that this run makes, its state.
    """

    file: str
    record: Record
    fingerprint: str
    source: int | None = None
    paper: object = None
    reading: Reading | None = None

    @property
    def source_file(self) -> str:
        """The folder does not count: the same file may be given by another path."""
        return base_name(self.file)

    @property
    def key(self) -> str:
        return self.record.key[:200]


def base_name(file: str) -> str:
    return PurePath(file).name[-500:]


@dataclass(slots=True)
class Step:
    """One entry: what becomes of it, on which paper, and which fields it would change."""

    file: str
    line: int
    key: str
    action: str
    paper: PaperState | None = None
    changes: list[Change] = field(default_factory=list)
    conflicts: list[Change] = field(default_factory=list)

    def as_json(self) -> dict:
        return {
            "file": self.file,
            "line": self.line,
            "key": self.key,
            "action": self.action,
            "publication": self.paper.slug if self.paper else "",
        }


@dataclass(slots=True)
class Plan:
    """`papers` are those to write; `stamp` tells whether another import came between."""

    researcher: Researcher | None
    files: list[str]
    steps: list[Step] = field(default_factory=list)
    papers: list[PaperState] = field(default_factory=list)
    new_venues: list = field(default_factory=list)
    problems: list[Told] = field(default_factory=list)
    # {"file", "line", "raw"} of what could not be read: kept with the import.
    refused: list[dict] = field(default_factory=list)
    stamp: int | None = None

    @property
    def writes(self) -> bool:
        return bool(self.papers)

    def report(self) -> Report:
        conflicts = sum(len(step.conflicts) for step in self.steps)
        records = [step.as_json() for step in self.steps]
        return Report(self.files, records, self.problems, conflicts)
