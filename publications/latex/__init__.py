"""LaTeX field text to Unicode, with maths kept as `$...$`, and back. Linear and total.

No value raises: what is not understood stays as text, and the raw value is always kept by the
caller.
"""

from publications.latex.text import (
    expand_bibstrings,
    from_text,
    hrefs,
    plain_maths,
    plain_title,
    to_text,
    to_text_reporting,
    unescape_dollars,
    urls,
    verbatim,
)
