"""Titles where nothing typesets maths: in a tab, a search result, a feed, on a picture."""

from profiles import formulas
from publications.latex import maths
from publications.latex.text import in_print


def in_plain_text(text: str) -> str:
    """ "Sorting in $O(n^2)$" -> "Sorting in O(n²)". A formula that says more stays as TeX."""
    return in_print(maths.MATHS.sub(lambda found: _words(found[1]), text)) if "$" in text else text


def _words(tex):
    simple = maths.plain(tex)
    return formulas.in_words(tex) if simple is None else simple
