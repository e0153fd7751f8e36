"""The grammar of one entry, read tolerantly: what real files get wrong is recovered and noted.

A value is pieces joined by `#`; a piece is braced, quoted, a number or a macro's name. Between
fields, `%` starts a comment (as in biber and btparse); inside a value it is text.
"""

import re
from dataclasses import dataclass, field

from publications.bibtex.quotes import OddQuotes, unescaped

_words = str.split

BLANK = re.compile(r"(?:\s+|%[^\n]*)*+")
NAME = re.compile(r"[^\s\"#%'(),={}]+")
FIELD = re.compile(r"([^\s\"#%'(),={}@]+)\s*(?:%[^\n]*\n\s*)*+=")
FIELD_WITHOUT_EQUALS = re.compile(r"([A-Za-z][\w-]*)\s*:?\s*(?=[{\"])")
EXTRA_CLOSE = re.compile(r"\s*,\s*[A-Za-z][\w-]*\s*=\s*[{\"\w]")
NEXT_START = re.compile(r"\n[ \t]*(?=@[ \t]*[A-Za-z][^\s{}(),@]*\s*[{(])")
ENTRY_START = re.compile(r"@\s*[A-Za-z][^\s{}(),@]*\s*[{(]")
# An unterminated value swallows the name of the next field, or whole fields.
SWALLOWED_NAME = re.compile(r"[,\n]\s*[A-Za-z][\w-]*\s*=\s*[\"}]\Z")
SWALLOWED_FIELD = re.compile(r",\s*[A-Za-z][\w-]*\s*=\s*[{\"\d]")
SWALLOWED_ENTRY = re.compile(r"^\s*@\w+\s*[{(]\s*[^\s,{}]*\s*,\s*[\w-]+\s*=", re.M)
BARE_VALUE = re.compile(r"[^,\n{}\"]*")
JUNK = re.compile(r"[^,{}\n]+")
BRACES = {True: re.compile(r"\\.|[{}]", re.S), False: re.compile(r"[{}]")}
QUOTES = {True: re.compile(r"\\.|[{}\"]", re.S), False: re.compile(r"[{}\"]")}
ACCENTED = re.compile(r"[A-Za-z{\\]")

KEY = {
    "}": re.compile(r"([^\s,{}\"=]*)\s*(?:,|(?=\}))"),
    ")": re.compile(r"([^\s,{}\"=]*(?=\s*,)|[^\s,{}\"=)]*)\s*(?:,|(?=\)))"),
}
BRACES_IN_KEY = re.compile(r"([^\s,{}\"=]*(?:\{[^\s,{}\"=]*\}[^\s,{}\"=]*)+)\s*,")
KEY_THEN_FIELD = re.compile(r"([^\s,{}=\"]+)\s+(?=[A-Za-z][\w-]*\s*=\s*[{\"\w])")
KEY_SEMICOLON_FIELD = re.compile(r"([^\s,;{}=\"]+)\s*;\s*(?=[A-Za-z][\w-]*\s*=\s*[{\"\w])")
VALUE_OPENS = re.compile(r"\s*[{\"]")
ODD_KEY = re.compile(r"(?:(?!\n[ \t]*@\w+\s*[{(])[^,{}])*")
USUAL_FIELDS = frozenset(
    _words(
        "author title year month date volume number pages journal booktitle publisher editor doi"
        " url note isbn issn series address edition institution school abstract keywords"
    )
)


@dataclass(slots=True)
class Reading:
    """What reading a block gave: fields as (name, source of the value), and what was amiss.

    `broken` says why the reading stopped early; then `end` is where the next block may start.
    """

    key: str = ""
    fields: list[tuple[str, str]] = field(default_factory=list)
    end: int = 0
    notes: list[str] = field(default_factory=list)
    broken: str = ""
    # Nobody asked for it, and its fields were not read.
    is_unwanted: bool = False


class Source:
    """A text with braces in it, and the memory of those that never close.

    Without that memory a file of unclosed entries would be scanned to its end once for each.
    """

    def __init__(self, text: str):
        self.text = text
        self._never = {True: set(), False: set()}
        self.odd_quotes = OddQuotes()

    def group_end(self, at: int, escapes: bool = True) -> int:
        """The index after the brace that closes the one at `at`; -1 where none does.

        With `escapes`, `\\{` and `\\}` are text and `\\\\}` closes; BibTeX itself counts them all.
        """
        if at in self._never[escapes]:
            return -1
        opened = []
        for token in BRACES[escapes].finditer(self.text, at):
            if token[0] == "{":
                opened.append(token.start())
            elif token[0] == "}":
                opened.pop()
                if not opened:
                    return token.end()
        self._never[escapes].update(opened)
        return -1

    def quote_end(self, at: int, escapes: bool = True) -> int:
        """The index after the quote, outside braces, that closes the one at `at`; -1 for none."""
        at += 1
        while token := QUOTES[escapes].search(self.text, at):
            sign, at = token[0], token.end()
            if sign == "{":
                at = self.group_end(token.start(), escapes)
            if at < 0 or sign == "}":
                return -1
            if sign == '"' or (sign == '\\"' and not ACCENTED.match(self.text, at)):
                return at
        return -1

    def piece_end(self, at: int, escapes: bool = True) -> int:
        sign = self.text[at : at + 1]
        if sign == "{":
            return self.group_end(at, escapes)
        if sign == '"':
            return self.quote_end(at, escapes)
        if sign == "@" and ENTRY_START.match(self.text, at):
            return at  # the value is missing, and the next entry begins
        name = NAME.match(self.text, at)
        return name.end() if name else at

    def value_pieces(self, at: int, escapes: bool = True) -> list[tuple[int, int]]:
        """Where each `#`-joined piece of the value at `at` lies; an end of -1 never ends."""
        pieces = []
        while True:
            start = BLANK.match(self.text, at).end()
            end = self.piece_end(start, escapes)
            pieces.append((start, end))
            if end < 0:
                return pieces
            at = BLANK.match(self.text, end).end()
            if not self.text.startswith("#", at):
                return pieces
            at += 1


def read_entry(source: Source, opener: int) -> Reading:
    """Read the entry whose `{` or `(` is at `opener`, as leniently as is safe.

    Where reading breaks, BibTeX's own way of counting braces is tried before giving up.
    """
    reading = EntryReader(source, opener, escapes=True).read()
    if reading.broken:
        again = EntryReader(source, opener, escapes=False).read()
        if not again.broken:
            return again
    return reading


class EntryReader:
    def __init__(self, source: Source, opener: int, escapes: bool):
        self.source, self.text, self.escapes = source, source.text, escapes
        self.closer = ")" if self.text[opener] == "(" else "}"
        self.at = opener + 1
        self.reading = Reading()
        if self.text[opener] == ",":
            self.note("its opening brace is missing")

    def read(self) -> Reading:
        self.read_key()
        comma = True
        while not self.reading.end and not self.reading.broken:
            self.at = BLANK.match(self.text, self.at).end()
            sign = self.text[self.at : self.at + 1]
            if sign == "," and comma:
                self.note("an extra comma was ignored")
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
        elif found := KEY[self.closer].match(self.text, self.at):
            self.reading.key, self.at = found[1], found.end()
        elif found := KEY_SEMICOLON_FIELD.match(self.text, self.at):
            self.reading.key, self.at = found[1], found.end()
            self.note("a semicolon stands for the comma after its key")
        elif self.starts_with_field():
            pass  # it has no key; who reads the block tells
        elif found := BRACES_IN_KEY.match(self.text, self.at):
            self.reading.key, self.at = found[1], found.end()
            self.note("its key has characters that BibTeX does not allow in one")
        elif found := KEY_THEN_FIELD.match(self.text, self.at):
            self.reading.key, self.at = found[1], found.end()
            self.note("the comma after its key is missing")
        else:
            self.read_odd_key()

    def starts_with_field(self) -> bool:
        found = FIELD.match(self.text, self.at)
        if not found:
            return False
        return found[1].lower() in USUAL_FIELDS or bool(VALUE_OPENS.match(self.text, found.end()))

    def read_odd_key(self) -> None:
        found = ODD_KEY.match(self.text, self.at)
        self.reading.key, self.at = " ".join(found[0].split()), found.end()
        if self.text.startswith(",", self.at):
            self.at += 1
        if re.search(r'[="]', self.reading.key):
            self.note("its key has characters that BibTeX does not allow in one")

    def close(self, sign: str) -> bool:
        """Close the entry, unless more fields follow: then the closing sign was one too many."""
        if extra := EXTRA_CLOSE.match(self.text, self.at + 1):
            self.note("a closing brace before its last fields was ignored")
            self.at = self.text.index(",", self.at + 1, extra.end())
        elif sign != self.closer:
            self.note(f"it is closed by “{sign}” instead of “{self.closer}”")
            self.reading.end = self.at + 1
        else:
            self.reading.end = self.at + 1
        return False

    def read_field(self, comma: bool) -> bool:
        """Read `name = value`; gives False: what follows needs a comma."""
        found = FIELD.match(self.text, self.at)
        if not found and (found := FIELD_WITHOUT_EQUALS.match(self.text, self.at)):
            self.note(f"the “=” after “{found[1]}” is missing")
        if not found:
            return self.skip_or_stop(comma)
        if not comma:
            self.note(f"the comma before “{found[1]}” is missing")
        self.read_value(found[1].lower(), found.end())
        return False

    def read_value(self, name: str, at: int) -> None:
        pieces = self.source.value_pieces(at, self.escapes)
        start, end = pieces[0][0], pieces[-1][1]
        if end < 0:
            return self.stop(f"the value of “{name}” never ends")
        value = self.text[start:end]
        after = BLANK.match(self.text, end).end()
        if not self.may_follow(after):
            if SWALLOWED_NAME.search(value):
                return self.stop(f"the value of “{name}” never ends")
            if (quoted := self.source.odd_quotes.end(self.text, start)) > 0:
                value, after = "{" + unescaped(self.text[start + 1 : quoted - 1]) + "}", quoted
                self.note(f"“{name}” has quotes within quotes, or quotes that BibTeX does not know")
            elif NAME.match(value):
                bare = BARE_VALUE.match(self.text, start)
                value, after = "{" + bare[0].strip() + "}", bare.end()
                self.note(f"the value of “{name}” is neither in braces nor in quotes")
        if SWALLOWED_ENTRY.search(value) and name not in ("bibtex", "abstract"):
            self.note(f"the value of “{name}” contains what looks like an entry")
        self.reading.fields.append((name, value))
        self.at = after
        return None

    def may_follow(self, at: int) -> bool:
        """Whether a value may end before `at`: a comma, a close, a field or the next block."""
        sign = self.text[at : at + 1]
        return sign in (",", "}", ")", "") or bool(
            FIELD.match(self.text, at) or ENTRY_START.match(self.text, at)
        )

    def skip_or_stop(self, comma: bool) -> bool:
        """What stands here is no field: the next entry, the end, or a stray word."""
        if self.at >= len(self.text) or ENTRY_START.match(self.text, self.at):
            self.stop_unclosed()
        elif junk := JUNK.match(self.text, self.at):
            self.note(f"“{junk[0].strip()[:40]}” is no field and was left out")
            self.at = junk.end()
        elif (end := self.source.group_end(self.at, self.escapes)) > 0:
            self.note(f"“{self.text[self.at : end][:40]}” is no field and was left out")
            self.at = end
        else:
            self.stop("it has braces that never close")
        return comma and self.text[self.at : self.at + 1] != ","

    def stop_unclosed(self) -> None:
        fields = self.reading.fields
        if fields and SWALLOWED_FIELD.search(fields[-1][1]):
            name, _value = fields.pop()
            self.reading.broken = f"the value of “{name}” never ends"
        self.note("its closing brace is missing")
        self.reading.end = self.at

    def stop(self, reason: str) -> None:
        self.reading.broken = reason
        ahead = NEXT_START.search(self.text, self.at)
        self.reading.end = ahead.end() if ahead else len(self.text)
