"""The names of a paper as a line shows them: with signs and links, one's own in bold."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.html import escape, format_html, format_html_join
from django.utils.translation import gettext_lazy as _

from profiles.identifiers import shown_url
from profiles.models import Researcher
from publications.citations.reference import inverted
from publications.models import Authorship, Coauthor
from publications.visibility import has_pages

SIGN = re.compile(r"\d+|[^\s,\d\ufe0f]")
ENVELOPES = {"✉", "🖂", "📧", "📨"}
EQUAL, CORRESPONDING = "equal", "corresponding"
MEANINGS = {EQUAL: _("equal contribution"), CORRESPONDING: _("corresponding author")}


@dataclass(frozen=True)
class Sign:
    """A mark beside a name; `meaning` is EQUAL, CORRESPONDING or "" (only the paper knows)."""

    text: str
    meaning: str = ""

    @property
    def words(self) -> str:
        return str(MEANINGS.get(self.meaning, ""))

    @property
    def html(self) -> str:
        if not self.words:
            return escape(self.text)
        return format_html('<abbr title="{}">{}</abbr>', self.words, self.text)


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

    @property
    def html(self) -> str:
        """With its link and signs; a list writes hundreds: too many for a template each."""
        if self.is_self:
            html = format_html('<strong class="self">{}</strong>', self.text)
        elif "://" in self.url:
            url = shown_url(self.url)
            html = format_html('<a href="{}" rel="noopener">{}</a>', url, self.text)
        elif self.url:
            html = format_html('<a href="{}">{}</a>', shown_url(self.url), self.text)
        else:
            html = format_html("<span>{}</span>", self.text)
        if not self.signs:
            return html
        marks = format_html_join("", "{}", ((sign.html,) for sign in self.signs))
        return format_html('{}<sup class="signs">{}</sup>', html, marks)


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


def byline(authorships: list[Authorship], researcher: Researcher | None, sites: dict) -> list[Name]:
    """The printed names of one paper; `sites`: what coauthor_sites says of its page."""
    people = {a.researcher_id for a in authorships if a.researcher_id}
    known: dict[str, str] = {}
    for person, urls in sites.items():
        if person in people:
            known = urls | known
    printed = [a for a in authorships if a.role != Authorship.Role.LISTED]
    return [_name(a, researcher, known.get(a.name, "")) for a in printed]


def _name(authorship: Authorship, researcher: Researcher | None = None, site: str = "") -> Name:
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
    authorships: Iterable[Authorship],
    first: Researcher | None = None,
    coauthors: Iterable[Coauthor] | None = None,
) -> dict[int, dict[str, str]]:
    """{researcher's pk: {printed name: URL}} of co-authors who have no pages here.

    Only who is public here, and on one of the papers, speaks; `first` before the others.
    `coauthors`: their rows, and perhaps those of others; without, one query.
    """
    people = {a.researcher_id for a in authorships if a.researcher and has_pages(a.researcher)}
    sites: dict[int, dict[str, str]] = {first.pk: {}} if first else {}
    if coauthors is None:
        coauthors = Coauthor.objects.filter(researcher__in=people) if people else ()
    for row in coauthors:
        if row.researcher_id in people:
            sites.setdefault(row.researcher_id, {}).update(dict.fromkeys(row.forms, row.url))
    return sites
