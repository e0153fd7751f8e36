"""Chinese and Japanese set no blank between lines: a line break in the source is none to read."""

from __future__ import annotations

from unicodedata import east_asian_width

from markdown_it.token import Token

WIDE = {"W", "F"}
# Korean has wide letters, and blanks between its words.
HANGUL = range(0xAC00, 0xD7B0)


def without_blanks(children: list[Token]) -> list[Token]:
    """The children of a paragraph without the line breaks that stand between two wide letters."""
    before, after = _letters(children, -1), _letters(children[::-1], 0)[::-1]
    neighbours = zip(children, before, after, strict=True)
    return [
        token
        for token, *letters in neighbours
        if token.type != "softbreak" or not all(map(_is_wide, letters))
    ]


def _letters(children, end):
    """For each token the last (-1) or first (0) letter of the nearest text that came before it:
    an emphasis or a link may begin or end at the break.
    """
    found, letter = [], ""
    for token in children:
        found.append(letter)
        letter = token.content[end:][:1] or letter
    return found


def _is_wide(letter):
    return bool(letter) and east_asian_width(letter) in WIDE and ord(letter) not in HANGUL
