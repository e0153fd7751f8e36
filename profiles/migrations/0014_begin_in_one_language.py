"""A new site begins in its first language; one with people keeps those that it has been in."""

from django.db import migrations

from profiles.models.site import offered_languages


def begin_in_one_language(apps, schema_editor):
    database = schema_editor.connection.alias
    if not apps.get_model("profiles", "Researcher").objects.using(database).exists():
        settings = apps.get_model("profiles", "SiteSettings").objects.using(database)
        settings.update(unused_languages=offered_languages())


class Migration(migrations.Migration):
    dependencies = [("profiles", "0013_words_and_offered_languages")]
    operations = [migrations.RunPython(begin_in_one_language, migrations.RunPython.noop)]
