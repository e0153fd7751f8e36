"""Each document of the search begins with its kind: `migrate` rebuilds the index."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("website", "0003_search_vocabulary")]
    operations = []
