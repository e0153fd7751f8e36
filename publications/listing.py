"""Lists of papers: which papers, what a visitor may filter them by, how many each answer leaves."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from functools import partial
from itertools import accumulate, chain, groupby
from typing import NamedTuple

from django.db.models import F, Q, QuerySet, Value
from django.db.models.functions import Coalesce, NullIf
from django.utils.functional import cached_property

from profiles.kept_statements import KeptStatement, Param, together
from profiles.models import Researcher
from publications import entry_types
from publications.list_filters import LIST_YEAR, Facets, Filters, heading, list_year, year_of
from publications.list_items import (
    PublicationItem,
    items_of,
    totals,
    with_first,
)
from publications.list_words import papers_with_words, words
from publications.long_list import LongList
from publications.models import Authorship, Publication
from publications.visibility import (
    papers_of,
    public_authorships,
    public_papers,
    public_papers_of,
    shown_authorships,
)

COUNTED_AT_MOST = 10_000
# Of these, the words are read for each search; of more, the site's index answers.
READ_AT_MOST = 5_000
SELECTED_AT_MOST, NEWEST_INSTEAD = 60, 5
BY_CHOICE = ("selected_position", "-publication__date", "-publication")
NEWEST_FIRST = ("-list_year", "-date", "-pk")
TOPICS = Publication.topics.through


class Row(NamedTuple):
    """By what a paper is filtered and counted."""

    pk: int
    entry_type: str
    venue: int | None
    venue_name: str | None
    # As `list_year` has it.
    year: str
    is_first: bool
    is_selected: bool


def rows(papers: QuerySet[Publication]) -> QuerySet:
    """What a Row holds of each of `papers`, newest first; the researcher's part is not among it."""
    short_or_name = Coalesce(NullIf("venue__short_name", Value("")), "venue__name")
    papers = papers.annotate(venue_name=short_or_name, list_year=LIST_YEAR)
    columns = ("pk", "entry_type", "venue", "venue_name", "list_year")
    return papers.order_by(*NEWEST_FIRST).values_list(*columns)


def topics(papers: QuerySet[Publication]) -> QuerySet:
    """(key of the paper, slug, name) of each topic of each of `papers`."""
    tagged = TOPICS.objects.filter(publication__in=papers.order_by()).order_by("pk")
    tagged = tagged.annotate(slug=F("topic__slug"), name=F("topic__name"))
    return tagged.values_list("publication", "slug", "name")


def first_papers(own: QuerySet[Authorship]) -> QuerySet:
    """(key of the paper) of each of `own` as its first, sole or co-first author."""
    return with_first(own.order_by()).filter(is_first=True).values_list("publication")


def selected_papers(own: QuerySet[Authorship]) -> QuerySet:
    """(key of the paper) of each of `own` that is selected."""
    return own.order_by().filter(is_selected=True).values_list("publication")


class CountedList(Facets):
    """Papers, filtered; `is_own`: of one researcher.

    Of each paper a Row is read, and by these it is filtered and counted. `papers`: makes the query
    for them, which words alone need. `find`: from words to the papers that have them, by the site's
    index. `read`: `rows`, `topics`, `first_papers` and `selected_papers`, as loaded.
    """

    is_long = is_cut = False

    def __init__(
        self,
        papers: Callable[[], QuerySet[Publication]],
        filters: Filters,
        find: Callable[[str], Q] | None = None,
        *,
        is_own: bool = False,
        read: Iterable[Iterable[tuple]],
    ):
        self.papers = papers
        self.filters, self.find, self.is_own = filters, find, is_own
        all_rows, all_topics, *own = read
        first, selected = ({pk for (pk,) in part} for part in own)
        self.rows = [Row(pk, *values, pk in first, pk in selected) for pk, *values in all_rows]
        # Key of a paper -> its (slug, name).
        self.topics_of = defaultdict(list)
        for pk, *topic in all_topics:
            self.topics_of[pk].append(tuple(topic))

    @property
    def total(self) -> int:
        return len(self.rows)

    @cached_property
    def matching(self) -> list[int]:
        """The primary keys of the papers that pass every filter, newest first."""
        return [row.pk for row in self._passing()]

    @property
    def count(self) -> int:
        return len(self.matching)

    @cached_property
    def counts(self) -> dict[str, int]:
        """Of the researcher's own parts: in all papers, and where the other filters leave them."""
        return {
            "all_firsts": sum(row.is_first for row in self.rows),
            "all_selected": sum(row.is_selected for row in self.rows),
            "firsts": sum(row.is_first for row in self._passing(but="role")),
            "selected": sum(row.is_selected for row in self._passing(but="selected")),
        }

    @property
    def totals(self) -> str:
        return totals(self.total, self.counts["all_firsts"] if self.is_own else 0)

    def values(self, part: str) -> list[tuple]:
        """The values of all papers, newest first, and how many have each under other filters."""
        values_of = {
            "year": lambda row: [row.year],
            "type": lambda row: [entry_types.known(row.entry_type)],
            "venue": lambda row: [(row.venue, row.venue_name)] if row.venue else [],
            "topic": lambda row: self.topics_of.get(row.pk, []),
        }[part]
        passing = self._passing(but=part)
        counts = Counter(chain.from_iterable(map(values_of, passing)))
        if passing is self.rows:  # nothing else is filtered
            return list(counts.items())
        every = dict.fromkeys(chain.from_iterable(map(values_of, self.rows)))
        return [(value, counts[value]) for value in every]

    def _passing(self, *, but: str = "") -> list[Row]:
        """Those that pass every part of the filter, `but` one aside."""
        passing = self.rows
        for part, test in self._tests.items():
            if part != but:
                passing = [row for row in passing if test(row)]
        return passing

    @cached_property
    def _tests(self) -> dict[str, Callable[[Row], bool]]:
        asked = ((part.name, getattr(self.filters, part.name)) for part in fields(self.filters))
        return {part: self._test(part, value) for part, value in asked if value}

    def _test(self, part, value):
        if part == "q":
            found = set(self._with_words(value))
        return {
            "q": lambda row: row.pk in found,
            "year": lambda row: list_year(row.year) == value,
            "type": lambda row: entry_types.known(row.entry_type) == value,
            "topic": lambda row: value in (slug for slug, _name in self.topics_of.get(row.pk, ())),
            "venue": lambda row: str(row.venue) == value,
            "role": lambda row: row.is_first and value == "first",
            "selected": lambda row: row.is_selected,
        }[part]

    def _with_words(self, typed):
        if self.find and self.total > READ_AT_MOST:
            return self.papers().filter(self.find(typed)).values_list("pk", flat=True)
        return papers_with_words(self.papers().annotate(list_year=LIST_YEAR), typed)

    def filter_values(self) -> Iterator[tuple]:
        """(year, type, venue, topics, is first author, is selected, words) of every paper, in the
        order of the list: what a filter without a database goes by.
        """
        texts = words(self.papers().annotate(list_year=LIST_YEAR))
        for row in self.rows:
            slugs = [slug for slug, _name in self.topics_of.get(row.pk, ())]
            values = list_year(row.year), entry_types.known(row.entry_type), str(row.venue or "")
            yield *values, slugs, int(row.is_first), int(row.is_selected), texts[row.pk]


_PERSON = Param("person")
# The lists that visitors see.
OF_PERSON = (
    KeptStatement(lambda: rows(public_papers_of(_PERSON))),
    KeptStatement(lambda: topics(public_papers_of(_PERSON))),
    KeptStatement(lambda: first_papers(public_authorships(_PERSON))),
    KeptStatement(lambda: selected_papers(public_authorships(_PERSON))),
)
OF_LAB = (
    KeptStatement(lambda: rows(public_papers())),
    KeptStatement(lambda: topics(public_papers())),
)

PublicationList = CountedList | LongList
Find = Callable[[str], Q] | None


def researcher_list(researcher: Researcher, filters: Filters, find: Find = None) -> PublicationList:
    """Starts at Authorship, as every list of one person's papers does."""
    papers, own = partial(papers_of, researcher), partial(shown_authorships, researcher)
    if researcher.editor is None:
        read = together(*((each, {"person": researcher.pk}) for each in OF_PERSON))
    else:
        read = rows(papers()), topics(papers()), first_papers(own()), selected_papers(own())
    counted = CountedList(papers, filters, find, is_own=True, read=read)
    if counted.total > COUNTED_AT_MOST:
        return LongList(papers(), filters, own(), find, at_most=COUNTED_AT_MOST)
    return counted


def site_list(filters: Filters, find: Find = None) -> PublicationList:
    """Every public paper."""
    papers = public_papers()
    if papers.order_by()[: COUNTED_AT_MOST + 1].count() > COUNTED_AT_MOST:
        return LongList(papers, filters, find=find, at_most=COUNTED_AT_MOST)
    read = together(*((each, {}) for each in OF_LAB))
    return CountedList(public_papers, filters, find, read=(*read, (), ()))


@dataclass(frozen=True)
class Year:
    heading: str
    anchor: str
    items: list[PublicationItem]


def by_year(items: Iterable[PublicationItem]) -> list[Year]:
    """The items of one page under their years."""
    groups = groupby(items, key=lambda item: year_of(item.paper))
    return [Year(heading(year), f"year-{year}", list(group)) for year, group in groups]


@dataclass(frozen=True)
class Mark:
    """A year of the whole list, or what else it is parted by, and on which page it begins."""

    heading: str
    anchor: str
    count: int
    page: int


def year_marks(paper_list: PublicationList, page_size: int) -> list[Mark]:
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


def _by_choice(own):
    rows = own.order_by("-is_selected", *BY_CHOICE)
    return rows.values_list("publication_id", "is_selected")


_first_choice = KeptStatement(lambda: _by_choice(public_authorships(_PERSON)))
