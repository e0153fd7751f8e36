"""Text is hostile until this package has had it: Markdown and maths -> safe HTML.

The only import of markdown-it-py, mdit-py-plugins, latex2mathml and nh3. Whatever is rendered
passes nh3 as the very last step (`profiles.markup.sanitiser`).
"""

from __future__ import annotations

import hashlib
import re

from django.utils.html import escape
from django.utils.safestring import SafeString

from profiles.markup.maths import find_maths, mathml
from profiles.markup.parser import markdown, register_inline_rule
from profiles.markup.sanitiser import sanitise
from profiles.markup.text import words_of

__all__ = ["plain_text", "register_inline_rule", "render", "render_inline", "render_maths"]

# Longer texts are shown as typed, in paragraphs: no page is that long, and every rule is bounded.
MAX_LENGTH = 64 * 1024


def render(text: str, *, shift_headings: int = 2) -> SafeString:
    """Markdown -> block HTML. The text's highest heading becomes h(1 + shift_headings).

    CommonMark with tables, strikethrough, footnotes, definition lists and maths; of HTML only
    `u del sup sub br mark kbd strong em b i`, without attributes, and `<a href>`. Comments
    vanish. Never raises.
    """
    if len(text) > MAX_LENGTH:
        return sanitise(_as_typed(text))
    env = {"docId": _doc_id(text), "shift_headings": shift_headings}
    try:
        return sanitise(markdown().render(text, env))
    except RecursionError:
        return sanitise(_as_typed(text))


def render_inline(text: str) -> SafeString:
    """Markdown of one line (a title, an award's name) -> HTML without a block element."""
    if len(text) > MAX_LENGTH:
        return sanitise(escape(text))
    try:
        return sanitise(markdown().renderInline(text.strip()))
    except RecursionError:
        return sanitise(escape(text))


def render_maths(text: str) -> SafeString:
    """Text that is no Markdown, such as a paper's title, with its `$…$` and `\\(…\\)` as MathML."""
    parts, start = [], 0
    for sign in re.finditer(r"\\[$\\]|[$\\]", text[:MAX_LENGTH]):
        position = sign.start()
        maths = find_maths(text, position) if position >= start else None
        if maths:
            parts += [
                _unescaped(text[start:position]),
                mathml(maths.tex, maths.source, maths.display),
            ]
            start = maths.end
    return sanitise("".join([*parts, _unescaped(text[start:])]))


def plain_text(text: str) -> str:
    """The words alone, in one line: for descriptions and titles of feeds. Not HTML: escape it."""
    if len(text) > MAX_LENGTH:
        return " ".join(text.split())
    try:
        return words_of(markdown().parse(text))
    except RecursionError:
        return " ".join(text.split())


def _doc_id(text):
    """Two texts on one page must not share the ids of their footnotes."""
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:8]


def _as_typed(text):
    paragraphs = re.split(r"\n[ \t]*\n", text)
    return "\n".join(f"<p>{escape(p.strip())}</p>" for p in paragraphs if p.strip())


def _unescaped(text):
    return escape(text.replace(r"\$", "$"))
