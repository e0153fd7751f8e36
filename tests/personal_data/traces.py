"""Where a word may still stand: every column of every table as stored, files, caches."""

from pathlib import Path

from django.conf import settings
from django.db import connection


def tables():
    """All that the database knows, the search index's own tables among them."""
    with connection.cursor() as cursor:
        found = connection.introspection.table_names(cursor)
        if connection.vendor != "sqlite":
            return found
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return sorted({*found, *(name for (name,) in cursor.fetchall())})


def in_database(word: str) -> list[str]:
    """The rows that hold `word`, whatever its capitals, as "table: row"."""
    found = []
    with connection.cursor() as cursor:
        for table in tables():
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608 names of our own tables
            found += [f"{table}: {row}" for row in cursor.fetchall() if _holds(row, word)]
    return found


def in_files(word: str) -> list[Path]:
    """Files below DATA whose name or content holds `word`."""
    needle = word.lower().encode()
    paths = [path for path in Path(settings.DATA_DIR).rglob("*") if path.is_file()]
    return [p for p in paths if needle in p.name.lower().encode() + p.read_bytes().lower()]


def _holds(row, word):
    values = [v if isinstance(v, bytes) else str(v).encode() for v in row]
    return any(word.lower().encode() in value.lower() for value in values)
