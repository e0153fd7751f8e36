"""The same paper here, and whose names it prints. Reads only; what is unsure is no match."""

from publications.matching.paper_index import (
    Form,
    Match,
    PaperIndex,
    is_preprint,
    normalise_title,
    titles_agree,
    visible_to,
)
from publications.matching.people import ResearcherIndex, Verdict
