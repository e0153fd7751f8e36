"""Lists of papers: what a visitor may filter them by, how many each answer leaves, one page.

Everything is counted by the database, in as many queries for ten papers as for ten thousand.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from functools import cached_property
from itertools import groupby

from django.db.models import Case, Count, Max, Q, QuerySet, Value, When
from django.db.models.functions import Substr
from django.utils.translation import gettext as _

from profiles.folding import fold_accents
from profiles.identifiers import is_valid_pk
from profiles.models import Researcher
from publications import entry_types
from publications.list_items import PublicationItem, list_items, printed_names, totals, with_first
from publications.models import Authorship, Publication, Status
from publications.visibility import papers_of, shown_authorships

WITHOUT_TEXTS = ("abstract", "note", "fields")
SELECTED_AT_MOST, NEWEST_INSTEAD = 60, 5
BY_CHOICE = ("selected_position", "-publication__date", "-publication")
FORTHCOMING, UNDATED = "forthcoming", "undated"
# Sorts as the list does: forthcoming papers lead, undated ones close.
LIST_YEAR = Case(
    When(date="", status=Status.PUBLISHED, then=Value("")),
    When(date="", then=Value(FORTHCOMING)),
    default=Substr("date", 1, 4),
)
NEWEST_FIRST = ("-list_year", "-date", "-pk")
SEARCHED = (
    *("title", "short_name", "container_title", "tldr", "translations"),
    *("venue__short_name", "venue__name", "list_year"),
)
# A database takes only so many parameters in one query.
MATCHES_AT_MOST = 30_000
TOPICS = Publication.topics.through


@dataclass(frozen=True)
class Filters:
    """What a visitor asked for; every part is a GET parameter. An unknown value finds nothing."""

    q: str = ""
    year: str = ""
    type: str = ""
    topic: str = ""
    venue: str = ""
    role: str = ""
    selected: str = ""

    @classmethod
    def read(cls, query) -> "Filters":
        names = [part.name for part in fields(cls)]
        return cls(**{name: query.get(name, "").replace("\0", "").strip()[:200] for name in names})

    def __bool__(self):
        return any(astuple(self))


@dataclass(frozen=True)
class Choice:
    value: str
    text: str
    count: int
    is_chosen: bool = False


@dataclass(frozen=True)
class Facet:
    """One drop-down; `choices` are those with papers, and the chosen one even without."""

    name: str
    label: str
    choices: list[Choice]
    # Of how many values the list has papers, whatever the filters.
    known: int


class PublicationList:
    """`papers`, filtered; `own`: the authorships of the researcher whose list it is."""

    def __init__(
        self,
        papers: QuerySet[Publication],
        filters: Filters,
        own: QuerySet[Authorship] | None = None,
    ):
        self.papers = papers.order_by().annotate(list_year=LIST_YEAR)
        self.filters = filters
        own = Authorship.objects.none() if own is None else own.order_by()
        self._first = Q(pk__in=with_first(own).filter(is_first=True).values("publication"))
        self._selected = Q(pk__in=own.filter(is_selected=True).values("publication"))

    @property
    def matching(self) -> QuerySet[Publication]:
        """The papers that pass every filter, newest first, without what a list does not show."""
        papers = self.papers.filter(self._condition()).order_by(*NEWEST_FIRST)
        papers = papers.annotate(has_abstract=Q(abstract__gt="")).defer(*WITHOUT_TEXTS)
        return papers.select_related("venue")

    @cached_property
    def counts(self) -> dict[str, int]:
        """Of all papers, and of those that the other filters leave a check box."""
        return self.papers.aggregate(
            all=Count("pk"),
            all_firsts=Count("pk", filter=self._first),
            all_selected=Count("pk", filter=self._selected),
            firsts=Count("pk", filter=self._first & self._condition(but="role")),
            selected=Count("pk", filter=self._selected & self._condition(but="selected")),
        )

    @property
    def totals(self) -> str:
        return totals(self.counts["all"], self.counts["all_firsts"])

    @cached_property
    def facets(self) -> list[Facet]:
        """Those between whose values there is something to choose among all papers."""
        facets = (self.years, self.types, self.venues, self.topics)
        return [f for f in facets if f.known > 1 or getattr(self.filters, f.name)]

    @property
    def years(self) -> Facet:
        rows = self._count("year", "list_year").order_by("-list_year")
        values = ((_year(year), count) for year, count in rows)
        return self._facet("year", _("Year"), ((y, heading(y), count) for y, count in values))

    @property
    def types(self) -> Facet:
        """Most frequent first; of equals, that of the newest paper."""
        rows = self._count("type", "entry_type").annotate(
            year=Max("list_year"), newest=Max("date"), last=Max("pk")
        )
        counts = Counter()
        for entry_type, count, *_newest in rows.order_by("-year", "-newest", "-last"):
            counts[entry_types.known(entry_type)] += count
        values = ((kind, str(entry_types.label(kind)), counts[kind]) for kind in counts)
        return self._facet("type", _("Kind"), sorted(values, key=lambda value: -value[2]))

    @property
    def venues(self) -> Facet:
        rows = self._count("venue", "venue", "venue__short_name", "venue__name")
        values = (
            (str(pk), short_name or name, count)
            for pk, short_name, name, count in rows.exclude(venue=None)
        )
        return self._facet("venue", _("Venue"), sorted(values, key=_by_name))

    @property
    def topics(self) -> Facet:
        rows = self._count("topic", "topics__slug", "topics__name").exclude(topics=None)
        return self._facet("topic", _("Topic"), sorted(rows, key=_by_name))

    def _count(self, part, *values):
        """Each value with its papers under the other filters."""
        count = Count("pk", filter=self._condition(but=part))
        return self.papers.values_list(*values).annotate(count=count)

    def _facet(self, part, label, values):
        values, chosen = list(values), getattr(self.filters, part)
        choices = [Choice(v, text, n, v == chosen) for v, text, n in values if n or v == chosen]
        return Facet(part, label, choices, len(values))

    def _condition(self, *, but: str = "") -> Q:
        """What every part of the filter asks, `but` one aside."""
        condition = Q()
        for part in fields(self.filters):
            value = getattr(self.filters, part.name)
            if value and part.name != but:
                condition &= self._asks(part.name, value)
        return condition

    def _asks(self, part, value) -> Q:
        match part:
            case "q":
                return Q(pk__in=self._with_words)
            case "year":
                return Q(list_year="" if value == UNDATED else value.zfill(4))
            case "type":
                return Q(entry_type__in=[t for t in self._types if entry_types.known(t) == value])
            case "topic":
                return Q(pk__in=TOPICS.objects.filter(topic__slug=value).values("publication"))
            case "venue" if is_valid_pk(value):
                return Q(venue=value)
            case "role" if value == "first":
                return self._first
            case "selected":
                return self._selected
        return Q(pk__in=())

    @cached_property
    def _types(self):
        return list(self.papers.values_list("entry_type", flat=True).distinct())

    @cached_property
    def _with_words(self) -> list[int]:
        """Papers in whose titles, names, venues or topics all the words stand; accents aside."""
        papers = self.papers.order_by(*NEWEST_FIRST).values_list("pk", *SEARCHED)
        texts = {pk: [str(text) for text in row if text] for pk, *row in papers}
        of_these = self.papers.values("pk")
        topics = TOPICS.objects.filter(publication__in=of_these)
        for pk, name in topics.values_list("publication", "topic__name"):
            texts[pk].append(name)
        for pk, names in printed_names(of_these).items():
            texts[pk] += names
        words = fold_accents(self.filters.q).split()
        folded = ((pk, fold_accents(" ".join(parts))) for pk, parts in texts.items())
        matches = [pk for pk, text in folded if all(word in text for word in words)]
        return matches[:MATCHES_AT_MOST]


def of_researcher(researcher: Researcher, filters: Filters) -> PublicationList:
    """Starts at Authorship, as every list of one person's papers does."""
    return PublicationList(papers_of(researcher), filters, shown_authorships(researcher))


def _by_name(value):
    return fold_accents(value[1])


def _year(list_year):
    """ "2024", "843", FORTHCOMING or UNDATED."""
    return list_year.lstrip("0") or UNDATED


def heading(year: str) -> str:
    return {FORTHCOMING: _("Forthcoming"), UNDATED: _("Undated")}.get(year, year)


@dataclass(frozen=True)
class Year:
    heading: str
    anchor: str
    items: list[PublicationItem]


def by_year(items: Iterable[PublicationItem]) -> list[Year]:
    """The items of one page under their years."""
    groups = groupby(items, key=lambda item: _year(item.paper.list_year))
    return [Year(heading(year), f"year-{year}", list(group)) for year, group in groups]


def spans(papers: QuerySet[Publication], page_size: int) -> list[str]:
    """The years on each page of a long list: "2024–2019"."""
    years = [heading(_year(year)) for year in papers.values_list("list_year", flat=True)]
    pages = (years[start : start + page_size] for start in range(0, len(years), page_size))
    return ["–".join(dict.fromkeys((page[0], page[-1]))) for page in pages]


def selected(researcher: Researcher, limit: int | None = None) -> dict:
    """What the home page shows: the picked papers, or the newest.

    `limit` None: all picked ones, or five of the newest.
    """
    own = shown_authorships(researcher).select_related("publication__venue")
    own = own.defer(*(f"publication__{name}" for name in WITHOUT_TEXTS))
    own = own.annotate(has_abstract=Q(publication__abstract__gt=""))
    first = own.order_by("-is_selected", *BY_CHOICE)[: limit or SELECTED_AT_MOST]
    chosen = [row for row in first if row.is_selected] or first[: limit or NEWEST_INSTEAD]
    for row in chosen:
        row.publication.has_abstract = row.has_abstract
    return {
        "items": list_items([row.publication for row in chosen], researcher),
        "researcher": researcher,
    }
