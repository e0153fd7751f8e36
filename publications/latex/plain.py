"""Titles where nothing typesets maths: in a tab, a search result, a feed, on a picture."""

import re
from contextlib import suppress

from publications.latex import maths
from publications.latex.text import in_print

LONGEST = 500  # signs of one formula that are looked into
RAISED = re.compile(r"\^(?:\{([0-9+()-]+)\}|([0-9]))")
LOWERED = re.compile(r"_(?:\{([0-9+()-]+)\}|([0-9]))")


def in_plain_text(text: str) -> str:
    """ "Sorting in $O(n^2)$" -> "Sorting in O(n²)". A formula that says more stays as TeX."""
    return in_print(maths.MATHS.sub(lambda found: _words(found[1]), text)) if "$" in text else text


def _words(tex):
    if (simple := maths.plain(tex)) is not None:
        return simple
    with suppress(Exception):  # pylatexenc may raise anything for what is no LaTeX
        if len(tex) <= LONGEST and (words := _converted(f"${_raised(tex)}$").strip()):
            return words
    return tex


def _raised(tex):
    tex = RAISED.sub(lambda found: (found[1] or found[2]).translate(maths.SUPERSCRIPTS), tex)
    return LOWERED.sub(lambda found: (found[1] or found[2]).translate(maths.SUBSCRIPTS), tex)


def _converted(tex):
    from pylatexenc.latex2text import LatexNodes2Text  # a slow import, wanted by few titles

    return LatexNodes2Text().latex_to_text(tex)
