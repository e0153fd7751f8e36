"""Which picture of a page is the person's: by what it is called, and by its shape."""

from __future__ import annotations

import re
from collections.abc import Iterable

from exchange.site_import.jekyll import find_file
from exchange.site_import.records import Place
from publications.names import fold

PICTURE = re.compile(r"!\[([^\[\]]*)\]\(<?([^()\s<>]+)>?[^()]*\)[ \t]*\n?")
# What pictures of a person are called, and what those that show nobody.
FACE = re.compile(r"portrait|profile|photo|avatar|headshot|\bme\b|selfie", re.I)
NO_FACE = re.compile(r"logo|e?-?mail|icon|banner|header|badge|background|\bqr", re.I)
SMALLEST, WIDEST = 80, 1.7  # pixels; by its height


def find_portrait(theme, pictures: Iterable[tuple[str, str]], place: Place, *, is_named) -> str:
    """The address of the portrait, which the record then has, of (address, words) of each picture.

    It is the first that is called so, or as its person; else, unless it must be `is_named` so,
    the first that may be a face. "" without one, and where the record has one.
    """
    names = [fold(word) for word in theme.owner.split() if len(word) > 2]

    def is_called_so(picture):
        words = fold(" ".join(picture))
        return bool(FACE.search(words)) or any(name in words for name in names)

    for picture in sorted(pictures, key=lambda one: not is_called_so(one)):
        if "portrait" in theme.record.researcher_files:
            break
        if is_named and not is_called_so(picture):
            break
        path = find_file(theme.tree, picture[0].removeprefix("./").lstrip("/"))
        if path and not NO_FACE.search(path) and _may_be_face(theme.tree.picture_size(path)):
            theme.tree.used.add(path)
            theme.record.researcher_files["portrait"] = path, place
            return picture[0]
    return ""


def without_portrait(theme, text: str, place: Place) -> str:
    """A text in our Markdown whose picture of the person became the portrait."""
    pictures = ((match[2], match[1]) for match in PICTURE.finditer(text))
    shown = find_portrait(theme, pictures, place, is_named=True)
    return without_picture(text, shown) if shown else text


def without_picture(text: str, address: str) -> str:
    """A text in our Markdown without the pictures of an address."""
    return PICTURE.sub(lambda match: "" if match[2] == address else match[0], text).strip("\n")


def _may_be_face(size):
    """Whether it is neither as small as a sign nor as wide as a banner; what is no picture is told
    when it is stored.
    """
    if size is None:
        return True
    width, height = size
    return min(width, height) >= SMALLEST and width <= WIDEST * height
