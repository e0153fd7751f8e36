"""Who is public under an address, and what the menu of their pages holds."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.translation import gettext as _

from profiles import record
from profiles.languages import differing
from profiles.models import Researcher


@dataclass(frozen=True)
class MenuItem:
    label: str
    address: str
    language: str = ""
    is_current: bool = False


# What a researcher may have -> the reverse relation that holds it. Papers are declared downstream.
POSSESSIONS = {
    "pages": "page",
    "affiliations": "affiliations",
    "advisors": "advisorships",
    "links": "links",
    "news": "newsitem",
    "publications": "authorships",
    "experience": "experience",
    "education": "education",
    "awards": "award",
    "projects": "project",
    "talks": "talk",
    "teaching": "teaching",
    "grants": "grant",
    "students": "student",
    "service": "service",
}


def researchers():
    """Public researchers, each knowing what they have."""
    return knowing(Researcher.objects.public())


def knowing(researchers, *, drafts=False):
    """Each knows what they have (`has_news`, ...) from the same one query.

    A page then asks only for what is there: an empty section costs no query.
    """
    return researchers.annotate(
        **{f"has_{name}": _any(relation, drafts) for name, relation in POSSESSIONS.items()}
    )


def _any(relation, drafts=False):
    model = Researcher._meta.get_field(relation).related_model
    rows = model._default_manager.all()
    rows = rows.public() if hasattr(rows, "public") and not drafts else rows
    return Exists(rows.filter(researcher=OuterRef("pk")))


def menu(researcher, path: str) -> list[MenuItem]:
    """Home, Publications, News, CV and the own pages that ask for a place; one query at most."""
    slug = {"slug": researcher.slug}
    entries = [(_("Home"), reverse("researcher-home", kwargs=slug), "")]
    if has(researcher, "publications"):
        entries.append((_("Publications"), reverse("researcher-publications", kwargs=slug), ""))
    if has(researcher, "news"):
        entries.append((_("News"), reverse("news", kwargs=slug), ""))
    entries.append((_("CV"), reverse("cv", kwargs=slug), ""))
    entries += _own_pages(researcher)
    return [MenuItem(*entry, is_current=entry[1] == path) for entry in entries]


def has(researcher, what: str) -> bool:
    """The annotation where `researchers()` made one, else a query."""
    known = getattr(researcher, f"has_{what}", None)
    if known is not None:
        return known
    return Researcher.objects.filter(_any(POSSESSIONS[what]), pk=researcher.pk).exists()


def _own_pages(researcher):
    if not has(researcher, "pages"):
        return []
    pages = record.shown(researcher, "page_set").filter(in_menu=True)
    address = {"slug": researcher.slug}
    return [
        (
            page.translated("title"),
            reverse("page", kwargs=address | {"page": page.slug}),
            differing(page, "title"),
        )
        for page in pages
    ]
