"""Registers the admin of pictures, and brings the dashboard its rows on papers."""

from website import picture_admin  # noqa: F401 registers itself
from website.dashboard import papers

papers.register()
