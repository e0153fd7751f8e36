"""The admin of papers: their forms, their lists, imports, duplicates.

publication    the form of a paper, and “Papers”, the list: its columns, filters, buttons
authors        the authors on that form, and the box that reads a list of names; “Where each field
               is from”: the entries that a paper was imported from
venues         venues with their ranks and other names; topics
actions        several papers at once: export, venue, topics
authorship     “Selected publications” and “Your other papers”; sites of co-authors; “Yes, this is
               me”, “This is not me”: papers that may be yours
merging        “Possible duplicates”, “Not the same paper”; two papers or venues made one; one split
news           papers on the forms of news and projects; the draft of news about a paper
imports        “Import papers” from upload to undo: its addresses and steps
import_forms   what the boxes of an import ask, and the plan that is made of them
import_pages   what the page of a plan shows, and that of a finished import; plans kept between two
               clicks
"""

from profiles import access
from publications.admin import authorship, imports, news, publication, venues
from publications.models import Publication, public_papers

access.visitors_read[Publication] = public_papers
