"""People, and everything on their pages but their papers.

models        a researcher and the rows of a profile; `items` lists the kinds of rows
access        who may see, edit, publish or delete which row
data_policy   what the rows of each model are about, and so with whom they are exported and erased
views         the public pages; `loading` reads what a page needs, `sections` orders it
markup        Markdown and maths of people as safe HTML; `markdown_editor` is where it is written
dates         dates of honest precision: a year, a month, a day or a season
languages     which languages pages have; `site` has the lab's own settings
identifiers   ORCID iDs, e-mail and web addresses: checked, linked, and an e-mail hidden from robots
link_kinds    which service a link leads to; links read from a pasted text
entries       one entry of a CV as lines; `cv_lines` and `pasting` read what others wrote
feeds         Atom; `schema_org`: JSON-LD; `cards`: the picture that a shared link shows
versions      who may read and restore which earlier version; `admin`: forms and lists
"""
