"""Markdown and TeX formulas in plain words and signs, for where nothing typesets them."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from itertools import takewhile

from markdown_it.token import Token

LONGEST = 500  # signs of one formula that are looked into
SCRIPT = re.compile(r"([\^_])(?:\{([0-9+()-]+)\}|([0-9]))")
SUPERSCRIPTS = str.maketrans("0123456789+-()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾")
SUBSCRIPTS = str.maketrans("0123456789+-()", "₀₁₂₃₄₅₆₇₈₉₊₋₍₎")
BREAKS = {"softbreak", "hardbreak"}
WITH_WORDS = {"text", "code_inline", "code_block", "fence", "image"}


def tex_to_text(tex: str) -> str:
    r""" "O(n^2) \le \alpha" -> "O(n²) ≤ α"; what cannot be said in one line stays as TeX."""
    if len(tex) > LONGEST:
        return tex
    with suppress(Exception):  # pylatexenc may raise anything for what is no LaTeX
        from pylatexenc.latex2text import LatexNodes2Text  # a slow import, wanted by few texts

        signs, commands = _commands()
        converter = LatexNodes2Text(signs)  # a new one: it would remember a \title
        tex_with_scripts = f"${SCRIPT.sub(_script, tex)}$"
        return converter.latex_to_text(tex_with_scripts, latex_context=commands).strip() or tex
    return tex


@cache
def _commands():
    """Made once, for that takes longer than reading a formula."""
    from pylatexenc import latex2text, latexwalker

    return latex2text.get_default_latex_context_db(), latexwalker.get_default_latex_context_db()


def _script(match: re.Match) -> str:
    return (match[2] or match[3]).translate(SUPERSCRIPTS if match[1] == "^" else SUBSCRIPTS)


def words_of(tokens: list[Token]) -> str:
    """In one line; formulas in words, pictures as their description, no footnotes."""
    above_footnotes = takewhile(lambda token: token.type != "footnote_block_open", tokens)
    words = (
        "".join(map(_word, token.children)) if token.type == "inline" else _word(token)
        for token in above_footnotes
    )
    return " ".join(" ".join(words).split())


def _word(token):
    if token.type in BREAKS or (token.type == "html_inline" and token.markup == "br"):
        return " "
    if token.type == "maths":
        return tex_to_text(token.content)
    return token.content if token.type in WITH_WORDS else ""
