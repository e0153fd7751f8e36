"""What comes and goes whole.

The CV and what else is made of a profile:
cv                  what is on the CV, in every format alike; its versions cut to years and length
cv_formats          the CV as PDF, Word, LaTeX, Markdown, JSON Resume, RenderCV
cv_admin            versions of the CV in the admin, with their preview
documents           lists that others ask for: publications, collaborators, talks, a short biography
documents_admin     the page “Documents” in the admin
open_data           JSON of a lab: its people and papers
views               the page of the CV, its files, JSON, the list of papers in a frame
admin               the page that sends a profile as a website; imports, with all their pages

What comes in:
sources             papers from ORCID, Crossref, arXiv, PubMed, …: what they are asked
site_import         a site of another system becomes a profile
news                what is new elsewhere: looked for, proposed, taken; the weekly mail
paper_files         many files at once, each to its paper
paper_files_admin   their page in the admin

Backups and moves:
backup              what `backup` writes and `restore` reads
backup_databases    the rows in a backup: SQLite and PostgreSQL dumped and put back
archive             a profile or a lab as one file for another installation
sealed_zip          a ZIP file with sums of its members, as backups and archives are
static_site         the published site as plain files
"""
