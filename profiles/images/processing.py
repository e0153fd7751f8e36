"""Upload -> raw pixels -> WebP. Nothing but pixels gets through."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.utils.translation import gettext_lazy as _
from PIL import Image

FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
MAX_BYTES = 10 * 1024 * 1024
MAX_PIXELS = 40_000_000
# Pillow's WebP decoder holds four copies of the picture: 40 megapixels took 600 MB.
MAX_PIXELS_WEBP = 24_000_000
MASTER_SIDE = 2000  # pixels, of the longer side
WEBP = {"quality": 84, "method": 4}
# Up to so many pixels wide, a picture is a sign of what it shows: a list may hold dozens of them.
THUMBNAIL_WIDTH = 160
THUMBNAIL_WEBP = {"quality": 45, "method": 6}
ORIENTATION = 0x0112  # EXIF tag 274
UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


class ProcessedFile(ContentFile):
    """A file that has been through `process_upload`; the picture field stores no other."""


@dataclass(frozen=True)
class ProcessedImage:
    """A WebP picture: its bytes, and its size in pixels."""

    content: bytes
    width: int
    height: int

    def as_file(self) -> ProcessedFile:
        return ProcessedFile(self.content, name=f"{self.width}x{self.height}.webp")


def process_upload(file) -> ProcessedImage:
    """Re-encode a JPEG, PNG, WebP or GIF (told by its content) of at most 10 MB.

    At most 40 megapixels (WebP 24) are taken. The result is upright, without metadata, the first
    frame of an animation, at most 2000 pixels on the longer side. Any other file raises
    ValidationError, and no other exception.
    """
    try:
        _check_bytes(file)
        return _encode(_read(file))
    except ValidationError:
        raise
    except Image.DecompressionBombError:
        raise _too_many_pixels(MAX_PIXELS) from None
    except Image.UnidentifiedImageError:
        raise ValidationError(_name_the_kind(file), code="format") from None
    except Exception:  # a decoder may raise anything, MemoryError and RecursionError included
        message = _("This picture is damaged or incomplete. Save it anew and upload the copy.")
        raise ValidationError(message, code="damaged") from None


def scaled(content: bytes, widths: Iterable[int]) -> Iterator[tuple[int, bytes]]:
    """Smaller copies of a stored master, largest first; a width it does not reach is left out."""
    image = Image.open(io.BytesIO(content), formats=("WEBP",))
    for width in sorted((w for w in widths if w < image.width), reverse=True):
        height = max(1, round(image.height * width / image.width))
        image = image.resize((width, height), Image.Resampling.LANCZOS)
        yield width, _encode(image, THUMBNAIL_WEBP if width <= THUMBNAIL_WIDTH else WEBP).content


def _check_bytes(file):
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


def _read(file):
    image = Image.open(file, formats=FORMATS)
    limit = MAX_PIXELS_WEBP if image.format == "WEBP" else MAX_PIXELS
    if image.width * image.height > limit:
        raise _too_many_pixels(limit)
    # A JPEG is decoded at a half, a quarter or an eighth, whichever still is large enough.
    image.draft(None, (MASTER_SIDE, MASTER_SIDE))
    image.load()
    turn = _turn(image)
    image = _plain_mode(image)
    image.thumbnail((MASTER_SIDE, MASTER_SIDE), Image.Resampling.LANCZOS)
    return image.transpose(turn) if turn is not None else image


def _turn(image):
    with suppress(Exception):  # broken EXIF is common, and no reason to refuse a photo
        return UPRIGHT.get(image.getexif().get(ORIENTATION))
    return None


def _plain_mode(image):
    """RGB, or RGBA where something may be transparent."""
    if image.mode.startswith("I"):  # 16-bit grey, which convert() would clip to white
        image = image.point(lambda value: value / 256).convert("L")
    transparent = "A" in image.mode.upper() or "transparency" in image.info
    return image.convert("RGBA" if transparent else "RGB")


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


def _name_the_kind(file):
    file.seek(0)
    head = file.read(1024)
    if b"<svg" in head.replace(b"\0", b""):
        return _("SVG drawings are not taken. Export it as PNG or WebP and upload that.")
    if head[4:8] == b"ftyp":
        return _("HEIC and AVIF are not taken. Export the photo as JPEG and upload that.")
    return _("This is not a picture that we can read. Upload a JPEG, PNG, WebP or GIF file.")
