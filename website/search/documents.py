"""What a search finds, and by which words: one table of kinds, each with its model and texts.

`KINDS` says what is found; `documents_of` what a change of some row outdates.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.conf import settings
from django.db.models import Exists, Model, OuterRef, QuerySet
from django.utils.translation import gettext_lazy as _

from profiles.compiled_queries import CompiledQuery, Keys
from profiles.folding import expand_umlauts, fold
from profiles.markup.parser import withhold
from profiles.models import (
    Affiliation,
    LabNewsItem,
    NewsItem,
    Page,
    Researcher,
    Section,
    SiteSettings,
)
from profiles.sections import people_of
from profiles.site import site_settings
from publications.identifiers import normalise_arxiv, normalise_doi
from publications.list_items import list_items
from publications.models import Authorship, Publication, Topic, Venue, Version, public_papers

# Of what was typed.
LONGEST_QUERY = 200
# Written without blanks: kana and Han.
CJK = (
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
# Longer words are cut in pieces, in the text and in the query alike.
LONGEST = 40
RUN = re.compile(rf"[{CJK}]+|[^\W_{CJK}]{{1,{LONGEST}}}")
# The same in text that is not folded: letters may have accents behind them.
UNFOLDED_RUN = re.compile(rf"[{CJK}]+|[^\W_{CJK}](?:[\u0300-\u036f]|[^\W_{CJK}])*")
# The same in plain ASCII, in a fraction of the time.
ASCII_RUN = re.compile(rf"[a-z0-9]{{1,{LONGEST}}}")
# Each as one sign, or as a letter with the two dots as a sign of their own.
UMLAUT = re.compile("[äöüÄÖÜ\u0308]")
IS_CJK = re.compile(f"[{CJK}]")
MOST_TERMS = 12
# A shorter word, such as a name in two letters, is sought as it stands.
SHORTEST_BEGINNING = 3


@dataclass(frozen=True)
class Term:
    """One thing that must occur: any of the forms, as a whole word or as how one begins."""

    forms: tuple[str, ...]
    is_beginning: bool

    @property
    def is_cjk(self) -> bool:
        return bool(IS_CJK.match(self.forms[0]))


def clean(query: str) -> str:
    """Blanks collapsed, control characters dropped, cut to a length that a person would type."""
    signs = query[:LONGEST_QUERY]
    query = "".join(" " if unicodedata.category(sign)[0] == "C" else sign for sign in signs)
    return " ".join(query.split())


def runs(text: str) -> list[str]:
    """Folded words; of Chinese and Japanese, whole stretches."""
    folded = fold(text)
    return (ASCII_RUN if folded.isascii() else RUN).findall(folded)


def words(text: str) -> list[str]:
    """What `text` is found by; umlauts also as ae, oe, ue."""
    all_runs = runs(text)
    if text.isascii():
        return all_runs
    if UMLAUT.search(text):
        all_runs += runs(expand_umlauts(text))
    if not IS_CJK.search(text):
        return all_runs
    return [
        word
        for run in all_runs
        for word in ([*_pairs(run), run[-1]] if IS_CJK.match(run) else [run])
    ]


def terms(query: str) -> list[Term]:
    """At most MOST_TERMS; none where the query has neither letters nor digits."""
    return _every_term(query)[:MOST_TERMS]


def is_too_long(query: str) -> bool:
    """Whether some of what was typed is not sought."""
    cut = clean(query)
    return len(query) > LONGEST_QUERY or len(_every_term(cut)) > MOST_TERMS


def _every_term(query):
    every_term = []
    for run, expanded in zip(runs(query), runs(expand_umlauts(query)), strict=False):
        if not IS_CJK.match(run):
            is_beginning = len(run) >= SHORTEST_BEGINNING or not run.isascii()
            every_term.append(Term(tuple(dict.fromkeys((run, expanded))), is_beginning))
        elif len(run) == 1:
            every_term.append(Term((run,), is_beginning=True))
        else:
            every_term += [Term((pair,), is_beginning=False) for pair in _pairs(run)]
    return list(dict.fromkeys(every_term))


def _pairs(run):
    return [run[at : at + 2] for at in range(len(run) - 1)]


class Texts(NamedTuple):
    """What a row is found by: nothing that its public page would not show."""

    name: list[str] = []
    # Who and where.
    about: list[str] = []
    # What it says, in Markdown; a result quotes from these.
    body: list[str] = []
    # Typed in full, these find the row before all others.
    keys: list[str] = []


@dataclass(frozen=True)
class SearchKind:
    # In the index and in addresses: ?kind=papers.
    name: str
    label: str
    template: str
    # Of which the index holds those that are no drafts.
    stored: Callable[[], QuerySet]
    # What a visitor may meet: asked at each search.
    public: Callable[[], QuerySet]
    # Primary keys -> the texts of those rows.
    texts: Callable[[Iterable[int]], dict[int, Texts]]
    # Among equally good results.
    order_by: tuple[str, ...] = ("-date", "-pk")
    # Rows that were found -> what the template shows of each.
    present: Callable[[list], list] = list
    # Primary keys -> those of these rows that a visitor may meet, where that is asked often.
    loaded: Callable[[list[int]], list] | None = None
    # Such rows -> {primary key: what of their texts a result quotes}, where that is asked often.
    bodies: Callable[[list], dict[int, list[str]]] | None = None
    # An address or number as pasted -> as the index has it, or "".
    identifier: Callable[[str], str] = lambda query: ""

    def rows(self) -> QuerySet:
        """What the index may hold."""
        return self.stored().exclude(published_at=None)

    def load(self, keys: Iterable[int]) -> list[Model]:
        """Public rows in the order of their primary keys."""
        keys = list(keys)
        rows = self.loaded(keys) if self.loaded else self.public().filter(pk__in=keys)
        rows = {row.pk: row for row in rows}
        return [rows[key] for key in keys if key in rows]

    def quoted(self, rows: list[Model]) -> dict[int, list[str]]:
        """{primary key: its texts from which a result quotes}."""
        if self.bodies:
            return self.bodies(rows)
        return {pk: texts.body for pk, texts in self.texts([row.pk for row in rows]).items()}


def texts_of(row, *fields: str) -> list[str]:
    """The texts of some fields in every language, the original first."""
    others = [texts.get(field) for texts in row.translations.values() for field in fields]
    return [text for text in (*(getattr(row, field) for field in fields), *others) if text]


def markdown_of(row, researcher: Researcher | SiteSettings, *fields: str) -> list[str]:
    """`texts_of`, for Markdown that may refer to papers: nothing of one that is not public."""
    return [withhold(text, researcher) for text in texts_of(row, *fields)]


# --- People, and what they write ------------------------------------------------------------------


def people(keys: Iterable[int]) -> dict[int, Texts]:
    """Never the e-mail or postal address: how far those are shown is the person's choice."""
    researchers = Researcher.objects.filter(pk__in=keys)
    researchers = researchers.prefetch_related("affiliations", "section_set")
    return {researcher.pk: _person(researcher) for researcher in researchers}


def people_bodies(people: list[Researcher]) -> dict[int, list[str]]:
    """{primary key: what they write of themselves}."""
    hidden = {person.pk: set() for person in people}
    sections = Section.objects.filter(researcher__in=hidden, is_shown=False).order_by()
    for researcher, kind in sections.values_list("researcher", "kind"):
        hidden[researcher].add(kind)
    return {person.pk: _person_body(person, hidden[person.pk]) for person in people}


def _person_body(researcher, hidden):
    """Pages show headline and interests whatever the sections say."""
    fields = ["headline", "interests", *({"biography"} - hidden)]
    return markdown_of(researcher, researcher, *fields)


def _person(researcher):
    hidden = {row.kind for row in researcher.section_set.all() if not row.is_shown}
    places = [
        text
        for row in researcher.affiliations.all()
        for text in (row.role, row.organisation, row.organisation_abbreviation, row.department)
    ]
    return Texts(
        name=researcher.names,
        about=[*texts_of(researcher, "location"), *places],
        body=_person_body(researcher, hidden),
        keys=[*researcher.names, researcher.orcid],
    )


def news(keys: Iterable[int]) -> dict[int, Texts]:
    """{primary key: texts} of news."""
    items = NewsItem.objects.filter(pk__in=keys).select_related("researcher")
    return {row.pk: _news(row, row.researcher) for row in items}


def lab_news(keys: Iterable[int]) -> dict[int, Texts]:
    """{primary key: texts} of the lab's news."""
    site = site_settings()
    return {row.pk: _news(row, site) for row in LabNewsItem.objects.filter(pk__in=keys)}


def _news(row, speaker):
    headline, body = (markdown_of(row, speaker, name) for name in ("headline", "body"))
    return Texts(headline, [str(row.date.year or "")], body)


def public_lab_news() -> QuerySet[LabNewsItem]:
    """One person's site has no page for them."""
    news = LabNewsItem.objects.public()
    return news.none() if settings.SINGLE_RESEARCHER else news


def pages(keys: Iterable[int]) -> dict[int, Texts]:
    """{primary key: texts} of pages."""
    return {
        row.pk: Texts(
            name=texts_of(row, "title"),
            body=markdown_of(row, row.researcher, "body"),
            keys=texts_of(row, "title"),
        )
        for row in Page.objects.filter(pk__in=keys).select_related("researcher")
    }


def sections(keys: Iterable[int]) -> dict[int, Texts]:
    """{primary key: texts} of text sections."""
    return {
        row.pk: Texts(texts_of(row, "heading"), body=markdown_of(row, row.researcher, "body"))
        for row in Section.objects.filter(pk__in=keys).select_related("researcher")
    }


def home_page_texts() -> QuerySet[Section]:
    """Return the text sections that home pages show."""
    return Section.objects.filter(kind=Section.Kind.TEXT, is_shown=True)


def about_public_researchers(rows) -> QuerySet:
    """Those of `rows` that are public, as their researcher is."""
    researcher = Researcher.objects.public().filter(pk=OuterRef("researcher"))
    public = rows.public().filter(Exists(researcher))
    return public.select_related("researcher")


# --- Papers ---------------------------------------------------------------------------------------

TOPICS = Publication.topics.through
NAMES = ("given", "particle", "family", "suffix", "literal")
NUMBERS = ("citation_key", "doi", "arxiv", "isbn")
PLACES = ("container_title", "venue__name", "venue__short_name", "series")
COLUMNS = ("title", "short_name", "translations", "date", "pmid", *PLACES, *NUMBERS)
BODY = ("abstract", "tldr", "note")


def papers(keys: Iterable[int]) -> dict[int, Texts]:
    """In a few queries, without making an object of each paper: an import brings thousands."""
    rows = Publication.objects.filter(pk__in=keys).order_by()
    rows = list(rows.values("pk", "owner", *COLUMNS, *BODY))
    owners = Researcher.objects.in_bulk({row["owner"] for row in rows} - {None})
    texts = {row["pk"]: _paper(row, owners.get(row["owner"])) for row in rows}
    authors = Authorship.objects.filter(publication__in=texts).order_by()
    for pk, *names in authors.values_list("publication", *NAMES):
        texts[pk].about.extend(names)
    topics = TOPICS.objects.filter(publication__in=texts)
    for pk, topic in topics.values_list("publication", "topic__name"):
        texts[pk].about.append(topic)
    versions = Version.objects.filter(publication__in=texts).order_by()
    columns = ("publication", "title", "container_title", *NUMBERS)
    for pk, title, place, *numbers in versions.values_list(*columns):
        texts[pk].about.extend((title, place))
        texts[pk].keys.extend(numbers)
    return texts


def _paper(row, owner):
    titles = [row["title"], row["short_name"]]
    titles += [texts.get("title", "") for texts in row["translations"].values()]
    year = str(row["date"].year or "") if row["date"] else ""
    return Texts(
        name=titles,
        about=[*(row[name] for name in PLACES), year],
        body=_paper_body(row, owner),
        keys=[row["short_name"], row["pmid"], *(row[name] for name in NUMBERS)],
    )


def _paper_body(row, owner):
    """Whoever brought it wrote its texts: what they say of other papers is looked up as theirs."""
    body = [row[name] for name in BODY]
    for texts in row["translations"].values():
        body += [texts.get(name, "") for name in BODY]
    return [withhold(text, owner) for text in body]


_public_papers = CompiledQuery(lambda: public_papers().filter(pk__in=Keys("papers")))


def paper_bodies(papers: list[Publication]) -> dict[int, list[str]]:
    """{primary key: what they say}."""
    owners = Researcher.objects.in_bulk({paper.owner_id for paper in papers} - {None})
    return {paper.pk: _paper_body(vars(paper), owners.get(paper.owner_id)) for paper in papers}


# --- The table ------------------------------------------------------------------------------------

# In the order in which a page shows them.
KINDS = {
    kind.name: kind
    for kind in (
        SearchKind(
            name="people",
            label=_("People"),
            template="website/search_results/person.html",
            stored=Researcher.objects.all,
            public=lambda: Researcher.objects.public().prefetch_related("affiliations"),
            texts=people,
            order_by=("family_name", "display_name"),
            loaded=people_of,
            bodies=people_bodies,
        ),
        SearchKind(
            name="papers",
            label=_("Publications"),
            template="website/search_results/paper.html",
            stored=Publication.objects.all,
            public=lambda: public_papers().select_related("venue"),
            texts=papers,
            present=list_items,
            loaded=lambda keys: _public_papers(papers=keys),
            bodies=paper_bodies,
            identifier=lambda typed: normalise_doi(typed) or normalise_arxiv(typed),
        ),
        SearchKind(
            name="lab-news",
            label=_("Lab news"),
            template="website/search_results/lab_news_item.html",
            stored=LabNewsItem.objects.all,
            public=public_lab_news,
            texts=lab_news,
        ),
        SearchKind(
            name="news",
            label=_("News"),
            template="website/search_results/news_item.html",
            stored=NewsItem.objects.all,
            public=lambda: about_public_researchers(NewsItem.objects),
            texts=news,
        ),
        SearchKind(
            name="pages",
            label=_("Pages"),
            template="website/search_results/page.html",
            stored=Page.objects.all,
            public=lambda: about_public_researchers(Page.objects),
            texts=pages,
            order_by=("title", "pk"),
        ),
        SearchKind(
            name="sections",
            label=_("On home pages"),
            template="website/search_results/section.html",
            stored=home_page_texts,
            public=lambda: about_public_researchers(home_page_texts()),
            texts=sections,
            order_by=("researcher__family_name", "position", "pk"),
        ),
    )
}


# Model -> (kind, column with its primary key) of each document that holds words of a row.
DOCUMENTS = {
    Researcher: [("people", "pk")],
    Affiliation: [("people", "researcher_id")],
    Section: [("people", "researcher_id"), ("sections", "pk")],
    LabNewsItem: [("lab-news", "pk")],
    NewsItem: [("news", "pk")],
    Page: [("pages", "pk")],
    Publication: [("papers", "pk")],
    Authorship: [("papers", "publication_id")],
    Version: [("papers", "publication_id")],
}
SOURCES = (*DOCUMENTS, Topic, Venue)


def documents_of(row: Model) -> list[tuple[str, int]]:
    """(kind, primary key) of the documents that hold words of `row`, one of SOURCES."""
    if isinstance(row, Topic | Venue):
        return [("papers", pk) for pk in row.publications.values_list("pk", flat=True)]
    return [(kind, getattr(row, column)) for kind, column in DOCUMENTS[type(row)]]
