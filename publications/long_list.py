"""A list of more papers than are counted: nothing on its page costs more for more papers.

Its choices say no numbers, its pages end, and its years lead on. What such a page asks for, an
index answers.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import cached_property

from django.db import connection
from django.db.models import CharField, Exists, OuterRef, Q, QuerySet, Value
from django.db.models.expressions import RawSQL
from django.db.models.functions import Coalesce, NullIf, Substr
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from profiles.identifiers import is_valid_pk
from publications import entry_types
from publications.list_filters import FORTHCOMING, LIST_YEAR, UNDATED, Facets, Filters
from publications.list_items import with_first
from publications.list_words import papers_with_words
from publications.models import Authorship, Publication, Status, Topic, Venue

# In a drop-down. More of them help nobody.
CHOICES_AT_MOST = 300
# As other lists, but that forthcoming papers close it with the undated: an index has this order.
NEWEST_BY_INDEX = ("-date", "-list_year", "-pk")
TOPICS = Publication.topics.through


class LongList(Facets):
    """`papers`, filtered; `own`: as of a CountedList. Pages show `at_most` of them."""

    is_long = True

    def __init__(
        self,
        papers: QuerySet[Publication],
        filters: Filters,
        own: QuerySet[Authorship] | None = None,
        find: Callable[[str], Q] | None = None,
        *,
        at_most: int,
    ):
        self.papers = papers.order_by().annotate(list_year=LIST_YEAR)
        self.filters, self.own, self.find, self.at_most = filters, own, find, at_most
        self.total = at_most + 1

    @property
    def matching(self) -> Sequence[int]:
        """The primary keys of the papers that pass every filter, newest first."""
        papers = self.papers.filter(self._condition()).order_by(*NEWEST_BY_INDEX)
        return papers.values_list("pk", flat=True)

    @cached_property
    def count(self) -> int:
        """Of the papers that pass every filter, as many as the pages show at most."""
        return self.papers.filter(self._condition())[: self.at_most].count()

    @property
    def is_cut(self) -> bool:
        """Whether more pass the filters than the pages show."""
        return self.count == self.at_most

    @property
    def most(self) -> str:
        return number_format(self.at_most, force_grouping=True)

    @property
    def totals(self) -> str:
        return _("%(count)s+ papers") % {"count": self.most}

    def values(self, part: str) -> list[tuple]:
        match part:
            case "year":
                values = self._years()
            case "type":
                values = dict.fromkeys(map(entry_types.known, self._types))
            case "venue":
                name = Coalesce(NullIf("short_name", Value("")), "name")
                with_papers = Exists(self.papers.filter(venue=OuterRef("pk")))
                values = _some(Venue.objects.filter(with_papers), "pk", name)
            case "topic":
                shown = Exists(self.papers.filter(pk=OuterRef("publication")))
                tagged = TOPICS.objects.filter(shown, topic=OuterRef("pk"))
                values = _some(Topic.objects.filter(Exists(tagged)), "slug", "name")
        return [(value, None) for value in values]

    def _years(self) -> list[str]:
        """As `list_year` has them: of forthcoming papers first, of undated ones last."""
        undated = self.papers.filter(date="")
        first = [FORTHCOMING] if undated.exclude(status=Status.PUBLISHED).exists() else []
        last = [""] if undated.filter(status=Status.PUBLISHED).exists() else []
        return [*first, *_distinct(self.papers, "date", Substr("date", 1, 4)), *last]

    @cached_property
    def _types(self):
        return _distinct(self.papers, "entry_type")

    def _condition(self) -> Q:
        condition = Q()
        for part in fields(self.filters):
            if value := getattr(self.filters, part.name):
                condition &= self._filter(part.name, value)
        return condition

    def _filter(self, part, value) -> Q:
        match part:
            case "q" if self.find:
                return self.find(value)
            case "q":
                return Q(pk__in=papers_with_words(self.papers, value))
            case "year":
                return _in_year(value)
            case "type":
                return Q(entry_type__in=[t for t in self._types if entry_types.known(t) == value])
            case "topic":
                return Q(pk__in=TOPICS.objects.filter(topic__slug=value).values("publication"))
            case "venue" if is_valid_pk(value):
                return Q(venue=value)
            case "role" if value == "first":
                return self._with_own(is_first=True)
            case "selected":
                return self._with_own(is_selected=True)
        return Q(pk__in=())

    def _with_own(self, **condition) -> Q:
        if self.own is None:
            return Q(pk__in=())
        own = with_first(self.own.order_by()).filter(**condition)
        return Q(pk__in=own.values("publication"))


def _some(rows, *columns) -> list[tuple]:
    """None of too many."""
    rows = rows.order_by().values_list(*columns)[: CHOICES_AT_MOST + 1]
    return list(rows) if len(rows) <= CHOICES_AT_MOST else []


def _distinct(papers: QuerySet[Publication], column: str, shown=None) -> list[str]:
    """What `papers` have in a column, or as `shown`, a beginning of it; the last in order first.

    From each value the index of the column leads to the next: as many steps as there are values.
    """
    before = RawSQL("known.value", [], output_field=CharField())
    papers = papers.filter(**{f"{column}__gt": Value("", CharField())}).order_by(f"-{column}")
    papers = papers.values_list(shown or column)
    last, params = papers[:1].query.sql_with_params()
    step, more_params = papers.filter(**{f"{column}__lt": before})[:1].query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH RECURSIVE known(value) AS (SELECT ({last}) UNION ALL"  # noqa: S608 Django's SQL
            f" SELECT ({step}) FROM known WHERE value IS NOT NULL)"
            " SELECT value FROM known WHERE value IS NOT NULL",
            (*params, *more_params),
        )
        return [value for (value,) in cursor.fetchall()]


def _in_year(value: str) -> Q:
    """As an index of dates finds it."""
    if value == FORTHCOMING:
        return Q(date="") & ~Q(status=Status.PUBLISHED)
    if value == UNDATED:
        return Q(date="", status=Status.PUBLISHED)
    year = value.zfill(4)
    if len(year) != 4 or not (year.isascii() and year.isdecimal()):
        return Q(pk__in=())
    next_year = Value(f"{int(year) + 1:04}", CharField())
    return Q(date__gte=Value(year, CharField()), date__lt=next_year)
