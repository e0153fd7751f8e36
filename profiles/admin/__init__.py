"""The admin of profiles: one module for each concept. The site itself: website.admin_site."""

from profiles.admin import career, pages, researcher, work

__all__ = ["career", "pages", "researcher", "work"]
