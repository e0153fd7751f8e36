"""What one line of a list of papers shows: names with their signs, chips, links."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Prefetch, prefetch_related_objects
from django.utils.translation import gettext as _

from profiles.models import Researcher
from publications import bylines, entry_types, references
from publications.bylines import Name, Part, Sign
from publications.citations.reference import container, container_line
from publications.models import (
    Authorship,
    Publication,
    PublicationLink,
    Status,
)

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
            return _("Preprint")
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
            chips.append(Chip("version", _("also a preprint") if preprint else _("other versions")))
        if self.part in bylines.CHIPS:
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
    names = Authorship.objects.select_related("researcher").only(*bylines.NAME_COLUMNS)
    related = ("links", "awards", "versions", "venue__ranks", Prefetch("authorships", names))
    prefetch_related_objects(papers, *related)
    authorships = [row for paper in papers for row in paper.authorships.all()]
    sites = bylines.coauthor_sites(authorships, researcher)
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
    part = bylines.part_of(own, authorships, et_al=paper.et_al) if own else None
    names = bylines.names(authorships, researcher, sites or {})
    return PublicationItem(paper, names, own, part, speaker)


def legend(items: Iterable[PublicationItem]) -> list[Sign]:
    """The signs whose meaning is known, used on this page, each once."""
    used = (sign for item in items for name in item.authors for sign in name.signs if sign.meaning)
    return sorted(dict.fromkeys(used), key=lambda sign: (sign.meaning != bylines.EQUAL, sign.text))
