"""Formats of lines with a tag, cut into references, each with its tags in the file's order."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from publications.bibtex import ParsedFile, Record
from publications.reference_lists.item import FilePart, Item, records_of

MISSING_START = "These lines belong to no reference: the line that begins one ({}) is missing."


class Dialect(NamedTuple):
    """How lines of a format look: `line` finds its tag and its text, `begins` are the tags with
    which a reference begins, `ends` those with which one ends.
    """

    line: re.Pattern
    begins: frozenset[str]
    ends: frozenset[str] = frozenset()
    # Lines before, between and behind references.
    outside: re.Pattern = re.compile(r"(?!)")
    # The tags of a title: a reference that has one ends at a blank line.
    titles: frozenset[str] = frozenset()


@dataclass
class Reference:
    """One reference of a file. `pairs`: a tag, and the lines of its text, the first one first."""

    line: int
    pairs: list[tuple[str, list[str]]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    is_begun: bool = True

    @property
    def raw(self) -> str:
        return "\n".join(self.lines).strip("\n")

    def texts(self, *tags: str) -> list[str]:
        """Every text of the first of the tags that has any; its lines joined, paragraphs kept."""
        for tag in tags:
            if texts := [
                text for name, rows in self.pairs if name == tag and (text := _text(rows))
            ]:
                return texts
        return []

    def text(self, *tags: str) -> str:
        return next(iter(self.texts(*tags)), "")

    def rows(self, *tags: str) -> list[str]:
        """The lines of the first of the tags that has any, where each says something by itself."""
        for tag in tags:
            rows = [row.strip() for name, rows in self.pairs if name == tag for row in rows]
            if rows := list(filter(None, rows)):
                return rows
        return []


def _text(rows):
    parts = "\n".join(row.strip() for row in rows).split("\n\n")
    return "\n\n".join(text for part in parts if (text := " ".join(part.split())))


def read(
    text: str, dialect: Dialect, into: ParsedFile, item_of: Callable[[Reference], Item]
) -> Iterator[Record]:
    """The records of a file whose references all have their first line; others are refused."""
    found = (
        FilePart(reference.line, reference.raw, (item_of(reference),))
        if reference.is_begun
        else FilePart(reference.line, reference.raw, (), MISSING_START.format(*dialect.begins))
        for reference in references(text, dialect, into)
    )
    return records_of(found, into)


def references(text: str, dialect: Dialect, into: ParsedFile) -> Iterator[Reference]:
    """The references of a file one by one, those without their first line, too (`is_begun`);
    what stands outside goes to the comments of `into`.
    """
    current, outside = None, []
    for number, line in enumerate(text.split("\n"), 1):
        match = dialect.line.match(line)
        tag = match[1].upper() if match else ""
        is_first = tag in dialect.begins
        if is_first and current and not current.is_begun and current.lines[-1].strip():
            current.is_begun = True  # a few lines stand above the one that should be first
        elif is_first or (tag and not current and not dialect.outside.match(line)):
            if current:
                yield current
            current = Reference(number, is_begun=is_first)
        if current is None:
            outside.append(line)
            continue
        if not line.strip() and any(tag in dialect.titles for tag, _rows in current.pairs):
            yield current
            current = None
            continue
        current.lines.append(line)
        if tag in dialect.ends:
            yield current
            current = None
        elif tag:
            current.pairs.append((tag, [match[2] or ""]))
        elif current.pairs:
            current.pairs[-1][1].append(line)
    if current:
        yield current
    if rest := "\n".join(outside).strip():
        into.comments.append(rest)
