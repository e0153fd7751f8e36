"""What a visitor may filter a list of papers by, and what the page says of it.

How many papers each choice leaves; words are looked for with accents aside.
"""
# ruff: noqa: S608 - the SQL is Django's or stands here; what a visitor typed is a parameter

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from typing import NamedTuple

from django.db import connection
from django.db.models import Case, CharField, Q, QuerySet, Value, When
from django.db.models.expressions import RawSQL
from django.db.models.functions import Substr
from django.utils.translation import gettext as _

from profiles.folding import fold
from profiles.markup import small_html
from profiles.models import Researcher
from publications.models import APPEARED, Authorship, Publication, Topic, Venue

FORTHCOMING, UNDATED = "forthcoming", "undated"
# Sorts as the list does: forthcoming papers lead, undated ones close.
LIST_YEAR = Case(
    When(date="", status__in=APPEARED, then=Value("")),
    When(date="", then=Value(FORTHCOMING)),
    default=Substr("date", 1, 4),
)


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

    @property
    def has_more_than_words(self) -> bool:
        return any(astuple(self)[1:])


@dataclass(frozen=True)
class Choice:
    value: str
    text: str
    # None in a list too long to be counted.
    count: int | None
    is_chosen: bool = False

    @property
    def html(self) -> str:
        """Its line of the drop-down, of which there may be hundreds."""
        form = '<option value="{}"{}>{}{}</option>'
        selected = " selected" if self.is_chosen else ""
        count = "" if self.count is None else f" ({self.count})"
        return small_html(form, self.value, selected, self.text, count)


@dataclass(frozen=True)
class Facet:
    """One drop-down; `choices` are those with papers, and the chosen one even without."""

    name: str
    label: str
    choices: list[Choice]
    # Of how many values the list has papers, whatever the filters.
    known: int


def list_year(text: str) -> str:
    """Return a year of LIST_YEAR as "2024", "843", FORTHCOMING or UNDATED."""
    return text.lstrip("0") or UNDATED


def year_of(paper: Publication) -> str:
    """The same of a paper that is loaded."""
    if paper.date:
        return str(paper.date.year)
    return UNDATED if paper.status in APPEARED else FORTHCOMING


def heading(year: str) -> str:
    if year == FORTHCOMING:
        return _("Forthcoming")
    return _("Undated") if year == UNDATED else year


def distinct(papers: QuerySet[Publication], column: str, shown=None) -> list[str]:
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
            f"WITH RECURSIVE known(value) AS (SELECT ({last}) UNION ALL"
            f" SELECT ({step}) FROM known WHERE value IS NOT NULL)"
            " SELECT value FROM known WHERE value IS NOT NULL",
            (*params, *more_params),
        )
        return [value for (value,) in cursor.fetchall()]


def in_year(value: str) -> Q:
    """As an index of dates finds it."""
    if value == FORTHCOMING:
        return Q(date="") & ~Q(status__in=APPEARED)
    if value == UNDATED:
        return Q(date="", status__in=APPEARED)
    year = value.zfill(4)
    is_year = len(year) == 4 and year.isascii() and year.isdecimal()
    if not is_year or list_year(year) != value:
        return Q(pk__in=())
    next_year = Value(f"{int(year) + 1:04}", CharField())
    return Q(date__gte=Value(year, CharField()), date__lt=next_year)


SEARCHED = (
    *("title", "short_name", "container_title", "tldr", "translations"),
    *("venue__short_name", "venue__name", "list_year"),
)
# A database takes only so many parameters in one query.
MATCHES_AT_MOST = 30_000
# What was typed between quotation marks stays together.
PHRASE = re.compile(r"[\"“”„][^\"“”„]+|[^\s\"“”„]+")
NOT_A_WORD = re.compile(r"[\W_]+")
TOPICS = Publication.topics.through


def papers_with_words(papers: QuerySet[Publication], typed: str, at_most: int) -> list[int] | None:
    """The keys of those in which all the words stand; None where more than `at_most` would have to
    be read.
    """
    texts = words(papers, at_most)
    if texts is None:
        return None
    phrases = list(filter(None, map(_plain_words, PHRASE.findall(typed))))
    matches = [pk for pk, text in texts.items() if all(phrase in text for phrase in phrases)]
    return matches[:MATCHES_AT_MOST]


def words(papers: QuerySet[Publication], at_most: int) -> dict[int, str] | None:
    """What each of `papers`, which have their `list_year`, is found by, folded; None of more than
    `at_most`.
    """
    rows = list(papers.order_by().values_list("pk", *SEARCHED)[: at_most + 1])
    if len(rows) > at_most:
        return None
    texts = {pk: [str(text) for text in row if text] for pk, *row in rows}
    these = papers.order_by().values("pk")
    tagged = TOPICS.objects.filter(publication__in=these).order_by("pk")
    for pk, name in tagged.values_list("publication", "topic__name"):
        texts[pk].append(name)
    for pk, names in _printed_names(these).items():
        texts[pk] += names
    return {pk: _plain_words(" ".join(parts)) for pk, parts in texts.items()}


def _printed_names(papers):
    """{paper's pk: the words of its names}, for finding text, in one query."""
    public = When(researcher__in=Researcher.objects.public(), then="researcher__native_name")
    columns = ("given", "particle", "family", "literal", Case(public))
    words = {}
    names = Authorship.objects.filter(publication__in=papers).order_by()
    for paper, *parts in names.values_list("publication", *columns):
        words.setdefault(paper, []).extend(part for part in parts if part)
    return words


def _plain_words(text: str) -> str:
    """Without accents, capitals and signs: "Domain-Adaptation" is "domain adaptation"."""
    return NOT_A_WORD.sub(" ", fold(text)).strip()


# --- How many papers of a list have which year, kind, venue or topic -----------------------------
# The papers are read once, within the database; however many they are, the answer is as long as
# the drop-downs of the page.

# What `listed` must have, besides the columns of its tests.
COLUMNS = ("pk", "list_year", "date", "entry_type", "venue", "is_first", "is_selected")
NEWEST_FIRST = "list_year DESC, date DESC, pk DESC"
# The same as a text that sorts: a key has as many digits as any other.
PLACE = "list_year || date || ' ' || substr(CAST(1000000000000000000 + pk AS text), 2)"


class CountedPart(NamedTuple):
    """By what a list is filtered: a column, and what it is called in addresses and on the page."""

    column: str
    value: str = "value"
    name: str = "''"
    # Behind `listed`, where the column is, and behind the counts, where the names are.
    joined: str = ""
    named: str = ""
    newest: str = "''"


PARTS = {
    "year": CountedPart("list_year"),
    "type": CountedPart("entry_type", newest=f"MAX({PLACE})"),
    "venue": CountedPart(
        "venue",
        value="CAST(named.id AS text)",
        name="COALESCE(NULLIF(named.short_name, ''), named.name)",
        named=f"JOIN {Venue._meta.db_table} named ON named.id = value",
    ),
    "topic": CountedPart(
        "topic_id",
        value="named.slug",
        name="named.name",
        joined=f"{{join}} {Publication.topics.through._meta.db_table} ON publication_id = pk",
        named=f"JOIN {Topic._meta.db_table} named ON named.id = value",
    ),
}
# CROSS: the papers first. The other way round, SQLite goes through the topics of every paper.
JOIN = {"sqlite": "CROSS JOIN", "postgresql": "JOIN"}
FLAGS = {"role": "is_first", "selected": "is_selected"}


class ValueCount(NamedTuple):
    """Of the papers with one value."""

    value: str
    name: str
    # How many there are, and how many of them pass the filters of the other parts.
    all: int
    passing: int
    # The PLACE of the newest, where that is asked for.
    newest: str


class Counts:
    """`total` papers are listed, or more than `at_most`: then nothing else is known of them.

    `keys`: of those that pass every test the primary keys, newest first, from place `start` on.
    """

    def __init__(self, rows: Iterable[tuple]):
        self.total, self.passing, page = 0, 0, []
        self.of: dict[str, list[ValueCount]] = defaultdict(list)
        for part, value, name, every, passing, newest in rows:
            match part:
                case "papers":
                    self.total, self.passing = every, passing
                case "page":
                    page.append((newest, int(value)))
                case _:
                    self.of[part].append(ValueCount(value, name, every, passing, newest))
        self.keys = [key for _newest, key in sorted(page, reverse=True)]


def count(listed: QuerySet, tests: list[str], at_most: int, start: int, length: int) -> Counts:
    """`listed` papers have COLUMNS, and for each of `tests`, the parts that are filtered by,
    whether they pass it: `passes_<part>`.
    """
    sql, params = listed.order_by()[: at_most + 1].query.sql_with_params()
    is_counted = f"(SELECT COUNT(*) FROM listed) <= {at_most}"
    join = JOIN[connection.vendor]
    arms = [f"SELECT 'papers', '', '', COUNT(*), {_passing(tests)}, '' FROM listed"]
    for name, part in PARTS.items():
        counts = (
            f"SELECT {part.column} AS value, COUNT(*) AS papers,"
            f" {_passing(tests, name)} AS passing, {part.newest} AS newest"
            f" FROM listed {part.joined.format(join=join)} WHERE {is_counted} GROUP BY 1"
        )
        arms.append(
            f"SELECT '{name}', {part.value}, {part.name}, papers, passing, newest"
            f" FROM ({counts}) AS counts {part.named}"
        )
    for name, column in FLAGS.items():
        arms.append(
            f"SELECT '{name}', '', '', COUNT(*), {_passing(tests, name)}, ''"
            f" FROM listed WHERE {column} AND {is_counted}"
        )
    passing = " AND ".join([is_counted, *map(_passes, tests)])
    page = f"SELECT * FROM listed WHERE {passing} ORDER BY {NEWEST_FIRST}"
    page = f"({page} LIMIT {length} OFFSET {start}) AS page"
    arms.append(f"SELECT 'page', CAST(pk AS text), '', 1, 1, {PLACE} FROM {page}")
    with connection.cursor() as cursor:
        cursor.execute(f"WITH listed AS ({sql}) {' UNION ALL '.join(arms)}", params)
        return Counts(cursor.fetchall())


def _passing(tests, but=""):
    passed = [_passes(test) for test in tests if test != but]
    if not passed:
        return "COUNT(*)"
    return f"COALESCE(SUM(CASE WHEN {' AND '.join(passed)} THEN 1 ELSE 0 END), 0)"


def _passes(test):
    return f"passes_{test}"
