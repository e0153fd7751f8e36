"""The names on papers as they are printed: their signs, and where each name leads."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Case, When
from django.utils.translation import gettext as _

from profiles.models import Researcher
from publications import elsewhere
from publications.citations.reference import inverted
from publications.models import Authorship
from publications.visibility import has_pages

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
        known = {EQUAL: _("equal contribution"), CORRESPONDING: _("corresponding author")}
        return known.get(self.meaning, "")


@dataclass(frozen=True)
class Name:
    text: str
    signs: tuple[Sign, ...] = ()
    is_self: bool = False
    address: str = ""
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
    """The printed names of one paper; `sites`: what elsewhere.sites says of its page."""
    printed = [a for a in authorships if a.role != Authorship.Role.LISTED]
    known = elsewhere.on_paper(authorships, sites)
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
        address="" if is_self else person.get_absolute_url() if public else site,
        role=authorship.role,
        inverted=inverted(authorship),
        orcid=authorship.orcid or (person.orcid if public else ""),
        is_undivided=bool(authorship.literal) and person is None,
        researcher=person if public else None,
    )


def authorships_of(papers: Iterable) -> dict[int, list[Authorship]]:
    """{paper's pk: its names in printed order}, in one query."""
    found = {}
    people = ("slug", "display_name", "published_at", "orcid")
    columns = [f"researcher__{column}" for column in people]
    rows = Authorship.objects.filter(publication__in=papers).select_related("researcher")
    rows = rows.only(*NAME_COLUMNS, *columns).order_by("publication", "position", "id")
    for row in rows:
        found.setdefault(row.publication_id, []).append(row)
    return found


NAME_COLUMNS = (
    *("publication_id", "position", "role", "given", "family", "particle", "suffix", "literal"),
    *("marks", "is_equal", "is_corresponding", "orcid", "researcher_id", "is_selected"),
)


def printed_names(papers: Iterable) -> dict[int, list[str]]:
    """{paper's pk: the words of its names}, for finding text, in one query."""
    public = When(researcher__in=Researcher.objects.public(), then="researcher__native_name")
    columns = ("given", "particle", "family", "literal", Case(public))
    found = {}
    names = Authorship.objects.filter(publication__in=papers).order_by()
    for paper, *parts in names.values_list("publication", *columns):
        found.setdefault(paper, []).extend(part for part in parts if part)
    return found
