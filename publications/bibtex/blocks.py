"""A file as a row of blocks: entries, strings, preambles, comments and the text between them.

The blocks tile the text: what is in none of them is a comment, and kept.
"""

import re
from collections.abc import Iterator
from sys import intern

from publications.bibtex.entries import Reading, read_entry
from publications.bibtex.grammar import Macros, Source
from publications.bibtex.record import ParsedFile, Record

_words = str.split

START = re.compile(r"@(\s*)([^\s@{}(),=\"#%'\\]*)(\s*)([{(]|,(?=\s*[A-Za-z][\w-]*\s*=))")
GLUED = re.compile(r"[\w.+-]\Z")
LOOKS_LIKE_FIELDS = re.compile(
    r"^[ \t]*+(?:,[ \t]*+)?[A-Za-z][\w-]*+[ \t]*+=[ \t]*+(?:[{\"]|\w++[ \t]*+[,}]?[ \t]*+$)"
    r"|^[ \t]*+@[ \t]*+string[ \t]++\w",
    re.M | re.I,
)
# "see @ misc {k, title =": with a field behind it, even a loose form is no prose.
KEY_AND_FIELD = re.compile(r"\s*+[^\s,{}]*+\s*+,\s*+[A-Za-z][\w-]*+\s*+=\s*+[{\"\w]")
SPECIAL = frozenset({"comment", "string", "preamble"})
# A record whose reading broke off is worth keeping only if one can tell what it is about.
TITLES = frozenset({"title", "booktitle", "maintitle"})

KNOWN_TYPES = frozenset(
    _words(
        "article book mvbook inbook bookinbook suppbook booklet collection mvcollection"
        " incollection suppcollection dataset manual misc online patent periodical suppperiodical"
        " proceedings mvproceedings inproceedings reference mvreference inreference report set"
        " software thesis unpublished xdata conference electronic mastersthesis phdthesis"
        " techreport www artwork audio bibnote commentary image jurisdiction legislation legal"
        " letter movie music performance review standard video preprint"
    )
)


MEND = "Mend it and import the file again; its text is kept."


class BlockReader:
    """One pass over a text: gives its records, and tells `into` everything else."""

    def __init__(self, text: str, into: ParsedFile):
        self.text, self.into = text, into
        self.source = Source(text)
        self.macros = Macros(self.source)
        self._counted_to, self._line = 0, 1
        self._cursor = 0
        self._commented_line = 0
        # Said once for a file, not for each entry: reason -> [first line, how many].
        self._often: dict[str, list[int]] = {}

    def records(self) -> Iterator[Record]:
        look = 0
        while start := START.search(self.text, look):
            at = start.start()
            line_start = max(self.text.rfind("\n", self._cursor, at) + 1, self._cursor)
            before = self.text[line_start:at]
            if GLUED.match(self.text, at - 1, at) and at > self._cursor:
                look = at + 1
            elif "%" in before:
                look = self._commented(start, before)
            elif not self._is_start(start, before):
                look = at + 1
            else:
                self._outside(self._cursor, at)
                record, self._cursor = self._block(start)
                look = self._cursor
                if record:
                    yield record
        self._outside(self._cursor, len(self.text))
        self._tell_commented()
        self._tell_often()

    def _is_start(self, start: re.Match, before: str) -> bool:
        """`@word{` opens a block anywhere; a looser form only where nothing precedes it."""
        strict = not start[1] and start[2] and (start[4] == "{" or not start[3])
        return (
            bool(strict) or not before.strip() or bool(KEY_AND_FIELD.match(self.text, start.end()))
        )

    def _commented(self, start: re.Match, before: str) -> int:
        if before.lstrip().startswith("%") and start[2].lower() not in SPECIAL:
            self.into.commented_out += 1
            self._commented_line = self._commented_line or self.line_at(start.start())
        newline = self.text.find("\n", start.start())
        return newline if newline >= 0 else len(self.text)

    def _tell_commented(self) -> None:
        if count := self.into.commented_out:
            entries = "1 entry is" if count == 1 else f"{count} entries are"
            reason = f"{entries} commented out with % and not imported; the text is kept."
            self.into.tell("info", self._commented_line, "", reason)

    def _often_at(self, line: int, reason: str) -> None:
        self._often.setdefault(reason, [line, 0])[1] += 1

    def _tell_often(self) -> None:
        for reason, (line, count) in self._often.items():
            entries = "1 entry" if count == 1 else f"{count} entries, the first here"
            self.into.tell("info", line, "", f"{reason} ({entries}).")

    def line_at(self, at: int) -> int:
        """The 1-based line of an index; asked for in rising order, it counts each line once."""
        if at < self._counted_to:
            return self.text.count("\n", 0, at) + 1
        self._line += self.text.count("\n", self._counted_to, at)
        self._counted_to = at
        return self._line

    def _outside(self, start: int, end: int) -> None:
        text = self.text[start:end]
        if not text or text.isspace():
            return
        self.into.comments.append(text.strip())
        if match := LOOKS_LIKE_FIELDS.search(text):
            at = match.end() - len(match[0].lstrip())
            line = self.text.count("\n", 0, start + at) + 1
            reason = "Text outside entries looks like fields: is a brace above it one too many?"
            if "@" in match[0]:
                reason = "This @string has no braces around its definition; it was left out."
            self.into.tell("warning", line, "", reason)

    def _block(self, start: re.Match) -> tuple[Record | None, int]:
        kind, opener = start[2].lower(), start.end() - 1
        if kind == "comment":
            return None, self._comment(start.start(), opener)
        if kind == "string":
            return None, self._string(start.start(), opener)
        if kind == "preamble":
            return None, self._preamble(start.start(), opener)
        return self._entry(start, kind, opener)

    def _comment(self, at: int, opener: int) -> int:
        braced = self.text[opener] == "{"
        end = self.source.group_end(opener) if braced else self.text.find(")", opener) + 1
        if end <= 0:
            end = self.source.next_start(opener)
            self._tell(at, "warning", "A @comment has no closing brace; it was ended here.")
        self.into.comments.append(self.text[at:end])
        return end

    def _string(self, at: int, opener: int) -> int:
        definitions, end = self.source.definitions(opener)
        for name, value in definitions:
            self.macros.define(name, value)
        self._tell_undefined(self.line_at(at), "")
        if end < 0 and definitions:
            self._tell(at, "warning", "A @string has no closing brace; its macro was kept.")
        elif end < 0:
            self._tell(at, "error", "A @string is malformed: close its value. It was left out.")
        end = self.source.next_start(opener) if end < 0 else end
        self.into.strings.append(self.text[at:end].rstrip())
        return end

    def _preamble(self, at: int, opener: int) -> int:
        pieces = self.source.value_pieces(opener + 1)
        end = self.source.block_end(pieces[-1][1]) if pieces[-1][1] >= 0 else -1
        if end < 0:
            end = self.source.next_start(opener)
            self._tell(at, "warning", "A @preamble is malformed; its text was kept.")
        self.into.preambles.append(self.text[at:end].rstrip())
        return end

    def _tell(self, at: int, severity: str, reason: str, key: str = "") -> None:
        self.into.tell(severity, self.line_at(at), key, reason)

    def _entry(self, start: re.Match, kind: str, opener: int) -> tuple[Record | None, int]:
        at = start.start()
        reading = read_entry(self.source, at, opener)
        fields = [(intern(name), self.macros.value(value)) for name, value in reading.fields]
        raw = self.text[at : reading.end].rstrip()
        record = Record(kind or "misc", reading.key, self.line_at(at), raw, fields)
        self._judge(record, reading)
        self._tell_undefined(record.line, record.key)
        if not kind:
            self._tell(at, "warning", "An entry without a type was read as @misc.", record.key)
        elif kind not in KNOWN_TYPES:
            self._often_at(record.line, f"@{kind} is not a type of BibTeX's; it was kept")
        return record, reading.end

    def _judge(self, record: Record, reading: Reading) -> None:
        names = {name for name, value in record.fields if value and not value.isspace()}
        if reading.broken and not names & TITLES:
            record.refused = True
            reason = f"The entry cannot be read: {reading.broken}. {MEND}"
            self.into.tell("error", record.line, record.key, reason)
        elif not names:
            record.refused = True
            reason = "The entry has no fields" + "".join(f"; {note}" for note in reading.notes)
            self.into.tell("error", record.line, record.key, f"{reason}. {MEND}")
        elif reading.broken or reading.notes:
            told = "; ".join(filter(None, [reading.broken, *reading.notes]))
            reason = f"The entry is malformed and was recovered: {told}."
            self.into.tell("warning", record.line, record.key, reason)
        if not record.key and not reading.notes and not record.refused:
            self._often_at(record.line, "There is no citation key")
        if len(names) != len(record.fields):
            self._tell_repeated(record)

    def _tell_repeated(self, record: Record) -> None:
        first: dict[str, str] = {}
        differs: dict[str, bool] = {}
        for name, value in record.fields:
            if not value.strip():
                continue
            if name in first:
                differs[name] = differs.get(name, False) or first[name] != value
            first.setdefault(name, value)
        for name, other in differs.items():
            reason = f"“{name}” is given more than once"
            reason += "; the first value is used." if other else ", with the same value."
            severity = "warning" if other else "info"
            self.into.tell(severity, record.line, record.key, reason)

    def _tell_undefined(self, line: int, key: str) -> None:
        if not self.macros.undefined and not self.macros.early:
            return
        for name in dict.fromkeys(self.macros.undefined):
            reason = f"The macro “{name}” is not defined; its name was kept as text."
            self.into.tell("warning", line, key, reason)
        for name in dict.fromkeys(self.macros.early):
            reason = f"The macro “{name}” is used before its @string; that later text was used."
            self.into.tell("warning", line, key, reason)
        self.macros.undefined.clear()
        self.macros.early.clear()
