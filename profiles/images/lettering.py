"""Text set in lines that fit a box: broken between words, made smaller, in the end cut short."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache

from profiles.images import fonts

# Longer texts would be cut short anyway; the work stays bounded.
MAX_LENGTH = 300
SPACING = 1.22  # lines, in heights of the letters
HAN = r"\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
# What a line may end after: a word or half of one with its hyphen, or one Han character.
PIECE = re.compile(rf"[{HAN}]|[^\s{HAN}-]+-*\s*|-+\s*|\s+")
ELLIPSIS = "…"


@dataclass(frozen=True)
class Setting:
    """How a text may be set: `sizes` in pixels from the largest, at most `lines` lines."""

    style: tuple[str, ...]
    sizes: tuple[int, ...]
    lines: int
    face: int = 0


@dataclass(frozen=True)
class Block:
    """Lines of one size, ready to be drawn."""

    setting: Setting
    size: int
    lines: tuple[str, ...]

    @property
    def height(self) -> int:
        return round(len(self.lines) * self.size * SPACING)


def fit(text: str, setting: Setting, width: int) -> Block | None:
    """`text` in the largest size at which it fits; None where there is nothing to draw."""
    text = " ".join(text.split())[:MAX_LENGTH]
    if not text or not fonts.runs(text, setting.style):
        return None
    blocks = [Block(setting, size, _lines(text, setting, size, width)) for size in setting.sizes]
    fitting = [block for block in blocks if len(block.lines) <= setting.lines]
    # A smaller size before a broken word, a broken word before words left out.
    whole = (block for block in fitting if _has_room(text, setting, block.size, width))
    return next(whole, fitting[0] if fitting else _cut_short(blocks[-1], width))


def draw(canvas, block: Block, left: int, top: int, width: int, colour: str) -> int:
    """Draws `block` and answers where it ends. A right-to-left line ends at the right edge."""
    for number, line in enumerate(block.lines):
        pieces = _fonts_of(line, block.setting, block.size)
        start = left
        if _is_right_to_left(line):
            pieces.reverse()
            start += width - round(_width(line, block.setting, block.size))
        baseline = top + round((number * SPACING + 0.95) * block.size)
        for font, piece in pieces:
            canvas.text((start, baseline), piece, font=font, fill=colour, anchor="ls")
            start += font.getlength(piece)
    return top + block.height


def _lines(text, setting, size, width):
    lines, line = [], ""
    for piece in _pieces(text, setting, size, width):
        if line and _width((line + piece).rstrip(), setting, size) > width:
            lines.append(line.rstrip())
            line = ""
        line += piece
    return (*lines, line.rstrip()) if line.strip() else tuple(lines)


def _pieces(text, setting, size, width):
    """What is not broken; a word wider than the box falls into its letters."""
    for piece in PIECE.findall(text):
        if _width(piece.rstrip(), setting, size) <= width:
            yield piece
        else:
            yield from piece


def _has_room(text, setting, size, width):
    """Whether no single word is wider than the box."""
    return all(_width(piece.rstrip(), setting, size) <= width for piece in PIECE.findall(text))


def _cut_short(block, width):
    *kept, last = block.lines[: block.setting.lines]
    while last and _width(last + ELLIPSIS, block.setting, block.size) > width:
        last = last[:-1].rstrip()
    return replace(block, lines=(*kept, last.rstrip(",;:. ") + ELLIPSIS))


@lru_cache(maxsize=8192)
def _width(text, setting, size):
    return sum(font.getlength(piece) for font, piece in _fonts_of(text, setting, size))


def _fonts_of(text, setting, size):
    found = fonts.runs(text, setting.style) or []
    return [(fonts.font(file, size, setting.face), piece) for file, piece in found]


def _is_right_to_left(text):
    """By its first letter that has a direction."""
    directions = (unicodedata.bidirectional(letter) for letter in text)
    return next((way in ("R", "AL") for way in directions if way in ("L", "R", "AL")), False)
