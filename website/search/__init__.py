"""Search among what is public: people, papers, news, pages.

`kinds` says what can be found, `index` holds the words of it, `query` asks, `marking` shows.
"""

import unicodedata

from website.search.kinds import Kind, Origin, Texts, kinds, register, registry

__all__ = ["Kind", "Origin", "Texts", "clean", "kinds", "register", "registry"]

LONGEST = 200


def clean(query: str) -> str:
    """Blanks collapsed, control characters dropped, cut to a length that a person would type."""
    query = "".join(" " if unicodedata.category(c)[0] == "C" else c for c in query[:LONGEST])
    return " ".join(query.split())
