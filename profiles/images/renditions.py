"""The stored files of one picture. Their names say it all, so a page reads no file.

The master is `<folder>/<token>-<width>x<height>.webp`; beside it lies `…-<w>.webp` for each of
WIDTHS that is smaller than the master. They are written with the master, never by a visit.
"""

from __future__ import annotations

import re
import secrets

from django.core.files.base import ContentFile

from profiles.images.processing import scaled

WIDTHS = (160, 320, 640, 1280)
SIZE_IN_NAME = re.compile(r"(?:^|-|/)(\d+)x(\d+)\.webp\Z")


def master_name(folder: str, width: int, height: int) -> str:
    """A random name: nothing of the client's name reaches a path."""
    return f"{folder}/{secrets.token_hex(12)}-{width}x{height}.webp"


def dimensions(fieldfile) -> tuple[int, int] | None:
    """Width and height of the master in pixels, from its name; None for a foreign name."""
    found = SIZE_IN_NAME.search(fieldfile.name or "")
    return (int(found[1]), int(found[2])) if found else None


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


def file_names(name: str) -> list[str]:
    """The master and its renditions, as stored."""
    found = SIZE_IN_NAME.search(name)
    return [name, *(n for n, _width in _smaller(name, int(found[1])))] if found else [name]


def store_renditions(fieldfile, content: bytes) -> None:
    """Write the smaller sizes of a master that has just been stored."""
    for width, smaller in scaled(content, WIDTHS):
        fieldfile.storage.save(_rendition_name(fieldfile.name, width), ContentFile(smaller))


def remake_renditions(fieldfile) -> None:
    """Write the smaller sizes anew from the stored master, as an upload writes them today."""
    storage, name = fieldfile.storage, fieldfile.name
    with storage.open(name) as master:
        content = master.read()
    for stored in file_names(name)[1:]:
        storage.delete(stored)
    store_renditions(fieldfile, content)


def name_of_width(name: str, least: int) -> str:
    """The stored name of the smallest size that is at least so wide, else of the master."""
    found = SIZE_IN_NAME.search(name)
    smaller = _smaller(name, int(found[1])) if found else []
    return next((stored for stored, width in smaller if width >= least), name)


def delete_files(fieldfile) -> None:
    """Delete the master and its renditions from the storage, at once."""
    if fieldfile:
        delete_stored(fieldfile.storage, fieldfile.name)


def delete_stored(storage, name: str) -> None:
    for stored in file_names(name):
        storage.delete(stored)


def _smaller(name, width):
    return [(_rendition_name(name, w), w) for w in WIDTHS if w < width]


def _rendition_name(name, width):
    return f"{name.removesuffix('.webp')}-{width}.webp"
