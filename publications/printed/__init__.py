"""References and lists of names as pages print them and people type them; no database.

reference   a whole reference -> `PrintedReference`: authors, title, venue, year, and what is unsure
marks       its Markdown and HTML -> one line; quotes and emphasis as single signs
authors     where its names end
names       a list of names -> each name, and the pieces that are none
venue       what stands behind the title -> venue, volume, issue, pages, year
"""
