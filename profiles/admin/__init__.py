"""The admin of profiles: one module for each concept. The site itself: profiles.admin_site."""

from profiles.admin import accounts, career, pages, pictures, researcher, work

__all__ = ["accounts", "career", "pages", "pictures", "researcher", "work"]
