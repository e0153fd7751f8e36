"""Lists pasted from a CV, and whole CVs -> the values of rows.

Of each line the dates first, wherever they stand; then what is left by what it is (`words`); then
by where it stands (`kinds`). What was decided by its place alone, or has no box, is named: such a
row is a draft until somebody accepts it.
"""

import re

from profiles.items import ItemKind
from profiles.pasting.kinds import READERS, TITLED
from profiles.pasting.line import Line, PastedLine
from profiles.pasting.text import BULLET, INDENT

# Of one paste; what stands below is left in the box.
MOST_LINES = 100


def read_lines(kind: ItemKind, text: str) -> tuple[list[PastedLine], str]:
    """The rows of `text`, and the lines beyond MOST_LINES. Nothing of a line is left out: what is
    not understood goes into the notes of its row.
    """
    items, left = _items(text)
    return [_row(kind, source, "\n".join(below)) for source, below in items], left


def _row(kind, source, below):
    line = Line(kind, source, below, has_title=kind.section in TITLED)
    if line.is_short:
        READERS[kind.section](line)
    return line.finished()


def _items(text):
    """Each line, and the bullets that are indented below it."""
    items, lines = [], text.splitlines()
    for number, line in enumerate(lines):
        body = BULLET.sub("", line.strip(), count=1).strip()
        if not re.search(r"\w", body):
            continue
        if items and INDENT.match(line) and BULLET.match(line.strip()):
            items[-1][1].append(f"- {body}")
        elif len(items) == MOST_LINES:
            return items, "\n".join(lines[number:])
        else:
            items.append((body, []))
    return items, ""
