"""What one paper's page shows, in a dozen queries beside the paper's own."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.db.models import (
    Count,
    F,
    IntegerField,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    prefetch_related_objects,
)
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from profiles.cards import site_name
from profiles.markup import plain_text
from profiles.models import Affiliation, Researcher
from profiles.models.base import CURRENT
from profiles.themes import site_theme
from publications import citations, entry_types, identifiers, references
from publications.citations.styles import STYLES
from publications.latex import plain_title
from publications.list_items import Name, PublicationItem, coauthor_sites, list_item
from publications.models import Authorship, NewsMention, ProjectPaper, Publication
from publications.visibility import public_papers
from uploads.social_cards import Card

RELATED_AT_MOST = 4
NAMED_ON_CARD = 6


@dataclass(frozen=True)
class Identifier:
    label: str
    text: str
    url: str = ""


@dataclass(frozen=True)
class Mention:
    """Where else on this site the paper is spoken of; `detail`: its date, or whose it is."""

    text: str
    url: str
    detail: object


@dataclass(frozen=True)
class Citation:
    """`marked`: with the signs of styles.work.ITALIC; `text`: what is copied."""

    label: str
    marked: str
    text: str


@dataclass
class Page:
    paper: Publication
    item: PublicationItem

    @property
    def kind(self) -> str:
        return str(entry_types.label(self.paper.entry_type))

    @property
    def description(self) -> str:
        """A sentence or two for search results."""
        text = self.paper.translated("tldr") or self.paper.translated("abstract")
        text = plain_text(text, self.item.speaker)
        return Truncator(text).chars(200) if text else self.reference

    @cached_property
    def reference(self) -> str:
        return citations.reference(self.paper)

    @cached_property
    def bibtex(self) -> str:
        return citations.bibtex([self.paper], versions=False)

    @cached_property
    def csl(self) -> dict:
        return citations.csl_item(self.paper)

    @property
    def cited(self) -> list[Citation]:
        """In each of the four styles."""
        styles = STYLES.values()
        return [Citation(s.label, s.marked(self.csl), s.format(self.csl)) for s in styles]

    @cached_property
    def ris(self) -> str:
        return citations.ris([self.paper]).replace("\r\n", "\n").strip()

    @cached_property
    def related(self) -> list[Publication]:
        """Further papers by the people here; nobody here, no query."""
        people = [name.researcher for name, _place in self.people]
        return list(related(self.paper, people)) if people else []

    @property
    def editors(self) -> list[Name]:
        """The editors of the volume, beside the authors."""
        return self._named("editor") if self._named("author") else []

    @property
    def has_details(self) -> bool:
        shown = (self.people, self.editors, self.translators, self.facts, self.identifiers)
        return any(shown) or bool(self.paper.topics.all())

    @property
    def facts(self) -> list[tuple[str, str]]:
        """What the line under the title does not say."""
        paper = self.paper
        venue = paper.venue.name if paper.venue else ""
        rows = [
            (_("Venue"), "" if venue == paper.container_title else venue),
            (_("Series"), "" if self.item.source.startswith(paper.series) else paper.series),
            (_("Number"), paper.number),
            (_("Edition"), paper.edition),
            (_("Publisher or institution"), paper.publisher),
            (_("Keywords"), "" if paper.topics.all() else self.csl.get("keyword", "")),
        ]
        return [(label, value) for label, value in rows if value]

    @property
    def translators(self) -> list[Name]:
        return self._named("translator")

    @cached_property
    def people(self) -> list[tuple[Name, str]]:
        """Names with pages here, and where they work now."""
        linked = []
        for name in self.item.names:
            if name.researcher:
                places = name.researcher.current_affiliations
                linked.append((name, places[0].translated("organisation") if places else ""))
        return linked

    @cached_property
    def news(self) -> list[Mention]:
        """Public news about the paper, newest first."""
        people = {n.researcher.pk: n.researcher for n in self.item.names if n.researcher}
        mentions = []
        for news in (row.news_item for row in self.paper.news_mentions.all()):
            text = f"{news.translated('headline')}\n{news.translated('body')}"
            line = next((line for line in text.splitlines() if line.strip()), "")
            line = Truncator(plain_text(line, people.get(news.researcher_id))).chars(140)
            url = f"{reverse('news', kwargs={'slug': news.researcher.slug})}#news-{news.pk}"
            mentions.append(Mention(line, url, news.date))
        return mentions

    @cached_property
    def projects(self) -> list[Mention]:
        mentions = []
        for project in (row.project for row in self.paper.projects.all()):
            home = reverse("researcher-home", kwargs={"slug": project.researcher.slug})
            owner = project.researcher.translated("display_name")
            mentions.append(Mention(project.translated("title"), f"{home}#projects", owner))
        return mentions

    @cached_property
    def identifiers(self) -> list[Identifier]:
        paper = self.paper
        rows = [
            Identifier("DOI", paper.doi, paper.doi_url),
            Identifier("arXiv", paper.arxiv, paper.arxiv_url),
            Identifier("PubMed", paper.pmid, identifiers.pmid_url(paper.pmid)),
            Identifier("ISBN", paper.isbn),
            Identifier("ISSN", paper.issn),
        ]
        return [identifier for identifier in rows if identifier.text]

    def _named(self, role):
        return [name for name in self.item.names if name.role == role]


def load(paper: Publication) -> Page:
    """`paper` with its venue, as queried; the rest is asked for here."""
    current = Affiliation.objects.filter(CURRENT).order_by("pk")
    prefetch_related_objects(
        [paper],
        Prefetch("authorships", Authorship.objects.select_related("researcher")),
        Prefetch("authorships__researcher__affiliations", current, "current_affiliations"),
        Prefetch("news_mentions", _public_mentions(NewsMention, "news_item", "-news_item__date")),
        Prefetch("projects", _public_mentions(ProjectPaper, "project")),
        "venue__ranks",
        *citations.RELATED,
    )
    sites = coauthor_sites(paper.authorships.all())
    speaker = references.withhold_drafts([paper]).get(paper.pk)
    item = list_item(paper, None, sites, speaker)
    item.is_alone = True
    return Page(paper, item)


def _public_mentions(model, name, *order):
    """Only whose paper it is speaks on its page: nobody writes on a colleague's."""
    its_own = Q(publication__authorships__researcher=F(f"{name}__researcher"))
    public = {
        f"{name}__published_at__lte": timezone.now(),
        f"{name}__researcher__in": Researcher.objects.public(),
    }
    rows = model.objects.filter(its_own, **public).select_related(f"{name}__researcher")
    return rows.order_by(*order, "pk")


def related(paper: Publication, people: Iterable[Researcher]) -> QuerySet[Publication]:
    """Further public papers that `people` show on their own pages, in one query.

    Most shared topics first, then most shared people, then the newest.
    """
    theirs = Authorship.objects.public().filter(researcher__in=[person.pk for person in people])
    own = Publication.topics.through.objects.filter(publication=paper).values("topic")
    topics = Publication.topics.through.objects.filter(topic__in=own)
    others = public_papers().filter(pk__in=theirs.values("publication")).exclude(pk=paper.pk)
    shared = others.annotate(people=_count(theirs), subjects=_count(topics))
    ordered = shared.order_by("-subjects", "-people", F("date").desc(), "-pk")
    shown = ("title", "translations", "language", "slug", "date", "date_text", "container_title")
    return ordered.select_related("venue").only(*shown, "venue__short_name")[:RELATED_AT_MOST]


def _count(rows):
    """How many of `rows` belong to the paper of the outer query."""
    mine = rows.filter(publication=OuterRef("pk")).order_by().values("publication")
    counted = mine.annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def card(item: PublicationItem) -> Card:
    """The picture that a link to the paper shows where it is shared."""
    paper, look = item.paper, site_theme()
    where, year = item.badge or item.container, str(paper.year or "")
    names = [name.text for name in item.authors]
    if (more := len(names) - NAMED_ON_CARD) > 1:
        words = ngettext("and %(count)d other", "and %(count)d others", more) % {"count": more}
        names = [*names[:NAMED_ON_CARD], words]
    return Card(
        title=plain_title(paper.translated("title")),
        text=", ".join(names),
        detail=where if year in where else f"{where}, {year}".removeprefix(", "),
        foot=site_name(),
        picture=paper.cover.name or "",
        accent=look.accent,
        paper=look.papers[0],
        language=paper.language,
    )


def card_url(item: PublicationItem) -> str:
    kwargs = {"publication": item.paper.slug, "digest": card(item).digest}
    return reverse("publication-card", kwargs=kwargs)
