"""How a paper stood before an import, in the form that versions of rows have."""

from django.db import migrations

TOPICS = "publication_topics"


def convert(apps, before):
    """{"publication": {"owner_id": 1}, "authorship": [...]} -> {"fields": {...}, "rows": {...}}"""

    def renamed(name, row):
        fields = apps.get_model("publications", name)._meta.concrete_fields
        names = {field.attname: field.name for field in fields}
        return {names.get(column, column): value for column, value in row.items()}

    before = dict(before)
    fields = renamed("publication", before.pop("publication"))
    if TOPICS in before:
        fields["topics"] = [row["topic_id"] for row in before.pop(TOPICS)]
    rows = {f"publications.{name}": [renamed(name, row) for row in before[name]] for name in before}
    return {"fields": fields, "rows": rows}


def convert_all(apps, schema_editor):
    changes = apps.get_model("publications", "ImportChange").objects
    for change in changes.iterator(chunk_size=200):
        if "publication" in change.before:
            changes.filter(pk=change.pk).update(before=convert(apps, change.before))


class Migration(migrations.Migration):
    dependencies = [("publications", "0002_rename_not_duplicate")]

    operations = [migrations.RunPython(convert_all, migrations.RunPython.noop, elidable=True)]
