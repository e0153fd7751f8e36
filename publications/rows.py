"""What one line of a list of papers shows: names with their signs, chips, links."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext as _

from profiles.models import Researcher
from publications import elsewhere, entry_types, extras, references, roles
from publications.bylines import EQUAL, Name, Sign, authorships_of, names
from publications.citations.reference import container, container_line
from publications.models import Authorship, Publication, Status

FOLD_AFTER, SHOWN_WHEN_FOLDED, LISTED_AT_MOST = 10, 8, 60


@dataclass(frozen=True)
class Chip:
    kind: str
    text: str
    title: str = ""
    url: str = ""


@dataclass(frozen=True)
class Button:
    text: str
    href: str

    @property
    def is_outside(self) -> bool:
        return "://" in self.href


@dataclass
class Row:
    """A paper as one list shows it; on a researcher's list, with what is that person's own.

    `hanging`: its links, awards, ranks, versions.
    """

    paper: Publication
    names: list[Name] = field(default_factory=list)
    hanging: list[extras.Extra] = field(default_factory=list)
    own: Authorship | None = None
    part: roles.Part | None = None
    # Whose words its texts are, where they refer to other papers.
    whose: Researcher | None = None

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
    def folded(self) -> list[Name]:
        return self.authors[len(self.shown) : LISTED_AT_MOST]

    @property
    def folded_self(self) -> Name | None:
        """One's own name, where the fold would hide it."""
        rest = self.authors[len(self.shown) :]
        return next((name for name in rest if name.is_self), None)

    @property
    def folded_count(self) -> int:
        return len(self.authors) - len(self.shown)

    @property
    def unlisted_count(self) -> int:
        """Names beyond what a list carries; the paper's own page has them."""
        return max(0, len(self.authors) - LISTED_AT_MOST)

    @property
    def has_abstract(self) -> bool:
        """As a list asks for it, which leaves the abstract itself where it is."""
        return getattr(self.paper, "has_abstract", False)

    @cached_property
    def links(self) -> list:
        return [extras.link(row) for row in self.hanging if row.kind in ("link", "file")]

    @cached_property
    def buttons(self) -> list[Button]:
        """Links in the owner's order, then DOI and arXiv where no link goes there already."""
        buttons = [Button(str(link.name), link.href) for link in self.links]
        known = {button.href.lower() for button in buttons}
        lasting = [("DOI", self.paper.doi_url), ("arXiv", self.paper.arxiv_url)]
        return buttons + [Button(*b) for b in lasting if b[1] and b[1].lower() not in known]

    @property
    def pdf(self):
        """The first PDF; a file of our own before an address elsewhere."""
        pdfs = [link for link in self.links if link.kind == link.Kind.PDF]
        return next((link for link in pdfs if link.file), pdfs[0] if pdfs else None)

    @property
    def awards(self) -> list[extras.Extra]:
        return [row for row in self.hanging if row.kind == "award"]

    @property
    def topics(self) -> list[extras.Extra]:
        return [row for row in self.hanging if row.kind == "topic"]

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
        ranks = [Chip("rank", f"{r.name}-{r.detail}") for r in self.hanging if r.kind == "rank"]
        return [*ranks, *self._status(), *self._presentation(), *self._version(), *self._part()]

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

    def _status(self):
        if self.paper.status != Status.PUBLISHED and (self.badge or not self.is_preprint):
            yield Chip("status", self.paper.get_status_display())

    def _presentation(self):
        if self.paper.presentation:
            yield Chip("presentation", self.paper.get_presentation_display())

    def _version(self):
        others = [row for row in self.hanging if row.kind == "version"]
        if others and not self.is_preprint:
            preprint = any(row.detail == Status.PREPRINT for row in others)
            yield Chip("version", _("also a preprint") if preprint else _("other versions"))

    def _part(self):
        if self.part in roles.CHIPS:
            yield Chip("part", self.part.label)


def rows(papers: Iterable[Publication], researcher=None, authorships=None) -> list[Row]:
    """Rows of `papers`, in three queries however many there are; two if `authorships` are known."""
    papers = list(papers)
    if authorships is None:
        authorships = authorships_of([paper.pk for paper in papers])
    found, speakers = extras.load(papers), references.speakers(papers)
    sites = elsewhere.sites(authorships.values(), researcher)
    made = [
        row(p, authorships.get(p.pk, []), found.get(p.pk, []), researcher, sites) for p in papers
    ]
    for each in made:
        each.whose = speakers.get(each.paper.pk)
    return made


def row(paper, authorships, hanging, researcher=None, sites=None) -> Row:
    own = researcher and next((a for a in authorships if a.researcher_id == researcher.pk), None)
    return Row(
        paper=paper,
        names=names(authorships, researcher, sites or {}),
        hanging=hanging,
        own=own,
        part=roles.part(own, authorships, et_al=paper.et_al) if own else None,
    )


def legend(rows: Iterable[Row]) -> list[Sign]:
    """The signs whose meaning is known, used on this page, each once."""
    used = (sign for row in rows for name in row.authors for sign in name.signs if sign.meaning)
    return sorted(dict.fromkeys(used), key=lambda sign: (sign.meaning != EQUAL, sign.text))
