"""The names of a paper as a line shows them: with signs and links, one's own in bold; and the part
that somebody had in it.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import urlsplit

from django.db import models
from django.db.models import Exists, ExpressionWrapper, OuterRef, Q, QuerySet
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from profiles.identifiers import shown_url
from profiles.languages import differing
from profiles.markup import joined_html, lang, render_maths, small_html
from profiles.models import Researcher
from publications import identifiers
from publications.models import (
    Authorship,
    Coauthor,
    PrintedName,
    Publication,
    PublicationLink,
    Status,
    has_pages,
)

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


# --- The links of a paper ------------------------------------------------------------------------

Kind = PublicationLink.Kind
ARXIV = "arxiv"
ORDER = (
    *(Kind.PUBLISHER, Kind.PDF, ARXIV, Kind.PREPRINT, Kind.CODE, Kind.DATA, Kind.SLIDES),
    *(Kind.POSTER, Kind.VIDEO, Kind.DEMO, Kind.WEBSITE, Kind.BLOG, Kind.SUPPLEMENT, Kind.OTHER),
)
# What the host of an address says of what is there.
HOSTS = {
    "arxiv.org": ARXIV,
    "github.com": Kind.CODE,
    "gitlab.com": Kind.CODE,
    "bitbucket.org": Kind.CODE,
    "codeberg.org": Kind.CODE,
    "youtube.com": Kind.VIDEO,
    "youtu.be": Kind.VIDEO,
    "vimeo.com": Kind.VIDEO,
}


class PaperLink(NamedTuple):
    kind: str
    text: str
    href: str

    @property
    def is_outside(self) -> bool:
        return "://" in self.href

    @property
    def is_main(self) -> bool:
        """What most readers come for stands as a button."""
        return self.kind in (Kind.PDF, Kind.CODE)

    @property
    def html(self) -> str:
        """In a list; two for each of a hundred papers: too many for a template each."""
        form = '<a class="main-link" href="{}"' if self.is_main else '<a href="{}"'
        form += ' rel="noopener">{}</a>' if self.is_outside else ">{}</a>"
        return small_html(form, shown_url(self.href), self.text)


def links_of(paper: Publication, stored: Iterable[PublicationLink]) -> list[PaperLink]:
    """The owner's links as `stored`, then DOI, own address and arXiv where none goes there already.

    Those of one kind stay in the owner's order.
    """
    links = [PaperLink(link.kind, str(link.name), link.href) for link in stored]
    if paper.doi:
        links.append(PaperLink(Kind.PUBLISHER, "DOI", paper.doi_url))
    if paper.url and not is_doi_address(paper.url, paper.doi):
        links.append(_own_address(paper.url))
    if paper.arxiv:
        links.append(PaperLink(ARXIV, "arXiv", paper.arxiv_url))
    by_place = {}
    for link in links:
        by_place.setdefault(_place(link.href), link)
    return _with_paper(sorted(by_place.values(), key=lambda link: ORDER.index(link.kind)))


def is_doi_address(url: str, doi: str) -> bool:
    """Whether `url` is where the DOI leads: doi.org, or a publisher's page that names its end.

    "https://www.nature.com/articles/171737a0" is 10.1038/171737a0's.
    """
    name = doi.partition("/")[2].lower()
    path = url.partition("://")[2].partition("/")[2].lower()
    return bool(name) and (len(name) > 5 or "doi" in url.lower()) and name in path


def _own_address(url: str) -> PaperLink:
    """The address in the paper's own `url`: a PDF, a page of arXiv, a repository, or its page."""
    parts = urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.")
    kind = HOSTS.get(host, Kind.PUBLISHER)
    if parts.path.lower().endswith(".pdf") or (kind == ARXIV and parts.path.startswith("/pdf/")):
        kind = Kind.PDF
    text = "arXiv" if kind == ARXIV else host if kind == Kind.PUBLISHER else str(Kind(kind).label)
    return PaperLink(kind, text or gettext("Link"), url)


def _place(href: str) -> str:
    """The same for two spellings of one address."""
    arxiv = identifiers.normalise_arxiv(href) if "arxiv.org/abs/" in href else ""
    place = identifiers.arxiv_url(arxiv) if arxiv else href
    return place.partition("://")[2].removeprefix("www.").rstrip("/").lower() or href


def _with_paper(links: list[PaperLink]) -> list[PaperLink]:
    """The first link to where it appeared is "Paper", unless its owner named it otherwise."""
    for index, link in enumerate(links):
        unnamed = link.text in ("DOI", str(Kind.PUBLISHER.label)) or "." in link.text
        if link.kind == Kind.PUBLISHER and unnamed:
            links[index] = PaperLink(link.kind, gettext("Paper"), link.href)
            break
    return links


def title_link(paper: Publication, url: str) -> SafeString:
    """Its title, which leads to its page at `url`; before it whether the paper was retracted."""
    title = render_maths(paper.translated("title") or "")
    link = small_html('<a href="{}"{}>{}</a>', url, lang(differing(paper, "title")), title)
    return joined_html(" ", filter(None, (retracted_mark(paper), link)))


def retracted_mark(paper: Publication) -> SafeString:
    """What stands before the title of a paper that was retracted; "" for any other."""
    if paper.status != Status.RETRACTED:
        return SafeString("")
    return small_html('<strong class="retracted">{}</strong>', gettext("Retracted:"))
