"""Titles in BibTeX: styles lower their capitals, unless braces keep them."""

import re

from publications.latex import from_text

MATHS = re.compile(r"(?<!\\)(\$[^$]+\$)")
WORD = re.compile(r"[^\s–—/()-]+")


def title(text: str) -> str:
    """LaTeX of `text`, with braces around words such as DNA and PipeMorph."""
    if not any(map(_has_own_capitals, WORD.findall(text))):
        return from_text(text)
    parts = MATHS.split(text)
    return "".join(part if i % 2 else WORD.sub(_kept, part) for i, part in enumerate(parts))


def _kept(word):
    latex = from_text(word[0])
    return f"{{{latex}}}" if _has_own_capitals(word[0]) else latex


def _has_own_capitals(word):
    """A capital that is not merely the word's first letter."""
    return any(sign.isupper() for sign in word[1:])
