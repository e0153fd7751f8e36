"""Queries whose SQL is written once in each process, and several of them asked in one statement.

Django takes ten times as long to write a query as the database to answer it.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import islice

from django.conf import settings
from django.db import connection
from django.db.models import BooleanField, DateTimeField, Expression, JSONField, Model, QuerySet
from django.utils import timezone

# As a LIMIT: PostgreSQL and SQLite have no word in common for none.
ALL = 2**31


# While the SQL of a CompiledQuery is written.
_is_writing: ContextVar[bool] = ContextVar("is_writing", default=False)


@dataclass(frozen=True)
class Placeholder:
    """Stands among the parameters of a compiled query for what a call gives under this name."""

    name: str


class Param(Expression):
    """An argument of a CompiledQuery, such as `filter(slug=Param("slug"))`."""

    def __init__(self, name: str):
        super().__init__()
        self.name = name

    def as_sql(self, compiler, connection):
        return "%s", [Placeholder(self.name)]


class Keys(Param):
    """An argument that is a list of primary keys, such as `filter(pk__in=Keys("papers"))`."""

    def as_sqlite(self, compiler, connection):
        return "(SELECT value FROM json_each(%s))", [Placeholder(self.name)]

    def as_postgresql(self, compiler, connection):
        sql = "(SELECT value::bigint FROM json_array_elements_text(%s::json))"
        return sql, [Placeholder(self.name)]


class Moment(Expression):
    """The moment at which a query is asked: of a CompiledQuery, that of each call."""

    output_field = DateTimeField()

    def as_sql(self, compiler, connection):
        return "%s", [Placeholder("now") if _is_writing.get() else _now()]


class CompiledQuery:
    """`write` makes a QuerySet in which Param and Keys stand for the arguments of a call.

    Called with their values, and perhaps a `limit`, it is the rows as loaded then: what the query
    compares with Moment() is compared with the moment of the call. Rows have columns (texts,
    numbers, ticks, moments, JSON) and annotations of their own model; `select_related` and
    prefetches are not for it. Of a `values_list` they are lists.
    """

    def __init__(self, write: Callable[[], QuerySet]):
        self.write = write
        # By database, and by VITAE_RESEARCHER, which decides who is public; tests change it.
        self._written: dict[tuple[str, str], WrittenQuery] = {}

    def __call__(self, **values) -> list:
        return together((self, values))[0]

    def written(self) -> "WrittenQuery":
        key = (connection.vendor, settings.SINGLE_RESEARCHER)
        if key not in self._written:
            self._written[key] = WrittenQuery(self.write())
        return self._written[key]


def together(*questions: tuple[CompiledQuery, dict]) -> list[list]:
    """The rows of each statement with its values, in one query: as JSON, one text for each."""
    if not questions:
        return []
    written = [(statement.written(), values) for statement, values in questions]
    known = {"now": _now(), "limit": ALL}
    params = []
    for query, values in written:
        given = known | {name: _plain(value) for name, value in values.items()}
        params += [given[x.name] if isinstance(x, Placeholder) else x for x in query.params]
    # Named: for SQLite, Django goes through a statement letter by letter to find each `%s`.
    named = {f"p{number}": value for number, value in enumerate(params)}
    sql = f"SELECT {', '.join(f'({query.sql})' for query, _values in written)}"
    with connection.cursor() as cursor:
        cursor.execute(sql % tuple(f"%({name})s" for name in named), named)
        texts = cursor.fetchone()
    return [query.read(text) for (query, _values), text in zip(written, texts, strict=True)]


def attach(row: Model, relation: str, related: list[Model] | list[tuple]) -> None:
    """As prefetch_related() does: `row.<relation>.all()` is these rows, without a query.

    They may be plain tuples, which do not know their `row`.
    """
    field = row._meta.get_field(relation)
    if field.one_to_many:
        for item in related:
            if isinstance(item, Model):
                setattr(item, field.field.name, row)
    queryset = QuerySet(model=field.related_model)
    queryset._result_cache, queryset._prefetch_done = related, True
    if not hasattr(row, "_prefetched_objects_cache"):
        row._prefetched_objects_cache = {}
    row._prefetched_objects_cache[relation] = queryset


def attach_all(rows: Iterable[Model], relation: str, related: Iterable, column: str) -> None:
    """`attach` to each of `rows` those whose `column` has its key."""
    of_each = by_column(related, column)
    for row in rows:
        attach(row, relation, of_each[row.pk])


def attach_one(rows: Iterable[Model], name: str, related: Iterable[Model]) -> None:
    """`row.<name>` is the one of `related` that it refers to; None where it is not among them."""
    by_key = {one.pk: one for one in related}
    for row in rows:
        setattr(row, name, by_key.get(getattr(row, f"{name}_id")))


def by_column(rows: Iterable, column: str) -> dict[int, list]:
    """The value of a column -> the rows that have it."""
    groups = defaultdict(list)
    for row in rows:
        groups[getattr(row, column)].append(row)
    return groups


class WrittenQuery:
    """The SQL that answers with an array of arrays, and its parameters: values, Placeholders."""

    def __init__(self, rows: QuerySet):
        # A query that finds nothing, such as .none(), is written too: no rows are its answer.
        compiler = rows.query.get_compiler(using=connection.alias, elide_empty=False)
        with _writing():
            sql, params = compiler.as_sql()
        sql, self.params = sql.replace("%%", "%%%%"), list(params)  # together() reads them again
        if not rows.query.is_sliced:
            sql, self.params = f"{sql} LIMIT %s", [*self.params, Placeholder("limit")]
        columns = [
            (alias or column.target.column, column) for column, _sql, alias in compiler.select
        ]
        listed = ", ".join(_as_json(name, column.output_field) for name, column in columns)
        array, collect = "json_array", "json_group_array"
        if connection.vendor == "postgresql":
            array, collect = "json_build_array", "json_agg"
        self.sql = f"SELECT CAST({collect}({array}({listed})) AS text) FROM ({sql}) AS listed"  # noqa: S608 columns of models
        self.model, self.is_values = rows.model, bool(rows.query.values_select)
        self.annotations = [n for n, _column in columns if n in rows.query.annotation_select]
        model_columns = columns[: len(columns) - len(self.annotations)]
        # Django looks each column of the model up in it.
        self.fields = {column.target.attname: None for _name, column in model_columns}
        readers = [(place, _reader(column)) for place, (_name, column) in enumerate(columns)]
        self.readers = [(place, reader) for place, reader in readers if reader]

    def read(self, text: str | None) -> list:
        rows, end = [], len(self.fields)
        for values in json.loads(text or "[]"):
            for place, reader in self.readers:
                if values[place] is not None:
                    values[place] = reader(values[place])
            if self.is_values:
                rows.append(values)
                continue
            row = self.model.from_db(connection.alias, self.fields, values[:end])
            vars(row).update(zip(self.annotations, values[end:], strict=True))
            rows.append(row)
        return rows


def _as_json(name, field):
    """A column's value; JSON as a part of the whole, read with it."""
    name = connection.ops.quote_name(name)
    is_text = isinstance(field, JSONField) and connection.vendor == "sqlite"
    return f"json({name})" if is_text else name


def _reader(column):
    """What makes of a value in JSON the one that a row has; None where that is the same."""
    field = column.output_field
    if isinstance(field, DateTimeField):
        return _moment
    if isinstance(field, BooleanField):
        return bool
    if isinstance(field, JSONField):
        return None
    if read := getattr(field, "from_db_value", None):
        return partial(read, expression=column, connection=connection)
    return None


def _moment(text):
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


@contextmanager
def _writing() -> Iterator[None]:
    token = _is_writing.set(True)
    try:
        yield
    finally:
        _is_writing.reset(token)


def _plain(value):
    return json.dumps(value) if isinstance(value, list) else value


def _now():
    return connection.ops.adapt_datetimefield_value(timezone.now())


def batched(items: Iterable, size: int) -> Iterator[list]:
    """Lists of `size` items, the last one shorter."""
    items = iter(items)
    while some := list(islice(items, size)):
        yield some
