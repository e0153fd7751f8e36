"""What one line of a list of papers shows: names, who had which part, links, where it appeared."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple
from zlib import crc32

from django.db.models import Q, QuerySet
from django.utils.functional import cached_property
from django.utils.translation import gettext

from profiles.compiled_queries import CompiledQuery, Keys, attach_one, by_column, together
from profiles.identifiers import shown_url
from profiles.markup import joined_html, small_html
from profiles.models import Researcher
from publications import entry_types, references
from publications.bylines import (
    CHIPS,
    EQUAL,
    AuthorRole,
    Name,
    PaperLink,
    Printed,
    Sign,
    byline,
    coauthor_sites,
    links_of,
    part_of,
    title_link,
    with_pages,
)
from publications.citations.reference import WITH_INSTITUTION, container, container_line
from publications.fields import BADGE_YEAR
from publications.latex import plain_title
from publications.models import (
    APPEARED,
    Authorship,
    Coauthor,
    PrintedName,
    Publication,
    PublicationAward,
    PublicationLink,
    Status,
    Venue,
    VenueRank,
    Version,
)

# Names stand while they fill a line, and five in any case; a fold hides two at least.
LINE, SHOWN_AT_LEAST, LISTED_AT_MOST = 92, 5, 60
TEAM = 30
# A venue's name in parentheses, "… (ICLR 2024)", and a name so short that it is its own badge.
ACRONYM = re.compile(r"\(([A-Z][\w&/+*-]*[A-Z][\w&/+*-]*)(?:[ ’']*\d{2,4})?\)")
BADGE_LENGTH = 12
HUES = 12
WITH_BADGE = {"article", "inproceedings"}
PLAIN_FROM_SOURCE = WITH_BADGE | WITH_INSTITUTION | {"misc"}


class Chip(NamedTuple):
    kind: str
    text: str


@dataclass(frozen=True)
class Badge:
    """What stands beside a title; `name` and `url`: the venue's in full, if it is known."""

    text: str
    name: str = ""
    url: str = ""
    is_preprint: bool = False

    @property
    def css_class(self) -> str:
        """A colour for each venue, the same on every page; none for what appeared nowhere yet."""
        if self.is_preprint:
            return "badge badge-preprint"
        return f"badge hue-{crc32(BADGE_YEAR.sub('', self.text).casefold().encode()) % HUES}"

    @property
    def html(self) -> str:
        if self.url:
            form = '<p class="{}"><a href="{}" rel="noopener" title="{}">{}</a></p>'
            return small_html(form, self.css_class, shown_url(self.url), self.name, self.text)
        if self.name and self.name != self.text:
            form = '<p class="{}" title="{}">{}</p>'
            return small_html(form, self.css_class, self.name, self.text)
        return small_html('<p class="{}">{}</p>', self.css_class, self.text)


@dataclass
class PublicationItem:
    """A paper as one list shows it; on a researcher's list, with what is that person's own."""

    paper: Publication
    names: list[Name]
    own: Printed | None = None
    part: AuthorRole | None = None
    # In whose words its texts are, where they refer to other papers.
    speaker: Researcher | None = None
    # On its own page, which shows its other versions by themselves.
    is_alone: bool = False
    # Its links as they are stored, its awards and other versions, the ranks of its venue.
    stored_links: Sequence[PublicationLink] = ()
    awards: Sequence[PublicationAward] = ()
    versions: Sequence[Version] = ()
    ranks: Sequence[VenueRank] = ()

    @cached_property
    def authors(self) -> list[Name]:
        """The printed authors; of a volume without any, its editors."""
        authors = [n for n in self.names if n.role == Authorship.Role.AUTHOR]
        return authors or [n for n in self.names if n.role == Authorship.Role.EDITOR]

    @property
    def are_editors(self) -> bool:
        return bool(self.authors) and self.authors[0].role == Authorship.Role.EDITOR

    @cached_property
    def shown(self) -> list[Name]:
        """Cut where "+9", and one's own name before it, still stand on the line."""
        lengths = [len(name.text) + 2 for name in self.authors]
        if sum(lengths) <= LINE:
            return self.authors
        self_index = next((n for n, name in enumerate(self.authors) if name.is_self), -1)
        for count in range(SHOWN_AT_LEAST, len(self.authors) - 1):
            folded_own = lengths[self_index] + 2 if self_index > count else 0
            if sum(lengths[: count + 1]) + folded_own + 4 > LINE:
                return self.authors[:count]
        return self.authors

    @property
    def is_large_team(self) -> bool:
        """Too many for the head of a page: the rest of them unfolds."""
        return len(self.authors) > TEAM

    @property
    def names_end(self) -> str:
        """What stands behind the names that are shown: "et al.", "(eds.)"."""
        et_al = ", " + gettext("et al.") if self.paper.et_al and not self.folded_count else ""
        return f"{et_al} {gettext('(eds.)')}" if self.are_editors else et_al

    @property
    def names_html(self) -> str:
        """The names that are shown, as HTML."""
        return joined_html("", (joined_html(", ", (n.html for n in self.shown)), self.names_end))

    @property
    def title_link(self) -> str:
        return title_link(self.paper, self.url)

    @property
    def title_html(self) -> str:
        """With what the paper presents, unless its title begins with that."""
        name = self.paper.short_name
        if not name or self.paper.title.casefold().startswith(name.casefold()):
            return self.title_link
        return small_html('{} <span class="short-name">{}</span>', self.title_link, name)

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
    def url(self) -> str:
        return self.paper.get_absolute_url()

    @cached_property
    def links(self) -> list[PaperLink]:
        return links_of(self.paper, self.stored_links)

    @property
    def links_html(self) -> str:
        return joined_html("", (small_html("<li>{}</li>", link.html) for link in self.links))

    @property
    def pdf(self) -> PublicationLink | None:
        """The first PDF; a file of our own before an address elsewhere."""
        pdfs = [link for link in self.stored_links if link.kind == link.Kind.PDF]
        return next((link for link in pdfs if link.file), pdfs[0] if pdfs else None)

    @cached_property
    def badge(self) -> Badge | None:
        """As its source writes it, the venue's short name, or else an acronym or a short name that
        is printed.
        """
        paper = self.paper
        if paper.badge_text:
            venue = paper.venue
            return Badge(paper.badge_text, venue.name if venue else "", venue.url if venue else "")
        if (venue := paper.venue) and venue.short_name:
            return Badge(venue.short_name, venue.name, venue.url)
        if self.is_preprint and paper.arxiv:
            return Badge("arXiv", is_preprint=True)
        if entry_types.known(paper.entry_type) not in WITH_BADGE:
            return None
        printed = plain_title(container(paper))
        acronyms = ACRONYM.findall(printed)
        short = BADGE_YEAR.sub("", acronyms[-1] if acronyms else printed)
        return Badge(short, printed) if 0 < len(short) <= BADGE_LENGTH else None

    @property
    def kind(self) -> str:
        """Stands there where no venue does, and only what the line below does not say."""
        if self.is_preprint:
            return gettext("Preprint")
        kind = entry_types.known(self.paper.entry_type)
        return "" if kind in PLAIN_FROM_SOURCE else str(entry_types.label(kind))

    @property
    def side_html(self) -> str:
        """Beside the title: the badge, or else the kind."""
        if self.badge:
            return self.badge.html
        kind = self.kind
        return small_html('<p class="paper-kind">{}</p>', kind) if kind else ""

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
        chips = [Chip("rank", str(rank)) for rank in self.ranks]
        is_said = self.is_preprint and (not self.badge or self.badge.text == "arXiv")
        if paper.status not in APPEARED and not is_said:
            chips.append(Chip("status", paper.get_status_display()))
        if paper.presentation:
            chips.append(Chip("presentation", paper.get_presentation_display()))
        if self.versions and not (self.is_preprint or self.is_alone):
            preprint = any(version.status == Status.PREPRINT for version in self.versions)
            chips.append(
                Chip(
                    "version", gettext("also a preprint") if preprint else gettext("other versions")
                )
            )
        if self.part in CHIPS:
            chips.append(Chip("part", str(self.part.label)))
        return chips

    @property
    def chips_html(self) -> str:
        """The awards, then the chips, as HTML; "" for none."""
        chips = [("award", _award(award)) for award in self.awards]
        chips += self.chips
        if not chips:
            return ""
        marks = (small_html('<li class="chip chip-{}">{}</li>', *chip) for chip in chips)
        return small_html('<ul class="chips">{}</ul>', joined_html("", marks))

    @cached_property
    def source(self) -> str:
        return container_line(self.paper)

    @cached_property
    def container(self) -> str:
        """The part of `source` that is the name of a work, and is set in italics."""
        name = container(self.paper)
        return name if name and self.source.startswith(name) else ""

    @property
    def behind_container(self) -> str:
        return self.source.removeprefix(self.container)

    @property
    def source_html(self) -> str:
        if not self.source:
            return ""
        form = "<bdi><cite>{}</cite>{}</bdi>" if self.container else "<bdi>{}{}</bdi>"
        return small_html(form, self.container, self.behind_container)

    @property
    def source_line(self) -> str:
        return small_html('<p class="paper-source">{}</p>', self.source_html) if self.source else ""


def _award(award):
    if not award.url:
        return award.name
    return small_html('<a href="{}" rel="noopener">{}</a>', shown_url(award.url), award.name)


# What a list does not show.
WITHOUT_TEXTS = ("abstract", "note", "fields")
VERSION_COLUMNS = ("publication_id", "status")
PERSON_COLUMNS = ("slug", "display_name", "published_at", "orcid")


def _people(papers) -> QuerySet:
    return Authorship.objects.filter(publication__in=papers).values("researcher")


def _venues(papers) -> QuerySet:
    return Publication.objects.filter(pk__in=papers).values("venue")


def _names(papers) -> QuerySet:
    return Authorship.objects.filter(publication__in=papers).values_list(*PrintedName._fields)


def shown_columns(papers: QuerySet[Publication]) -> QuerySet[Publication]:
    """With `has_abstract` instead of the texts that a list does not show."""
    return papers.annotate(has_abstract=Q(abstract__gt="")).defer(*WITHOUT_TEXTS)


# Of the papers with these keys, all that their lines show.
PAPERS, *PARTS = (
    CompiledQuery(partial(rows, Keys("papers")))
    for rows in (
        lambda papers: shown_columns(Publication.objects.filter(pk__in=papers)),
        lambda papers: Venue.objects.filter(pk__in=_venues(papers)),
        _names,
        lambda papers: Researcher.objects.filter(pk__in=_people(papers)).only(*PERSON_COLUMNS),
        lambda papers: Coauthor.objects.filter(researcher__in=_people(papers)),
        lambda papers: PublicationLink.objects.filter(publication__in=papers),
        lambda papers: PublicationAward.objects.filter(publication__in=papers),
        lambda papers: Version.objects.filter(publication__in=papers).only(*VERSION_COLUMNS),
        lambda papers: VenueRank.objects.filter(venue__in=_venues(papers)),
    )
)


def items_of(keys: Iterable[int], researcher: Researcher | None = None) -> list[PublicationItem]:
    """Items of the papers with these primary keys, in their order, in one query."""
    keys = list(keys)
    papers, *parts = _rows((PAPERS, *PARTS), keys)
    papers = {paper.pk: paper for paper in papers}
    return _items([papers[key] for key in keys if key in papers], parts, researcher)


def list_items(
    papers: Iterable[Publication], researcher: Researcher | None = None
) -> list[PublicationItem]:
    """Items of `papers`, in one query however many there are."""
    papers = list(papers)
    return _items(papers, _rows(PARTS, [paper.pk for paper in papers]), researcher)


def _rows(statements, keys) -> list[list]:
    """Of each statement; without a query where there are no papers."""
    if not keys:
        return [[] for _statement in statements]
    return together(*((query, {"papers": keys}) for query in statements))


def _items(papers, parts, researcher) -> list[PublicationItem]:
    venues, names, people, coauthors, *parts = parts
    attach_one(papers, "venue", venues)
    people = with_pages(people)
    sites = coauthor_sites(people, coauthors, researcher)
    names = by_column(map(PrintedName._make, names), "publication_id")
    links, awards, versions = (by_column(rows, "publication_id") for rows in parts[:3])
    ranks = by_column(parts[3], "venue_id")
    speakers = references.speakers(papers)
    return [
        list_item(
            *(paper, names[paper.pk], researcher, people, sites, speakers.get(paper.pk)),
            stored_links=links[paper.pk],
            awards=awards[paper.pk],
            versions=versions[paper.pk],
            ranks=ranks[paper.venue_id],
        )
        for paper in papers
    ]


def list_item(
    paper: Publication,
    authorships: list[Printed],
    researcher: Researcher | None,
    people: dict[int, Researcher],
    sites: dict[int, dict[str, str]],
    speaker: Researcher | None,
    **rows,
) -> PublicationItem:
    """`people`, `sites`: see byline; `rows`: its links and so on, as a PublicationItem has them."""
    authorship = researcher and next(
        (a for a in authorships if a.researcher_id == researcher.pk), None
    )
    part = part_of(authorship, authorships, et_al=paper.et_al) if authorship else None
    names = byline(authorships, researcher, people, sites)
    return PublicationItem(paper, names, authorship, part, speaker, **rows)


def legend(items: Iterable[PublicationItem]) -> list[Sign]:
    """The signs whose meaning is known, used on this page, each once."""
    used = (sign for item in items for name in item.authors for sign in name.signs if sign.meaning)
    return sorted(dict.fromkeys(used), key=lambda sign: (sign.meaning != EQUAL, sign.text))
