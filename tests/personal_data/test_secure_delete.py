"""What a deletion leaves in the file of the database: read as bytes, not by a query."""

import sqlite3
from importlib import import_module

import pytest
from django.db import connections
from django.db.utils import ConnectionHandler

from website import personal_data
from website.models import SearchDocument

MIGRATION = import_module("website.migrations.0005_search_prefixes")
INDEX = (MIGRATION.INDEX.format(MIGRATION.PREFIXES), *MIGRATION.TRIGGERS)
WORD = b"zebrafinch"


@pytest.fixture
def on_disk(db, tmp_path, monkeypatch, settings):
    """A database of its own with a search index, as shipped: in WAL mode."""
    path = tmp_path / "vitae.sqlite3"
    base = settings.DATABASES["default"]
    own = base | {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path)}
    own["OPTIONS"] = settings.SQLITE_OPTIONS
    handler = ConnectionHandler({"default": own})
    monkeypatch.setattr(personal_data, "connection", handler["default"])
    with handler["default"].cursor() as cursor:
        cursor.execute("PRAGMA secure_delete = OFF")  # as SQLite is; Debian's clears at once
        with handler["default"].schema_editor() as editor:
            editor.create_model(SearchDocument)
        for statement in INDEX:
            cursor.execute(statement)
        rows = [(key, key, f"nzebrafinch{key}") for key in range(500)]
        cursor.executemany("INSERT INTO website_searchdocument VALUES (%s, 'news', %s, %s)", rows)
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.execute("DELETE FROM website_searchdocument")
    yield path
    handler["default"].close()


def stored(path):
    files = [path, path.with_name(f"{path.name}-wal")]
    return b"".join(file.read_bytes() for file in files if file.exists())


def test_deleted_word_leaves_the_file(on_disk):
    assert WORD in stored(on_disk)
    personal_data.forget_words()
    assert personal_data.clear_free_pages()
    assert WORD not in stored(on_disk)


def test_while_somebody_reads_it_says_so(on_disk, caplog):
    reader = sqlite3.connect(on_disk)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM website_searchdocument").fetchall()
    personal_data.forget_words()
    with personal_data.connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 10")
    assert not personal_data.clear_free_pages()
    reader.close()
    assert personal_data.clear_free_pages()
    assert WORD not in stored(on_disk)


def test_in_a_transaction_it_does_nothing(db):
    assert personal_data.clear_free_pages() is (connections["default"].vendor != "sqlite")
