"""The same paper here, and whose names it prints. Reads only; what is unsure is no match."""

from publications.matching.forms import Form, is_preprint
from publications.matching.paper_index import Match, PaperIndex, visible_to
from publications.matching.people import ResearcherIndex, Verdict
from publications.matching.titles import normalise_title, titles_agree
