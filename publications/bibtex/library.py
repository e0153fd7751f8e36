"""What bibtexparser makes of a block that is not beyond doubt (`regular`).

Its answer for an entry is believed only when each value obeys BibTeX's grammar, for it cuts or
swallows fields without a word where a comma or a brace is missing; everything else goes to our own
tolerant reader (`grammar`).
"""

import logging
import re

from bibtexparser.model import DuplicateFieldKeyBlock, Entry
from bibtexparser.splitter import Splitter

from publications.bibtex.grammar import EXTRA_CLOSE, NAME, Reading, Source
from publications.bibtex.strings import BRACED

# It logs each block that it gives up, which ours then reads: nothing for anyone's terminal.
logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)

USUAL_KEY = re.compile(r"[^\s,{}\"=%#()]+")
# Where a block may start, wherever on its line: bibtexparser is shown no more than one.
NEXT_BLOCK = re.compile(r"@\s*[A-Za-z][^\s@{}(),=\"#%'\\]*\s*[{(]")
QUOTED = re.compile(r'"[^"{}\\#]*+"')


def reading_at(text: str, at: int) -> Reading | None:
    """bibtexparser's reading of the entry that starts at the index `at`; None if it has none.

    It is given the text up to the next entry, so that no sign of a file is read more than once.
    """
    ahead = NEXT_BLOCK.search(text, at + 1)
    for block in _blocks(text[at : ahead.start() if ahead else len(text)]):
        if isinstance(block, DuplicateFieldKeyBlock):
            block = block.ignore_error_block
        return _reading(text, at, block) if isinstance(block, Entry) else None
    return None


def _reading(text: str, at: int, entry: Entry) -> Reading | None:
    end = at + len(entry.raw)
    fields = [(field.key.lower(), field.value) for field in entry.fields]
    usual = USUAL_KEY.fullmatch(entry.key or "") and text.startswith(entry.raw, at)
    if usual and all(map(_is_field, fields)) and not EXTRA_CLOSE.match(text, end):
        return Reading(entry.key, fields, end)
    return None


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
