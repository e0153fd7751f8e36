"""What bibtexparser makes of a text, as entries found by where they start.

bibtexparser reads the well-formed bulk of a file. Its answer for an entry is believed only when
each value obeys BibTeX's grammar, for it cuts or swallows fields without a word where a comma or
a brace is missing; everything else goes to our own tolerant reader (`grammar`).
"""

import logging
import re

from bibtexparser.model import DuplicateBlockKeyBlock, DuplicateFieldKeyBlock, Entry
from bibtexparser.splitter import Splitter

from publications.bibtex.grammar import EXTRA_CLOSE, NAME, Reading, Source
from publications.bibtex.strings import BRACED

# It logs each block that it gives up, which ours then reads: nothing for anyone's terminal.
logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)

# A whole file at once takes twelve times its size in memory; pieces take next to nothing.
ENTRIES_AT_ONCE = 500
USUAL_KEY = re.compile(r"[^\s,{}\"=%#()]+")
QUOTED = re.compile(r'"[^"{}\\#]*+"')


class Library:
    """bibtexparser's entries of `text`, read piece by piece in the order they are asked for."""

    def __init__(self, text: str):
        self._text = text
        self._start = self._end = 0
        self._entries: dict[int, Entry] = {}

    def reading_at(self, at: int) -> Reading | None:
        """The entry that starts at the index `at`, or None where ours must read it."""
        if at >= self._end:
            self._read_piece_of(at)
        entry = self._entries.pop(at, None)
        if entry is None or not USUAL_KEY.fullmatch(entry.key or ""):
            return None
        end = at + len(entry.raw)
        fields = [(field.key.lower(), field.value) for field in entry.fields]
        if all(map(_is_field, fields)) and not EXTRA_CLOSE.match(self._text, end):
            return Reading(entry.key, fields, end)
        return None

    def _read_piece_of(self, at: int) -> None:
        while at >= self._end:
            self._start, self._end = self._end, self._next_cut(self._end)
        self._entries = {}
        start = self._start
        for block in _blocks(self._text[self._start : self._end]):
            found = self._text.find(block.raw or "", start)
            if found < 0:
                return
            start = found + len(block.raw or "")
            if isinstance(block, DuplicateBlockKeyBlock | DuplicateFieldKeyBlock):
                block = block.ignore_error_block
            if isinstance(block, Entry):
                self._entries[found] = block

    def _next_cut(self, at: int) -> int:
        for _entry in range(ENTRIES_AT_ONCE):
            at = self._text.find("\n@", at + 1)
            if at < 0:
                return len(self._text) + 1
        return at + 1


def _blocks(text: str) -> list:
    try:
        return Splitter(text).split().blocks
    except Exception:  # whatever it stumbles on, our own reader reads instead
        return []


def _is_field(field: tuple[str, str]) -> bool:
    name, value = field
    if not NAME.fullmatch(name):
        return False
    if BRACED.fullmatch(value) or value.isdigit() or QUOTED.fullmatch(value):
        return True
    pieces = Source(value).value_pieces(0) if value else [(0, -1)]
    return pieces[-1][1] == len(value) and all(end > start for start, end in pieces)
