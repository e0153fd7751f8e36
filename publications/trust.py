"""Whose word counts where two sources of a paper contradict each other.

What a person typed stands above all. Of sources the most trusted has the word, of equals the one
that came first.
"""

# What entries are called that came from services, the most trusted first: the publisher's own
# record of the DOI, indexes that take care of theirs, what people say of themselves. A file that
# somebody typed, or exported, comes last.
TRUST = (
    ("Crossref", "DataCite", "doi.org"),
    ("PubMed", "arXiv", "DBLP", "OpenReview", "OpenAlex"),
    ("ORCID",),
)
RANKS = {name: rank for rank, names in enumerate(TRUST) for name in names}


def rank(file: str) -> int:
    """The place of a source among all, 0 for the most trusted; `file` as Source has it."""
    return RANKS.get(file, len(TRUST))
