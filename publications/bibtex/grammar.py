"""What BibTeX calls a value: pieces joined by `#`, each braced, quoted, a number or a macro's name.

Between fields, `%` starts a comment (as in biber and btparse); inside a value it is text.
"""

import re
from functools import cached_property

BLANK = re.compile(r"(?:\s+|%[^\n]*)*+")
NAME = re.compile(r"[^\s\"#%'(),={}]+")
NEXT_START = re.compile(r"\n[ \t]*(?=@[ \t]*[A-Za-z][^\s{}(),@]*\s*[{(])")
ENTRY_START = re.compile(r"@\s*[A-Za-z][^\s{}(),@]*\s*[{(]")
STRING_START = re.compile(r"@\s*string\s*[{(]", re.I)
DEFINITION = re.compile(r"[\s,]*([^\s\"#%'(),={}]+)\s*=")
CLOSE = re.compile(r"[\s,]*[})]")
BRACES = {True: re.compile(r"\\.|[{}]", re.S), False: re.compile(r"[{}]")}
QUOTES = {True: re.compile(r"\\.|[{}\"]", re.S), False: re.compile(r"[{}\"]")}
ACCENTED = re.compile(r"[A-Za-z{\\]")
# Braces up to three deep, which is nearly every value there is; possessive, hence linear.
_plain = r"[^{}\\]++|\\."
_one = rf"\{{(?:{_plain})*+\}}"
_two = rf"\{{(?:{_plain}|{_one})*+\}}"
BRACED = re.compile(rf"\{{(?:{_plain}|{_two})*+\}}", re.S)

MONTHS = (
    "January February March April May June July August September October November December".split()
)
PREDEFINED = {month.lower(): month for month in MONTHS} | {m[:3].lower(): m for m in MONTHS}
PREDEFINED["sept"] = "September"

# Quotes as word processors write them, and a quoted value with quotes in it: how each closes.
QUOTES_CLOSED_BY = {'"': '"', "'": "'", "“": "”“", "„": "“”", "”": "”", "‘": "’", "«": "»"}
AFTER_QUOTE = re.compile(
    r"\s*+(?:,\s*+(?:[A-Za-z][\w-]*+\s*+=|[})])|[})])|[ \t]*+\n\s*+[A-Za-z][\w-]*+\s*+="
)
LONGEST_ODD_QUOTE = 1000
# So often a text may have quotes that close nowhere; then it is no text that people typed.
PATIENCE = 500
# What a macro or a parent entry may say each time, in signs; and all of them together, beside
# twice the length of the file: a few lines that double each other would fill any memory.
LONGEST_REPEATED = 10_000
REPEATED_AT_MOST = 100_000


class Allowance:
    """What may be said more than once in one file, beside the length of its text."""

    def __init__(self, length: int):
        self._room = REPEATED_AT_MOST + 2 * length

    def may_repeat(self, value: str) -> bool:
        """Whether what stands elsewhere in the file may be said once more; counts it then."""
        if len(value) > min(LONGEST_REPEATED, self._room):
            return False
        self._room -= len(value)
        return True


class Source:
    """A text with braces in it, and the memory of those that never close.

    Without that memory a file of unclosed entries would be scanned to its end once for each.
    """

    def __init__(self, text: str):
        self.text = text
        self._never = {True: set(), False: set()}
        self._patience = PATIENCE
        self.allowance = Allowance(len(text))

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

    def odd_quote_end(self, at: int) -> int:
        """The index after what closes a “word processor” quote, a 'single' one, or a quoted
        value with "quotes" in it, if a field follows; else -1.
        """
        closers = QUOTES_CLOSED_BY.get(self.text[at : at + 1])
        if not closers or not self._patience:
            return -1
        for closer in re.finditer(f"[{closers}]", self.text[at + 1 : at + LONGEST_ODD_QUOTE]):
            if AFTER_QUOTE.match(self.text, end := at + 1 + closer.end()):
                inside = closer.string[: closer.start()]
                return end if inside.count("{") == inside.count("}") else -1
        self._patience -= 1
        return -1

    def value_pieces(self, at: int, escapes: bool = True) -> list[tuple[int, int]]:
        """Where each `#`-joined piece of the value at `at` lies; an end of -1 never ends."""
        pieces = []
        while True:
            start = BLANK.match(self.text, at).end()
            sign, name = self.text[start : start + 1], NAME.match(self.text, start)
            if sign == "{":
                end = self.group_end(start, escapes)
            elif sign == '"':
                end = self.quote_end(start, escapes)
            elif sign == "@" and ENTRY_START.match(self.text, start):
                end = start  # the value is missing, and the next entry begins
            else:
                end = name.end() if name else start
            pieces.append((start, end))
            if end < 0:
                return pieces
            at = BLANK.match(self.text, end).end()
            if not self.text.startswith("#", at):
                return pieces
            at += 1

    def definitions(self, opener: int) -> tuple[list[tuple[str, str]], int]:
        """The (name, source of value) pairs of a `@string`, and its end; -1 if it is malformed."""
        definitions, at = [], opener + 1
        while name := DEFINITION.match(self.text, at):
            pieces = self.value_pieces(name.end())
            if pieces[-1][1] <= pieces[-1][0]:
                return definitions, -1
            at = pieces[-1][1]
            definitions.append((name[1], self.text[pieces[0][0] : at]))
        return definitions, self.block_end(at)

    def block_end(self, at: int) -> int:
        """The index after the sign that closes a block, blanks and a comma aside; or -1."""
        close = CLOSE.match(self.text, at)
        return close.end() if close else -1

    def next_start(self, at: int) -> int:
        """Where the next line with an entry begins, or the end of the text."""
        ahead = NEXT_START.search(self.text, at)
        return ahead.end() if ahead else len(self.text)


class Macros:
    """The macros of one file, in file order: the latest definition before a use wins."""

    def __init__(self, source: Source):
        self._source = source
        self._defined = dict(PREDEFINED)
        # What is to be told of the values asked for since it was last emptied.
        self.problems: list[str] = []

    def define(self, name: str, source: str) -> None:
        self._defined[name.lower()] = self.value(source)

    def value(self, source: str) -> str:
        """The value of a field's source: delimiters off, macros and `#` resolved.

        A macro that nobody defines stays as its name; `problems` tells of it.
        """
        if BRACED.fullmatch(source):
            return source[1:-1]
        if source.isdigit():
            return source
        pieces = Source(source).value_pieces(0)
        if pieces[-1][1] != len(source):  # only true where braces were counted as BibTeX does
            pieces = Source(source).value_pieces(0, escapes=False)
        if pieces[-1][1] < 0:
            return source[1:-1]
        return "".join(self._piece(source[start:end]) for start, end in pieces)

    def _piece(self, piece: str) -> str:
        if piece[:1] in ("{", '"'):
            return piece[1:-1]
        if piece.isdigit() or not piece:
            return piece
        name = piece.lower()
        value = self._defined.get(name)
        value = self._all_plain.get(name) if value is None else value
        if value is not None and not self._source.allowance.may_repeat(value):
            self.problems.append(f"The macro “{piece}” is too long; its name was kept as text.")
            return piece
        if name in self._defined:
            return value
        if name in self._all_plain:
            reason = f"The macro “{piece}” is used before its @string; that later text was used."
            self.problems.append(reason)
            return value
        self.problems.append(f"The macro “{piece}” is not defined; its name was kept as text.")
        return piece

    @cached_property
    def _all_plain(self) -> dict[str, str]:
        """All plain definitions in the file, read once, when a use comes before any of its own."""
        values = {}
        for start in STRING_START.finditer(self._source.text):
            for name, value in self._source.definitions(start.end() - 1)[0]:
                if BRACED.fullmatch(value) or value.startswith('"'):
                    values.setdefault(name.lower(), value[1:-1])
        return values
