"""Addresses: of pages of the admin, of previews, of people; old ones at the root of a lab."""

import re
from collections.abc import Iterable
from urllib.parse import unquote, urlencode

from django.conf import settings
from django.db.models import Model
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone

from profiles import languages
from profiles.models import FormerSlug, Researcher, divide_name
from profiles.slugs import NOT_FOR_PEOPLE, TakenSlugs, is_of_the_site, make_slug

# A parameter of the address of a form.
PART = "_part"
# Attributes whose addresses lead to files.
FILES = re.compile(r'(?<=\s)(?:src|srcset|href)="[^"]*"')


def admin_url(model: type[Model], page: str, *args) -> str:
    """The address of a page of a ModelAdmin, as Django names its own: "change", "changelist"."""
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def root() -> str:
    """Return the address below which previews stand."""
    return reverse("admin:preview")


def page_url(page: str, row: Model | None = None) -> str:
    """The preview of the public page at `page`; its bar leads back to the form of `row`."""
    path, mark, fragment = page.partition("#")
    form = f"?form={row._meta.label_lower}/{row.pk}" if row else ""
    return root() + path.removeprefix("/") + form + mark + fragment


def file_url(url: str) -> str:
    """The address at which an editor sees an uploaded file that may not be public yet."""
    local = url.startswith(settings.MEDIA_URL)
    return root() + url.removeprefix("/") if local else url


def to_previews(html: str) -> str:
    """`html` with the addresses of uploaded files changed to those that show drafts', too."""
    media = settings.MEDIA_URL
    uploaded, below = re.compile(rf'(?<=["\s,]){re.escape(media)}'), root() + media[1:]
    return FILES.sub(lambda match: uploaded.sub(below, match[0]), html)


def part_url(form_url: str, part: str) -> str:
    """The address of a part of the form at `form_url`, see profiles.admin.researcher_form."""
    return f"{form_url}?{urlencode({PART: part}, safe=',')}" if part else form_url


# --- A new researcher ----------------------------------------------------------------------------


def free_slug(text: str) -> str:
    """An address made of `text` that nobody has or had."""
    people = Researcher.objects.all(), FormerSlug.objects.all()
    return make_slug(text, TakenSlugs(*people, reserved=NOT_FOR_PEOPLE), fallback="researcher")


def make_researcher(name: str, *, publish: bool = False, slug: str = "", **columns) -> Researcher:
    """Store a researcher called `name`, given name first; a draft unless `publish`.

    `columns` are further ones of the row. Raises ValidationError.
    """
    given, family = divide_name(name)
    researcher = Researcher(
        display_name=name,
        given_name=given,
        family_name=family,
        slug=slug or free_slug(name),
        published_at=timezone.now() if publish else None,
        **columns,
    )
    researcher.full_clean()
    researcher.save()
    return researcher


# --- Which old addresses of one member may stand at the root of a lab, where a manager allows it -
# Below the root stand the pages of people, each under one word. So an old address holds there only
# where its first part is no such word: one that no person has, had, or may ever get.

SLUG = re.compile(rf"[-a-z0-9_]{{1,{Researcher._meta.get_field('slug').max_length}}}")


def held_at_root(researcher: Researcher, paths: Iterable[str]) -> list[str]:
    """Of the old paths, those that may lead to the researcher's pages from the root.

    None does below another's address, present or former, also of a draft, nor below one that is
    free, however it is spelt.
    """
    firsts = {path: _first_part(path) for path in paths}
    slug, taken = researcher.slug.lower(), set()
    for rows in (
        Researcher.objects.exclude(pk=researcher.pk),
        FormerSlug.objects.exclude(researcher=researcher),
    ):
        slugs = rows.annotate(lower=Lower("slug")).filter(lower__in=set(firsts.values()))
        taken.update(slugs.values_list("lower", flat=True))
    return [
        path
        for path, first in firsts.items()
        if first not in taken and (first == slug or not _may_be_a_person(first))
    ]


def _may_be_a_person(first):
    """Or leads nowhere: "". The admin's path is nobody's, wherever it is."""
    if first in ("", settings.ADMIN_PATH.lower()):
        return True
    return bool(SLUG.fullmatch(first)) and first not in NOT_FOR_PEOPLE and not is_of_the_site(first)


def _first_part(path):
    """In small letters, below any language and whatever a proxy or browser would make of the path;
    "" where it leads who knows where.
    """
    while (plain := unquote(path)) != path:
        path = plain
    parts = [part.strip().lower() for part in re.split(r"[/\\]+", path) if part.strip()]
    while parts and parts[0] in languages.known_second_languages():
        parts.pop(0)
    return parts[0] if parts and not {".", ".."} & set(parts) else ""
