"""The search index as a model. `migrate` fills it once every migration is done."""

from django.db import migrations, models

SQLITE = [
    # The words come ready made: `ascii` parts them at blanks and leaves other scripts alone.
    "CREATE VIRTUAL TABLE website_searchwords USING fts5(words, content='website_searchdocument',"
    " content_rowid='id', tokenize='ascii', detail=none, columnsize=0)",
    # To be made anew by a migration that alters the model: SQLite remakes its table for that.
    "CREATE TRIGGER website_searchwords_insert AFTER INSERT ON website_searchdocument BEGIN"
    " INSERT INTO website_searchwords (rowid, words) VALUES (NEW.id, NEW.words); END",
    "CREATE TRIGGER website_searchwords_delete AFTER DELETE ON website_searchdocument BEGIN"
    " INSERT INTO website_searchwords (website_searchwords, rowid, words)"
    " VALUES ('delete', OLD.id, OLD.words); END",
]
POSTGRESQL = [
    # Ready-made words need no text search configuration, and no extension.
    "CREATE INDEX website_searchwords ON website_searchdocument"
    " USING gin (array_to_tsvector(string_to_array(words, ' ')))",
]


def create_index(apps, schema_editor):
    is_sqlite = schema_editor.connection.vendor == "sqlite"
    for statement in SQLITE if is_sqlite else POSTGRESQL:
        schema_editor.execute(statement)


def drop_index(apps, schema_editor):
    """Triggers and an index in PostgreSQL go with the table of the model."""
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP TABLE website_searchwords")


class Migration(migrations.Migration):
    dependencies = [("website", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="SearchDocument",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=10)),
                ("object_id", models.PositiveBigIntegerField()),
                ("keys", models.TextField()),
                ("words", models.TextField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("kind", "object_id"), name="search_document_once"
                    )
                ],
            },
        ),
        migrations.RunPython(create_index, drop_index),
    ]
