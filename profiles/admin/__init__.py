"""The forms and lists of the admin for all that is of a profile, and what every form there shares.

The site itself, its menu and Home: `website`.

What every form and list has:
base                 `ScopedAdmin`: what a save, a deletion and a list do, step by step
forms                forms and inlines: whose rows, which choices and boxes, second languages
publishing           Draft, Scheduled, Published: the question, the buttons, the message
edit_conflicts       two people edited one row: both texts, and the choice between them
hardening            forged and broken requests: answered plainly, never with an error
extra_pages          how a ModelAdmin adds a page of its own; choosing a person: a list, or a box
                     that finds names

Pages beside the forms:
activity             History: the versions of a row, two compared, one restored; Recent activity,
                     and Deleted with its Restore
ordering             Reorder: rows are dragged into an order

The models:
researcher           the form of a profile, and which boxes are on which of its pages
researcher_form      how the form of a profile is parted into pages; its boxes: photo, e-mail, the
                     box of pasted links; its tables: positions, links, advisors, delegates,
                     sections
items                forms of the kinds of rows (education, talks, …), news, own pages, sections,
                     old web addresses
cv                   the whole CV on one page, edited at once
cv_rows              the rows on that page: their boxes, how they are saved
site                 the site's settings: its name, menu, languages; news of the lab; groups of
                     people
"""

from profiles.admin import items, researcher, site
