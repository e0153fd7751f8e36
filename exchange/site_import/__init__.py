"""A site of another system as a researcher's record: read, planned, shown, written, undone.

files -> tree       a folder, a ZIP or one file; texts and front matter, with the line of each key
                    (`yaml_lines`) and what nobody asked for; `theme`: what is the theme's own demo
jekyll, hugo        the reader of a generator: pages, collections, data files, settings, addresses
reading             from there to a record by a theme's tables: `Theme`; `columns`: tables of
                    collections and their converters; `menus`: entries of any menu
academicpages, al_folio, luost26, hugoblox, quarto, homepage_alone
                    the themes; beside them `…_tables` (settings, lists, collections: column, key,
                    converter), `…_papers`, `luost26_rows` (lists of profile.yml), `hugoblox_home`
                    and `_people`; jekyll_site, html_site: what is of no theme that is known
orcid               no site: a public record of ORCID, that the same plan and undo are for
records             what a site says, in our words: rows, papers, files, old addresses
homepage, cv_files (cv_entries), markdown (html_blocks), profile_links
                    texts that many themes have -> rows, Markdown, links
printed_papers, paper_blocks, data_papers, printed_references
                    papers as pages print them, whichever lines are one, and as files of data list
                    them -> references
importer, plan      what an import would do, before any is written; `rows`: what becomes of each row
                    and column; `uploads`, `links`: of files, of links in texts
writing             writes it all; report: tells it all; admin, report_page: its pages in the admin

A further theme is a subclass of `Theme` with its tables and the methods for what no table says, in
the list of `importer.read`; a further generator gives what `jekyll.Jekyll` gives.
"""
