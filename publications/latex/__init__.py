"""LaTeX field text to Unicode, with maths kept as `$...$`, and back. Linear and total.

No value raises: what is not understood stays as text, and the raw value is always kept by the
caller.
"""

from publications.latex.text import (
    expand_bibstrings,
    from_text,
    plain_title,
    to_text,
    to_text_reporting,
    unescape_dollars,
)
from publications.latex.urls import hrefs, url_text, urls, verbatim
