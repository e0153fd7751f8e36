"""TeX formulas in plain words and signs, for where nothing typesets them."""

import re
from contextlib import suppress

LONGEST = 500  # signs of one formula that are looked into
SCRIPT = re.compile(r"([\^_])(?:\{([0-9+()-]+)\}|([0-9]))")
SUPERSCRIPTS = str.maketrans("0123456789+-()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾")
SUBSCRIPTS = str.maketrans("0123456789+-()", "₀₁₂₃₄₅₆₇₈₉₊₋₍₎")


def tex_to_text(tex: str) -> str:
    r""" "O(n^2) \le \alpha" -> "O(n²) ≤ α"; what cannot be said in one line stays as TeX."""
    if len(tex) > LONGEST:
        return tex
    with suppress(Exception):  # pylatexenc may raise anything for what is no LaTeX
        from pylatexenc.latex2text import LatexNodes2Text  # a slow import, wanted by few texts

        return LatexNodes2Text().latex_to_text(f"${SCRIPT.sub(_script, tex)}$").strip() or tex
    return tex


def _script(match: re.Match) -> str:
    return (match[2] or match[3]).translate(SUPERSCRIPTS if match[1] == "^" else SUBSCRIPTS)
