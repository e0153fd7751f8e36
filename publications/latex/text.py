"""Display text of a value, by the shortest way that is right for it."""

from publications.latex.decoding import Decoder, finished
from publications.latex.macros import BIBSTRINGS
from publications.latex.tokens import MORE_THAN_BRACES, SPECIAL


def to_text(raw: str) -> str:
    """Display text of a raw field value: NFC, blanks collapsed, maths kept as `$...$`.

    A dollar sign that is not maths but might be taken for it comes out as `\\$`.
    """
    if not SPECIAL.search(raw):
        return finished(raw)
    if not MORE_THAN_BRACES.search(raw):
        return finished(raw.replace("{", "").replace("}", ""))
    return Decoder(raw).text()


def to_text_reporting(raw: str) -> tuple[str, list[str]]:
    """The same, and the names of the macros that nobody knows."""
    if "\\" not in raw:
        return to_text(raw), []
    decoder = Decoder(raw)
    return decoder.text(), list(dict.fromkeys(decoder.unknown))


def in_words(text: str) -> str:
    """biblatex's keys for words, `countryfr and countryde`, as words; all other text as it is."""
    return " and ".join(BIBSTRINGS.get(part, part) for part in text.split(" and "))
