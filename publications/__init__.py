"""Papers: BibTeX in, citations out, and the pages and lists of papers.

In and out:
bibtex            .bib text -> records, with problems by line; no database
latex             LaTeX of a field -> plain text, and back
reference_lists   RIS, CSL-JSON, EndNote, PubMed, Web of Science, ORCID, … -> the same records
printed           references and lists of names as pages print them -> their parts
names             names as BibTeX has them: family, given, “von”, “Jr.”
identifiers       DOI, arXiv, ISBN, ISSN, PubMed: brought to one form and checked
entry_types       types of entries (article, thesis, …), and what CSL, RIS, EndNote, schema.org and
                  registries call them
fields            the columns of a paper, once: what BibTeX, CSL and RIS call each; whose word
                  counts where sources contradict each other
matching          which entries are one paper, and whose names a paper prints
importer          records -> a plan that is shown, then written, then undone
merging           two records of one paper or venue become one; one paper becomes two
progress          how far a request is that takes a while, and its Cancel
refusals          what a researcher refused for good: no look-up proposes it again
file_names        which paper a file on somebody's disk belongs to
citations         papers -> BibTeX, CSL-JSON, RIS, and references in APA, IEEE, ACM, Chicago

Whose and for whom:
models            the tables: a paper, its authors, versions, links, venue, imports
claims            whose paper it is: confirmed, refused, selected, hidden; who may unpublish it
bylines           the names of a paper on a page: signs, links, one's own in bold; who was first,
                  last or corresponding author; links of a paper: PDF, code, DOI, arXiv; “retracted”
                  before a title

Pages:
views             the pages of papers, the exports, the feed
urls              their addresses
listing           a list of papers: which, in which order, on how many pages
list_filters      what a list may be filtered by: year, kind, venue, topic, role, words; how many
                  papers each choice of a drop-down leaves
list_items        what a line of a list shows: badges, ranks, chips, buttons
paper_page        one paper's page, with the picture of a shared link and related papers
structured_data   citation_* tags for Google Scholar, JSON-LD
citation_counts   “Cited 12 times”: how often papers were cited
references        which paper [@key] and [[Name]] in a text mean; papers in the news
completeness      what papers lack: an abstract, a PDF, a published version
admin             forms, lists and imports in the admin
apps              tells the texts of profiles how to find papers
signals           what other apps may listen to: papers that changed in bulk
"""
