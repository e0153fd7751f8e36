"""Old addresses: of a site that moved here, and of a researcher who was renamed.

Asked only once a path has led nowhere, so a redirect never hides a page.
"""

import re
from urllib.parse import quote, unquote

from django.conf import settings
from django.db.models import Q

from profiles.models import FormerSlug, Redirect, Researcher
from profiles.slugs import is_reserved
from publications.models import Publication
from publications.visibility import public_papers


def moved(path: str) -> str | None:
    """Where the page at `path` ("/…", below any language prefix) is now, or None."""
    if "\0" in path:  # PostgreSQL refuses to be asked
        return None
    slug, _slash, rest = path[1:].partition("/")
    if settings.SINGLE_RESEARCHER:
        return _former_address(slug, rest) or _old_page(settings.SINGLE_RESEARCHER, path)
    if is_reserved(slug):  # below the admin, say: it is nobody's
        return None
    return _former_address(slug, rest) or _old_page(slug, f"/{rest}")


def _former_address(slug, rest):
    public = Researcher.objects.public()
    former = FormerSlug.objects.filter(slug=slug, researcher__in=public)
    former = former.select_related("researcher").first()
    return _below(former.researcher, quote(rest)) if former else None


def _below(researcher, path):
    """Never "//host", which would be another site."""
    return researcher.get_absolute_url() + path.lstrip("/\\")


def _old_page(slug, path):
    """Old sites answered /about and /about/ alike."""
    spellings = {path, f"{path}/", path.rstrip("/") or "/"}
    researcher = Researcher.objects.public().filter(slug=slug)
    rows = Redirect.objects.filter(researcher__in=researcher, old_path__in=spellings)
    row = rows.select_related("researcher").first()
    if row is None or is_draft_path(row.researcher, unquote(re.split(r"[?#]", row.target)[0])):
        return None
    return row.file.url if row.file else _below(row.researcher, row.target)


def is_draft_path(researcher: Researcher, path: str) -> bool:
    """Whether `path`, below the researcher's address, is of a page or paper that is not public."""
    folder, _slash, rest = path.strip("/").partition("/")
    pages = researcher.page_set.filter(slug=folder)
    if pages.exists() and not pages.public().exists():
        return True
    slug = re.match(r"[\w-]+", rest)
    if folder != "publications" or not slug:
        return False
    # Another's is nothing they know of: to treat it otherwise than no paper at all would tell.
    theirs = Q(owner=researcher) | Q(pk__in=researcher.authorships.values("publication"))
    papers = Publication.objects.filter(theirs, slug=slug[0])
    return papers.exists() and not public_papers().filter(slug=slug[0]).exists()
