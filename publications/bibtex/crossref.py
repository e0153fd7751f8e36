"""What an entry takes over from the entries it refers to by crossref or xdata.

Rules after the biblatex manual, appendix B, made safe for identity: a volume's identifiers and
authors are never those of the papers in it.
"""

import re
from collections.abc import Iterable, Iterator

from publications.bibtex.grammar import Allowance
from publications.bibtex.record import ParsedFile, Record, Spool

# biblatex's reference to one field, or to one of the names in it: xdata=key-author-2
GRANULAR = re.compile(r"xdata=([^\s,{}\"]+?)(?:-([A-Za-z]+)(?:-(\d{1,4}))?)?")
AND = re.compile(r"(?<!\s)\s+and\s+")
PARTS = frozenset(
    (
        "inproceedings conference incollection inbook inreference suppbook suppcollection"
        " bookinbook article suppperiodical"
    ).split()
)
GATHERINGS = frozenset(
    "proceedings mvproceedings collection mvcollection reference mvreference periodical".split()
)
NEVER = frozenset(
    (
        "crossref xref xdata ids entryset entrysubtype execute label options presort related"
        " relatedoptions relatedstring relatedtype shorthand shorthandintro sortkey doi url"
        " urldate isbn issn eid eprint eprinttype archiveprefix eprintclass primaryclass arxiv"
        " pmid pages abstract note addendum annote annotation keywords file pdf html code slides"
        " poster video preview bibtex_show selected title subtitle titleaddon shorttitle sorttitle"
        " indextitle author+an key"
    ).split()
)
# What the parent adds to a title of its own means nothing beside the child's.
ADDS_TO = {
    "booksubtitle": ("booktitle",),
    "booktitleaddon": ("booktitle",),
    "journalsubtitle": ("journaltitle", "journal"),
    "mainsubtitle": ("maintitle",),
    "maintitleaddon": ("maintitle",),
}
RENAMED = {"title": "booktitle", "subtitle": "booksubtitle", "titleaddon": "booktitleaddon"}
JOURNAL = {"title": "journaltitle", "subtitle": "journalsubtitle"}
MAIN = {"title": "maintitle", "subtitle": "mainsubtitle", "titleaddon": "maintitleaddon"}
# More than any book has; without a limit a chain of thousands takes the square of its length.
ANCESTORS = 64
# Signs of a text.
AT_ONCE = 1_000_000
REFERRING = frozenset({"crossref", "xdata"})
FROM_XDATA = frozenset({"title", "subtitle", "note", "keywords", "abstract", "pages"})


def may_refer(text: str) -> bool:
    """Whether entries of the text may refer to others."""
    longest = max(map(len, REFERRING))
    for start in range(0, len(text), AT_ONCE):  # of a whole file, it would take much memory
        lowered = text[start : start + AT_ONCE + longest].lower()
        if any(name in lowered for name in REFERRING):
            return True
    return False


def inherit_fields(
    records: Iterable[Record], allowance: Allowance, into: ParsedFile
) -> Iterator[Record]:
    """The records of a text, `inherited` filled; a missing parent or a circle gives a warning.

    All wait in a spool until the last one is read.
    """
    spool, waiting, by_key, sought = Spool(), [], {}, set()
    for place, record in enumerate(records):
        for key in _keys(record):
            by_key.setdefault(key, place)
            by_key.setdefault(key.lower(), place)
        sought.update(map(str.lower, _sought(record)))
        waiting.append(spool.put(record.pack()))
    places = {key: place for key, place in by_key.items() if key.lower() in sought}
    whole = {place: Record.unpack(spool.get(waiting[place])) for place in set(places.values())}
    parents = Parents({key: whole[place] for key, place in places.items()}, allowance)
    del by_key, sought, places
    for place, ticket in enumerate(waiting):
        record = whole.get(place) or Record.unpack(spool.get(ticket))
        if any(name in REFERRING or "xdata=" in value for name, value in record.fields):
            _resolve_granular(record, parents, into)
            _inherit(record, parents, into)
        yield record


class Parents:
    """The records that others refer to, by key and alias; a key's case matters last."""

    def __init__(self, by_key: dict[str, Record], allowance: Allowance):
        self.may_repeat, self._by_key = allowance.may_repeat, by_key

    def get(self, key: str) -> Record | None:
        return self._by_key.get(key) or self._by_key.get(key.lower())


def _keys(record: Record) -> Iterator[str]:
    yield record.key.strip()
    aliases = (value for name, value in record.fields if name == "ids" and value.strip())
    yield from map(str.strip, next(aliases, "").split(","))


def _sought(record: Record) -> Iterator[str]:
    """Every key that the record's references may be to; what is no key does no harm."""
    for name, value in record.fields:
        if name in REFERRING:
            yield value.strip()
            yield from map(str.strip, value.split(","))
        if "xdata=" in value:
            matches = map(GRANULAR.fullmatch, map(str.strip, AND.split(value)))
            yield from (match[1] for match in matches if match)


def _references(record: Record) -> list[tuple[str, str]]:
    """The (field, key) pairs that `record` refers to, the nearest last."""
    pairs = []
    for name, value in record.fields:
        if name in REFERRING:
            keys = value.split(",") if name == "xdata" else [value]
            pairs += [(name, key.strip()) for key in keys if key.strip()]
    return pairs[::-1]


def _inherit(record: Record, parents: Parents, into: ParsedFile) -> None:
    seen = {id(record)}
    waiting = _references(record)
    while waiting and len(seen) <= ANCESTORS:
        how, key = waiting.pop()
        parent = parents.get(key)
        if parent is None:
            reason = f"It refers by {how} to “{key}”, which is not in the file."
            into.tell("warning", record.line, record.key, reason)
        elif id(parent) in seen:
            reason = f"Its {how} leads in a circle through “{key}”; that step was ignored."
            into.tell("warning", record.line, record.key, reason)
        else:
            seen.add(id(parent))
            if not _take(record, parent, how, parents):
                reason = f"What it inherits from “{key}” is too long; some was left out."
                into.tell("warning", record.line, record.key, reason)
            waiting += _references(parent)


def _take(record: Record, parent: Record, how: str, parents: Parents) -> bool:
    """Returns whether there was room for all of it."""
    is_whole = True
    for name, value in parent.fields:
        given = _name_in_child(record, parent, how, name)
        hidden = given in record.own or any(own in record.own for own in ADDS_TO.get(given, ()))
        if given and value.strip() and not hidden and given not in record.inherited:
            if parents.may_repeat(value):
                record.inherited[given] = value
            else:
                is_whole = False
    return is_whole


def _name_in_child(record: Record, parent: Record, how: str, name: str) -> str:
    # A part refers to another of its kind where it is the same work, said again for another list.
    is_same = record.entry_type == parent.entry_type and record.entry_type in PARTS | {"misc"}
    if how == "xdata" or is_same:
        return name if name in FROM_XDATA or name not in NEVER else ""
    if parent.entry_type.startswith("mv") and name in MAIN:
        return MAIN[name]
    if record.entry_type in PARTS and name in RENAMED:
        if parent.entry_type == "periodical":
            return JOURNAL.get(name, "")
        return RENAMED[name]
    if name == "author" and parent.entry_type in GATHERINGS:
        return ""
    return "" if name in NEVER else name


def _resolve_granular(record: Record, parents: Parents, into: ParsedFile) -> None:
    """Put what `xdata=key-field` stands for in its place; what is not there stays as typed."""
    for at, (_name, value) in enumerate(record.fields):
        if "xdata=" in value:
            missing, left = [], [ANCESTORS]
            record.set_field(at, _granular(value, parents, missing, left))
            for reason in dict.fromkeys(missing):
                into.tell("warning", record.line, record.key, f"{reason}; it stays as typed.")


def _granular(value: str, parents: Parents, missing: list[str], left: list[int]) -> str:
    """`left` counts down over the whole field: references may multiply, or go in a circle."""
    parts = AND.split(value)
    for at, part in enumerate(map(str.strip, parts)):
        if match := GRANULAR.fullmatch(part):
            left[0] -= 1
            key, name, number = match.groups()
            parent = parents.get(key) if name and left[0] >= 0 else None
            whole = parent.get(name.lower()) if parent else ""
            items = AND.split(whole) if number else [whole]
            index = int(number or 1) - 1
            given = items[index] if 0 <= index < len(items) else ""
            if given and parents.may_repeat(given):
                parts[at] = _granular(given, parents, missing, left)
            else:
                why = "is too long" if given else "leads to nothing in the file"
                missing.append(f"“{part}” {why}")
    return " and ".join(parts)
