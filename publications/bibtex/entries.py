"""A file as a row of blocks, and one entry of it.

bibtexparser reads an entry; what it fails on, or cuts without a word, is read tolerantly.

What real files get wrong is recovered and noted.
"""

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from sys import intern

from bibtexparser.model import DuplicateFieldKeyBlock, Entry
from bibtexparser.splitter import Splitter
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from publications.bibtex.grammar import BLANK, BRACED, ENTRY_START, NAME, Macros, Source
from publications.bibtex.record import ParsedFile, Record

# It logs each block that it gives up, which ours then reads: nothing for anyone's terminal.
logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)

USUAL_KEY = re.compile(r"[^\s,{}\"=%#()]+")
# Where a block may start, wherever on its line: bibtexparser is shown no more than one.
NEXT_BLOCK = re.compile(r"@\s*[A-Za-z][^\s@{}(),=\"#%'\\]*\s*[{(]")
QUOTED = re.compile(r'"[^"{}\\#]*+"')

FIELD = re.compile(r"([^\s\"#%'(),={}@]+)\s*(?:%[^\n]*\n\s*)*+=")
FIELD_WITHOUT_EQUALS = re.compile(r"([A-Za-z][\w-]*)\s*:?\s*(?=[{\"])")
# Fields behind the closing brace: it is one too many, and the entry goes on.
EXTRA_CLOSE = re.compile(r"\s*,\s*[A-Za-z][\w-]*\s*=\s*[{\"\w]")
# An unterminated value swallows the name of the next field, or whole fields.
SWALLOWED_NAME = re.compile(r"[,\n]\s*[A-Za-z][\w-]*\s*=\s*[\"}]\Z")
SWALLOWED_FIELD = re.compile(r",\s*[A-Za-z][\w-]*\s*=\s*[{\"\d]")
SWALLOWED_ENTRY = re.compile(r"^\s*@\w+\s*[{(]\s*[^\s,{}]*\s*,\s*[\w-]+\s*=", re.M)
BARE_VALUE = re.compile(r"[^,\n{}\"]*")
JUNK = re.compile(r"[^,{}\n]+")
# A quote within quotes as other languages write it; before a vowel it is an umlaut's.
ESCAPED_QUOTE = re.compile(r'\\"(?![{\\AEIOUaeiou])')

KEY = {
    "}": re.compile(r"([^\s,{}\"=]*)\s*(?:,|(?=\}))"),
    ")": re.compile(r"([^\s,{}\"=]*(?=\s*,)|[^\s,{}\"=)]*)\s*(?:,|(?=\)))"),
}
BRACES_IN_KEY = re.compile(r"([^\s,{}\"=]*(?:\{[^\s,{}\"=]*\}[^\s,{}\"=]*)+)\s*,")
KEY_THEN_FIELD = re.compile(r"([^\s,{}=\"]+)\s+(?=[A-Za-z][\w-]*\s*=\s*[{\"\w])")
KEY_SEMICOLON_FIELD = re.compile(r"([^\s,;{}=\"]+)\s*;\s*(?=[A-Za-z][\w-]*\s*=\s*[{\"\w])")
VALUE_OPENS = re.compile(r"\s*[{\"]")
ODD_KEY = re.compile(r"(?:(?!\n[ \t]*@\w+\s*[{(])[^,{}])*")
LEFT_OUT = gettext_lazy("“%(text)s” is no field and was left out")
NEVER_ENDS = gettext_lazy("the value of “%(name)s” never ends")
NOT_ALLOWED_IN_KEY = gettext_lazy("its key has characters that BibTeX does not allow in one")
USUAL_FIELDS = frozenset(
    (
        "author title year month date volume number pages journal booktitle publisher editor doi"
        " url note isbn issn series address edition institution school abstract keywords"
    ).split()
)


@dataclass(slots=True)
class Reading:
    """What reading a block gave: fields as (name, source of the value), and what was wrong.

    `broken` says why the reading stopped early; then `end` is where the next block may start.
    """

    key: str = ""
    fields: list[tuple[str, str]] = field(default_factory=list)
    end: int = 0
    notes: list[str] = field(default_factory=list)
    broken: str = ""

    @property
    def is_faultless(self) -> bool:
        """Whether nothing was recovered, and no value holds what looks like fields."""
        values = [value for _name, value in self.fields]
        return not (self.broken or self.notes or any(map(SWALLOWED_FIELD.search, values)))


def read_strictly(text: str, at: int) -> Reading | None:
    """bibtexparser's reading of the entry that starts at the index `at`; None if it has none.

    It is given the text up to the next entry, so that no sign of a file is read more than once.
    Its answer is believed only when each value obeys BibTeX's grammar, for it cuts or swallows
    fields without a word where a comma or a brace is missing.
    """
    ahead = NEXT_BLOCK.search(text, at + 1)
    try:
        blocks = Splitter(text[at : ahead.start() if ahead else len(text)]).split().blocks
    except Exception:  # whatever it stumbles on, our own reader reads instead
        return None
    block = blocks[0] if blocks else None
    if isinstance(block, DuplicateFieldKeyBlock):
        block = block.ignore_error_block
    if not isinstance(block, Entry):
        return None
    end = at + len(block.raw)
    fields = [(field.key.lower(), field.value) for field in block.fields]
    usual = USUAL_KEY.fullmatch(block.key or "") and text.startswith(block.raw, at)
    if block.raw.count("\\{") != block.raw.count("\\}"):  # where its values end is not sure
        return None
    if usual and all(map(_is_field, fields)) and not EXTRA_CLOSE.match(text, end):
        return Reading(block.key, fields, end)
    return None


def _is_field(field: tuple[str, str]) -> bool:
    name, value = field
    if not (name in USUAL_FIELDS or NAME.fullmatch(name)):
        return False
    if BRACED.fullmatch(value) or value.isdigit() or QUOTED.fullmatch(value):
        return True
    pieces = Source(value).value_pieces(0) if value else [(0, -1)]
    return pieces[-1][1] == len(value) and all(end > start for start, end in pieces)


def read_tolerantly(source: Source, opener: int) -> Reading:
    """Read the entry whose `{` or `(` is at `opener`, as leniently as is safe.

    `\\{` is text to who wrote it, and a brace to BibTeX. Where only one of the two ways to count
    gives a faultless entry, that is how it is read; where both do, as BibTeX does.
    """
    reading = EntryReader(source, opener, escapes=True).read()
    if reading.broken or "\\" in source.text[opener : reading.end]:
        again = EntryReader(source, opener, escapes=False).read()
        if again.is_faultless or (reading.broken and not again.broken):
            return again
    return reading


class EntryReader:
    def __init__(self, source: Source, opener: int, escapes: bool):
        self.source, self.text, self.escapes = source, source.text, escapes
        self.closer = ")" if self.text[opener] == "(" else "}"
        self.at = opener + 1
        self.reading = Reading()
        if self.text[opener] == ",":
            self.note(_("its opening brace is missing"))

    def read(self) -> Reading:
        self.read_key()
        comma = True
        while not self.reading.end and not self.reading.broken:
            self.at = BLANK.match(self.text, self.at).end()
            sign = self.text[self.at : self.at + 1]
            if sign == "," and comma:
                self.note(_("an extra comma was ignored"))
                self.at += 1
            elif sign == ",":
                self.at, comma = self.at + 1, True
            elif sign in ("}", ")"):
                comma = self.close(sign)
            else:
                comma = self.read_field(comma)
        return self.reading

    def note(self, text: str) -> None:
        if text not in self.reading.notes:
            self.reading.notes.append(text)

    def read_key(self) -> None:
        self.at = BLANK.match(self.text, self.at).end()
        if ENTRY_START.match(self.text, self.at):
            self.stop_unclosed()
        elif match := KEY[self.closer].match(self.text, self.at):
            self.reading.key, self.at = match[1], match.end()
        elif match := KEY_SEMICOLON_FIELD.match(self.text, self.at):
            self.reading.key, self.at = match[1], match.end()
            self.note(_("a semicolon stands for the comma after its key"))
        elif self.starts_with_field():
            pass  # it has no key; who reads the block tells
        elif match := BRACES_IN_KEY.match(self.text, self.at):
            self.reading.key, self.at = match[1], match.end()
            self.note(str(NOT_ALLOWED_IN_KEY))
        elif match := KEY_THEN_FIELD.match(self.text, self.at):
            self.reading.key, self.at = match[1], match.end()
            self.note(_("the comma after its key is missing"))
        else:
            match = ODD_KEY.match(self.text, self.at)
            self.reading.key, self.at = " ".join(match[0].split()), match.end()
            self.at += self.text.startswith(",", self.at)
            if re.search(r'[="]', self.reading.key):
                self.note(str(NOT_ALLOWED_IN_KEY))

    def starts_with_field(self) -> bool:
        match = FIELD.match(self.text, self.at)
        if not match:
            return False
        return match[1].lower() in USUAL_FIELDS or bool(VALUE_OPENS.match(self.text, match.end()))

    def close(self, sign: str) -> bool:
        """Close the entry, unless more fields follow: then the closing sign was one too many."""
        if extra := EXTRA_CLOSE.match(self.text, self.at + 1):
            self.note(_("a closing brace before its last fields was ignored"))
            self.at = self.text.index(",", self.at + 1, extra.end())
        elif sign != self.closer:
            text = _("it is closed by “%(sign)s” instead of “%(closer)s”")
            self.note(text % {"sign": sign, "closer": self.closer})
            self.reading.end = self.at + 1
        else:
            self.reading.end = self.at + 1
        return False

    def read_field(self, comma: bool) -> bool:
        """Read `name = value`; gives False: what follows needs a comma."""
        match = FIELD.match(self.text, self.at)
        if not match and (match := FIELD_WITHOUT_EQUALS.match(self.text, self.at)):
            self.note(_("the “=” after “%(name)s” is missing") % {"name": match[1]})
        if not match:
            return self.skip_or_stop(comma)
        if not comma:
            self.note(_("the comma before “%(name)s” is missing") % {"name": match[1]})
        self.read_value(match[1].lower(), match.end())
        return False

    def read_value(self, name: str, at: int) -> None:
        pieces = self.source.value_pieces(at, self.escapes)
        start, end = pieces[0][0], pieces[-1][1]
        if end < 0:
            return self.stop(NEVER_ENDS % {"name": name})
        value = self.text[start:end]
        after = BLANK.match(self.text, end).end()
        # A value may end before a comma, a close, a field or the next block.
        is_ended = self.text[after : after + 1] in (",", "}", ")", "")
        if not (is_ended or FIELD.match(self.text, after) or ENTRY_START.match(self.text, after)):
            if SWALLOWED_NAME.search(value):
                return self.stop(NEVER_ENDS % {"name": name})
            if (quoted := self.source.odd_quote_end(start)) > 0:
                value = "{" + ESCAPED_QUOTE.sub('"', self.text[start + 1 : quoted - 1]) + "}"
                after = quoted
                text = _("“%(name)s” has quotes within quotes, or quotes that BibTeX does not know")
                self.note(text % {"name": name})
            elif NAME.match(value):
                bare = BARE_VALUE.match(self.text, start)
                value, after = "{" + bare[0].strip() + "}", bare.end()
                text = _("the value of “%(name)s” is neither in braces nor in quotes")
                self.note(text % {"name": name})
        if SWALLOWED_ENTRY.search(value) and name not in ("bibtex", "abstract"):
            text = _("the value of “%(name)s” contains what looks like an entry")
            self.note(text % {"name": name})
        self.reading.fields.append((name, value))
        self.at = after
        return None

    def skip_or_stop(self, comma: bool) -> bool:
        """What stands here is no field: the next entry, the end, or a stray word."""
        if self.at >= len(self.text) or ENTRY_START.match(self.text, self.at):
            self.stop_unclosed()
        elif junk := JUNK.match(self.text, self.at):
            self.note(LEFT_OUT % {"text": junk[0].strip()[:40]})
            self.at = junk.end()
        elif (end := self.source.group_end(self.at, self.escapes)) > 0:
            self.note(LEFT_OUT % {"text": self.text[self.at : end][:40]})
            self.at = end
        else:
            self.stop(_("it has braces that never close"))
        return comma and self.text[self.at : self.at + 1] != ","

    def stop_unclosed(self) -> None:
        fields = self.reading.fields
        if fields and SWALLOWED_FIELD.search(fields[-1][1]):
            name, _value = fields.pop()
            self.reading.broken = NEVER_ENDS % {"name": name}
        self.note(_("its closing brace is missing"))
        self.reading.end = self.at

    def stop(self, reason: str) -> None:
        self.reading.broken = reason
        self.reading.end = self.source.next_start(self.at)


# --- The blocks: they tile the text, and what is in none of them is a comment, and kept ----------

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
