"""Two records of one thing become one, and nothing of either is lost. A writer, as the importer."""

from publications.merging.papers import (
    COMPARED,
    Difference,
    Kept,
    Part,
    PublicationMerge,
    leads_best,
    mark_not_duplicates,
    possible_leads,
    refusal,
)
from publications.merging.venues import VenueMerge
