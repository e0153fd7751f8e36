"""What one line of a list of papers shows: names with their signs, who had which part, links."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.db import models
from django.db.models import (
    Case,
    Exists,
    ExpressionWrapper,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    When,
    prefetch_related_objects,
)
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from profiles.models import Researcher
from publications import entry_types, references
from publications.citations.reference import container, container_line, inverted
from publications.models import Authorship, Coauthor, Publication, PublicationLink, Status
from publications.visibility import has_pages

AUTHOR = Authorship.Role.AUTHOR
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


# --- One line of a list ------------------------------------------------------------------------


FOLD_AFTER, SHOWN_WHEN_FOLDED, LISTED_AT_MOST = 10, 8, 60


@dataclass(frozen=True)
class Chip:
    kind: str
    text: str


@dataclass(frozen=True)
class Button:
    text: str
    href: str

    @property
    def is_outside(self) -> bool:
        return "://" in self.href


@dataclass
class PublicationItem:
    """A paper as one list shows it; on a researcher's list, with what is that person's own.

    `paper` has its links, awards, versions and its venue's ranks prefetched.
    """

    paper: Publication
    names: list[Name]
    own: Authorship | None = None
    part: Part | None = None
    # In whose words its texts are, where they refer to other papers.
    speaker: Researcher | None = None
    # On its own page, which shows its other versions by themselves.
    is_alone: bool = False

    @cached_property
    def authors(self) -> list[Name]:
        """The printed authors; of a volume without any, its editors."""
        authors = [n for n in self.names if n.role == Authorship.Role.AUTHOR]
        return authors or [n for n in self.names if n.role == Authorship.Role.EDITOR]

    @property
    def are_editors(self) -> bool:
        return bool(self.authors) and self.authors[0].role == Authorship.Role.EDITOR

    @property
    def shown(self) -> list[Name]:
        if len(self.authors) <= FOLD_AFTER:
            return self.authors
        return self.authors[:SHOWN_WHEN_FOLDED]

    @property
    def folded_count(self) -> int:
        return len(self.authors) - len(self.shown)

    @property
    def folded(self) -> list[Name]:
        return self.authors[len(self.shown) : LISTED_AT_MOST]

    @property
    def folded_self(self) -> Name | None:
        """One's own name, where the fold would hide it."""
        rest = self.authors[len(self.shown) :]
        return next((name for name in rest if name.is_self), None)

    @property
    def unlisted_count(self) -> int:
        """Names beyond what a list carries; the paper's own page has them."""
        return max(0, len(self.authors) - LISTED_AT_MOST)

    @cached_property
    def buttons(self) -> list[Button]:
        """Links in the owner's order, then DOI and arXiv where no link goes there already."""
        buttons = [Button(str(link.name), link.href) for link in self.paper.links.all()]
        known = {button.href.lower() for button in buttons}
        lasting = [("DOI", self.paper.doi_url), ("arXiv", self.paper.arxiv_url)]
        return buttons + [Button(*b) for b in lasting if b[1] and b[1].lower() not in known]

    @property
    def pdf(self) -> PublicationLink | None:
        """The first PDF; a file of our own before an address elsewhere."""
        pdfs = [link for link in self.paper.links.all() if link.kind == link.Kind.PDF]
        return next((link for link in pdfs if link.file), pdfs[0] if pdfs else None)

    @property
    def badge(self) -> str:
        """What stands beside the title: the venue's short name."""
        return self.paper.venue.short_name if self.paper.venue else ""

    @property
    def kind(self) -> str:
        """Stands there where no venue does: "Journal article", "Preprint"."""
        if self.is_preprint:
            return gettext("Preprint")
        kind = entry_types.known(self.paper.entry_type)
        return "" if kind == "misc" else str(entry_types.label(kind))

    @property
    def is_preprint(self) -> bool:
        """A manuscript that stands on no server is called by its own kind."""
        paper = self.paper
        manuscript = paper.entry_type == entry_types.EntryType.UNPUBLISHED and not (
            paper.arxiv or paper.doi
        )
        return paper.status == Status.PREPRINT and not manuscript

    @cached_property
    def chips(self) -> list[Chip]:
        """Ranks of the venue, then what sets the paper apart from a published one."""
        paper = self.paper
        ranks = paper.venue.ranks.all() if paper.venue else ()
        chips = [Chip("rank", str(rank)) for rank in ranks]
        if paper.status != Status.PUBLISHED and (self.badge or not self.is_preprint):
            chips.append(Chip("status", paper.get_status_display()))
        if paper.presentation:
            chips.append(Chip("presentation", paper.get_presentation_display()))
        others = paper.versions.all()
        if others and not (self.is_preprint or self.is_alone):
            preprint = any(version.status == Status.PREPRINT for version in others)
            chips.append(
                Chip(
                    "version", gettext("also a preprint") if preprint else gettext("other versions")
                )
            )
        if self.part in CHIPS:
            chips.append(Chip("part", self.part.label))
        return chips

    @property
    def source(self) -> str:
        return container_line(self.paper)

    @property
    def container(self) -> str:
        """The part of `source` that is the name of a work, and is set in italics."""
        name = container(self.paper)
        return name if name and self.source.startswith(name) else ""

    @property
    def behind_container(self) -> str:
        return self.source.removeprefix(self.container)


def list_items(
    papers: Iterable[Publication], researcher: Researcher | None = None
) -> list[PublicationItem]:
    """Items of `papers`, loaded with their venues: a few queries however many there are."""
    papers = list(papers)
    names = Authorship.objects.select_related("researcher").only(*NAME_COLUMNS)
    related = ("links", "awards", "versions", "venue__ranks", Prefetch("authorships", names))
    prefetch_related_objects(papers, *related)
    authorships = [row for paper in papers for row in paper.authorships.all()]
    sites = coauthor_sites(authorships, researcher)
    speakers = references.speakers(papers)
    return [list_item(paper, researcher, sites, speakers.get(paper.pk)) for paper in papers]


def list_item(
    paper: Publication,
    researcher: Researcher | None = None,
    sites: dict | None = None,
    speaker: Researcher | None = None,
) -> PublicationItem:
    authorships = list(paper.authorships.all())
    own = researcher and next((a for a in authorships if a.researcher_id == researcher.pk), None)
    part = part_of(own, authorships, et_al=paper.et_al) if own else None
    names = byline(authorships, researcher, sites or {})
    return PublicationItem(paper, names, own, part, speaker)


def legend(items: Iterable[PublicationItem]) -> list[Sign]:
    """The signs whose meaning is known, used on this page, each once."""
    used = (sign for item in items for name in item.authors for sign in name.signs if sign.meaning)
    return sorted(dict.fromkeys(used), key=lambda sign: (sign.meaning != EQUAL, sign.text))
