"""Titles in BibTeX: styles lower their capitals, unless braces keep them."""

import re

from publications.latex import from_text

MATHS = re.compile(r"(?<!\\)(\$[^$]+\$)")
# Letters and digits only: whatever from_text has escaped is left as it is.
WORD = re.compile(r"(?<![\\\w{])[^\W_]{2,}")


def title(text: str) -> str:
    """LaTeX of `text`, with braces around words such as DNA and PipeMorph."""
    parts = MATHS.split(from_text(text))
    return "".join(part if i % 2 else WORD.sub(_kept, part) for i, part in enumerate(parts))


def _kept(word):
    """A capital that is not merely the word's first letter is there for a reason."""
    has_capitals = any(sign.isupper() for sign in word[0][1:])
    return f"{{{word[0]}}}" if has_capitals else word[0]
