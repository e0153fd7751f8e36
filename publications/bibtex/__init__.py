"""BibTeX text to records and back, with problems by line. No database, no settings.

    parsed = bibtex.parse(path.read_bytes())
    for record in parsed.records: ...

This package is the only one that imports bibtexparser.

encodings     bytes -> text: UTF-8, byte order marks, encodings that a file declares, and those that
              its letters tell: Latin-1, Windows-1252, GB 18030, …
entries       a file as blocks; one entry read: by bibtexparser, else tolerantly, with a warning
grammar       values: braces, quotes, `#`, macros of @string
crossref      fields that an entry inherits by crossref or xdata
record        what an entry says: fields, date, status (“to appear”), problems; a file they wait in
writing       records -> BibTeX text; citation keys, each once; fields kept in another
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from profiles.folding import repaired
from publications.bibtex.crossref import inherit_fields, may_refer
from publications.bibtex.encodings import read_text
from publications.bibtex.entries import BlockReader
from publications.bibtex.grammar import MONTHS
from publications.bibtex.record import (
    BibtexDecodeError,
    ParsedFile,
    Problem,
    Record,
    UnsureEncodingError,
    date_of,
    date_of_text,
    is_outdated,
    status_in,
    status_of,
)
from publications.bibtex.writing import (
    KEPT_FIELDS,
    ORIGINAL_KEY,
    ORIGINAL_TYPE,
    Macro,
    balanced,
    clean_key,
    kept_beside,
    read_again,
    unique_keys,
    was_changed,
    write_entry,
)

# Lines of damaged letters that are reported one by one, and what of BibTeX may stand around a word.
MOST_DAMAGE = 100
EDGES = '{}",; '
OTHER_TITLE = ", under another title; give one of the two another key."


def parse(
    data: bytes | str, *, encoding: str | None = None, repair_encoding: bool = False
) -> ParsedFile:
    """Read a whole .bib file; an empty one gives no records.

    Every block that looks like an entry gives a Record, a hopeless one with `refused` set.
    Letters that were read in a wrong encoding before ("Ã¼") are mended with `repair_encoding`,
    else warned of, where `data` is bytes. Raises BibtexDecodeError for what is no text, or not in
    the `encoding` it is said to be in; UnsureEncodingError where no encoding is said and several
    fit. Other formats, such as RIS, are read by publications.reference_lists.
    """
    parsed = ParsedFile()
    options = {"encoding": encoding, "repair_encoding": repair_encoding}
    parsed.records = list(iter_records(data, **options, into=parsed))
    parsed.problems.sort(key=lambda problem: problem.line)
    return parsed


def iter_records(
    data: bytes | str,
    *,
    encoding: str | None = None,
    repair_encoding: bool = False,
    into: ParsedFile | None = None,
) -> Iterator[Record]:
    """The records of a file one by one; `into` gathers problems and comments as they are met.

    They are all held at once only where some refer to others (crossref, xdata).
    """
    into = ParsedFile() if into is None else into
    text = text_of(data, into, encoding=encoding, repair_encoding=repair_encoding)
    reader = BlockReader(text, into)
    records = _tell_repeated_keys(map(_with_kept_fields, reader.records()), into)
    if not may_refer(text):
        return records
    # Without the text, which is let go of once it is read.
    return inherit_fields(records, reader.source.allowance, into)


def text_of(
    data: bytes | str,
    into: ParsedFile,
    *,
    encoding: str | None = None,
    repair_encoding: bool = False,
) -> str:
    """The text of a file of any format; damaged letters are mended or told of, as `parse` says."""
    text = read_text(data, encoding, into)
    if repair_encoding or not isinstance(data, str):
        text = _tell_damage(text, into, is_repaired=repair_encoding)
    return text


def _with_kept_fields(record: Record) -> Record:
    if any(name == KEPT_FIELDS for name, _value in record.fields):
        return replace(record, fields=read_again(record.fields))
    return record


def _tell_damage(text: str, into: ParsedFile, *, is_repaired: bool) -> str:
    """The text as it is to be read: mended, where that is wished."""
    sound = repaired(text)
    if sound == text:
        return text
    lines = enumerate(zip(text.split("\n"), sound.split("\n"), strict=True), 1)
    damaged = [(line, before, after) for line, (before, after) in lines if before != after]
    into.damaged = len(damaged)
    done = (
        "was mended" if is_repaired else "was read in a wrong encoding; --repair-encoding mends it"
    )
    for line, before, after in damaged[:MOST_DAMAGE]:
        words = zip(before.split(" "), after.split(" "), strict=False)
        one, other = next((pair for pair in words if pair[0] != pair[1]), (before, after))
        reason = f"Damaged letters: “{one.strip(EDGES)}” {done} (“{other.strip(EDGES)}”)."
        into.tell("warning", line, "", reason)
    for line, _before, _after in damaged[MOST_DAMAGE:][:1]:
        reason = f"Damaged letters on {len(damaged) - MOST_DAMAGE} more lines."
        into.tell("warning", line, "", reason)
    return sound if is_repaired else text


def _tell_repeated_keys(records: Iterable[Record], into: ParsedFile) -> Iterator[Record]:
    first: dict[str, tuple[int, int]] = {}
    for record in records:
        titles = (value.strip() for name, value in record.fields if name == "title")
        here = record.line, hash(next(filter(None, titles), "").casefold())
        if record.key and not record.refused:
            earlier = first.setdefault(record.key, here)
            if earlier is not here:
                same = earlier[1] == here[1]
                reason = f"The key is also used on line {earlier[0]}"
                reason += " for the same title." if same else OTHER_TITLE
                into.tell("info" if same else "warning", record.line, record.key, reason)
        yield record
