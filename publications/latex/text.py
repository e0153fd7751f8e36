"""Display text of a value, by the shortest way that is right for it."""

from functools import lru_cache

from publications.latex.decoding import Decoder, finished
from publications.latex.macros import BIBSTRINGS
from publications.latex.tokens import MORE_THAN_BRACES, SPECIAL

# Values up to this length come again and again: publishers, journals, names, page numbers.
SHORT = 100


def to_text(raw: str) -> str:
    """Display text of a raw field value: NFC, blanks collapsed, maths kept as `$...$`.

    A dollar sign that is not maths but might be taken for it comes out as `\\$`.
    """
    return _remembered(raw) if len(raw) <= SHORT else _to_text(raw)


def _to_text(raw: str) -> str:
    has_dashes = "--" in raw
    if "''" in raw or (has_dashes and SPECIAL.search(raw)) or MORE_THAN_BRACES.search(raw):
        return Decoder(raw).text()
    if has_dashes:  # all there is to decode in most page ranges
        return finished(raw.replace("---", "—").replace("--", "–"))
    return finished(raw.replace("{", "").replace("}", ""))


_remembered = lru_cache(8192)(_to_text)


def to_text_reporting(raw: str) -> tuple[str, list[str]]:
    """The same, and the names of the macros that nobody knows."""
    if "\\" not in raw:
        return to_text(raw), []
    text, unknown = _remembered_report(raw) if len(raw) <= SHORT else _report(raw)
    return text, list(unknown)


def _report(raw: str) -> tuple[str, tuple[str, ...]]:
    decoder = Decoder(raw)
    return decoder.text(), tuple(dict.fromkeys(decoder.unknown))


_remembered_report = lru_cache(8192)(_report)


def in_words(text: str) -> str:
    """biblatex's keys for words, `countryfr and countryde`, as words; all other text as it is."""
    return " and ".join(BIBSTRINGS.get(part, part) for part in text.split(" and "))


def in_print(text: str) -> str:
    """Display text where nothing typesets maths: `\\$` was escaped for the page's sake alone."""
    return text.replace("\\$", "$")
