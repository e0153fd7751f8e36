"""BibTeX text to records and back, with problems by line. No database, no settings.

    parsed = bibtex.parse(path.read_bytes())
    for record in parsed.records: ...

This package is the only one that imports bibtexparser.
"""

from collections.abc import Iterable, Iterator

from publications.bibtex.blocks import KNOWN_TYPES, BlockReader
from publications.bibtex.crossref import inherit_fields
from publications.bibtex.encodings import read_text
from publications.bibtex.grammar import MONTHS
from publications.bibtex.record import (
    BibtexDecodeError,
    ParsedFile,
    Problem,
    Record,
    date_of,
    date_of_text,
    is_outdated,
    status_in,
    status_of,
)
from publications.bibtex.writing import (
    ORIGINAL_KEY,
    ORIGINAL_TYPE,
    Macro,
    balanced,
    clean_key,
    unique_keys,
    was_changed,
    write_entry,
)

OTHER_TITLE = ", under another title; give one of the two another key."


def parse(data: bytes | str, *, encoding: str | None = None) -> ParsedFile:
    """Read a whole .bib file; an empty one gives no records.

    Every block that looks like an entry gives a Record, a hopeless one with `refused` set.
    Raises BibtexDecodeError for what is no text, or not in the `encoding` it is said to be in.
    """
    parsed = ParsedFile()
    parsed.records = list(iter_records(data, encoding=encoding, into=parsed))
    parsed.problems.sort(key=lambda problem: problem.line)
    return parsed


def iter_records(
    data: bytes | str, *, encoding: str | None = None, into: ParsedFile | None = None
) -> Iterator[Record]:
    """The records of a file one by one; `into` gathers problems and comments as they are met.

    They are all held at once only where some refer to others (crossref, xdata).
    """
    into = ParsedFile() if into is None else into
    text = read_text(data, encoding, into)
    reader = BlockReader(text, into)
    return inherit_fields(_tell_repeated_keys(reader.records(), into), reader.source, into)


def _tell_repeated_keys(records: Iterable[Record], into: ParsedFile) -> Iterator[Record]:
    first: dict[str, tuple[int, str]] = {}
    for record in records:
        here = record.line, record.get("title").casefold()
        if record.key and not record.refused:
            earlier = first.setdefault(record.key, here)
            if earlier is not here:
                same = earlier[1] == here[1]
                reason = f"The key is also used on line {earlier[0]}"
                reason += " for the same title." if same else OTHER_TITLE
                into.tell("info" if same else "warning", record.line, record.key, reason)
        yield record
