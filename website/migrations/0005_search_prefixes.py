"""SQLite lists how words begin, and what may be typed in full is a word of its own.

Without such lists FTS5 unites those of all words that begin so, at each search. Few words begin
with more letters alike. `migrate` fills the index anew.
"""

from functools import partial
from importlib import import_module

from django.db import migrations

INDEX = (
    "CREATE VIRTUAL TABLE website_searchwords USING fts5(words, content='website_searchdocument',"
    " content_rowid='id', tokenize='ascii', detail=none, columnsize=0{})"
)
# In letters, one of them for the part of the row in which the word stands.
PREFIXES = ", prefix='4 5 6 7 8 9'"
TRIGGERS = import_module("website.migrations.0002_search_document").SQLITE[1:]


def empty(apps, schema_editor):
    schema_editor.execute("DELETE FROM website_searchdocument")


def remake(apps, schema_editor, options=""):
    empty(apps, schema_editor)
    if schema_editor.connection.vendor != "sqlite":
        return
    for statement in (
        "DROP TRIGGER IF EXISTS website_searchwords_insert",
        "DROP TRIGGER IF EXISTS website_searchwords_delete",
        "DROP TABLE website_searchvocabulary",
        "DROP TABLE website_searchwords",
        INDEX.format(options),
        "CREATE VIRTUAL TABLE website_searchvocabulary USING fts5vocab(website_searchwords, 'row')",
        *TRIGGERS,
    ):
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("website", "0004_kind_among_words")]

    operations = [
        migrations.RunPython(partial(remake, options=PREFIXES), remake),
        migrations.RemoveField("searchdocument", "keys"),
        migrations.RunPython(migrations.RunPython.noop, empty),
    ]
