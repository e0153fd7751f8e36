"""The picture field and its form field. Only re-encoded files are ever stored."""

from __future__ import annotations

import secrets
from contextlib import suppress
from functools import cache

from django import forms
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models.fields.files import ImageFieldFile
from django.db.models.signals import post_delete, post_save
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from uploads.images import (
    SIZE_IN_NAME,
    ProcessedFile,
    ProcessedImage,
    delete_picture,
    delete_stored_picture,
    dimensions,
    process_upload,
    store_renditions,
)

ACCEPT = "image/jpeg,image/png,image/webp,image/gif"


class PictureFormField(forms.FileField):
    """Cleans to the re-encoded file, to the initial value, or to False where it was cleared."""

    def __init__(self, **kwargs):
        kwargs.setdefault("help_text", _("JPEG, PNG, WebP or GIF, at most 10 MB."))
        super().__init__(**kwargs)

    def to_python(self, data):
        upload = super().to_python(data)
        return decoded(upload).as_file() if upload else None

    def widget_attrs(self, widget):
        attrs = super().widget_attrs(widget)
        return attrs | ({"accept": ACCEPT} if isinstance(widget, forms.FileInput) else {})


def decoded(upload) -> ProcessedImage:
    """`process_upload` of an upload, once: it keeps the picture, or why it is none."""
    if not hasattr(upload, "decoded"):
        try:
            upload.decoded = process_upload(upload)
        except ValidationError as error:
            upload.decoded = error
    if isinstance(upload.decoded, ValidationError):
        raise upload.decoded
    return upload.decoded


def decode_pictures(files: MultiValueDict) -> None:
    """For a form whose transaction begins later, and in which nobody shall wait for a picture of
    seconds: on SQLite, only one transaction writes at a time.
    """
    columns = {name for model, name in file_columns() if is_picture(model, name)}
    for box, uploads in files.lists():
        for upload in uploads if box.rpartition("-")[2] in columns else ():
            with suppress(ValidationError):
                decoded(upload)


def is_picture(model: type[models.Model], column: str) -> bool:
    return isinstance(model._meta.get_field(column), PictureField)


class PictureFieldFile(ImageFieldFile):
    def save(self, name, content, save=True):
        """Store the picture, re-encoded, and its renditions. The given name is not used."""
        if not isinstance(content, ProcessedFile):
            content = process_upload(content).as_file()
        super().save(content.name, content, save=False)
        try:
            content.seek(0)
            store_renditions(self, content.read())
        except Exception:
            delete_picture(self)
            raise
        if save:
            self.instance.save()

    def delete(self, save=True):
        if self:
            delete_picture(self)
            super().delete(save=save)

    def _get_image_dimensions(self):
        return dimensions(self) or super()._get_image_dimensions()


class PictureField(models.ImageField):
    """Stores `<folder>/<random>-<width>x<height>.webp` and its renditions.

    Old files go when the transaction that replaced or deleted the row has committed.
    """

    attr_class = PictureFieldFile

    def __init__(self, verbose_name=None, name=None, *, folder="pictures", **kwargs):
        self.folder = folder
        super().__init__(verbose_name, name, **kwargs)

    def deconstruct(self):
        name, _path, args, kwargs = super().deconstruct()
        kwargs.pop("upload_to", None)
        return name, "uploads.PictureField", args, kwargs | {"folder": self.folder}

    def contribute_to_class(self, cls, name, **kwargs):
        super().contribute_to_class(cls, name, **kwargs)
        if not cls._meta.abstract:
            post_save.connect(self._after_save, sender=cls)
            post_delete.connect(self._after_delete, sender=cls)

    def generate_filename(self, instance, filename):
        size = SIZE_IN_NAME.search(filename)
        # Nothing of the client's name reaches a path.
        return f"{self.folder}/{secrets.token_hex(12)}-{size[1]}x{size[2]}.webp"

    def pre_save(self, model_instance, add):
        if not add:
            rows = type(model_instance)._base_manager.using(model_instance._state.db)
            stored = rows.filter(pk=model_instance.pk).values_list(self.attname, flat=True)
            model_instance.__dict__[f"_{self.name}_before_save"] = stored.first()
        return super().pre_save(model_instance, add)

    def _after_save(self, instance, using, **kwargs):
        old = instance.__dict__.pop(f"_{self.name}_before_save", None)
        if old and old != getattr(instance, self.attname).name:
            self._delete_after_commit(type(instance), old, using)

    def _after_delete(self, instance, using, **kwargs):
        if name := getattr(instance, self.attname).name:
            self._delete_after_commit(type(instance), name, using)

    def _delete_after_commit(self, model, name, using):
        def delete_unused():
            """Keep the files while another row has the same picture."""
            if not model._base_manager.using(using).filter(**{self.attname: name}).exists():
                delete_stored_picture(self.storage, name)

        transaction.on_commit(delete_unused, using, robust=True)

    def formfield(self, **kwargs):
        # The client's file name is not kept, so its length does not matter.
        return super().formfield(**{"form_class": PictureFormField, "max_length": None} | kwargs)


@cache
def file_columns() -> list[tuple[type[models.Model], str]]:
    """List every column that names an uploaded file, with its model."""
    return [
        (model, column.name)
        for model in apps.get_models()
        for column in model._meta.fields
        if isinstance(column, models.FileField)
    ]


def names_in_rows() -> set[str]:
    """Return the names of all uploads that rows name."""
    names = set()
    for model, column in file_columns():
        rows = model._base_manager.exclude(**{column: ""}).order_by()
        names.update(rows.values_list(column, flat=True).distinct())
    return names - {None}
