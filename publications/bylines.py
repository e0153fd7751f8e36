"""Names on papers as printed: their signs, where each leads, who had which part."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import models
from django.db.models import Case, Exists, ExpressionWrapper, OuterRef, Q, QuerySet, When
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from profiles.models import Researcher
from publications.citations.reference import inverted
from publications.models import Authorship, Coauthor
from publications.visibility import has_pages

AUTHOR = Authorship.Role.AUTHOR
SIGN = re.compile(r"\d+|[^\s,\d\ufe0f]")
ENVELOPES = {"✉", "🖂", "📧", "📨"}
EQUAL, CORRESPONDING = "equal", "corresponding"


@dataclass(frozen=True)
class Sign:
    """A mark beside a name; `meaning` is EQUAL, CORRESPONDING or "" (only the paper knows)."""

    text: str
    meaning: str = ""

    @property
    def words(self) -> str:
        known = {
            EQUAL: gettext("equal contribution"),
            CORRESPONDING: gettext("corresponding author"),
        }
        return known.get(self.meaning, "")


@dataclass(frozen=True)
class Name:
    text: str
    signs: tuple[Sign, ...] = ()
    is_self: bool = False
    url: str = ""
    role: str = Authorship.Role.AUTHOR
    # "Family, Given": what machines are told.
    inverted: str = ""
    orcid: str = ""
    is_undivided: bool = False
    # Who it is, if their pages are public here.
    researcher: Researcher | None = None


def signs(authorship: Authorship) -> tuple[Sign, ...]:
    """The marks as printed, and a `*` or `✉` for a fact that no printed mark can stand for."""
    printed = SIGN.findall(authorship.marks)
    others = [sign for sign in printed if sign not in ENVELOPES]
    meaning = {sign: CORRESPONDING for sign in printed if sign in ENVELOPES}
    if authorship.is_equal:
        meaning[others[0] if others else "*"] = EQUAL
    if authorship.is_corresponding and CORRESPONDING not in meaning.values():
        free = [sign for sign in others if sign not in meaning]
        meaning[free[0] if free else "✉"] = CORRESPONDING
    every = dict.fromkeys([*printed, *meaning])
    return tuple(Sign(sign, meaning.get(sign, "")) for sign in every)


def names(authorships: list[Authorship], researcher: Researcher | None, sites: dict) -> list[Name]:
    """The printed names of one paper; `sites`: what coauthor_sites says of its page."""
    people = {a.researcher_id for a in authorships if a.researcher_id}
    known: dict[str, str] = {}
    for person, urls in sites.items():
        if person in people:
            known = urls | known
    printed = [a for a in authorships if a.role != Authorship.Role.LISTED]
    return [name(a, researcher, known.get(a.name, "")) for a in printed]


def name(authorship: Authorship, researcher: Researcher | None = None, site: str = "") -> Name:
    """As printed; linked to the person's pages when they are public here, else to `site`."""
    person = authorship.researcher
    is_self = researcher is not None and authorship.researcher_id == researcher.pk
    public = person is not None and has_pages(person)
    return Name(
        text=authorship.name,
        signs=signs(authorship),
        is_self=is_self,
        url="" if is_self else person.get_absolute_url() if public else site,
        role=authorship.role,
        inverted=inverted(authorship),
        orcid=authorship.orcid or (person.orcid if public else ""),
        is_undivided=bool(authorship.literal) and person is None,
        researcher=person if public else None,
    )


def coauthor_sites(
    authorships: Iterable[Authorship], first: Researcher | None = None
) -> dict[int, dict[str, str]]:
    """{researcher's pk: {printed name: URL}} of co-authors who have no pages here, in one query.

    Only who is public here, and on one of the papers, speaks; `first` before the others.
    """
    people = {a.researcher_id for a in authorships if a.researcher and has_pages(a.researcher)}
    sites: dict[int, dict[str, str]] = {first.pk: {}} if first else {}
    for row in Coauthor.objects.filter(researcher__in=people) if people else ():
        sites.setdefault(row.researcher_id, {}).update(dict.fromkeys(row.forms, row.url))
    return sites


# What a list shows of printed names and of the people here.
NAME_COLUMNS = (
    *("publication_id", "position", "role", "given", "family", "particle", "suffix", "literal"),
    *("marks", "is_equal", "is_corresponding", "orcid", "researcher_id", "is_selected"),
    *("researcher__slug", "researcher__display_name", "researcher__published_at"),
    "researcher__orcid",
)


def printed_names(papers: Iterable) -> dict[int, list[str]]:
    """{paper's pk: the words of its names}, for finding text, in one query."""
    public = When(researcher__in=Researcher.objects.public(), then="researcher__native_name")
    columns = ("given", "particle", "family", "literal", Case(public))
    words = {}
    names = Authorship.objects.filter(publication__in=papers).order_by()
    for paper, *parts in names.values_list("publication", *columns):
        words.setdefault(paper, []).extend(part for part in parts if part)
    return words


# --- Who had which part: computed from the printed list, never typed ------------------------------


class Part(models.TextChoices):
    """The part that a list tells about; "" for any other."""

    SOLE = "sole", _("Sole author")
    FIRST = "first", _("First author")
    CO_FIRST = "co-first", _("Co-first author")
    CORRESPONDING = "corresponding", _("Corresponding author")
    LAST = "last", _("Last author")
    EDITOR = "editor", _("Editor")
    TRANSLATOR = "translator", _("Translator")


# A professor is last author of everything: true, and no news on each line of a list.
CHIPS = set(Part) - {Part.LAST}


def part_of(
    own: Authorship, authorships: Iterable[Authorship], *, et_al: bool = False
) -> Part | None:
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
    if len(authors) == 1 and not et_al:
        return Part.SOLE
    index = authors.index(own)
    # How many share the first place.
    equals = next((i for i, a in enumerate(authors) if not a.is_equal), len(authors))
    if index < equals and equals > 1:
        return Part.CO_FIRST
    if index == 0:
        return Part.FIRST
    if own.is_corresponding:
        return Part.CORRESPONDING
    return Part.LAST if index == len(authors) - 1 and not et_al else None


def with_first(own: QuerySet[Authorship]) -> QuerySet[Authorship]:
    """Adds `is_first`: first, sole or co-first author; what `part_of` says, in SQL."""
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
