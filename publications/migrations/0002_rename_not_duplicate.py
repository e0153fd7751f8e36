from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("publications", "0001_initial")]

    operations = [migrations.RenameModel("NotTheSame", "NotDuplicate")]
