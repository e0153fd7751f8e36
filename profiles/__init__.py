"""People, and everything on their pages but their papers.

models               the tables: a researcher, the rows of a profile, news, pages, site settings
admin                the forms and lists of the admin

Pages:
views                the public pages of a person: home page, news, own pages; feeds of news; the
                     picture of a shared link: what is on it, and its address
urls                 their addresses
sections             the sections of a home page and the menu: order, headings, how many rows; what
                     a public page reads from the database
items                the kinds of rows (education, job, award, talk, …), and the order of each; what
                     lines of a CV share: kinds of rows, whether a word is lost
entries              an entry of the CV as lines: places, periods, what stands between them
themes               colours and layouts to choose from, and the icons of services
schema_org           JSON-LD of a person and of their pages
site                 what managers set for the site: its name, languages, look; what every
                     template knows of it
addresses            addresses of pages of the admin, of previews and of single boxes of a form; a
                     profile made of a name alone, at a free address; old addresses of one member
                     that hold at the root of a lab
slugs                addresses of people and pages: how they are made, which are reserved

Texts:
markup               Markdown, maths and HTML that people type -> safe HTML
markdown_editor      the box in which Markdown is written: its preview, its upload of pictures, what
                     it warns of
languages            which languages there are, their prefix in addresses, the admin's languages
folding              letters without accents and case, for finding and matching; texts with broken
                     letters (“Ã©”), and how they read before

What is read of what people type:
dates                a year, a month, a day, a season or several of them; how they print
identifiers          ORCID iDs, e-mail and web addresses: checked; how an e-mail is hidden; the box
                     for a web address, which may lack its https://
pasting              lists and whole CVs that are pasted -> rows

Rules:
access               who may see, edit, publish or delete what: managers, owners, delegates
versions             which versions a user may read, and how one is restored
data_policy          whom the rows of each table are about: exported, moved, erased, backed up
limits               how often, how long and how large: texts, uploads of one person, tries

What all of these use:
disk                 one process at a time: a lock on a file; a full disk or a damaged database,
                     said in one sentence
compiled_queries     queries whose SQL is written once, several asked at once, many rows gone
                     through some at a time
signals              what other apps may listen to: names that changed, rows that were restored
apps                 what is made after each migration: the group of managers, the site settings
"""
