"""LaTeX field text to Unicode, with maths kept as `$...$`, and back. Linear and total.

No value raises: what is not understood stays as text, and the raw value is always kept by the
caller.

text       the functions that others call: LaTeX -> text, text -> LaTeX, plain titles, addresses
decoding   how a text with macros is read
macros     what each macro means
maths      formulas in a field: plain signs where they suffice, else kept between dollar signs
"""

from publications.latex.decoding import TAG
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
