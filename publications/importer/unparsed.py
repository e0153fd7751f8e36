"""A .bib file of which no record is kept: read anew, entry by entry, as often as it is asked."""

from collections.abc import Iterator
from itertools import chain

from publications import bibtex
from publications.bibtex import ParsedFile, Problem, Record


class Unparsed:
    """Stands for a ParsedFile in a plan. Raises BibtexDecodeError at once for what is no text."""

    def __init__(self, data: bytes, encoding: str | None = None):
        self._data, self._encoding = data, encoding
        records = self._read()
        first = next(records, None)
        self.is_empty = first is None
        # For the first that asks: what was read need not be read again.
        self._begun = None if self.is_empty else chain([first], records)

    @property
    def records(self) -> Iterator[Record]:
        begun, self._begun = self._begun, None
        return begun or self._read()

    @property
    def problems(self) -> list[Problem]:
        """What the last reading told of so far, by line."""
        return sorted(self._parsed.problems, key=lambda problem: problem.line)

    def __getattr__(self, name):
        """All else that a ParsedFile has: comments, preambles, strings."""
        return getattr(self._parsed, name)

    def _read(self):
        self._parsed = ParsedFile()
        return bibtex.iter_records(self._data, encoding=self._encoding, into=self._parsed)
