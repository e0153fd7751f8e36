"""How many papers of a list have which year, kind, venue or topic: one statement, a row for each.

The papers are read once, within the database; however many they are, the answer is as long as the
drop-downs of the page.
"""
# ruff: noqa: S608 - the SQL is Django's or stands here; what a visitor typed is a parameter

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from django.db import connection
from django.db.models import QuerySet

from publications.models import Publication, Topic, Venue

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
