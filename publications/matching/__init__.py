"""The same paper here, and whose names it prints. Reads only; what is unsure is no match.

paper_index   finds papers that an entry may be: by identifiers, then by title; possible duplicates
forms         `contradiction`: why two that look alike are two papers
titles        when two titles agree; titles that say nothing, such as “Editorial”
venues        when two names may be one journal or conference
people        whose name is printed: by ORCID iD, by the full name, by initials
"""

from publications.matching.forms import (
    Form,
    have_other_identifiers,
    is_preprint,
    is_preprint_server,
)
from publications.matching.paper_index import Match, PaperIndex, visible_to
from publications.matching.people import ResearcherIndex, naming_rows
from publications.matching.titles import normalise_title, titles_agree
