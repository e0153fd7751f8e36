"""A site of another system as a researcher's record: read, planned, shown, written, undone.

The files:
files                  a folder, a ZIP or one file, opened within bounds
tree                   the files as texts with front matter; what nobody read ends in the report
yaml_lines             YAML, JSON and TOML whose keys know their lines
tables                 what themes call things (themes.toml), their samples (demo.toml)
theme                  demo content of the theme that its owner left in place
jekyll                 how Jekyll makes pages of files: settings, collections, addresses
hugo                   the same for Hugo
liquid                 lists that pages make of the site's own data, written out

Themes:
reading                what all themes share: `Theme`, which fills a profile by tables (themes.toml)
columns                converters of the tables: dates, words, Markdown; `Collection`
academicpages          academicpages
academicpages_papers   its papers, and the keys that they use
al_folio               al-folio
al_folio_tables        its tables, its .bib files
luost26                luost26/academic-homepage
luost26_rows           its positions, education, experience and awards
luost26_papers         its papers
hugoblox               HugoBlox, Wowchemy, Academic for Hugo
hugoblox_tables        its tables, its papers
hugoblox_home          whose site it is; its home page of widgets or blocks
quarto                 sites of Quarto
prism                  sites of PRISM
jekyll_site            any other site of Jekyll
html_site              pages of HTML that somebody wrote by hand
homepage_alone         one homepage without the rest of its site
orcid                  a public record of ORCID

What many themes need:
records                what a site says, before anything is compared or stored
homepage               the text of a homepage -> sections, rows, papers
doubts                 which papers of a printed list are doubtful, and so drafts
list_items             the items of lists, of tables and of other blocks; which are one paper
cv_items               one item of a list on a homepage, one entry of a CV in a file -> a row
cv_files               a CV in a file: cv.yml, RenderCV, JSON Resume
markdown               Markdown, HTML and Liquid of a site -> our Markdown
html_blocks            blocks of HTML -> Markdown
printed_papers         the lines of a paper on a page, and its links -> references
buttons                links below a paper; files of the site; links to services, the portrait
own_names              the names by which a site's papers print its owner
missing                papers that pages say and that did not come
printed_references     a paper before it is an entry: its fields and links
offered                papers in files that no page lists
papers                 papers in files or records, by a table of keys; in files of data

The import:
importer               reads a site, plans, applies; the order in which systems are tried
plan                   what an import would do
uploads                which files of the site the columns can take
rows                   what becomes of each row and column that is here already
links                  menus, links within texts, and old addresses
writing                writes the plan
report                 what was imported, left out, not understood: in words and as JSON
report_page            the same as a page in the admin; the ticks of a review
admin                  “Import your old site”: its pages in the admin

A further theme is a subclass of `Theme` with its tables and the methods for what no table says, in
`importer.SYSTEMS`; a further generator gives what `jekyll.Jekyll` gives.
"""
