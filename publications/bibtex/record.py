"""What reading a .bib file gives: records, and problems worth telling."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field

from publications.latex import to_text


class Unreadable(ValueError):  # noqa: N818 - reads as a sentence: bibtex.Unreadable
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

    def get(self, *names: str) -> str:
        """The first non-empty raw value: own fields in the order of `names`, then inherited."""
        for name in names:
            for own, value in self.fields:
                if own == name and (value := value.strip()):
                    return value
        for name in names:
            if value := self.inherited.get(name, "").strip():
                return value
        return ""

    def text(self, *names: str) -> str:
        """The same as display text; see `latex.to_text`."""
        return to_text(self.get(*names))

    @property
    def checksum(self) -> str:
        """SHA-256 of the source text, in hex: an unchanged entry keeps it."""
        return hashlib.sha256(self.raw.encode("utf-8", "surrogatepass")).hexdigest()


class Said:
    """A record that is asked often: its first values are looked up once, not at each question.

    Made for the moment of reading it, and not kept: it takes as much memory again.
    """

    __slots__ = (
        "_own",
        "_values",
        "entry_type",
        "fields",
        "inherited",
        "key",
        "line",
        "names",
        "own_names",
    )

    def __init__(self, record: Record):
        self.entry_type, self.key, self.line = record.entry_type, record.key, record.line
        self.fields, self.inherited = record.fields, record.inherited
        self._own: dict[str, str] = {}
        for name, value in record.fields:
            if name not in self._own and (value := value.strip()):
                self._own[name] = value
        self._values = self._own
        if record.inherited:
            inherited = {name: value.strip() for name, value in record.inherited.items()}
            self._values = inherited | self._own
        # Of the fields that say something.
        self.own_names = tuple(self._own)
        self.names = tuple(self._values) if record.inherited else self.own_names

    def get(self, name: str, *others: str) -> str:
        """The same as the record's."""
        if not others:
            return self._values.get(name, "")
        names = (name, *others)
        found = (values[n] for values in (self._own, self._values) for n in names if n in values)
        return next(filter(None, found), "")

    def has_any(self, names: Iterable[str]) -> bool:
        """Whether it says anything under one of these names."""
        return not self._values.keys().isdisjoint(names)

    def text(self, *names: str) -> str:
        return to_text(self.get(*names))


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
