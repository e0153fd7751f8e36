"""The names of a paper as a line shows them: with signs and links, one's own in bold; and the part
that somebody had in it.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from django.db import models
from django.db.models import Exists, ExpressionWrapper, OuterRef, Q, QuerySet
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from profiles.identifiers import shown_url
from profiles.models import Researcher
from profiles.small_html import joined_html, small_html
from publications.models import Authorship, Coauthor, PrintedName, has_pages

SIGN = re.compile(r"\d+|[^\s,\d\ufe0f]")
ENVELOPES = {"✉", "🖂", "📧", "📨"}
EQUAL, CORRESPONDING = "equal", "corresponding"
MEANINGS = {EQUAL: _("equal contribution"), CORRESPONDING: _("corresponding author")}


class Sign(NamedTuple):
    """A mark beside a name; `meaning` is EQUAL, CORRESPONDING or "" (only the paper knows)."""

    text: str
    meaning: str = ""

    @property
    def words(self) -> str:
        return str(MEANINGS.get(self.meaning, ""))

    @property
    def html(self) -> str:
        words = self.words
        return small_html('<abbr title="{}">{}</abbr>', words, self.text) if words else self.text


Printed = Authorship | PrintedName


class Name(NamedTuple):
    text: str
    # The row that prints it.
    authorship: Printed
    signs: tuple[Sign, ...] = ()
    is_self: bool = False
    url: str = ""
    # Who it is, if their pages are public here.
    researcher: Researcher | None = None

    @property
    def role(self) -> str:
        return self.authorship.role

    @property
    def inverted(self) -> str:
        """The name as "Family, Given", for machines."""
        return self.authorship.inverted

    @property
    def orcid(self) -> str:
        return self.authorship.orcid or (self.researcher.orcid if self.researcher else "")

    @property
    def is_undivided(self) -> bool:
        return bool(self.authorship.literal) and self.authorship.researcher_id is None

    @property
    def html(self) -> str:
        """With its link and signs; a list writes hundreds: too many for a template each."""
        if self.is_self:
            html = small_html('<strong class="self">{}</strong>', self.text)
        elif "://" in self.url:
            url = shown_url(self.url)
            html = small_html('<a href="{}" rel="noopener">{}</a>', url, self.text)
        elif self.url:
            html = small_html('<a href="{}">{}</a>', shown_url(self.url), self.text)
        else:
            html = small_html("{}", self.text)
        if not self.signs:
            return html
        marks = joined_html("", (sign.html for sign in self.signs))
        return small_html('{}<sup class="signs">{}</sup>', html, marks)


def signs(authorship: Printed) -> tuple[Sign, ...]:
    """The marks as printed, and a `*` or `✉` for a fact that no printed mark can stand for."""
    if not (authorship.marks or authorship.is_equal or authorship.is_corresponding):
        return ()
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


def byline(
    authorships: list[Printed],
    researcher: Researcher | None,
    people: dict[int, Researcher],
    sites: dict[int, dict[str, str]],
) -> list[Name]:
    """The printed names of one paper; `people`: see with_pages, `sites`: see coauthor_sites."""
    named = {a.researcher_id for a in authorships}
    known: dict[str, str] = {}
    for person, urls in sites.items():
        if person in named:
            known = urls | known
    subject = researcher.pk if researcher else 0
    printed = [a for a in authorships if a.role != Authorship.Role.LISTED]
    return [_name(a, subject, people.get(a.researcher_id), known) for a in printed]


def _name(authorship, subject, person, sites) -> Name:
    """As printed; linked to the person's pages when they are public here, else to a site."""
    text, is_self = authorship.name, authorship.researcher_id == subject
    url = "" if is_self else person.url if person else sites.get(text, "")
    return Name(text, authorship, signs(authorship), is_self, url, person)


def with_pages(people: Iterable[Researcher]) -> dict[int, Researcher]:
    """{primary key: researcher} of those who are public here."""
    return {person.pk: person for person in people if has_pages(person)}


def coauthor_sites(
    people: dict[int, Researcher], coauthors: Iterable[Coauthor], first: Researcher | None = None
) -> dict[int, dict[str, str]]:
    """{researcher's pk: {printed name: URL}} of co-authors who have no pages here.

    Only `people`, who are public here and on one of the papers, speak; `first` before the others.
    `coauthors`: their rows, and perhaps those of others.
    """
    sites: dict[int, dict[str, str]] = {first.pk: {}} if first else {}
    for row in coauthors:
        if row.researcher_id in people:
            sites.setdefault(row.researcher_id, {}).update(dict.fromkeys(row.forms, row.url))
    return sites


# --- The part that somebody had in a paper: computed from the printed list, never typed ----------

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
