"""Macros: `@string` definitions, the months every style knows, and values joined by `#`."""

import re
from collections.abc import Iterable

from publications.bibtex.grammar import Source

_words = str.split

MONTHS = _words(
    "January February March April May June July August September October November December"
)
PREDEFINED = {month.lower(): month for month in MONTHS} | {m[:3].lower(): m for m in MONTHS}
PREDEFINED["sept"] = "September"

# Braces up to three deep, which is nearly every value there is; possessive, hence linear.
_plain = r"[^{}\\]++|\\."
_one = rf"\{{(?:{_plain})*+\}}"
_two = rf"\{{(?:{_plain}|{_one})*+\}}"
BRACED = re.compile(rf"\{{(?:{_plain}|{_two})*+\}}", re.S)
STRING_START = re.compile(r"@\s*string\s*[{(]", re.I)


class Macros:
    """The macros of one file, in file order: the latest definition before a use wins."""

    def __init__(self, texts: Iterable[str]):
        self._texts = texts
        self._defined = dict(PREDEFINED)
        self._later = None
        self.undefined: list[str] = []
        self.early: list[str] = []

    def define(self, name: str, source: str) -> None:
        self._defined[name.lower()] = self.value(source)

    def value(self, source: str) -> str:
        """The value of a field's source: delimiters off, macros and `#` resolved.

        A macro that nobody defines stays as its name and is listed in `undefined`.
        """
        if BRACED.fullmatch(source):
            return source[1:-1]
        if source.isdigit():
            return source
        pieces = Source(source).value_pieces(0)
        if pieces[-1][1] < 0:  # only true where braces were counted as BibTeX does
            return source[1:-1]
        return "".join(self._piece(source[start:end]) for start, end in pieces)

    def _piece(self, piece: str) -> str:
        if piece[:1] in ("{", '"'):
            return piece[1:-1]
        return self.bare(piece)

    def bare(self, name: str) -> str:
        """The value of a number or a macro's name."""
        if name.isdigit() or not name:
            return name
        value = self._defined.get(name.lower())
        if value is not None:
            return value
        if (value := self._defined_later().get(name.lower())) is not None:
            self.early.append(name)
            return value
        self.undefined.append(name)
        return name

    def _defined_later(self) -> dict[str, str]:
        """All plain definitions in the file, read once, when a use comes before any of its own."""
        if self._later is None:
            self._later = {}
            for text in self._texts:
                self._read_definitions(text)
        return self._later

    def _read_definitions(self, text: str) -> None:
        source = Source(text)
        for start in STRING_START.finditer(text):
            for name, value in read_definitions(source, start.end() - 1)[0]:
                if BRACED.fullmatch(value) or value.startswith('"'):
                    self._later.setdefault(name.lower(), value[1:-1])


DEFINITION = re.compile(r"[\s,]*([^\s\"#%'(),={}]+)\s*=")


def read_definitions(source: Source, opener: int) -> tuple[list[tuple[str, str]], int]:
    """The (name, source of the value) pairs of a `@string`, and its end; -1 if it is malformed."""
    definitions, at = [], opener + 1
    while found := DEFINITION.match(source.text, at):
        pieces = source.value_pieces(found.end())
        if pieces[-1][1] <= pieces[-1][0]:
            return definitions, -1
        definitions.append((found[1], source.text[pieces[0][0] : pieces[-1][1]]))
        at = pieces[-1][1]
    return definitions, closing(source.text, at)


def closing(text: str, at: int) -> int:
    """The index after the sign that closes a block at `at`, blanks and a comma aside; or -1."""
    found = re.compile(r"[\s,]*[})]").match(text, at)
    return found.end() if found else -1
