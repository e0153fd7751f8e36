"""Two records of one thing become one, or one becomes two, and nothing of either is lost.

papers          two papers: the importer's table decides each field, what differs is kept elsewhere
related_rows    what hangs on them: names and whose they are, links, awards, news, versions
split           the inverse: one entry of a paper becomes a paper; written, and undone, as an import
venues          records of one venue
"""

from publications.merging.papers import (
    COMPARED,
    AbsorbedPaper,
    Difference,
    Kept,
    PublicationMerge,
    leads_best,
    mark_not_duplicates,
    possible_leads,
    refusal,
)
from publications.merging.venues import VenueMerge
