"""PostgreSQL keeps each document's tsvector, and an index of what came last of each kind.

Of a common word it then reads the last rows and tests them, and stops when it has enough.

`migrate` fills the index anew.
"""

from django.db import migrations

DOCUMENT = "array_to_tsvector(string_to_array(words, ' '))"
FORWARDS = (
    "DELETE FROM website_searchdocument",
    "DROP INDEX website_searchwords",
    "ALTER TABLE website_searchdocument ADD COLUMN vector tsvector"
    f" GENERATED ALWAYS AS ({DOCUMENT}) STORED",
    "CREATE INDEX website_searchwords ON website_searchdocument USING gin (vector)",
    "CREATE INDEX website_searchlast ON website_searchdocument (kind, (-id))",
)
BACKWARDS = (
    "DELETE FROM website_searchdocument",
    "DROP INDEX website_searchlast",
    "ALTER TABLE website_searchdocument DROP COLUMN vector",
    f"CREATE INDEX website_searchwords ON website_searchdocument USING gin ({DOCUMENT})",
)


def keep_vector(apps, schema_editor, statements=FORWARDS):
    if schema_editor.connection.vendor == "postgresql":
        for statement in statements:
            schema_editor.execute(statement)


def drop_vector(apps, schema_editor):
    keep_vector(apps, schema_editor, BACKWARDS)


class Migration(migrations.Migration):
    dependencies = [("website", "0005_search_prefixes")]

    operations = [migrations.RunPython(keep_vector, drop_vector)]
