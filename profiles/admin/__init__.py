"""The admin of profiles: one module for each concept. The site itself: website.admin_site."""

from profiles.admin import groups, items, pages, researcher, site
