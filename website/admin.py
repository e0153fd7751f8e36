"""Brings the front page of the admin its rows on papers."""

from website.dashboard import papers

papers.register()
