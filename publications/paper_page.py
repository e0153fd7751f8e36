"""What one paper's page shows: the paper, its rows and its neighbours in a query each."""

from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

from django.db.models import Count, F, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from profiles.compiled_queries import CompiledQuery, Param, attach, together
from profiles.dates import CURRENT
from profiles.markup import plain_text, small_html
from profiles.models import Affiliation, NewsItem, Project, Researcher
from profiles.site import site_theme
from profiles.views import site_name
from publications import citation_counts, citations, entry_types, identifiers, references
from publications.bylines import Name, coauthor_sites, title_link, with_pages
from publications.citations.styles import STYLES, plain
from publications.latex import plain_maths, plain_title
from publications.list_items import PublicationItem, list_item
from publications.models import (
    Authorship,
    Coauthor,
    Publication,
    PublicationAward,
    PublicationLink,
    Source,
    Topic,
    Venue,
    VenueRank,
    Version,
    public_papers,
)
from uploads.social_cards import Card

RELATED_AT_MOST = 4
# Papers that may be related: of thousands, these are enough.
COMPARED_AT_MOST = 500
NAMED_ON_CARD = 6
FILES = ("bibtex", "ris", "json")


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
    """`style`: its key in STYLES; `marked`: with the signs of styles.work.ITALIC; `text`: what is
    copied.
    """

    style: str
    label: str
    marked: str
    text: str


class Neighbours(NamedTuple):
    """Other papers, a line each: further ones by the people here, and of those that are not among
    them the newest of its venue.
    """

    of_people: list[SafeString]
    of_venue: list[SafeString]


@dataclass
class PaperPage:
    paper: Publication
    item: PublicationItem
    # Of this site, about the paper.
    news_items: list[NewsItem]
    related_projects: list[Project]

    @property
    def kind(self) -> str:
        return str(entry_types.label(self.paper.entry_type))

    @property
    def description(self) -> str:
        """A sentence or two about the paper, for search results."""
        text = self.paper.translated("tldr") or self.paper.translated("abstract")
        text = plain_text(text, self.item.speaker)
        return Truncator(text).chars(200) if text else self.reference

    @cached_property
    def reference(self) -> str:
        return citations.reference(self.paper)

    @cached_property
    def bibtex(self) -> str:
        return citations.bibtex([self.paper], versions=False, for_visitors=True)

    @cached_property
    def csl(self) -> dict:
        return citations.csl_item(self.paper, with_maths=True)

    @property
    def cited(self) -> list[Citation]:
        """The reference in each of the four styles."""
        marked = [(key, style.label, style.marked(self.csl)) for key, style in STYLES.items()]
        return [Citation(key, label, line, plain_maths(plain(line))) for key, label, line in marked]

    @cached_property
    def ris(self) -> str:
        return citations.ris([self.paper]).replace("\r\n", "\n").strip()

    @cached_property
    def neighbours(self) -> Neighbours:
        """Of nobody here and of no venue there are none."""
        paper = {"paper": self.paper.pk}
        of_people = [(_related, paper)] if self.people else []
        venue = self.paper.venue_id
        of_venue = [(_newest_of_venue, paper | {"venue": venue})] if venue else []
        rows = together(*of_people, *of_venue)
        related, others = rows[0] if of_people else [], rows[-1] if of_venue else []
        newest = [paper for paper in others if paper not in related][:RELATED_AT_MOST]
        return Neighbours(
            *([short_line(paper) for paper in papers] for papers in (related, newest))
        )

    @cached_property
    def files(self) -> dict[str, str]:
        """The addresses of the citations as files, by format."""
        kwargs = {"publication": self.paper.slug}
        return {name: reverse(f"publication-{name}", kwargs=kwargs) for name in FILES}

    @property
    def venue_name(self) -> str:
        return self.paper.venue.short_name or self.paper.venue.name

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
    def cited_by(self) -> str:
        """How often it was cited, where that is wanted."""
        people = [name.researcher for name, _place in self.people]
        return citation_counts.shown(self.paper, people)

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
        """The public news about the paper, newest first."""
        people = {n.researcher.pk: n.researcher for n in self.item.names if n.researcher}
        mentions = []
        for news in self.news_items:
            text = f"{news.translated('headline')}\n{news.translated('body')}"
            line = next((line for line in text.splitlines() if line.strip()), "")
            line = Truncator(plain_text(line, people.get(news.researcher_id))).chars(140)
            url = f"{reverse('news', kwargs={'slug': news.researcher.slug})}#news-{news.pk}"
            mentions.append(Mention(line, url, news.date))
        return mentions

    @cached_property
    def projects(self) -> list[Mention]:
        mentions = []
        for project in self.related_projects:
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


def load(paper: Publication) -> PaperPage:
    """`paper` with its venue, as queried; the rest is asked for here."""
    statements = (*_ROWS.values(), *_AROUND.values())
    rows = iter(together(*((statement, {"paper": paper.pk}) for statement in statements)))
    for relation in _ROWS:
        attach(paper, relation, next(rows))
    around = dict(zip(_AROUND, rows, strict=True))
    people = {person.pk: person for person in around["people"]}
    for person in people.values():
        person.current_affiliations = []
    for row in around["affiliations"]:
        people[row.researcher_id].current_affiliations.append(row)
    authorships = list(paper.authorships.all())
    # What is public about it is of these people alone.
    for row in (*authorships, *around["news"], *around["projects"]):
        row.researcher = people.get(row.researcher_id)
    speaker = references.withhold_drafts([paper]).get(paper.pk)
    shown = with_pages(people.values())
    item = list_item(
        *(paper, authorships, None, shown, coauthor_sites(shown, around["coauthors"]), speaker),
        is_alone=True,
        stored_links=list(paper.links.all()),
        awards=list(paper.awards.all()),
        versions=list(paper.versions.all()),
        ranks=around["ranks"],
    )
    return PaperPage(paper, item, around["news"], around["projects"])


def _authors(paper):
    return Authorship.objects.filter(publication=paper, researcher__isnull=False)


def _people(paper):
    return Researcher.objects.filter(pk__in=_authors(paper).order_by().values("researcher"))


def _public_about(model, relation, paper):
    """Only whose paper it is speaks on its page: nobody writes on a colleague's."""
    rows = model.objects.public().filter(**{f"{relation}__publication": paper})
    authors = _authors(paper).order_by().values("researcher")
    return rows.filter(researcher__in=Researcher.objects.public(), researcher_id__in=authors)


def public_paper(slug: str) -> Publication | None:
    """The public paper of that address, with its venue."""
    papers, venues = together((_paper, {"slug": slug}), (_venue, {"slug": slug}))
    for paper in papers:
        paper.venue = venues[0] if venues else None
        return paper
    return None


_paper = CompiledQuery(lambda: public_papers().filter(slug=Param("slug")))
_venue = CompiledQuery(lambda: Venue.objects.filter(publications__slug=Param("slug")))
# What a paper has, and what stands around it.
_ROWS, _AROUND = (
    {name: CompiledQuery(partial(write, Param("paper"))) for name, write in statements.items()}
    for statements in (
        {
            "authorships": lambda paper: Authorship.objects.filter(publication=paper),
            "versions": lambda paper: Version.objects.filter(publication=paper),
            "sources": lambda paper: Source.objects.filter(publication=paper),
            "links": lambda paper: PublicationLink.objects.filter(publication=paper),
            "awards": lambda paper: PublicationAward.objects.filter(publication=paper),
            "topics": lambda paper: Topic.objects.filter(publications=paper),
        },
        {
            "ranks": lambda paper: VenueRank.objects.filter(venue__publications=paper),
            "people": _people,
            "affiliations": lambda paper: Affiliation.objects.filter(
                CURRENT, researcher__in=_people(paper)
            ).order_by("pk"),
            "coauthors": lambda paper: Coauthor.objects.filter(researcher__in=_people(paper)),
            "news": lambda paper: _public_about(NewsItem, "mentions", paper).order_by(
                "-date", "mentions__pk"
            ),
            "projects": lambda paper: _public_about(Project, "papers", paper).order_by(
                "papers__pk"
            ),
        },
    )
)


def related(paper: int) -> QuerySet[Publication]:
    """Further public papers that the people here show on their own pages.

    Most shared topics first, then most shared people, then the newest; of the people's papers
    that came here last.
    """
    printed = Authorship.objects.filter(publication=paper).exclude(role=Authorship.Role.LISTED)
    people = Researcher.objects.public().filter(pk__in=printed.values("researcher"))
    their_authorships = Authorship.objects.public().filter(researcher__in=people)
    compared = Authorship.objects.public().filter(pk__in=_came_last(people))
    topics_of_paper = Publication.topics.through.objects.filter(publication=paper).values("topic")
    topics = Publication.topics.through.objects.filter(topic__in=topics_of_paper)
    # What a public person shows is public.
    others = Publication.objects.filter(pk__in=compared.values("publication"))
    shared = _others(others, paper).annotate(
        people=_count(their_authorships), subjects=_count(topics)
    )
    return shared.order_by("-subjects", "-people", F("date").desc(), "-pk")[:RELATED_AT_MOST]


def _came_last(people):
    """The last COMPARED_AT_MOST authorships of `people`.

    All of them came since the last so many of any one person: an index has that. Without it, all
    that each of them ever wrote would be sorted.
    """
    newest_first = Authorship.objects.filter(researcher=OuterRef("pk")).order_by("-pk").values("pk")
    since = Coalesce(Subquery(newest_first[COMPARED_AT_MOST - 1 : COMPARED_AT_MOST]), 0)
    latest = people.annotate(since=since).order_by("-since").values("since")[:1]
    last = Authorship.objects.filter(researcher__in=people, pk__gte=Subquery(latest))
    return last.order_by("-pk").values("pk")[:COMPARED_AT_MOST]


def newest_of_venue(paper: int, venue: int) -> QuerySet[Publication]:
    """The newest others of its venue, so many that some may be left out."""
    papers = _others(public_papers().filter(venue=venue), paper)
    newest = papers.order_by(F("date").desc(), "-pk")
    return newest[: 2 * RELATED_AT_MOST]


def _others(papers, paper):
    """`papers` but this one, with what a short line shows of each."""
    shown = ("title", "translations", "language", "slug", "date", "date_text", "container_title")
    others = papers.exclude(pk=paper).annotate(venue_short_name=F("venue__short_name"))
    return others.only(*shown, "status")


def short_line(paper: Publication) -> SafeString:
    """The title, which leads to its page, and where and when it came out."""
    where = paper.venue_short_name or paper.container_title
    year = str(paper.date.year or "") if paper.date else ""
    link = title_link(paper, paper.get_absolute_url())
    text = ", ".join(filter(None, (where, year)))
    return small_html('{} <span class="muted">{}</span>', link, text)


_related = CompiledQuery(lambda: related(Param("paper")))
_newest_of_venue = CompiledQuery(lambda: newest_of_venue(Param("paper"), Param("venue")))


def _count(rows):
    """How many of `rows` belong to the paper of the outer query."""
    of_paper = rows.filter(publication=OuterRef("pk")).order_by().values("publication")
    counted = of_paper.annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def card(item: PublicationItem) -> Card:
    """The picture that a link to the paper shows where it is shared."""
    paper, look = item.paper, site_theme()
    where = item.badge.text if item.badge else item.container
    year = str(paper.year or "")
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
