"""Two records of one thing become one, or one becomes two, and nothing of either is lost.

papers         two papers made one: which value stays, and where the other is kept
related_rows   what moves with them: authors, links, awards, topics, news, versions
split          an entry of a paper becomes a paper of its own again
venues         two records of one venue made one
"""

from publications.merging.papers import (
    COMPARED,
    Kept,
    PublicationMerge,
    leads_best,
    mark_not_duplicates,
    possible_leads,
    refusal,
)
from publications.merging.venues import VenueMerge
