"""What one paper's page shows, in six queries beside the paper's own."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.db.models import F, Prefetch, Q, TextField, Value, prefetch_related_objects
from django.db.models.functions import Cast, Concat
from django.urls import reverse
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from profiles.dates import PartialDate
from profiles.languages import column
from profiles.markup import plain_text
from profiles.models import Affiliation, Researcher
from profiles.models.base import CURRENT
from publications import (
    bylines,
    citations,
    elsewhere,
    entry_types,
    extras,
    identifiers,
    references,
    related,
    rows,
)
from publications.citations.styles import STYLES
from publications.models import Authorship, NewsMention, ProjectPaper, Publication


@dataclass(frozen=True)
class Identifier:
    label: str
    text: str
    url: str = ""


@dataclass(frozen=True)
class Mention:
    """Where else on this site the paper is spoken of; `detail`: a stored date, or whose it is."""

    text: str
    address: str
    detail: str

    @property
    def date(self) -> PartialDate:
        return PartialDate.from_stored(self.detail)


@dataclass(frozen=True)
class Citation:
    """`marked`: with the signs of styles.words.ITALIC; `text`: what is copied."""

    label: str
    marked: str
    text: str


@dataclass
class Page:
    paper: Publication
    row: rows.Row

    @property
    def as_list(self) -> list[rows.Row]:
        return [self.row]

    @property
    def kind(self) -> str:
        return str(entry_types.label(self.paper.entry_type))

    @property
    def description(self) -> str:
        """A sentence or two for search results."""
        paper = self.paper
        text = plain_text(paper.translated("tldr") or paper.translated("abstract"), self.row.whose)
        return Truncator(text).chars(200) if text else self.reference

    @cached_property
    def reference(self) -> str:
        return citations.reference(self.paper)

    @cached_property
    def bibtex(self) -> str:
        return citations.bibtex([self.paper], versions=False)

    @cached_property
    def item(self) -> dict:
        return citations.csl_item(self.paper)

    @property
    def cited(self) -> list[Citation]:
        """In each of the four styles."""
        styles = STYLES.values()
        return [Citation(s.label, s.marked(self.item), s.format(self.item)) for s in styles]

    @cached_property
    def ris(self) -> str:
        return citations.ris([self.paper]).replace("\r\n", "\n").strip()

    @cached_property
    def related(self) -> list[Publication]:
        """Further papers by the people here; nobody here, no query."""
        people = [name.researcher for name, _place in self.people]
        return list(related.related(self.paper, people)) if people else []

    @property
    def versions(self) -> list:
        """Every printed form, the leading one first; none where there is one only."""
        others = list(self.paper.versions.all())
        return [self.paper, *others] if others else []

    @property
    def editors(self) -> list[bylines.Name]:
        """The editors of the volume, beside the authors."""
        return self._named("editor") if self._named("author") else []

    @property
    def has_details(self) -> bool:
        shown = (self.people, self.editors, self.translators, self.facts, self.identifiers)
        return any(shown) or bool(self.row.topics)

    @property
    def facts(self) -> list[tuple[str, str]]:
        """What the line under the title does not say."""
        paper = self.paper
        venue = paper.venue.name if paper.venue else ""
        found = [
            (_("Venue"), "" if venue == paper.container_title else venue),
            (_("Series"), "" if self.row.source.startswith(paper.series) else paper.series),
            (_("Number"), paper.number),
            (_("Edition"), paper.edition),
            (_("Publisher or institution"), paper.publisher),
            (_("Keywords"), "" if self.row.topics else self.item.get("keyword", "")),
        ]
        return [(label, value) for label, value in found if value]

    @property
    def translators(self) -> list[bylines.Name]:
        return self._named("translator")

    @cached_property
    def people(self) -> list[tuple[bylines.Name, str]]:
        """Names with pages here, and where they work now."""
        places = {r.position: r.name for r in reversed(self.row.hanging) if r.kind == "affiliation"}
        linked = [name for name in self.row.names if name.researcher]
        return [(name, places.get(name.researcher.pk, "")) for name in linked]

    @cached_property
    def news(self) -> list[Mention]:
        """Public news about the paper, newest first."""
        found = [row for row in self.row.hanging if row.kind == "news"]
        found.sort(key=lambda row: row.detail, reverse=True)
        return [self._mention(row) for row in found]

    def _mention(self, row):
        slug, _hash, number = row.url.partition("#")
        people = (name.researcher for name in self.row.names if name.researcher)
        whose = next((person for person in people if person.slug == slug), None)
        address = f"{reverse('news', kwargs={'slug': slug})}#{number}"
        return Mention(_first_line(row.name, whose), address, row.detail)

    @cached_property
    def projects(self) -> list[Mention]:
        found = (row for row in self.row.hanging if row.kind == "project")
        return [Mention(row.name, _home(row.url) + "#projects", row.detail) for row in found]

    @cached_property
    def identifiers(self) -> list[Identifier]:
        paper = self.paper
        found = [
            Identifier("DOI", paper.doi, paper.doi_url),
            Identifier("arXiv", paper.arxiv, paper.arxiv_url),
            Identifier("PubMed", paper.pmid, identifiers.pmid_url(paper.pmid)),
            Identifier("ISBN", paper.isbn),
            Identifier("ISSN", paper.issn),
        ]
        return [identifier for identifier in found if identifier.text]

    def _named(self, role):
        return [name for name in self.row.names if name.role == role]


def _first_line(markdown, whose):
    line = next((line for line in markdown.splitlines() if line.strip()), "")
    return Truncator(plain_text(line, whose)).chars(140)


def _home(slug):
    return reverse("researcher-home", kwargs={"slug": slug})


def load(paper: Publication) -> Page:
    """`paper` with its venue, as queried; the rest is asked for here."""
    names = Prefetch("authorships", Authorship.objects.select_related("researcher"))
    prefetch_related_objects([paper], names, "versions", "sources")
    extras.attach([paper], kinds=(*extras.CITED, extras.ranks, news, projects, affiliations))
    authors = list(paper.authorships.all())
    row = rows.row(paper, authors, paper.hanging, sites=elsewhere.sites([authors]))
    row.whose = references.withhold_drafts([paper]).get(paper.pk)
    return Page(paper, row)


def _of_an_author(row: str) -> Q:
    """Only whose paper it is speaks on its page: nobody writes on a colleague's."""
    return Q(publication__authorships__researcher=F(f"{row}__researcher"))


def news(papers: Iterable):
    """Public news that mention a paper: its words, its address, its date."""
    public = Q(news_item__published_at__lte=timezone.now())
    mentions = NewsMention.objects.filter(public, publication__in=papers)
    mentions = mentions.filter(news_item__researcher__in=Researcher.objects.public())
    mentions = mentions.filter(_of_an_author("news_item"))
    headline, body = (column("news_item__", name) for name in ("headline", "body"))
    words = Concat(headline, Value("\n"), body, output_field=TextField())
    place = Concat(
        "news_item__researcher__slug",
        Value("#news-"),
        Cast("news_item", TextField()),
        output_field=TextField(),
    )
    shown = mentions.annotate(words=words, place=place)
    return extras.in_shape(shown, "news", name="words", url="place", detail="news_item__date")


def projects(papers: Iterable):
    public = Q(project__published_at__lte=timezone.now())
    rows_found = ProjectPaper.objects.filter(public, publication__in=papers)
    rows_found = rows_found.filter(project__researcher__in=Researcher.objects.public())
    rows_found = rows_found.filter(_of_an_author("project"))
    shown = rows_found.annotate(
        title=column("project__", "title"), owner=column("project__researcher__", "display_name")
    )
    where = {"url": "project__researcher__slug", "detail": "owner"}
    return extras.in_shape(shown, "project", name="title", **where)


def affiliations(papers: Iterable):
    """Where the researchers here who are on a paper work now; `position` is the researcher."""
    found = Affiliation.objects.filter(
        CURRENT,
        researcher__in=Researcher.objects.public(),
        researcher__authorships__publication__in=papers,
    )
    return extras.in_shape(
        found.annotate(
            paper=F("researcher__authorships__publication"), where=column("", "organisation")
        ),
        "affiliation",
        paper="paper",
        name="where",
        position="researcher_id",
        detail="position",
    )
