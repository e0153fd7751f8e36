"""Old addresses: of a site that moved here, and of a researcher who was renamed.

Asked only once a path has led nowhere, so a redirect never hides a page.
"""

import re
import unicodedata
from urllib.parse import quote, unquote

from django.conf import settings
from django.db.models import Q

from profiles.addresses import held_at_root
from profiles.models import FormerSlug, Redirect, Researcher
from profiles.slugs import is_reserved
from publications.models import Publication, public_papers
from website.media import may_show

# The old address of a picture, which pages elsewhere show: it leads to the cover of its row, or to
# the portrait where it has no row.
PICTURE = re.compile(r"\.(?:jpe?g|png|gif|webp)\Z", re.I)


def moved(path: str) -> str | None:
    """Where the page at `path` ("/…", below any language prefix) is now, or None."""
    if "\0" in path:  # PostgreSQL refuses to be asked
        return None
    slug, _slash, rest = path[1:].partition("/")
    if settings.SINGLE_RESEARCHER:
        return _former_address(slug, rest) or _old_page(settings.SINGLE_RESEARCHER, path)
    if slug == settings.ADMIN_PATH:  # nobody's
        return None
    if not is_reserved(slug) and (
        target := _former_address(slug, rest) or _old_page(slug, f"/{rest}")
    ):
        return target
    first = Researcher.objects.public().filter(old_paths_at_root=True).first()
    return _old_page(first.slug, path) if first and held_at_root(first, [path]) else None


def _former_address(slug, rest):
    former = FormerSlug.objects.public().filter(slug=slug).select_related("researcher").first()
    return _below(former.researcher, quote(rest)) if former else None


def _below(researcher, path):
    """Return the address below the researcher's, never "//host", which is another site."""
    return researcher.get_absolute_url() + path.lstrip("/\\")


def _old_page(slug, path):
    """Find the redirect of an old page, with or without a slash, .html or index.html at its end."""
    path = unicodedata.normalize("NFC", path)
    page = re.sub(r"(?<=/)index\.html?\Z", "", path)
    bare = page.rstrip("/")
    spellings = {path, page, f"{path}/", bare or "/", f"{bare}.html"}
    spellings |= {spelling.replace(" ", "%20") for spelling in spellings}
    researcher = Researcher.objects.public().filter(slug=slug)
    rows = Redirect.objects.filter(researcher__in=researcher, old_path__in=spellings)
    row = rows.select_related("researcher").first()
    if row is None:
        is_home = page == "/" and path != page and researcher
        return _below(researcher.get(), "") if is_home else None
    is_picture = PICTURE.search(row.old_path)
    for name in Redirect.ROWS:
        if key := getattr(row, f"{name}_id"):
            return _address_of(row.researcher, name, key, is_picture)
    if is_draft_path(row.researcher, unquote(re.split(r"[?#]", row.target)[0])):
        return None
    if is_picture and not row.target and not row.file and row.researcher.portrait:
        return row.researcher.portrait.url
    if row.file:  # its own, or one that another row or a text shows
        return row.file.url if may_show(row.file.name) else None
    return _below(row.researcher, row.target)


def _address_of(researcher, name, key, is_picture):
    """Where the row, or its picture, stands now; None while visitors do not meet it. Of people's
    rows, their own alone.
    """
    model = Redirect._meta.get_field(name).related_model
    if model is Publication:
        rows = public_papers()
    else:
        rows = model.objects.public().filter(researcher=researcher)
    row = rows.filter(pk=key).first()
    if row is None:
        return None
    if is_picture and (cover := getattr(row, "cover", None)):
        return cover.url
    return row.get_absolute_url() if model is Publication else row.public_url


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
    is_theirs = Q(owner=researcher) | Q(pk__in=researcher.authorships.values("publication"))
    papers = Publication.objects.filter(is_theirs, slug=slug[0])
    return papers.exists() and not public_papers().filter(slug=slug[0]).exists()
