"""What part a person had in a paper, computed from the printed list and never typed."""

from collections.abc import Iterable

from django.db import models
from django.db.models import Exists, ExpressionWrapper, OuterRef, Q, QuerySet
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from publications.models import Authorship

AUTHOR = Authorship.Role.AUTHOR


class Part(models.TextChoices):
    """The part that a list tells about; "" for any other."""

    SOLE = "sole", _("Sole author")
    FIRST = "first", _("First author")
    CO_FIRST = "co-first", _("Co-first author")
    CORRESPONDING = "corresponding", _("Corresponding author")
    LAST = "last", _("Last author")
    EDITOR = "editor", _("Editor")
    TRANSLATOR = "translator", _("Translator")


FIRSTS = {Part.SOLE, Part.FIRST, Part.CO_FIRST}
# A professor is last author of everything: true, and no news on each line of a list.
CHIPS = FIRSTS | {Part.CORRESPONDING, Part.EDITOR, Part.TRANSLATOR}


def part(own: Authorship, authorships: Iterable[Authorship], *, et_al: bool = False) -> Part | None:
    """The part of `own` among all `authorships` of its paper, in printed order.

    `et_al`: the list is cut short, so that nobody on it is known to be the last or the only one.
    """
    if own.role == Authorship.Role.EDITOR:
        return Part.EDITOR
    if own.role == Authorship.Role.TRANSLATOR:
        return Part.TRANSLATOR
    authors = [a for a in authorships if a.role == AUTHOR]
    if own.role != AUTHOR or own not in authors:
        return None
    return _place(own, authors, et_al)


def _place(own, authors, et_al):
    index = authors.index(own)
    if len(authors) == 1 and not et_al:
        return Part.SOLE
    if own.is_equal and all(a.is_equal for a in authors[:index]) and _equals(authors) > 1:
        return Part.CO_FIRST
    if index == 0:
        return Part.FIRST
    if own.is_corresponding:
        return Part.CORRESPONDING
    return Part.LAST if index == len(authors) - 1 and not et_al else None


def _equals(authors):
    """How many share the first place."""
    return next((i for i, a in enumerate(authors) if not a.is_equal), len(authors))


def with_first(own: QuerySet[Authorship]) -> QuerySet[Authorship]:
    """Adds `is_first`: first, sole or co-first author; what `part` says, asked of the database."""
    ahead = Authorship.objects.filter(publication=OuterRef("publication"), role=AUTHOR).filter(
        Q(position__lt=OuterRef("position"))
        | Q(position=OuterRef("position"), id__lt=OuterRef("id"))
    )
    shared = Q(is_equal=True) & ~Exists(ahead.filter(is_equal=False))
    is_first = Q(role=AUTHOR) & (~Exists(ahead) | shared)
    return own.annotate(is_first=ExpressionWrapper(is_first, models.BooleanField()))


def totals(papers: int, firsts: int) -> str:
    """ "23 papers, 9 as first or co-first author"; without the second half when there are none."""
    text = ngettext("%(count)d paper", "%(count)d papers", papers) % {"count": papers}
    if not firsts:
        return text
    return gettext("%(papers)s, %(count)d as first or co-first author") % {
        "papers": text,
        "count": firsts,
    }
