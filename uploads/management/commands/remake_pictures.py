"""Makes the smaller sizes of all stored pictures anew: remake_pictures

For after an upgrade that makes them lighter or adds a size; new uploads need no such thing.
"""

from django.core.management.base import BaseCommand

from uploads.images import PictureField, file_columns, remake_renditions


class Command(BaseCommand):
    help = "Make the smaller sizes of all stored pictures anew. The pictures themselves stay."

    def handle(self, *args, **options):
        done, missing = 0, []
        for model, column in file_columns():
            if not isinstance(model._meta.get_field(column), PictureField):
                continue
            for row in model._base_manager.exclude(**{column: ""}).iterator():
                picture = getattr(row, column)
                try:
                    remake_renditions(picture)
                    done += 1
                except OSError:
                    missing.append(picture.name)
        self.stdout.write(f"{done} pictures have their smaller sizes anew.")
        for name in missing:
            self.stderr.write(f"{name} is not among the uploaded files: restore it from a backup.")
