"""The parts of a plan, as the report, the admin and the writer see them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import PurePath

from profiles.models import Researcher
from publications.bibtex import Record
from publications.importer.mapping import Reading
from publications.importer.merging import Change
from publications.importer.paper_store import Known, PaperStore
from publications.importer.report import Report, Told
from publications.importer.venues import NewVenue


@dataclass(slots=True)
class Entry:
    """A record on its way: `known` is its memory where it came before as it is; `paper` is a
    handle of the store.
    """

    file: str
    record: Record
    fingerprint: str
    known: Known | None = None
    paper: int | None = None
    # Nothing is left to do for it.
    is_done: bool = False
    reading: Reading | None = None

    @property
    def source_file(self) -> str:
        """The folder does not count: the same file may be given by another path."""
        return base_name(self.file)

    @property
    def key(self) -> str:
        return self.record.key[:200]


@lru_cache(maxsize=64)
def base_name(file: str) -> str:
    return PurePath(file).name[-500:]


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
        return {
            "file": self.file,
            "line": self.line,
            "key": self.key,
            "action": self.action,
            "publication": self.publication,
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
    problems: list[Told] = field(default_factory=list)
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
