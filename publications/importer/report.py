"""What an import did, or would do: counts, one line for each entry, and what is worth telling."""

from collections import Counter
from dataclasses import dataclass, field

ACTIONS = ("created", "updated", "unchanged", "merged", "refused")


@dataclass(slots=True)
class Told:
    """A problem, with the file it is in. `severity`: error, warning or info."""

    file: str
    line: int
    key: str
    severity: str
    reason: str

    def as_json(self) -> dict:
        return {name: getattr(self, name) for name in ("file", "line", "key", "severity", "reason")}


@dataclass(slots=True)
class Report:
    files: list[str] = field(default_factory=list)
    # {"file", "line", "key", "action", "publication"} for each entry, in the files' order.
    records: list[dict] = field(default_factory=list)
    problems: list[Told] = field(default_factory=list)
    # Fields kept as they were edited by hand.
    conflicts: int = 0
    # The number of the import, which undo_import takes; None where nothing was written.
    batch: int | None = None

    @property
    def counts(self) -> dict[str, int]:
        """By action; they sum to the number of entries."""
        counted = Counter(record["action"] for record in self.records)
        return {action: counted[action] for action in ACTIONS}

    @property
    def is_usable(self) -> bool:
        """Whether there was anything to store, or that was here already."""
        return any(record["action"] != "refused" for record in self.records)

    def totals(self) -> dict[str, int]:
        return {"entries": len(self.records), **self.counts, "conflicts": self.conflicts}

    def as_json(self) -> dict:
        """As `import_bibtex --json` prints it: a contract that scripts rely on."""
        return {
            "files": self.files,
            **self.totals(),
            "records": self.records,
            "problems": [problem.as_json() for problem in self.problems],
        }
