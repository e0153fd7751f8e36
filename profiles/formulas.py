"""TeX formulas in plain words and signs, for where nothing typesets them."""

import re
from contextlib import suppress

LONGEST = 500  # signs of one formula that are looked into
RAISED = re.compile(r"\^(?:\{([0-9+()-]+)\}|([0-9]))")
LOWERED = re.compile(r"_(?:\{([0-9+()-]+)\}|([0-9]))")
SUPERSCRIPTS = str.maketrans("0123456789+-()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾")
SUBSCRIPTS = str.maketrans("0123456789+-()", "₀₁₂₃₄₅₆₇₈₉₊₋₍₎")


def in_words(tex: str) -> str:
    r""" "O(n^2) \le \alpha" -> "O(n²) ≤ α"; what cannot be said in one line stays as TeX."""
    with suppress(Exception):  # pylatexenc may raise anything for what is no LaTeX
        if len(tex) <= LONGEST and (words := _converted(f"${_with_scripts(tex)}$").strip()):
            return words
    return tex


def _with_scripts(tex):
    tex = RAISED.sub(lambda found: (found[1] or found[2]).translate(SUPERSCRIPTS), tex)
    return LOWERED.sub(lambda found: (found[1] or found[2]).translate(SUBSCRIPTS), tex)


def _converted(tex):
    from pylatexenc.latex2text import LatexNodes2Text  # a slow import, wanted by few texts

    return LatexNodes2Text().latex_to_text(tex)
