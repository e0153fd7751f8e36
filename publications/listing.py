"""Lists of papers: which papers, what a visitor may filter them by, how many each answer leaves."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import accumulate

from django.conf import settings
from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce, NullIf, Substr
from django.utils.formats import number_format
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from profiles.compiled_queries import ALL, CompiledQuery, Moment, Param
from profiles.folding import fold_accents
from profiles.identifiers import is_valid_pk
from profiles.models import Researcher
from publications import entry_types, list_filters
from publications.bylines import totals, with_first
from publications.list_filters import (
    FORTHCOMING,
    LIST_YEAR,
    Choice,
    Facet,
    Filters,
    distinct,
    heading,
    in_year,
    list_year,
    papers_with_words,
    words,
    year_of,
)
from publications.list_items import PublicationItem, items_of
from publications.models import (
    APPEARED,
    Authorship,
    Publication,
    Topic,
    Venue,
    papers_of,
    public_authorships,
    public_papers,
    shown_authorships,
)

# Of more papers nothing is counted: their choices say no numbers, their pages end, and their years
# lead on. What such a page asks for, an index answers.
COUNTED_AT_MOST = 10_000
# Of these, the words are read for each search; of more, the site's index answers.
READ_AT_MOST = 5_000
# In a drop-down of a list that is not counted. More of them help nobody.
CHOICES_AT_MOST = 300
PAGE = 100
SELECTED_AT_MOST, NEWEST_INSTEAD = 60, 5
BY_CHOICE = ("selected_position", "-publication__date", "-publication")
NEWEST_FIRST = ("-list_year", "-date", "-pk")
# The same, but that forthcoming papers close it among the undated: an index has this order.
NEWEST_BY_INDEX = ("-date", "-pk")
TOPICS = Publication.topics.through
NONE = Q(pk__in=())
Find = Callable[[str], Q] | None


class PaperList(Sequence):
    """`papers`, filtered: the primary keys of those that pass every filter, newest first.

    `own`: the authorships of the researcher whose list it is; None for the lab's. `find`: from
    words to the papers that have them, by the site's index. `start`: where the page begins that is
    going to be asked for.
    """

    def __init__(
        self,
        papers: QuerySet[Publication],
        filters: Filters,
        own: QuerySet[Authorship] | None = None,
        find: Find = None,
        *,
        start: int = 0,
    ):
        self.papers = papers.order_by().annotate(list_year=LIST_YEAR)
        self.filters, self.own, self.find, self.start = filters, own, find, start

    # --- Which papers ---------------------------------------------------------------------------

    @cached_property
    def _conditions(self) -> dict[str, Q]:
        """Of each part by which is filtered."""
        asked = ((part.name, getattr(self.filters, part.name)) for part in fields(self.filters))
        return {part: self._condition(part, value) for part, value in asked if value}

    def _condition(self, part, value) -> Q:
        match part:
            case "q":
                return self._with_words(value)
            case "year":
                return in_year(value)
            case "type":
                kinds = [kind for kind in ("", *self._types) if entry_types.known(kind) == value]
                return Q(entry_type__in=kinds)
            case "topic":
                return Q(pk__in=TOPICS.objects.filter(topic__slug=value).values("publication"))
            case "venue" if is_valid_pk(value) and str(int(value)) == value:
                return Q(venue=value)
            case "role" if value == "first":
                return self._is_first
            case "selected":
                return self._is_selected
        return NONE

    def _with_words(self, typed) -> Q:
        if self.find and self._is_surely_long:
            return self.find(typed)
        keys = papers_with_words(self.papers, typed, READ_AT_MOST if self.find else ALL)
        return self.find(typed) if keys is None else Q(pk__in=keys)

    @property
    def _is_first(self) -> Q:
        """Whether the researcher is its first, sole or co-first author."""
        if self.own is None:
            return NONE
        firsts = with_first(self.own.order_by()).filter(is_first=True)
        return Q(pk__in=firsts.values("publication"))

    @property
    def _is_selected(self) -> Q:
        if self.own is None:
            return NONE
        return Q(pk__in=self.own.order_by().filter(is_selected=True).values("publication"))

    @cached_property
    def passing(self) -> QuerySet[Publication]:
        """The papers that pass every filter, newest first."""
        order = NEWEST_BY_INDEX if self.is_long else NEWEST_FIRST
        return self.papers.filter(*self._conditions.values()).order_by(*order)

    def __len__(self):
        return self.count

    def __getitem__(self, place: slice) -> list[int]:
        length = place.stop - place.start
        if not self.is_long and place.start == self.start and length <= PAGE:
            return self._counts.keys[:length]
        if self.is_long and not self._is_endless:
            return self._keys[place]
        return list(self.passing.values_list("pk", flat=True)[place])

    @cached_property
    def _keys(self) -> list[int]:
        """Of a long list that is filtered: counted, and cut into pages, in one statement."""
        return list(self.passing.values_list("pk", flat=True)[:COUNTED_AT_MOST])

    @cached_property
    def _is_endless(self) -> bool:
        """Whether more papers of a long list surely pass than are counted: none reads them all."""
        return not self.filters or self._are_surely_many(*self._conditions.values())

    # --- How many -------------------------------------------------------------------------------

    @cached_property
    def _counts(self) -> list_filters.Counts:
        flags = {"is_first": self._is_first, "is_selected": self._is_selected}
        flags |= {f"passes_{part}": test for part, test in self._conditions.items()}
        flags = {name: _flag(condition) for name, condition in flags.items()}
        columns = dict.fromkeys((*list_filters.COLUMNS, *flags))
        listed = self.papers.annotate(**flags).values_list(*columns)
        page = {"start": self.start, "length": PAGE}
        return list_filters.count(listed, [*self._conditions], COUNTED_AT_MOST, **page)

    @cached_property
    def is_long(self) -> bool:
        """Whether there are more papers than are counted."""
        return self._is_surely_long or self._counts.total > COUNTED_AT_MOST

    @cached_property
    def _is_surely_long(self) -> bool:
        # Where too many pass the filters, all are. How words are sought, the whole list decides.
        is_part = self.filters and not self.filters.q
        return bool(is_part and self._is_endless) or self._are_surely_many()

    def _are_surely_many(self, *conditions: Q) -> bool:
        """Whether more papers of the lab that meet these than are counted stand on people's pages
        alone. One join tells; it takes longer to ask of each paper whether a visitor may meet it.
        """
        papers = Publication.objects.filter(*conditions).order_by()
        is_one_site = self.own is not None or settings.SINGLE_RESEARCHER
        if is_one_site or not _are_many(papers):
            return False
        shown = papers.filter(
            published_at__lte=Moment(),
            authorships__is_hidden=False,
            # Says what the next line says, and leads to the index of those rows.
            authorships__researcher__isnull=False,
            authorships__researcher__published_at__lte=Moment(),
        )
        return _are_many(shown.values("pk").distinct())

    @property
    def total(self) -> int:
        """How many there are; of a long list, more than are counted."""
        return COUNTED_AT_MOST + 1 if self._is_surely_long else self._counts.total

    @cached_property
    def count(self) -> int:
        """Of the papers that pass every filter; of a long list, as many as the pages show."""
        if not self.is_long:
            return self._counts.passing
        return COUNTED_AT_MOST if self._is_endless else len(self._keys)

    @property
    def is_cut(self) -> bool:
        """Whether more pass the filters than the pages show."""
        return self.is_long and self.count == COUNTED_AT_MOST

    @property
    def most(self) -> str:
        return number_format(COUNTED_AT_MOST, force_grouping=True)

    @cached_property
    def firsts(self) -> list_filters.ValueCount:
        """Of the researcher's papers as first author; `selected` likewise."""
        return self._counts.of["role"][0]

    @cached_property
    def selected(self) -> list_filters.ValueCount:
        return self._counts.of["selected"][0]

    @property
    def totals(self) -> str:
        if self.is_long:
            return _("%(count)s+ papers") % {"count": self.most}
        return totals(self.total, self.firsts.all)

    # --- The drop-downs -------------------------------------------------------------------------

    @cached_property
    def facets(self) -> list[Facet]:
        """Those between whose values there is something to choose among all papers."""
        named = self._named("venue", _("Venue")), self._named("topic", _("Topic"))
        facets = (self.years, self.types, *named)
        return [f for f in facets if f.known > 1 or getattr(self.filters, f.name)]

    @cached_property
    def years(self) -> Facet:
        """Newest first: forthcoming papers lead, undated ones close."""
        if self.is_long:
            years = [(list_year(year), None) for year in self._known_years()]
        else:
            counts = sorted(self._counts.of["year"], key=lambda row: row.value, reverse=True)
            years = [(list_year(row.value), row.passing) for row in counts]
        return self._facet("year", _("Year"), [(y, heading(y), count) for y, count in years])

    @property
    def types(self) -> Facet:
        """Most frequent first; of equals, that of the newest paper. By name where not counted."""
        if self.is_long:
            known = dict.fromkeys(map(entry_types.known, self._types))
            kinds = [(kind, str(entry_types.label(kind)), None) for kind in known]
            return self._facet("type", _("Kind"), sorted(kinds, key=_by_name))
        kinds = {}
        for row in sorted(self._counts.of["type"], key=lambda row: row.newest, reverse=True):
            kind = entry_types.known(row.value)
            kinds[kind] = kinds.get(kind, 0) + row.passing
        kinds = [(kind, str(entry_types.label(kind)), count) for kind, count in kinds.items()]
        return self._facet("type", _("Kind"), sorted(kinds, key=lambda kind: -kind[2]))

    def _named(self, part, label) -> Facet:
        if self.is_long:
            values = self._known(part)
        else:
            values = [(row.value, row.name, row.passing) for row in self._counts.of[part]]
        return self._facet(part, label, sorted(values, key=_by_name))

    def _facet(self, part, label, values) -> Facet:
        chosen = getattr(self.filters, part)
        choices = [
            Choice(v, text, n, v == chosen) for v, text, n in values if n != 0 or v == chosen
        ]
        return Facet(part, label, choices, len(values))

    def _known_years(self) -> list[str]:
        first = [FORTHCOMING] if self._known("forthcoming") else []
        last = [""] if self._known("undated") else []
        return [*first, *distinct(self.papers, "date", Substr("date", 1, 4)), *last]

    @cached_property
    def _types(self) -> list[str]:
        return distinct(self.papers, "entry_type")

    def _known(self, what: str) -> list[tuple]:
        """(value, name, None) of each row of KNOWN; of too many, none."""
        rows = list(KNOWN[what](self.papers))
        if len(rows) > CHOICES_AT_MOST:
            return []
        return [(str(value), name, None) for value, name in rows]

    # --- For a page without a server ------------------------------------------------------------

    def filter_values(self) -> Iterator[tuple]:
        """(year, type, venue, topics, is first author, is selected, words) of every paper, in the
        order of the list: what a filter without a database goes by.
        """
        texts, slugs = words(self.papers, ALL), defaultdict(list)
        tagged = TOPICS.objects.filter(publication__in=self.papers.values("pk")).order_by("pk")
        for pk, slug in tagged.values_list("publication", "topic__slug"):
            slugs[pk].append(slug)
        flags = {"first": _flag(self._is_first), "chosen": _flag(self._is_selected)}
        rows = self.papers.annotate(**flags).order_by(*NEWEST_FIRST)
        for pk, year, kind, venue, first, chosen in rows.values_list(
            *("pk", "list_year", "entry_type", "venue"), *flags
        ):
            values = list_year(year), entry_types.known(kind), str(venue or "")
            yield *values, slugs[pk], int(first), int(chosen), texts[pk]


def _flag(condition: Q) -> Case | Value:
    """Whether a paper meets it, as a column."""
    if not condition:
        return Value(True)
    return Case(When(condition, then=Value(True)), default=Value(False))


def _are_many(rows: QuerySet) -> bool:
    """Whether there are more than are counted."""
    return rows[COUNTED_AT_MOST : COUNTED_AT_MOST + 1].exists()


def _by_name(value):
    """Of equal names, by the value: whatever order the database had."""
    return fold_accents(value[1]), value[0]


def _undated(papers):
    return papers.filter(date="", status__in=APPEARED).order_by().values_list("pk", "title")[:1]


def _forthcoming(papers):
    rows = papers.filter(date="").exclude(status__in=APPEARED)
    return rows.order_by().values_list("pk", "title")[:1]


def _venues(papers):
    name = Coalesce(NullIf("short_name", Value("")), "name")
    rows = Venue.objects.filter(Exists(papers.filter(venue=OuterRef("pk"))))
    return rows.order_by().values_list("pk", name)[: CHOICES_AT_MOST + 1]


def _topics(papers):
    shown = Exists(papers.filter(pk=OuterRef("publication")))
    rows = Topic.objects.filter(Exists(TOPICS.objects.filter(shown, topic=OuterRef("pk"))))
    return rows.order_by().values_list("slug", "name")[: CHOICES_AT_MOST + 1]


# What a list that is not counted offers in its drop-downs.
KNOWN = {"forthcoming": _forthcoming, "undated": _undated, "venue": _venues, "topic": _topics}


def researcher_list(
    researcher: Researcher, filters: Filters, find: Find = None, start: int = 0
) -> PaperList:
    """Starts at Authorship, as every list of one person's papers does."""
    authorships = shown_authorships(researcher)
    return PaperList(papers_of(researcher), filters, authorships, find, start=start)


def site_list(filters: Filters, find: Find = None, start: int = 0) -> PaperList:
    """Return the list of every public paper."""
    return PaperList(public_papers(), filters, find=find, start=start)


@dataclass(frozen=True)
class Year:
    heading: str
    anchor: str
    items: list[PublicationItem]


def by_year(items: Iterable[PublicationItem]) -> list[Year]:
    """The items of one page under their years, each year once."""
    groups = defaultdict(list)
    for item in items:
        groups[year_of(item.paper)].append(item)
    return [Year(heading(year), f"year-{year}", group) for year, group in groups.items()]


@dataclass(frozen=True)
class Mark:
    """A year of the whole list, or what else it is parted by, and on which page it begins."""

    heading: str
    anchor: str
    count: int
    page: int


def year_marks(paper_list: PaperList, page_size: int) -> list[Mark]:
    """None of a list that is not counted."""
    if paper_list.is_long:
        return []
    marks, before, chosen = [], 0, paper_list.filters.year
    for year in paper_list.years.choices:
        if not chosen or year.is_chosen:
            page = before // page_size + 1
            marks.append(Mark(year.text, f"year-{year.value}", year.count, page))
            before += year.count
    return marks


def spans(marks: list[Mark], page_size: int) -> list[str]:
    """The years on each page of a long list: "2024–2019"."""
    ends = list(accumulate(mark.count for mark in marks))
    names = []
    for start in range(0, ends[-1] if ends else 0, page_size):
        last = min(start + page_size, ends[-1]) - 1
        both = (marks[bisect_right(ends, place)].heading for place in (start, last))
        names.append("–".join(dict.fromkeys(both)))
    return names


def selected(researcher: Researcher, limit: int | None = None) -> dict:
    """What the home page shows: the picked papers, or the newest.

    `limit` None: all picked ones, or five of the newest.
    """
    most = limit or SELECTED_AT_MOST
    if researcher.editor is None:
        first = _first_choice(person=researcher.pk, limit=most)
    else:
        first = list(_by_choice(shown_authorships(researcher))[:most])
    chosen = [key for key, is_selected in first if is_selected]
    chosen = chosen or [key for key, _is_selected in first[: limit or NEWEST_INSTEAD]]
    return {"items": items_of(chosen, researcher), "researcher": researcher}


def _by_choice(authorships):
    rows = authorships.order_by("-is_selected", *BY_CHOICE)
    return rows.values_list("publication_id", "is_selected")


_first_choice = CompiledQuery(lambda: _by_choice(public_authorships(Param("person"))))
