"""LaTeX field text to Unicode, with maths kept as `$...$`, and back. Linear and total.

No value raises: what is not understood stays as text, and the raw value is always kept by the
caller.
"""

from publications.latex.encoding import from_text
from publications.latex.links import hrefs, url_text, urls, verbatim
from publications.latex.plain import in_plain_text
from publications.latex.text import in_print, in_words, to_text, to_text_reporting

__all__ = [
    "from_text",
    "hrefs",
    "in_plain_text",
    "in_print",
    "in_words",
    "to_text",
    "to_text_reporting",
    "url_text",
    "urls",
    "verbatim",
]
