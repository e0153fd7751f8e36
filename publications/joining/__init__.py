"""Two records of one thing become one, and nothing of either is lost. A writer, as the importer."""

from publications.joining.differences import Difference, Kept, Part
from publications.joining.papers import PaperJoin, leads_best
from publications.joining.rights import refusal
from publications.joining.venues import VenueJoin

__all__ = [
    "Difference",
    "Kept",
    "PaperJoin",
    "Part",
    "VenueJoin",
    "leads_best",
    "refusal",
]
