"""Papers: BibTeX in, citations out, and the pages and lists of papers.

models          a paper, its authors, versions, venue, and what each import brought
fields          the columns of a paper, once: what BibTeX, CSL and RIS call each
bibtex, latex   .bib text -> records with problems by line; LaTeX -> plain text. No database
printed         references and lists of names as pages print them and people type them
matching        which entries are one paper, and whose names a paper prints. It only reads
importer        records -> a plan that can be shown, then written, then undone
merging         two records of one paper or venue become one; an entry becomes a paper of its own
citations       papers -> BibTeX, CSL-JSON, RIS, and references in APA, IEEE, ACM, Chicago
citation_counts how often papers were cited, where that is wanted
trust           whose word counts where sources contradict; `provenance`: who said each field
identifiers     DOI, arXiv, ISBN, ISSN, PubMed: normalised and checked
visibility      which papers a visitor may meet; `claims`: whose they are, who may withdraw them
listing         lists of papers, their filters (`list_counts`: how many each choice leaves);
                `list_items`: a line, with ranks and badges;
                `roles`: who was first, last or corresponding author
paper_page      one paper's page; `structured_data`: citation_* tags and JSON-LD
views           the pages, the exports and the feed of papers; `admin`: forms, lists, imports
"""
