"""Uploaded pictures: upload -> raw pixels -> WebP, and smaller renditions beside each master.

Nothing but pixels of an upload is kept. The stored names hold the size, so that a page reads no
file: the master is `<folder>/<token>-<width>x<height>.webp`; beside it lies `…-<w>.webp` for each
of WIDTHS that is smaller than the master, written with the master and never by a visit.
"""

from __future__ import annotations

import io
import os
import re
import secrets
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from django import forms
from django.apps import apps
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.db import models, transaction
from django.db.models.fields.files import ImageFieldFile
from django.db.models.signals import post_delete, post_save
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageOps

FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
MAX_BYTES = 10 * 1024 * 1024
MAX_PIXELS = 40_000_000
# Pillow's WebP decoder holds four copies of the picture: 40 megapixels took 600 MB.
MAX_PIXELS_WEBP = 24_000_000
MASTER_SIDE = 2000  # pixels, of the longer side
WEBP = {"quality": 84, "method": 4}
# Up to this width, as lists of papers show dozens of, a lower quality is enough.
THUMBNAIL_WIDTH = 160
THUMBNAIL_WEBP = {"quality": 45, "method": 6}


class ProcessedFile(ContentFile):
    """A file that `process_upload` made; the picture field stores no other."""


@dataclass(frozen=True)
class ProcessedImage:
    """A WebP picture: its bytes, and its size in pixels."""

    content: bytes
    width: int
    height: int

    def as_file(self) -> ProcessedFile:
        return ProcessedFile(self.content, name=f"{self.width}x{self.height}.webp")


def process_upload(file) -> ProcessedImage:
    """Re-encode a JPEG, PNG, WebP or GIF (recognised by its content) of at most 10 MB.

    At most 40 megapixels (WebP 24). The result is upright, without metadata, the first
    frame of an animation, at most 2000 pixels on the longer side. Any other file raises
    ValidationError, and no other exception.
    """
    return _with_pixels(file, _encode)


def _with_pixels(file, use):
    """`use` of the picture in a file that may be anything."""
    try:
        file.seek(0, os.SEEK_END)
        size = file.tell()
        file.seek(0)
        if not size:
            raise ValidationError(_("This file is empty. Choose another picture."), code="empty")
        if size > MAX_BYTES:
            raise ValidationError(
                _("This picture is larger than 10 MB. Export it smaller, for example as JPEG."),
                code="size",
            )
        return use(_read(file))
    except ValidationError:
        raise
    except Image.DecompressionBombError:
        raise _too_many_pixels(MAX_PIXELS) from None
    except Image.UnidentifiedImageError:
        file.seek(0)
        head = file.read(1024)
        if b"<svg" in head.replace(b"\0", b""):
            message = _("SVG drawings are not taken. Export it as PNG or WebP and upload that.")
        elif head[4:8] == b"ftyp":
            message = _("HEIC and AVIF are not taken. Export the photo as JPEG and upload that.")
        else:
            message = _(
                "This is not a picture that we can read. Upload a JPEG, PNG, WebP or GIF file."
            )
        raise ValidationError(message, code="format") from None
    except Exception:  # a decoder may raise anything, MemoryError and RecursionError included
        message = _("This picture is damaged or incomplete. Save it again and upload the copy.")
        raise ValidationError(message, code="damaged") from None


def size_of(file) -> tuple[int, int]:
    """Width and height in pixels of a file that may be anything; ValidationError of no picture."""
    return _with_pixels(file, lambda image: image.size)


def check_stored(file) -> None:
    """Raise ValidationError unless the file is as `process_upload` makes it, under such a name.

    For files that come with their stored names: pixels alone, nothing after them, and of the
    size in the name.
    """
    match, content = SIZE_IN_NAME.search(file.name), file.read()
    if not match or not _is_bare_webp(content):
        raise ValidationError(_("This is no picture as we store it."), code="format")
    if size_of(file) != (int(match[1]), int(match[2])):
        raise ValidationError(_("This picture has not the size in its name."), code="size")


def _is_bare_webp(content):
    """RIFF: chunks with a name, a length, and a byte to make the length even."""
    if content[:4] != b"RIFF" or content[8:12] != b"WEBP":
        return False
    place = 12
    while place + 8 <= len(content):
        if content[place : place + 4] not in (b"VP8 ", b"VP8L", b"VP8X", b"ALPH"):
            return False
        size = int.from_bytes(content[place + 4 : place + 8], "little")
        place += 8 + size + size % 2
    return place == len(content) == int.from_bytes(content[4:8], "little") + 8


def _read(file):
    image = Image.open(file, formats=FORMATS)
    limit = MAX_PIXELS_WEBP if image.format == "WEBP" else MAX_PIXELS
    if image.width * image.height > limit:
        raise _too_many_pixels(limit)
    # A JPEG is decoded at a half, a quarter or an eighth, whichever still is large enough.
    image.draft(None, (MASTER_SIDE, MASTER_SIDE))
    image.load()
    if image.mode.startswith("I"):  # 16-bit grey, which convert() would clip to white
        image = image.point(lambda value: value / 256).convert("L")
    transparent = "A" in image.mode.upper() or "transparency" in image.info
    image = image.convert("RGBA" if transparent else "RGB")
    image.thumbnail((MASTER_SIDE, MASTER_SIDE), Image.Resampling.LANCZOS)
    with suppress(Exception):  # broken EXIF is common, and no reason to refuse a photo
        image = ImageOps.exif_transpose(image)
    return image


def _encode(image, options=WEBP):
    image.info.clear()  # Pillow 11 would write the colour profile that it holds
    out = io.BytesIO()
    image.save(out, "WEBP", **options)
    return ProcessedImage(out.getvalue(), image.width, image.height)


def _too_many_pixels(limit):
    return ValidationError(
        _("This picture has more than %(limit)s megapixels. Export it smaller."),
        code="pixels",
        params={"limit": limit // 1_000_000},
    )


# --- Renditions ---------------------------------------------------------------------------------

IN_A_ROW, GAP = 3, 12  # pages beside each other, and the pixels between them
WIDTHS = (160, 320, 640, 1280)
SIZE_IN_NAME = re.compile(r"(?:^|-|/)(\d+)x(\d+)\.webp\Z")


def dimensions(fieldfile) -> tuple[int, int] | None:
    """Width and height of the master in pixels, from its name; None for a foreign name."""
    match = SIZE_IN_NAME.search(fieldfile.name or "")
    return (int(match[1]), int(match[2])) if match else None


def renditions(fieldfile) -> list[tuple[str, int]]:
    """(URL, width in pixels) of every size, smallest first, the master last; [] for no picture."""
    if not fieldfile:
        return []
    storage, size = fieldfile.storage, dimensions(fieldfile)
    if size is None:
        return [(storage.url(fieldfile.name), fieldfile.width)]
    smaller = [(storage.url(name), width) for name, width in _smaller(fieldfile.name, size[0])]
    return [*smaller, (storage.url(fieldfile.name), size[0])]


def srcset(fieldfile) -> str:
    """The value of <img srcset>: "/media/….webp 160w, …"."""
    return ", ".join(f"{url} {width}w" for url, width in renditions(fieldfile))


def picture_files(name: str) -> list[str]:
    """List the stored names of a picture and its renditions."""
    match = SIZE_IN_NAME.search(name)
    return [name, *(n for n, _width in _smaller(name, int(match[1])))] if match else [name]


def store_renditions(fieldfile, content: bytes) -> None:
    """Write the smaller sizes of a master that has just been stored."""
    image = Image.open(io.BytesIO(content), formats=("WEBP",))
    # Each is made of the next larger one.
    for width in sorted((w for w in WIDTHS if w < image.width), reverse=True):
        height = max(1, round(image.height * width / image.width))
        image = image.resize((width, height), Image.Resampling.LANCZOS)
        smaller = _encode(image, THUMBNAIL_WEBP if width <= THUMBNAIL_WIDTH else WEBP).content
        fieldfile.storage.save(_name_with_width(fieldfile.name, width), ContentFile(smaller))


def remake_renditions(fieldfile) -> None:
    """Delete the smaller sizes and write them again from the stored master."""
    storage, name = fieldfile.storage, fieldfile.name
    with storage.open(name) as master:
        content = master.read()
    for stored in picture_files(name)[1:]:
        storage.delete(stored)
    store_renditions(fieldfile, content)


def rendition_name(name: str, least: int) -> str:
    """The stored name of the smallest size that is at least `least` wide, else of the master."""
    match = SIZE_IN_NAME.search(name)
    smaller = _smaller(name, int(match[1])) if match else []
    return next((stored for stored, width in smaller if width >= least), name)


def square_jpeg(fieldfile, side: int, focus: tuple[int, int]) -> bytes:
    """A stored picture as a square of `side` pixels, for documents that know no WebP.

    `focus`: the point to keep in view, in percent. Nothing where it cannot be read.
    """
    try:
        with fieldfile.storage.open(rendition_name(fieldfile.name, 2 * side)) as file:
            image = Image.open(file, formats=("WEBP",)).convert("RGBA")
    except OSError:
        return b""
    paper = Image.new("RGBA", image.size, "white")
    image = Image.alpha_composite(paper, image).convert("RGB")
    centre = focus[0] / 100, focus[1] / 100
    image = ImageOps.fit(image, (side, side), Image.Resampling.LANCZOS, centering=centre)
    out = io.BytesIO()
    image.save(out, "JPEG", quality=88)
    return out.getvalue()


def side_by_side(pages: list[bytes]) -> bytes:
    """Pictures of the same size as one PNG, three in a row."""
    images = [Image.open(io.BytesIO(page)) for page in pages]
    width, height = images[0].width + GAP, images[0].height + GAP
    rows = -(-len(images) // IN_A_ROW)
    size = width * min(len(images), IN_A_ROW) - GAP, height * rows - GAP
    sheet = Image.new("RGB", size, "#c8ccd2")
    for number, image in enumerate(images):
        sheet.paste(image, (width * (number % IN_A_ROW), height * (number // IN_A_ROW)))
    out = io.BytesIO()
    sheet.save(out, "PNG")
    return out.getvalue()


def delete_picture(fieldfile) -> None:
    """Delete the master and its renditions from the storage, at once."""
    if fieldfile:
        delete_stored_picture(fieldfile.storage, fieldfile.name)


def delete_stored_picture(storage, name: str) -> None:
    """Delete a stored picture with its renditions."""
    for stored in picture_files(name):
        storage.delete(stored)


def _smaller(name, width):
    return [(_name_with_width(name, w), w) for w in WIDTHS if w < width]


def _name_with_width(name, width):
    return f"{name.removesuffix('.webp')}-{width}.webp"


# --- The model field of a picture, and its box in forms ------------------------------------------

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
