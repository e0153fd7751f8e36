"""A site of another system as a researcher's record: read, planned, shown, written, undone.

files           where they come from: a folder, a ZIP or one file; what is not read, and why
yaml_lines      YAML and JSON as texts that know their lines
tree            the files as texts and front matter; what was read of them, and what is reported
theme           files of the theme, and demo content that was left in place
records         what a site says, in our words: rows, papers, files, old addresses
academicpages, al_folio, luost26
                one system each: the files of its generations -> records
academicpages_collections, al_folio_collections
                their papers, news, talks, courses, projects, posts
luost26_rows, luost26_papers
                academic-homepage's profile.yml, news, cards and posts; its papers
homepage        a homepage's Markdown -> sections -> rows; homepage_alone: one text as a site
                (a line of it -> the values of rows: profiles.cv_lines)
printed_references
                a paper as a homepage or a citation prints it -> fields of BibTeX
markdown        Markdown mixed with HTML and Liquid -> Markdown; html_blocks: of HTML alone
cv_files        cv.yml, RenderCV, JSON Resume -> rows; cv_entries: what one entry becomes
jekyll          addresses and texts of any Jekyll site
profile_links   user names -> links
plan            what an import would do, before any is written
importer        reads, plans, applies; what becomes of papers and of old addresses
rows            what becomes of each row and column; uploads, links: of files, of links in texts
writing         writes it all; report: tells it all; admin, report_page: its pages in the admin
"""
