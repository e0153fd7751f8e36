r"""Maths in a text: `$…$`, `$$…$$`, `\(…\)`, `\[…\]`, and where each ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from profiles.markup.mathml import mathml

MAX_LINES = 100
DELIMITERS = (("$$", "$$", True), ("$", "$", False), (r"\(", r"\)", False), (r"\[", r"\]", True))
# `\[ [Paper](…) \| [Slides](…) \]` are brackets that Markdown escapes, and no formula.
MATHS_SIGN = re.compile(r"[\\^_={}+<>]")
MARKDOWN_LINK = re.compile(r"\]\(|\]\[|\\\|\s*\[|https?:")
WORDS = re.compile(r"[A-Za-z]{2,}\s+[A-Za-z]{2,}")


class Maths(NamedTuple):
    tex: str
    source: str  # with its delimiters
    display: bool
    end: int


def find_maths(src: str, start: int) -> Maths | None:
    """The formula that begins at `start`, by Pandoc's rules for dollars.

    Between single dollars no blank stands at either end and no digit follows, so that
    "costs $5 and $6" stays money.
    """
    opener, closer, display = next(
        (d for d in DELIMITERS if src.startswith(d[0], start)), 3 * ("",)
    )
    if not opener:
        return None
    begin = start + len(opener)
    close = _closing(src, begin, closer)
    if close < 0:
        return None
    tex, end = src[begin:close], close + len(closer)
    good = _is_dollar_maths(tex, src[end : end + 1]) if opener == "$" else _is_maths(tex, opener)
    return Maths(tex.strip(), src[start:end], display, end) if good else None


def split_maths(text: str) -> Iterator[str | Maths]:
    """The formulas of a text that is no Markdown, and the words between them."""
    start = 0
    for sign in re.finditer(r"\\[$\\]|[$\\]", text):
        maths = find_maths(text, sign.start()) if sign.start() >= start else None
        if maths:
            yield _words(text[start : sign.start()])
            yield maths
            start = maths.end
    yield _words(text[start:])


def _words(text):
    return text.replace(r"\$", "$")


def _closing(src, begin, closer):
    close = src.find(closer, begin)
    while close > begin and _is_escaped(src, begin, close):
        close = src.find(closer, close + 1)
    return close


def _is_escaped(src, begin, position):
    first = position
    while first > begin and src[first - 1] == "\\":
        first -= 1
    return (position - first) % 2 == 1


def _is_dollar_maths(tex, follower):
    # isdecimal, not isdigit: `$x$²` is fine.
    return bool(tex) and not tex[0].isspace() and not tex[-1].isspace() and not follower.isdecimal()


def _is_maths(tex, opener):
    if not tex.strip() or "\n\n" in tex:
        return False
    if opener == "$$":
        return True
    if opener == r"\[" and (MARKDOWN_LINK.search(tex) or not MATHS_SIGN.search(tex)):
        return False
    return bool(MATHS_SIGN.search(tex)) or not WORDS.search(tex)


def inline_rule(state, silent):
    """markdown-it: a formula within a line. Runs before the rule of backslash escapes."""
    if state.src[state.pos] not in "$\\":
        return False
    maths = find_maths(state.src, state.pos)
    if not maths:
        return False
    if not silent:
        push_maths(state, maths)
    state.pos = maths.end
    return True


def block_rule(state, start_line, end_line, silent):
    r"""markdown-it: `$$` or `\[` begins a line, its partner ends one; no blank line between."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    closer = {"$$": "$$", r"\[": r"\]"}.get(state.src[begin : begin + 2])
    if not closer or state.is_code_block(start_line):
        return False
    last = _last_line(state, start_line, end_line, closer)
    if last is None:
        return False
    source = state.getLines(start_line, last + 1, state.blkIndent, False).strip()
    tex = source[2:-2].strip()
    if closer in tex or not _is_maths(tex, source[:2]):
        return False
    if not silent:
        state.line = last + 1
        push_maths(state, Maths(tex, source, True, 0))
        state.tokens[-1].map = [start_line, state.line]
    return True


def _last_line(state, start_line, end_line, closer):
    for line in range(start_line, min(end_line, start_line + MAX_LINES)):
        if state.isEmpty(line) or (line > start_line and state.sCount[line] < state.blkIndent):
            return None
        begin = state.bMarks[line] + state.tShift[line] + (2 if line == start_line else 0)
        if state.src[begin : state.eMarks[line]].rstrip().endswith(closer):
            return line
    return None


def push_maths(state, maths: Maths) -> None:
    token = state.push("maths", "", 0)
    token.content, token.markup, token.meta = maths.tex, maths.source, {"display": maths.display}


def render_token(renderer, tokens, index, options, env):
    token = tokens[index]
    return mathml(token.content, token.markup, token.meta["display"])
