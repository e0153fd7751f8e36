"""A file as a row of blocks: entries, strings, preambles, comments and the text between them.

The blocks tile the text: what is in none of them is a comment, and kept.
"""

import re
from collections.abc import Iterator
from sys import intern

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from publications.bibtex.entries import Reading, read_strictly, read_tolerantly
from publications.bibtex.grammar import Macros, Source
from publications.bibtex.record import ParsedFile, Record

START = re.compile(r"@(\s*)([^\s@{}(),=\"#%'\\]*)(\s*)([{(]|,(?=\s*[A-Za-z][\w-]*\s*=))")
GLUED = re.compile(r"[\w.+-]\Z")
LOOKS_LIKE_FIELDS = re.compile(
    r"^[ \t]*+(?:,[ \t]*+)?[A-Za-z][\w-]*+[ \t]*+=[ \t]*+(?:[{\"]|\w++[ \t]*+[,}]?[ \t]*+$)"
    r"|^[ \t]*+@[ \t]*+string[ \t]++\w",
    re.M | re.I,
)
# "see @ misc {k, title =": with a field behind it, even a loose form is no prose.
KEY_AND_FIELD = re.compile(r"\s*+[^\s,{}]*+\s*+,\s*+[A-Za-z][\w-]*+\s*+=\s*+[{\"\w]")
ALL_COMMENTED_OUT = re.compile(r"@[^{(%]*+[{(][^%\n]*+\n(?:\s*+(?:%[^\n]*+|[})]))++\s*+")
SPECIAL = frozenset({"comment", "string", "preamble"})
# A record whose reading broke off is worth keeping only if one can tell what it is about.
TITLES = frozenset({"title", "booktitle", "maintitle"})

KNOWN_TYPES = frozenset(
    (
        "article book mvbook inbook bookinbook suppbook booklet collection mvcollection"
        " incollection suppcollection dataset manual misc online patent periodical suppperiodical"
        " proceedings mvproceedings inproceedings reference mvreference inreference report set"
        " software thesis unpublished xdata conference electronic mastersthesis phdthesis"
        " techreport www artwork audio bibnote commentary image jurisdiction legislation legal"
        " letter movie music performance review standard video preprint"
    ).split()
)


MEND = gettext_lazy("Mend it and import the file again; its text is kept.")


class BlockReader:
    """One pass over a text: gives its records, and tells `into` everything else."""

    def __init__(self, text: str, into: ParsedFile):
        self.text, self.into = text, into
        self.source = Source(text)
        self.macros = Macros(self.source)
        # An index and its line: lines are asked for in the order of the text, nearly.
        self._at, self._line = 0, 1
        # Said once for a file, not for each entry: reason -> lines.
        self._often: dict[str, list[int]] = {}

    def line_at(self, at: int) -> int:
        """Return the line, counted from 1, of an index into the text."""
        if at < self._at:
            self._line -= self.text.count("\n", at, self._at)
        else:
            self._line += self.text.count("\n", self._at, at)
        self._at = at
        return self._line

    def tell(self, severity: str, at: int, reason: str, key: str = "") -> None:
        self.into.tell(severity, self.line_at(at), key, reason)

    def records(self) -> Iterator[Record]:
        cursor = look = commented_line = 0
        while start := START.search(self.text, look):
            at, kind, opener = start.start(), start[2].lower(), start.end() - 1
            line_start = max(self.text.rfind("\n", cursor, at) + 1, cursor)
            before = self.text[line_start:at]
            if at > cursor and GLUED.match(self.text, at - 1, at):
                look = at + 1
            elif "%" in before:
                if before.lstrip().startswith("%") and kind not in SPECIAL:
                    self.into.commented_out += 1
                    commented_line = commented_line or self.line_at(at)
                newline = self.text.find("\n", at)
                look = newline if newline >= 0 else len(self.text)
            elif not self._is_start(start, before):
                look = at + 1
            else:
                self._keep_text_between(cursor, at)
                if kind in SPECIAL:
                    look = cursor = self._read_special(kind, at, opener)
                else:
                    record, cursor = self._read_entry(kind, at, opener)
                    look = cursor
                    yield record
        self._keep_text_between(cursor, len(self.text))
        if count := self.into.commented_out:
            entries = "1 entry is" if count == 1 else f"{count} entries are"
            reason = f"{entries} commented out with % and not imported; the text is kept."
            self.into.tell("info", commented_line, "", reason)
        for reason, lines in self._often.items():
            entries = "1 entry" if len(lines) == 1 else f"{len(lines)} entries, the first here"
            self.into.tell("info", lines[0], "", f"{reason} ({entries}).")

    def _is_start(self, start: re.Match, before: str) -> bool:
        """`@word{` opens a block anywhere; a looser form only where nothing precedes it."""
        is_strict = not start[1] and start[2] and (start[4] == "{" or not start[3])
        return is_strict or not before.strip() or KEY_AND_FIELD.match(self.text, start.end())

    def _keep_text_between(self, start: int, end: int) -> None:
        text = self.text[start:end]
        if not text or text.isspace():
            return
        self.into.comments.append(text.strip())
        if match := LOOKS_LIKE_FIELDS.search(text):
            reason = "Text outside entries looks like fields: is a brace above it one too many?"
            if "@" in match[0]:
                reason = "This @string has no braces around its definition; it was left out."
            self.tell("warning", start + match.end() - len(match[0].lstrip()), reason)

    def _read_special(self, kind: str, at: int, opener: int) -> int:
        """Returns the end of a `@comment`, `@string` or `@preamble`."""
        severity, reason = "warning", "A @preamble is malformed; its text was kept."
        if kind == "comment":
            braced = self.text[opener] == "{"
            end = self.source.group_end(opener) if braced else self.text.find(")", opener) + 1
            reason = "A @comment has no closing brace; it was ended here."
        elif kind == "string":
            definitions, end = self.source.definitions(opener)
            for name, value in definitions:
                self.macros.define(name, value)
            self._tell_of_macros(at)
            reason = "A @string has no closing brace; its macro was kept."
            if not definitions:
                severity = "error"
                reason = "A @string is malformed: close its value. It was left out."
        else:
            end = self.source.value_pieces(opener + 1)[-1][1]
            end = self.source.block_end(end) if end >= 0 else -1
        if end <= 0:
            end = self.source.next_start(opener)
            self.tell(severity, at, reason)
        getattr(self.into, f"{kind}s").append(self.text[at:end].rstrip())
        return end

    def _read_entry(self, kind: str, at: int, opener: int) -> tuple[Record, int]:
        reading = read_strictly(self.text, at) or read_tolerantly(self.source, opener)
        fields = [(intern(name), self.macros.value(value)) for name, value in reading.fields]
        raw = self.text[at : reading.end].rstrip()
        record = Record(kind or "misc", reading.key, self.line_at(at), raw, fields)
        self._judge(record, reading, at)
        self._tell_of_macros(at, record.key)
        if not kind:
            self.tell("warning", at, "An entry without a type was read as @misc.", record.key)
        elif kind not in KNOWN_TYPES:
            reason = f"@{kind} is not a type of BibTeX's; it was kept"
            self._often.setdefault(reason, []).append(record.line)
        return record, reading.end

    def _judge(self, record: Record, reading: Reading, at: int) -> None:
        names = {name for name, value in record.fields if value and not value.isspace()}
        if not names or (reading.broken and not names & TITLES):
            record.refused = True
            why = reading.broken or "; ".join([_("it has no fields"), *reading.notes])
            reason = _("The entry cannot be read: %(why)s.") % {"why": why}
            if not reading.broken and "%" in record.raw and ALL_COMMENTED_OUT.fullmatch(record.raw):
                reason = _("The entry is empty: all in it is commented out with %.")
            self.tell("error", at, f"{reason} {MEND}", record.key)
        elif reading.broken or reading.notes:
            why = "; ".join(filter(None, [reading.broken, *reading.notes]))
            reason = _("The entry is malformed and was recovered: %(why)s.") % {"why": why}
            self.tell("warning", at, reason, record.key)
        if not record.key and not reading.notes and not record.refused:
            self._often.setdefault("There is no citation key", []).append(record.line)
        if len(names) == len(record.fields):
            return
        values: dict[str, list[str]] = {}
        for name, value in record.fields:
            if value.strip():
                values.setdefault(name, []).append(value)
        for name, given in values.items():
            if len(set(given)) > 1:
                reason = f"“{name}” is given more than once; the first value is used."
                self.tell("warning", at, reason, record.key)
            elif len(given) > 1:
                reason = f"“{name}” is given more than once, with the same value."
                self.tell("info", at, reason, record.key)

    def _tell_of_macros(self, at: int, key: str = "") -> None:
        for reason in dict.fromkeys(self.macros.problems):
            self.tell("warning", at, reason, key)
        self.macros.problems.clear()
