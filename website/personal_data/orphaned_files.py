"""Uploads that nothing names any more: replaced or deleted since, by whom nobody knows."""

from collections.abc import Iterator
from datetime import timedelta

from django.apps import apps
from django.core.files.storage import default_storage
from django.db.models import FileField
from django.utils import timezone

from uploads.images import picture_files
from website.media import shown_by
from website.personal_data.tables import holdings

# A form may have stored its file, and not yet its row.
YOUNG = timedelta(days=1)


def clear_unused_uploads() -> int:
    """Deletes them once they are a day old; returns how many files went.

    What an earlier version of a row names is kept, so that it can be brought back.
    """
    used = {stored for name in _named() for stored in picture_files(name)}
    unused = [path for path in _stored() if path not in used and _is_old(path)]
    for path in unused:
        default_storage.delete(path)
    return len(unused)


def _named() -> Iterator[str]:
    for model in apps.get_models():
        for column in model._meta.concrete_fields:
            if isinstance(column, FileField):
                names = model._base_manager.exclude(**{column.attname: ""})
                yield from filter(None, names.values_list(column.attname, flat=True))
    for holding in holdings():
        if holding.names_in_texts:
            for row in holding.model._base_manager.iterator():
                yield from holding.files(row)


def _stored() -> Iterator[str]:
    for folder in shown_by:
        try:
            _folders, names = default_storage.listdir(folder)
        except FileNotFoundError:
            continue
        yield from (f"{folder}/{name}" for name in names)


def _is_old(path) -> bool:
    return default_storage.get_modified_time(path) < timezone.now() - YOUNG
