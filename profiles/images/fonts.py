"""Fonts to draw with: the ones configured, then the ones installed, then Pillow's own.

A text is cut into runs that one font each can draw. What no font can draw is never drawn as empty
boxes: symbols are dropped, Latin letters lose what they wear, and a text with any other such
letter is left out whole.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path

from anyascii import anyascii
from django.conf import settings
from PIL import ImageFont, features

FOLDERS = (
    *("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts"),
    *("/Library/Fonts", "/System/Library/Fonts", "C:/Windows/Fonts"),
)
# The first of these that is installed draws Latin; the rest, and any other Noto, what it lacks.
SERIF = (
    *("NotoSerif-Bold", "SourceSerif4-Bold", "P052-Bold", "NotoSerifCJK-Bold", "DejaVuSerif-Bold"),
    *("LiberationSerif-Bold", "FreeSerifBold", "Georgia Bold", "georgiab"),
)
SANS = (
    *("NotoSans-Regular", "SourceSans3-Regular", "NotoSansCJK-Regular", "DejaVuSans"),
    *("LiberationSans-Regular", "FreeSans", "Arial Unicode", "Arial", "arial"),
)
OTHERS = {SERIF: ("Noto*-Bold", "Noto*-Regular"), SANS: ("Noto*-Regular",)}
SUFFIXES = {".ttf", ".otf", ".ttc"}
# Which face of a collection of Chinese, Japanese and Korean holds the forms of a language.
FACES = {"ja": 0, "ko": 1, "zh": 2, "zh-hans": 2, "zh-hant": 3, "zh-tw": 3, "zh-hk": 4}
PROBE = 32  # pixels
NOWHERE = "\U0010ffff"  # no font has it: what is drawn for it is the box
# Right to left, or joined and stacked: nothing that can be drawn letter by letter.
SHAPED = {"R", "AL", "NSM"}


@cache
def installed() -> dict[str, Path]:
    """Name without suffix -> file, of every font in the usual folders."""
    # Not Path.expanduser(), which raises where an account has no home, as in a container.
    folders = (Path(os.path.expanduser(folder)) for folder in FOLDERS)
    found = (path for folder in folders for path in sorted(folder.rglob("*")))
    return {path.stem: path for path in found if path.suffix.lower() in SUFFIXES}


@cache
def files(style: tuple[str, ...]) -> tuple[str, ...]:
    """The fonts of a style in the order in which they are asked for a letter; "" is Pillow's."""
    here = installed()
    preferred = [here[name] for name in dict.fromkeys([*style, *SANS]) if name in here]
    others = [path for glob in OTHERS[style] for path in here.values() if path.match(f"{glob}.*")]
    return tuple(dict.fromkeys([*map(str, preferred), *map(str, others), ""]))


@lru_cache(maxsize=64)
def font(file: str, size: int, face: int = 0):
    """A font of `size` pixels; None where the file is not one, or has no such size."""
    if not file:
        return ImageFont.load_default(size)
    with suppress(OSError):
        return ImageFont.truetype(file, size, index=face if file.endswith(".ttc") else 0)
    return None


@lru_cache(maxsize=4096)
def draws(file: str, letter: str) -> bool:
    """Whether the font has a picture of its own for `letter`: not the box it has for the rest."""
    probe = font(file, PROBE)
    return probe is not None and _picture(probe, letter) != _picture(probe, NOWHERE)


def _picture(probe, letter):
    mask = probe.getmask(letter)
    return mask.size, bytes(mask)


def runs(text: str, style: tuple[str, ...]) -> list[tuple[str, str]] | None:
    """(font file, piece of `text`) in order; None where a letter of it cannot be drawn."""
    text = unicodedata.normalize("NFC", text)
    if not features.check("raqm") and any(map(_is_shaped, text)):
        return None
    chosen, current = [], None
    for letter in text:
        file, drawn = _file_for(letter, style, current), letter
        if file is None and (drawn := _plainer(letter)):
            file = _file_for(drawn[0], style, current)
        if file is None and letter.isalnum():
            return None
        if file is not None:
            chosen.append((file, drawn))
            current = file
    return [
        (file, "".join(letter for _file, letter in group))
        for file, group in groupby(chosen, key=lambda pair: pair[0])
    ]


def _file_for(letter, style, current):
    if current is not None and (_is_invisible(letter) or draws(current, letter)):
        return current
    return next((file for file in _asked(style) if draws(file, letter)), None)


def _plainer(letter):
    """Where no font has ö or –, an o and a hyphen: Pillow's own font is ASCII and little more."""
    is_latin = unicodedata.name(letter, "").startswith(("LATIN ", "SUPERSCRIPT ", "SUBSCRIPT "))
    return anyascii(letter) if is_latin or unicodedata.category(letter) == "Pd" else ""


def _asked(style) -> Iterator[str]:
    yield from settings.CARD_FONTS
    yield from files(style)


def _is_shaped(letter):
    return unicodedata.bidirectional(letter) in SHAPED


def _is_invisible(letter):
    """A blank or a combining mark goes with the letter before it."""
    return unicodedata.category(letter)[0] in "ZM"


def face_of(language: str) -> int:
    """Which face of a font collection suits a language code such as zh-Hant; simplified Chinese
    where nothing is said."""
    code = language.lower()
    return FACES.get(code, FACES.get(code.partition("-")[0], FACES["zh"]))
