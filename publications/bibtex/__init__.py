"""BibTeX text to records and back, with problems by line. No database, no settings.

    parsed = bibtex.parse(path.read_bytes())
    for record in parsed.records: ...

This package is the only one that imports bibtexparser.
"""

from collections.abc import Iterable, Iterator

from publications.bibtex.blocks import KNOWN_TYPES, Walk
from publications.bibtex.crossref import Parents, inherit, keys_of, keys_referred_to
from publications.bibtex.dates import date_of, date_of_text, status_in, status_of
from publications.bibtex.keys import ORIGINAL as ORIGINAL_KEY
from publications.bibtex.keys import ORIGINAL_TYPE, clean_key, unique_keys, was_changed
from publications.bibtex.reading import PIECE, OnDisk, Pieces
from publications.bibtex.record import ParsedFile, Problem, Record, Said, Unreadable
from publications.bibtex.strings import MONTHS
from publications.bibtex.writing import Macro, balanced, write_entry

__all__ = [
    "KNOWN_TYPES",
    "MONTHS",
    "ORIGINAL_KEY",
    "ORIGINAL_TYPE",
    "PIECE",
    "Macro",
    "OnDisk",
    "ParsedFile",
    "Problem",
    "Record",
    "Said",
    "Unreadable",
    "balanced",
    "clean_key",
    "date_of",
    "date_of_text",
    "iter_records",
    "parse",
    "status_in",
    "status_of",
    "unique_keys",
    "was_changed",
    "write_entry",
]


# Pieces of a file, of 4 MB each, whose records are held until all parents are known.
HELD = 4


def parse(data: bytes | str, *, encoding: str | None = None) -> ParsedFile:
    """Read a whole .bib file; an empty one gives no records.

    Every block that looks like an entry gives a Record, a hopeless one with `refused` set.
    Raises Unreadable for what is no text, or not in the `encoding` it is said to be in.
    """
    parsed = ParsedFile()
    parsed.records = list(iter_records(data, encoding=encoding, into=parsed))
    parsed.problems.sort(key=lambda problem: problem.line)
    return parsed


def iter_records(
    data: bytes | OnDisk | str, *, encoding: str | None = None, into: ParsedFile | None = None
) -> Iterator[Record]:
    """The records of a file one by one; `into` gathers problems and comments as they are met.

    Memory stays bounded by `data`, HELD pieces of it, and the entries that others refer to.
    """
    into = ParsedFile() if into is None else into
    pieces = Pieces(data, encoding, into)
    records = _told_of_repeated_keys(Walk(pieces, into).records(), into)
    wanted = set().union(*map(keys_referred_to, pieces))
    if not wanted:
        yield from records
        return
    if len(pieces) <= HELD:
        candidates = records = list(records)
    else:  # read twice, rather than held
        candidates = Walk(pieces, ParsedFile(), wanted).records()
    parents = _parents(candidates, wanted)
    for record in records:
        inherit(record, parents, into)
        yield record


def _parents(records: Iterable[Record], wanted: set[str]) -> Parents:
    return Parents(r for r in records if any(key.lower() in wanted for key in keys_of(r)))


def _told_of_repeated_keys(records: Iterator[Record], into: ParsedFile) -> Iterator[Record]:
    first: dict[str, tuple[int, int]] = {}
    for record in records:
        here = record.line, hash(record.get("title").casefold())
        if (
            record.key
            and not record.refused
            and (earlier := first.setdefault(record.key, here)) is not here
        ):
            _tell_repeated_key(record, earlier[0], earlier[1] == here[1], into)
        yield record


def _tell_repeated_key(record: Record, line: int, same: bool, into: ParsedFile) -> None:
    other = ", under another title; give one of the two another key."
    reason = f"The key is also used on line {line}"
    reason += " for the same title." if same else other
    into.tell("info" if same else "warning", record.line, record.key, reason)
