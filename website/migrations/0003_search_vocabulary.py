"""The words of the search index, for mistakes of typing; and the index anew, for Chinese is folded.

SQLite keeps such a list already, this only shows it. `migrate` makes the index anew by itself.
"""

from django.db import migrations


def create_vocabulary(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(
            "CREATE VIRTUAL TABLE website_searchvocabulary"
            " USING fts5vocab(website_searchwords, 'row')"
        )


def drop_vocabulary(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP TABLE website_searchvocabulary")


class Migration(migrations.Migration):
    dependencies = [("website", "0002_search_document")]

    operations = [migrations.RunPython(create_vocabulary, drop_vocabulary)]
