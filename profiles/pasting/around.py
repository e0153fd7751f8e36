"""What the lines around a line tell of it."""

from collections import Counter, defaultdict

from profiles.pasting.certainty import is_known, unsure
from profiles.pasting.line import Line
from profiles.pasting.organisations import is_known_place
from profiles.pasting.source import COMMAND

# So many lines tell the order of those around them.
LIKE_OTHERS = 2
# So great a part of the lines, each with a box that its words tell, tells it of both boxes.
ALIKE = 0.75


def told_by_others(lines: list[Line]):
    """Lines that are pasted together are mostly written alike: where the words of some tell which
    part is what, their order tells it of those whose words say nothing.
    """
    orders, likely = defaultdict(Counter), Counter()
    for line in lines:
        what, where = order = _found_order(line)
        is_parted = line.is_table or line.is_command or line.width in (1, len(line.units))
        if is_parted and where is not None and what != where:
            orders[_form(line)][order] += _known(line) == len(line.main)
            likely[_form(line), order] += _known(line) > 0
    for line in lines:
        (order, count), *others = orders[_form(line)].most_common(2) or [((), 0)]
        count = 0 if count in dict(others).values() else count  # lines that differ tell nothing
        if _known(line) == len(line.main) or count < (LIKE_OTHERS if line.width == 1 else 1):
            is_like = likely[_form(line), _found_order(line)] >= ALIKE * len(lines) > 2
            yield _assured(line) if is_like else line
        elif _found_order(line) != order or line.is_table != (line.width > 1):
            yield _read_in(line, order, is_sure=count >= LIKE_OTHERS)
        else:
            yield _assured(line) if count >= LIKE_OTHERS else line


def _form(line):
    """What lines have in common that are written alike: a command, or so many columns."""
    return COMMAND.match(line.source)[0].strip() if line.is_command else line.width


def _found_order(line):
    """Where the first two boxes stand, of a command in which argument; None where there is none."""
    texts = [str(line.values.get(name, "")) for name in line.main]
    slots = zip(line.units, line.slots, strict=True)
    slots = dict(reversed([*slots]))
    return tuple(
        next((slots[unit] for unit in line.units if text and text in unit), None) for text in texts
    )


def boxes_told(line: Line) -> set[str]:
    """Of the first two boxes those that words told."""
    values = {name: text for name, text in line.values.items() if text}
    return {*line.main} & values.keys() - {*unsure(line, values)}


def _known(line):
    """Of the first two boxes, how many were told by words; 0 where one is empty."""
    return len(boxes_told(line)) if all(map(line.values.get, line.main)) else 0


def _assured(line):
    """The same, where lines around say that its order is right."""
    line.by_mark.update(line.main)
    return line


def _read_in(line, order, *, is_sure):
    """Read again in the order of others, if it has so many parts."""
    # The commas of a title, and the ends of lines, part nothing.
    is_parted = line.is_command or ("\t" not in line.source and line.width > 1)
    is_parted = (is_parted and None not in order) or not line.reader.has_columns
    if not (line.reader.what or is_parted):
        return line
    read = Line(line.kind, line.source, line.below, line.reader, order)
    is_less = line.width == 1 and _told(read) < _told(line)  # words tell more than order
    if is_less or is_known_place(str(read.values.get(line.main[0], ""))):
        return line
    return _assured(read) if is_sure and read.order else read


def _told(line):
    """How many of the first two boxes have words that say what they are."""
    section = line.kind.section
    return sum(is_known(section, name, str(line.values.get(name, ""))) for name in line.main)
