"""One entry: bibtexparser reads it; what it fails on, or cuts without a word, is read tolerantly.

What real files get wrong is recovered and noted.
"""

import logging
import re
from dataclasses import dataclass, field

from bibtexparser.model import DuplicateFieldKeyBlock, Entry
from bibtexparser.splitter import Splitter
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from publications.bibtex.grammar import BLANK, BRACED, ENTRY_START, NAME, Source

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
