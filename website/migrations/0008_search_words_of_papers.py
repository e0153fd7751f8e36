"""In PostgreSQL, papers have an index of their own: there are a hundred times as many as all else,
and a beginning that stands in many papers has to be gathered from all of them.
"""

from django.db import migrations

FORWARDS = (
    "DROP INDEX website_searchwords",
    "CREATE INDEX website_searchwords ON website_searchdocument USING gin (vector)"
    " WHERE kind <> 'papers'",
    "CREATE INDEX website_searchpapers ON website_searchdocument USING gin (vector)"
    " WHERE kind = 'papers'",
)
BACKWARDS = (
    "DROP INDEX website_searchpapers",
    "DROP INDEX website_searchwords",
    "CREATE INDEX website_searchwords ON website_searchdocument USING gin (vector)",
)


def part_index(apps, schema_editor, statements=FORWARDS):
    if schema_editor.connection.vendor == "postgresql":
        for statement in statements:
            schema_editor.execute(statement)


def join_index(apps, schema_editor):
    part_index(apps, schema_editor, BACKWARDS)


class Migration(migrations.Migration):
    dependencies = [("website", "0007_demo_note")]

    operations = [migrations.RunPython(part_index, join_index)]
