"""References and lists of names as pages print them and people type them; no database.

reference   a whole reference -> `PrintedReference`: authors, title, venue, year, what is unsure
lines       a paper on several lines: which are its names, its title, where it appeared
authors     where the names end and the title begins
names       a list of names as people type it -> single names
venue       what follows the title -> venue, volume, issue, pages, year
doubts      what of it is not sure
marks       Markdown and HTML of a reference as one line; quotation marks, italics
"""
