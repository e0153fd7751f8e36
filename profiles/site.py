"""What the site says of itself: the row that managers edit, and what follows of it for languages,
looks and every template. Its empty boxes say what the environment does.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.conf import settings
from django.db import Error
from django.db.models import Exists

from profiles import languages
from profiles.compiled_queries import CompiledQuery, attach, together
from profiles.languages import Alternate, known_second_languages, own_name, prefix
from profiles.models import LabNewsItem, MenuLink, SiteSettings
from profiles.themes import Layout, Look, Theme

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
    token = _kept.set([SiteSettings()])
    try:
        yield
    finally:
        _kept.reset(token)


def _read():
    try:
        rows, links = together((_row, {}), (_menu_links, {}))
    except Error:
        return SiteSettings()
    for row in rows:
        attach(row, "menu_links", links)
    return rows[0] if rows else SiteSettings()


_row = CompiledQuery(
    lambda: SiteSettings.objects.annotate(has_news=Exists(LabNewsItem.objects.public()))
)
_menu_links = CompiledQuery(MenuLink.objects.all)


# --- Languages and looks ------------------------------------------------------------------------


def second_languages() -> list[str]:
    """Those of VITAE_LANGUAGES that managers leave in use."""
    unused = site_settings().unused_languages
    return [code for code in known_second_languages() if code not in unused]


def alternate_pages(path: str, seconds: Iterable[str]) -> list[Alternate]:
    """The page at `path` (below any prefix) in the site's first language and in `seconds`.

    Empty where that leaves one language alone.
    """
    current = languages.current()
    known = [code for code in second_languages() if code in seconds]
    codes = [settings.LANGUAGE_CODE, *known] if known else []
    return [Alternate(code, own_name(code), prefix(code) + path, code == current) for code in codes]


def site_theme() -> Look:
    """The directory, the lab's list of papers, the search."""
    return Look(site_settings().site_theme)


def researcher_theme(researcher) -> Look:
    """A row written past the forms may hold anything: it looks like the lab then."""
    theme = researcher.theme if researcher.theme in Theme.values else site_theme().theme
    layout = researcher.layout if researcher.layout in Layout.values else Layout.SIDE
    return Look(theme, layout)


# --- What every template knows --------------------------------------------------------------------


def origin(request) -> str:
    """Scheme and host for absolute addresses: the configured one, else the checked request's."""
    return settings.ORIGIN or f"{request.scheme}://{request.get_host()}"


def site(request) -> dict:
    """Depends on host, path and the site's own row, so that a finished page can be kept."""
    lab = site_settings()
    return {
        "site_name": lab.site_name,
        "site_settings": lab,
        "single_researcher": settings.SINGLE_RESEARCHER,
        "origin": origin(request),
        "licence": settings.LICENCE,
        "page_language": languages.current(),
    }
