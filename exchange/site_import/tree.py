"""The files of a site, and what a system's module read of them.

Whatever is not read ends in the report: `Tree.unread()`. So a module asks for keys with `get`,
which remembers, says with `leave_out` what it leaves out on purpose and why, and with
`not_understood` what it read and could not place. `problems` are the reader's own: a file that is
damaged, too large, a link, or not YAML.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from math import inf
from os.path import splitext
from pathlib import Path
from typing import BinaryIO, NamedTuple

from django.core.exceptions import ValidationError
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

from exchange.site_import import files as site_files
from exchange.site_import.files import Listing, SiteError, SiteFile
from exchange.site_import.records import Place, Problem
from exchange.site_import.yaml_lines import (
    UNPRINTABLE,
    Items,
    Mapping,
    read_json,
    read_toml,
    read_yaml,
)
from profiles.folding import REPLACEMENT, repaired
from profiles.markup.structure import line_in_words
from publications.bibtex.encodings import read_text
from publications.bibtex.record import BibtexDecodeError, ParsedFile, UnsureEncodingError
from uploads.images import size_of

__all__ = ["Document", "Items", "Mapping", "SiteError", "Tree"]

# What a shape raises that no module thought of.
FAILURES = (AttributeError, LookupError, RecursionError, TypeError, ValueError, ValidationError)
# Between two words: blanks, tags, and what of Markdown sets words off or makes them a link.
BETWEEN_WORDS = r"(?:\s|<[^<>]*>|\]\([^()\s]*\)|[\[*_])+"
# As Jekyll has it.
FRONT_MATTER = re.compile(r"\s*---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S | re.M)
# Hugo's other way.
TOML_FRONT_MATTER = re.compile(r"\s*\+\+\+[ \t]*\n(.*?)^\+\+\+[ \t]*(?:\n|\Z)", re.S | re.M)
# Around nothing, or all, of a .bib file.
FRONT_MATTER_LINE = re.compile(r"^---[^\S\n]*$", re.M)
FRONT_MATTER_START = re.compile(r"\s*---[ \t]*\n[ \t]*[\w-]+[ \t]*:")
# A key for a date, and a date of which it may be unclear what is the day; such a date alone.
DATE_LINE = re.compile(
    rb"^[ \t-]*[\w-]*date[\w-]*:[ \t]*[\"']?(\d\d?)/(\d\d?)/\d{4}\b", re.I | re.M
)
SLASHES = re.compile(r"(\d\d?)/(\d\d?)/(\d{4})")
# A no-break space that was lost: "Anna�Lind".
LOST_BLANK = re.compile(rf"(?<=[a-zß-ÿ]){REPLACEMENT}(?=[A-Z][a-z])")
MAX_TEXT = 1024 * 1024
# Of all texts of a site together.
MAX_TEXTS = 24 * 1024 * 1024

READERS = {"yml": read_yaml, "yaml": read_yaml, "json": read_json, "toml": read_toml}
# Problems told of one file.
MOST_NOTES = 50


# "[14]: https://a.example", and "[Tides][14]", which it leads there.
DEFINITION = re.compile(r"^ {0,3}\[([^\[\]^]+)\]:[ \t]*<?([^\s<>]+)>?(?:[ \t]+[\"'(].*)?$", re.M)
REFERENCE = re.compile(r"(?<![\\!])\[([^\[\]]+)\](?:\[([^\[\]]*)\])?(?![(:\[])")
MARKDOWN = (".md", ".qmd", ".Rmd", ".markdown")
INDENT = re.compile(r"^[ \t]+", re.M)  # by which Markdown tells code, and HTML nothing


@dataclass
class Document:
    """A text file: its front matter and what follows it, which begins on `body_line`.

    A file of YAML that is a list has `items` and an empty `front`. `row` names each of several that
    are lines, or records, of one file, and begin on `body_line`.
    """

    path: str
    front: Mapping
    body: str
    body_line: int = 1
    items: Items = field(default_factory=Items)
    row: str = ""

    def place(self, key: str = "") -> Place:
        return Place(self.path, self.front.lines.get(key, self.body_line if self.row else 1))

    @property
    def body_place(self) -> Place:
        return Place(self.path, self.body_line)

    @property
    def origin(self) -> str:
        """Where in the site it comes from: its path, and its name in a table."""
        return f"{self.path}#{self.row}" if self.row else self.path

    @property
    def stem(self) -> str:
        """The name of the file without its ending, or of the row."""
        return self.row or splitext(self.path.rpartition("/")[2])[0]

    @property
    def name(self) -> str:
        """Of a page: its file's, of an index its folder's."""
        folder = self.path.rpartition("/")[0].rpartition("/")[2]
        return folder if self.stem.strip("_") == "index" else self.stem

    @property
    def is_unpublished(self) -> bool:
        """Whether it is kept back, as a draft is."""
        said = [self.front.text(key).lower() for key in ("published", "draft")]
        return said[0] == "false" or said[1] == "true"


class LeftOut(NamedTuple):
    """A file, or a key of one, that is left out on purpose."""

    place: Place
    key: str
    reason: str


class NotUnderstood(NamedTuple):
    """A text that was read and could not be placed, or of which something was lost."""

    place: Place
    text: str
    reason: str


@dataclass
class Tree:
    """`files`: path below the root, with "/" -> its size and how it is read, in order of path.

    With `repair_encoding`, texts whose encoding is damaged are mended; else that is only offered.
    """

    files: dict[str, SiteFile]
    repair_encoding: bool = False
    left_out: list[LeftOut] = field(default_factory=list)
    unclear: list[NotUnderstood] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    _texts: dict[str, str] = field(default_factory=dict)
    _documents: dict[str, Document] = field(default_factory=dict)
    _sizes: dict[str, tuple[int, int] | None] = field(default_factory=dict)
    _text_size: int = 0

    @classmethod
    def open(cls, path: Path, *, repair_encoding: bool = False) -> Tree:
        """Of a folder, a ZIP or one file. Raises SiteError."""
        path = Path(path)
        if path.is_dir():
            return cls._from(site_files.folder_listing(path), repair_encoding)
        if not path.is_file():
            raise SiteError(_("There is no folder and no file “%(path)s”.") % {"path": path})
        try:
            if path.suffix.lower() == ".zip":
                return cls.open_zip(path, repair_encoding=repair_encoding)
            return cls._from(site_files.file_listing(path), repair_encoding)
        except OSError as error:
            raise SiteError(f"{path}: {error.strerror}") from None

    @classmethod
    def open_zip(
        cls, file: BinaryIO | Path, *, repair_encoding: bool = False, most: float = inf
    ) -> Tree:
        """Of a ZIP, which has to stay open while the tree is read; unpacked, its files may take
        `most` bytes. Raises SiteError.
        """
        listing = site_files.zip_listing(file)
        if (size := sum(file.size for file in listing.files.values())) > most:
            text = _("Unpacked, these are %(size)s: more than the %(most)s that are read at once.")
            sizes = {"size": filesizeformat(size), "most": filesizeformat(most)}
            raise SiteError(text % sizes)
        return cls._from(listing, repair_encoding)

    @classmethod
    def _from(cls, listing: Listing, repair_encoding):
        tree = cls(dict(sorted(listing.files.items())), repair_encoding)
        tree.left_out = [
            LeftOut(Place(path), "", reason) for path, reason in sorted(listing.skipped.items())
        ]
        for path, reason in sorted(listing.unreadable.items()):
            tree.problem(Place(path), reason)
        return tree

    def __contains__(self, path: str) -> bool:
        return path in self.files

    def below(self, folder: str, *suffixes: str) -> list[str]:
        """Paths of the files below a folder ("_news/"), in order."""
        paths = [path for path in self.files if path.startswith(folder)]
        return [path for path in paths if not suffixes or path.endswith(suffixes)]

    def data(self, path: str) -> bytes:
        """At most `uploads.documents.MAX_BYTES`; of a damaged file nothing, and a problem."""
        self.used.add(path)
        try:
            return self.files[path].read()
        except site_files.READ_ERRORS as error:
            reason = _("it cannot be read: %(error)s")
            error = getattr(error, "strerror", None) or error
            self.problem(Place(path), reason % {"error": error})
            return b""

    def picture_size(self, path: str) -> tuple[int, int] | None:
        """Width and height; None of what is no picture. Many pages may show the same one."""
        if path not in self._sizes:
            try:
                self._sizes[path] = size_of(BytesIO(self.data(path)))
            except ValidationError:
                self._sizes[path] = None
        return self._sizes[path]

    def publish(self, addresses: dict[str, str]) -> None:
        """Gives files the paths under which the site shows them: {"static/cv.pdf": "cv.pdf"}; a
        path that is taken stays with who has it.
        """
        for path, address in addresses.items():
            if address not in self.files:
                self.files[address] = self.files.pop(path)
        self.files = dict(sorted(self.files.items()))

    def text(self, path: str) -> str:
        """Newlines are "\\n"; without control characters. Of what is no text, nothing."""
        if path not in self._texts:
            self._texts[path] = self._read_text(path)
        return self._texts[path]

    def place_of_words(self, file: str, text: str, near: int = 0) -> Place:
        """The line of a file that says a text, of several the one next to `near`; which is what it
        is where none does.
        """
        words, text = map(re.escape, line_in_words(text).split()[:6]), self.text(file)
        pattern = BETWEEN_WORDS.join(words)
        found = re.finditer(pattern, text) if pattern else ()
        ends = [match.start() for match in re.finditer("\n", text)]
        lines = [bisect(ends, match.start()) + 1 for match in found]
        return Place(file, min(lines, key=lambda line: abs(line - near), default=near))

    def place_of(self, path: str, *keys: str) -> Place:
        """The line of the first of the keys that the file's front matter has."""
        lines = self.document(path).front.lines if path in self else {}
        return Place(path, next((lines[key] for key in keys if key in lines), 1))

    def document(self, path: str) -> Document:
        """A file with front matter, or all of it body; a file of YAML alone is all front matter."""
        if path not in self._documents:
            self._documents[path] = document = self._read(path)
            if path.endswith(MARKDOWN):
                document.body = with_links(document.body)
            elif path.endswith(".html") and "<pre" not in document.body:
                document.body = INDENT.sub("", document.body)
        return self._documents[path]

    # --- Reading ---

    def _read_text(self, path):
        size = self.files[path].size
        self._text_size += size if size <= MAX_TEXT or path.endswith(".bib") else 0
        if self._text_size > MAX_TEXTS:
            text = _("These are more than %(size)s of text. Give the folder of one person's site.")
            raise SiteError(text % {"size": filesizeformat(MAX_TEXTS)})
        if size > MAX_TEXT and not path.endswith(".bib"):
            self.used.add(path)
            reason = _("%(size)s of text: more than the %(most)s that are read")
            sizes = {"size": filesizeformat(size), "most": filesizeformat(MAX_TEXT)}
            self.problem(Place(path), reason % sizes)
            return ""
        data = self.data(path)
        decoded = ParsedFile()
        try:
            try:
                text = read_text(data, None, decoded)
            except UnsureEncodingError as error:
                # A site is not refused for one letter: the plan tells of it.
                decoded.tell("warning", 1, "", str(error))
                text = read_text(data, error.readings[0][0], decoded)
        except BibtexDecodeError as error:
            self.problem(Place(path), str(error))
            return ""
        for problem in decoded.problems[:1]:
            reason = _("not UTF-8, read as %(encoding)s: look at its accented letters")
            encoding = {"encoding": decoded.encoding}
            self.problem(Place(path, problem.line), reason % encoding)
        if decoded.encoding == "utf-8" and b"\0" in data:
            line = 1 + data.count(b"\n", 0, data.index(b"\0"))
            self.problem(Place(path, line), _("control characters, which are left out"))
        # A mark of byte order is no letter, wherever a copied text left one.
        return self._printable(self._mended(text.replace("\ufeff", ""), path), path)

    def _mended(self, text, path):
        """With the repair of damaged encoding, or without it and the offer of it."""
        mended = repaired(text)
        pairs = enumerate(zip(text.split("\n"), mended.split("\n"), strict=False), 1)
        lines = [number for number, (before, after) in pairs if before != after]
        if lines:
            reason = _("damaged encoding on %(lines)s; --repair-encoding mends it")
            if self.repair_encoding:
                text, reason = mended, _("damaged encoding, mended on %(lines)s")
            self.problem(Place(path, lines[0]), reason % {"lines": _in_short(lines)})
        lost = [n for n, line in enumerate(text.split("\n"), 1) if REPLACEMENT in line]
        text = LOST_BLANK.sub(" ", text)
        if lost:
            reason = _("letters were lost before, “�” stands in their place on %(lines)s")
            self.problem(Place(path, lost[0]), reason % {"lines": _in_short(lost)})
        return text

    def _printable(self, text, path):
        if found := UNPRINTABLE.search(text):
            line = 1 + text.count("\n", 0, found.start())
            self.problem(Place(path, line), _("control characters, which are left out"))
        return UNPRINTABLE.sub("", text)

    def _read(self, path):
        text = self.text(path)
        if read := READERS.get(path.rpartition(".")[2]):
            return self._data(path, read, text)
        if path.endswith(".bib"):  # entries may stand between the lines
            return Document(path, Mapping(), FRONT_MATTER_LINE.sub("", text))
        for pattern, read in ((FRONT_MATTER, read_yaml), (TOML_FRONT_MATTER, read_toml)):
            if not (match := pattern.match(text)):
                continue
            document = self._data(path, read, match[1], 1 + text.count("\n", 0, match.start(1)))
            document.body, document.items = text[match.end() :], Items()
            document.body_line = 1 + text.count("\n", 0, match.end())
            return document
        if FRONT_MATTER_START.match(text):
            reason = _("its front matter has no end, a line “---”: nothing of it is read")
            self.problem(Place(path, 1), reason)
            return Document(path, Mapping(), "")
        return Document(path, Mapping(), text)

    @cached_property
    def _writes_day_first(self) -> bool:
        """Whether 25/12/2024 elsewhere in the site settles that 11/1/2024 is in January."""
        pairs, left = [], MAX_TEXTS
        for path, file in self.files.items():
            is_text = path.endswith((".md", ".yml", ".yaml", ".qmd"))
            if is_text and file.size <= min(MAX_TEXT, left):
                left -= file.size
                with suppress(*site_files.READ_ERRORS):
                    pairs += DATE_LINE.findall(file.read())
        first, second = ({int(pair[place]) for pair in pairs} for place in (0, 1))
        return max(first, default=0) > 12 >= max(second, default=0)

    def _data(self, path, read, text, *first_line):
        notes = []
        value = read(text, notes, *first_line)
        if SLASHES.search(text) and self._writes_day_first:
            _settle_days(value)
        for note in notes[:MOST_NOTES]:
            self.problem(Place(path, note.line), note.reason)
        if len(notes) > MOST_NOTES:
            place = Place(path, notes[MOST_NOTES].line)
            self.problem(place, _("%s more problems from here on") % (len(notes) - MOST_NOTES))
        document = Document(path, value if isinstance(value, Mapping) else Mapping(), "")
        document.items = value if isinstance(value, Items) else Items()
        return document

    # --- What is reported ---

    def problem(self, place: Place, reason: str) -> None:
        self.problems.append(Problem(place, "warning", reason))

    def not_understood(self, place: Place, text: str, reason: str) -> None:
        """A text that was read and cannot be placed, or of which something is lost."""
        self.unclear.append(NotUnderstood(place, text, reason))

    def leave_out(self, path: str, reason: str, *keys: str, line: int = 0) -> None:
        """A file with all its keys, a line of it, or keys with all below them, on purpose.

        A key may be one of a mapping in it: "author/avatar".
        """
        self.used.add(path)
        if not keys:
            self.left_out.append(LeftOut(Place(path, line), "", str(reason)))
        if not keys and not line and path in self._documents:
            mark_read(self._documents[path].front)
            mark_read(self._documents[path].items)
        for key in keys if path in self.files else ():
            *parents, last = key.split("/")
            mapping = self.document(path).front
            for parent in parents:
                mapping = mapping.mapping(parent) if isinstance(mapping, Mapping) else Mapping()
            if last in mapping:
                mark_read(mapping[last])
                self.left_out.append(LeftOut(Place(path, mapping.lines[last]), key, str(reason)))

    def all_keys(self) -> Iterator[tuple[Place, str, bool]]:
        """Each of the documents that were read and not left out whole, and whether it was read."""
        whole = {left.place for left in self.left_out if not left.key}
        for path, document in self._documents.items():
            if Place(path) not in whole:
                for line, key, is_read in (*walk(document.front), *walk(document.items)):
                    yield Place(path, line), key, is_read

    def unread(self) -> Iterator[tuple[Place, str]]:
        """Files, and keys of those that were read ("author/github"), that nobody asked for."""
        for path in self.files:
            if path not in self.used:
                yield Place(path), ""
        yield from ((place, key) for place, key, is_read in self.all_keys() if not is_read)


def _settle_days(value):
    """Dates of day, month and year become ISO dates, within a value read of YAML."""
    keys = value if isinstance(value, Mapping) else range(len(value))
    for key in keys if isinstance(value, Mapping | Items) else ():
        inner = dict.get(value, key) if isinstance(value, Mapping) else value[key]
        if isinstance(inner, str) and (match := SLASHES.fullmatch(inner.strip())):
            value[key] = f"{match[3]}-{match[2]:0>2}-{match[1]:0>2}"
        else:
            _settle_days(inner)


def _in_short(lines):
    """ "lines 3, 8, 12", of many the first ten."""
    shown = ", ".join(map(str, lines[:10])) + ", …" * (len(lines) > 10)
    return (_("line %s") if len(lines) == 1 else _("lines %s")) % shown


def mark_read(value, *keys: str) -> None:
    """What stands under these keys of a mapping counts as read; without keys, all of a value."""
    inner = value if isinstance(value, Items) else ()
    if isinstance(value, Mapping):
        value.read.update(keys or value)
        inner = [dict.get(value, key) for key in keys or value]
    for one in inner:
        mark_read(one)


def unread_keys(value: Mapping) -> list[str]:
    """Keys that nobody asked for, "author/github" those within others."""
    return [key for _line, key, is_read in walk(value) if not is_read]


def walk(value: Mapping | Items, path: str = "") -> Iterator[tuple[int, str, bool]]:
    """(line, key, whether it was read) of each key that holds no further ones, "author/github"
    within others; of one that was not read, nothing below it.
    """
    start = f"{path}/" if path else ""
    if isinstance(value, Items):
        for number, inner in enumerate(value):
            if not isinstance(inner, str):
                yield from walk(inner, f"{start}{number}")
        return
    for key, inner in value.items():
        is_read = key in value.read
        if not (is_read and inner and isinstance(inner, Mapping)):
            yield value.lines[key], start + key, is_read
        if is_read and not isinstance(inner, str):
            yield from walk(inner, start + key)


def with_links(text: str) -> str:
    """Markdown whose links say themselves where they lead: its parts are read one by one."""
    targets = {match[1].casefold(): match[2] for match in DEFINITION.finditer(text)}

    def link(match):
        target = targets.get((match[2] or match[1]).casefold())
        return f"[{match[1]}]({target})" if target and "(" not in target else match[0]

    return REFERENCE.sub(link, text) if targets else text
