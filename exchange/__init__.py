"""What comes and goes whole.

cv             one structured CV of a researcher, that every format renders
cv_formats     the CV as PDF, Word, LaTeX, Markdown, JSON Resume, RenderCV
documents      lists that others ask for, in the same formats; in the admin: `documents_admin`
cv_admin       the versions of a CV in the admin
open_data      a lab's people and papers as JSON
site_import    a site of another system becomes a profile: read, planned, shown, written, undone
sources        papers from the services that know them: ORCID, DOI registries, arXiv, PubMed, ...
archive        a profile, or the whole lab, as one file for another installation
backup         this installation as one file, and back; `backup_databases`: SQLite and PostgreSQL
sealed_zip     a ZIP file that lists its members with their sums: archives and backups
static_site    the published site as plain files
paper_files    many uploaded files at once, each to the paper whose entry names it
"""
