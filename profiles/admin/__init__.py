"""The admin of profiles. The site itself: website.admin_site.

base             what every ModelAdmin stands on: a save, a deletion, a list, and when each part
                 of the admin has its turn there; the parts are the modules that it imports
scope            whose rows, which choices and boxes a form and its inlines have; the inlines
forms            whose row a form makes, its address, its texts in second languages
edit_conflicts   another saved meanwhile: both texts, and the choice
publishing       draft, scheduled, published: the question, the buttons, the message
hardening        requests that nobody clicked together
extra_pages      pages beside Django's, which a ModelAdmin names: `history` of a row, `activity`
                 of a record and of the lab, `ordering` of a list
researcher       the form of a profile on its pages (`form_pages`), what its boxes take
                 (`researcher_form`); `items`, `pages`, `groups`, `site`: the other models
cv               the whole CV on one page; `cv_rows`: its rows
"""

from profiles.admin import groups, items, pages, researcher, site
