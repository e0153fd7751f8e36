"""The part that somebody had in a paper: computed from the printed list, never typed."""

from collections.abc import Iterable

from django.db import models
from django.db.models import Exists, ExpressionWrapper, OuterRef, Q, QuerySet
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from publications.models import Authorship, PrintedName

AUTHOR = Authorship.Role.AUTHOR


class AuthorRole(models.TextChoices):
    """The part that a list tells about; "" for any other."""

    SOLE = "sole", _("Sole author")
    FIRST = "first", _("First author")
    CO_FIRST = "co-first", _("Co-first author")
    CORRESPONDING = "corresponding", _("Corresponding author")
    LAST = "last", _("Last author")
    EDITOR = "editor", _("Editor")
    TRANSLATOR = "translator", _("Translator")


# A professor is last author of everything: true, and no news on each line of a list.
CHIPS = set(AuthorRole) - {AuthorRole.LAST}


def part_of(
    authorship: Authorship | PrintedName,
    authorships: Iterable[Authorship | PrintedName],
    *,
    et_al: bool = False,
) -> AuthorRole | None:
    """The part of `own` among all `authorships` of its paper, in printed order.

    `et_al`: the list is cut short, so that nobody on it is known to be the last or the only one.
    """
    if authorship.role == Authorship.Role.EDITOR:
        return AuthorRole.EDITOR
    if authorship.role == Authorship.Role.TRANSLATOR:
        return AuthorRole.TRANSLATOR
    authors = [a for a in authorships if a.role == AUTHOR]
    if authorship.role != AUTHOR or authorship not in authors:
        return None
    if len(authors) == 1 and not et_al:
        return AuthorRole.SOLE
    index = authors.index(authorship)
    # How many share the first place.
    equals = next((i for i, a in enumerate(authors) if not a.is_equal), len(authors))
    if index < equals and equals > 1:
        return AuthorRole.CO_FIRST
    if index == 0:
        return AuthorRole.FIRST
    if authorship.is_corresponding:
        return AuthorRole.CORRESPONDING
    return AuthorRole.LAST if index == len(authors) - 1 and not et_al else None


def with_first(authorships: QuerySet[Authorship]) -> QuerySet[Authorship]:
    """Adds `is_first`: first, sole or co-first author; what `part_of` says, in SQL."""
    ahead = Authorship.objects.filter(publication=OuterRef("publication"), role=AUTHOR).filter(
        Q(position__lt=OuterRef("position"))
        | Q(position=OuterRef("position"), id__lt=OuterRef("id"))
    )
    shared = Q(is_equal=True) & ~Exists(ahead.filter(is_equal=False))
    is_first = Q(role=AUTHOR) & (~Exists(ahead) | shared)
    return authorships.annotate(is_first=ExpressionWrapper(is_first, models.BooleanField()))


def totals(papers: int, firsts: int) -> str:
    """ "23 papers, 9 as first or co-first author"; without the second half when there are none."""
    text = ngettext("%(count)d paper", "%(count)d papers", papers) % {"count": papers}
    if not firsts:
        return text
    return gettext("%(papers)s, %(count)d as first or co-first author") % {
        "papers": text,
        "count": firsts,
    }
