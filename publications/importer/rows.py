# ruff: noqa: S608 names of tables and columns come from our own models
"""Rows of one table by the hundred, as tuples: many to a statement.

Django's bulk_create asks every field of every object for its value, which is most of the time of
an import. Here the values come as the columns store them: JSON as text, dates in stored form.
"""

from collections.abc import Iterable, Sequence
from itertools import chain

from django.db import connection, models

# Rows of one INSERT, as far as the database takes so many values at once.
TOGETHER = 50
BOUND = "%s"


class Table:
    """The columns that rows give, in their order; every other column takes its default."""

    def __init__(self, model: type[models.Model], *columns: str):
        self.model, self.columns = model, columns
        meta = model._meta
        self.key = meta.pk.column
        self.others = [f for f in meta.concrete_fields if f.column not in (self.key, *columns)]

    def insert(self, rows: Sequence[tuple], *, ignore_conflicts: bool = False) -> None:
        """`rows`: the primary key, then the columns."""
        if not rows:
            return
        defaults = [stored(field, field.get_default()) for field in self.others]
        if bound := tuple(value for value in defaults if _literal(value) == BOUND):
            rows = [row + bound for row in rows]
        count = _rows_together(len(rows[0]))
        whole = len(rows) - len(rows) % count
        together = [
            tuple(chain.from_iterable(rows[start : start + count]))
            for start in range(0, whole, count)
        ]
        _execute(self._insert(count, defaults, ignore_conflicts), together)
        _execute(self._insert(1, defaults, ignore_conflicts), rows[whole:])

    def _insert(self, count, defaults, ignore_conflicts):
        """Defaults stand in the statement itself: binding None or False costs more than a text."""
        literals = dict(
            zip([field.column for field in self.others], map(_literal, defaults), strict=True)
        )
        fixed = {name: value for name, value in literals.items() if value != BOUND}
        columns = (self.key, *self.columns, *(name for name in literals if name not in fixed))
        row = ", ".join([*[BOUND] * len(columns), *fixed.values()])
        names = _quoted((*columns, *fixed))
        unless = " ON CONFLICT DO NOTHING" if ignore_conflicts else ""
        return (
            f"INSERT INTO {self._name} ({names}) VALUES {', '.join([f'({row})'] * count)}{unless}"
        )

    def update(self, rows: Sequence[tuple]) -> None:
        """`rows`: the columns, then the primary key."""
        values = ", ".join(f"{_quoted([name])} = %s" for name in self.columns)
        _execute(f"UPDATE {self._name} SET {values} WHERE {_quoted([self.key])} = %s", rows)

    def delete(self, keys: Sequence[int]) -> None:
        """With what hangs on them; not by the hundred thousand."""
        if keys:
            self.model._base_manager.filter(pk__in=keys).delete()

    def new_keys(self, count: int) -> Iterable[int]:
        """Primary keys that no row has, or ever had; inside the transaction that writes them."""
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute(
                    "SELECT MAX(last) FROM (SELECT seq AS last FROM sqlite_sequence WHERE name = %s"
                    f" UNION ALL SELECT MAX({_quoted([self.key])}) FROM {self._name})",
                    [self.model._meta.db_table],
                )
                (last,) = cursor.fetchone()
                return range((last or 0) + 1, (last or 0) + 1 + count)
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)",
                [self._name, self.key, count],
            )
            return [key for (key,) in cursor.fetchall()]

    @property
    def _name(self):
        return connection.ops.quote_name(self.model._meta.db_table)


def stored(field: models.Field, value: object) -> object:
    """The value as the database's driver wants it."""
    return field.get_db_prep_save(value, connection)


def _rows_together(width):
    limit = connection.features.max_query_params
    return min(TOGETHER, limit // width) if limit else TOGETHER


def _literal(value):
    """A default in SQL, where a percent sign is two to the driver; JSON is bound as any value."""
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return "'" + value.replace("'", "''").replace("%", "%%") + "'"
    return BOUND


def _quoted(names):
    return ", ".join(connection.ops.quote_name(name) for name in names)


def _execute(sql, rows):
    if rows:
        with connection.cursor() as cursor:
            cursor.executemany(sql, rows)
