"""What reading a .bib file gives: records, and problems worth telling."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field

from publications.latex import to_text


class BibtexDecodeError(ValueError):
    """The bytes are no text that BibTeX could be in; `str()` of it says why."""


@dataclass(slots=True)
class Problem:
    """Something worth telling the owner of the file.

    `line` is the 1-based line on which the block starts, 0 where there is none; `severity` is
    "error", "warning" or "info"; `reason` says what was found, and what was done or what to do.
    """

    line: int
    key: str
    severity: str
    reason: str


@dataclass(slots=True)
class Record:
    """One entry as read: its source, and its fields after macros and `#` were resolved.

    `fields` keeps file order and duplicates, names in lower case, values as raw LaTeX without
    their outer delimiters. `inherited` is what crossref and xdata gave. A `refused` record is a
    block that gave no usable field: its raw text is kept and an error tells why.
    """

    entry_type: str
    key: str
    line: int
    raw: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    inherited: dict[str, str] = field(default_factory=dict)
    refused: bool = False
    _own: dict[str, str] | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def own(self) -> dict[str, str]:
        """Name -> first value that is not empty, of its own fields; looked up once."""
        if self._own is None:
            self._own = {}
            for name, value in self.fields:
                if name not in self._own and (value := value.strip()):
                    self._own[name] = value
        return self._own

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all that it says, what it inherited first."""
        return tuple(self.inherited | self.own)

    def has_any(self, names: Iterable[str]) -> bool:
        """Whether it says anything under one of these names."""
        return any(name in self.own or name in self.inherited for name in names)

    def get(self, *names: str) -> str:
        """The first non-empty raw value: own fields in the order of `names`, then inherited."""
        for values in (self.own, self.inherited) if self.inherited else (self.own,):
            for name in names:
                if value := values.get(name, "").strip():
                    return value
        return ""

    def set_field(self, at: int, value: str) -> None:
        """Give the field at an index another value."""
        self.fields[at] = self.fields[at][0], value
        self._own = None

    def text(self, *names: str) -> str:
        """The same as display text; see `latex.to_text`."""
        return to_text(self.get(*names))

    @property
    def checksum(self) -> str:
        """SHA-256 of the source text, in hex: an unchanged entry keeps it."""
        return hashlib.sha256(self.raw.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(slots=True)
class ParsedFile:
    """Everything a file holds; each non-blank character of it is in exactly one of the parts.

    `comments` is the text outside entries and the `@comment` blocks, `strings` and `preambles`
    the source of those blocks, all in file order. `commented_out` counts entries behind `%`.
    """

    records: list[Record] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    encoding: str = "utf-8"
    commented_out: int = 0
    comments: list[str] = field(default_factory=list)
    preambles: list[str] = field(default_factory=list)
    strings: list[str] = field(default_factory=list)

    def tell(self, severity: str, line: int, key: str, reason: str) -> None:
        self.problems.append(Problem(line, key, severity, reason))
