"""Makes the smaller sizes of all stored pictures anew: remake_pictures

For after an upgrade that makes them lighter or adds a size; new uploads need no such thing.
"""

from django.apps import apps
from django.core.management.base import BaseCommand

from uploads import PictureField, remake_renditions


class Command(BaseCommand):
    help = "Make the smaller sizes of all stored pictures anew. The pictures themselves stay."

    def handle(self, *args, **options):
        done, missing = 0, []
        for picture in stored_pictures():
            try:
                remake_renditions(picture)
                done += 1
            except OSError:
                missing.append(picture.name)
        self.stdout.write(f"{done} pictures have their smaller sizes anew.")
        for name in missing:
            self.stderr.write(f"{name} is not among the uploaded files: restore it from a backup.")


def stored_pictures():
    """Every picture that a row names."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, PictureField):
                rows = model._base_manager.exclude(**{field.name: ""})
                yield from (getattr(row, field.name) for row in rows.iterator())
