"""Old addresses: of a site that moved here, and of a researcher who was renamed.

Asked only once a path has led nowhere, so a redirect never hides a page.
"""

from urllib.parse import quote

from django.conf import settings
from django.urls import reverse

from profiles.models import FormerSlug, Redirect, Researcher


def moved(path: str) -> str | None:
    """Where the page at `path` ("/…", below any language prefix) is now, or None."""
    if settings.RESEARCHER:
        return _old_page(settings.RESEARCHER, path)
    slug, _slash, rest = path[1:].partition("/")
    return _former_address(slug, rest) or _old_page(slug, f"/{rest}")


def _former_address(slug, rest):
    public = Researcher.objects.public()
    former = FormerSlug.objects.filter(slug=slug, researcher__in=public).select_related(
        "researcher"
    )
    found = former.first()
    return f"{found.researcher.get_absolute_url()}{quote(rest)}" if found else None


def _old_page(slug, path):
    """Old sites answered /about and /about/ alike."""
    spellings = {path, f"{path}/", path.rstrip("/") or "/"}
    researcher = Researcher.objects.public().filter(slug=slug)
    found = Redirect.objects.filter(researcher__in=researcher, old_path__in=spellings).first()
    if found is None:
        return None
    return reverse("researcher-home", kwargs={"slug": slug}) + found.target
