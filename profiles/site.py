"""What the site says of itself: the row that managers edit. Its empty boxes say what the
environment does.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from django.apps import apps
from django.db import Error
from django.db.models import Exists

from profiles.kept_statements import KeptStatement, attach, together

if TYPE_CHECKING:
    from profiles.models import SiteSettings

# The row as this request has read it; None outside of requests, where it is read each time.
_kept: ContextVar[list[SiteSettings] | None] = ContextVar("site_settings", default=None)


def site_settings() -> SiteSettings:
    """The stored row; an empty one while the database cannot be read, so that error pages can."""
    kept = _kept.get()
    if kept is None:
        return _read()
    if not kept:
        kept.append(_read())
    return kept[0]


@contextmanager
def read_once() -> Iterator[None]:
    """Within one request, of whatever process, the row is read once at most."""
    token = _kept.set([])
    try:
        yield
    finally:
        _kept.reset(token)


@contextmanager
def unread() -> Iterator[None]:
    """For error pages: what the environment says, without asking the database."""
    token = _kept.set([_model()()])
    try:
        yield
    finally:
        _kept.reset(token)


def _read():
    try:
        rows, links = together((_row, {}), (_menu_links, {}))
    except Error:
        return _model()()
    for row in rows:
        attach(row, "menu_links", links)
    return rows[0] if rows else _model()()


def _with_news():
    news = apps.get_model("profiles", "LabNewsItem").objects.public()
    return _model().objects.annotate(has_news=Exists(news))


_row = KeptStatement(_with_news)
_menu_links = KeptStatement(lambda: apps.get_model("profiles", "MenuLink").objects.all())


def _model():
    return apps.get_model("profiles", "SiteSettings")
