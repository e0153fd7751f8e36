"""The same paper here, and whose names it prints. Reads only; what is unsure is no match.

paper_index     finds what an entry may be: by identifiers, then by title; possible duplicates
forms           one printed form of a paper; `contradiction`: why two of them are not one work
titles          when two titles agree, and which say nothing
people          whose name is printed: by ORCID iD, by the full name, by initials
"""

from publications.matching.forms import Form, is_preprint
from publications.matching.paper_index import Match, PaperIndex, visible_to
from publications.matching.people import ResearcherIndex, Verdict
from publications.matching.titles import normalise_title, titles_agree
