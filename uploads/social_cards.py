"""The picture that a shared link shows: 1200 by 630 pixels, drawn from what is public."""

from __future__ import annotations

import hashlib
import io
import os
import re
import unicodedata
from contextlib import suppress
from dataclasses import astuple, dataclass, replace
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from threading import Lock

from anyascii import anyascii
from django.conf import settings
from django.core.files.storage import default_storage
from PIL import Image, ImageDraw, ImageFont, ImageOps, features

from uploads.images import MASTER_SIDE, SIZE_IN_NAME, rendition_name

FOLDERS = (
    *("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts"),
    *("/Library/Fonts", "/System/Library/Fonts", "C:/Windows/Fonts"),
)
# Latin is drawn with the first one installed; other scripts with the rest and any other Noto.
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
# Face of a CJK font collection by language.
FACES = {"ja": 0, "ko": 1, "zh": 2, "zh-hans": 2, "zh-hant": 3, "zh-tw": 3, "zh-hk": 4}
PROBE = 32  # pixels
NONCHARACTER = "\U0010ffff"  # drawn as the "missing glyph" box by every font
# Scripts that need shaping cannot be drawn letter by letter.
SHAPED_BIDI_CLASSES = {"R", "AL", "NSM"}


@cache
def installed_fonts() -> dict[str, Path]:
    """Name without suffix -> file, of every font in the usual folders."""
    # Not Path.expanduser(), which raises where an account has no home, as in a container.
    folders = (Path(os.path.expanduser(folder)) for folder in FOLDERS)
    paths = (path for folder in folders for path in sorted(folder.rglob("*")))
    return {path.stem: path for path in paths if path.suffix.lower() in SUFFIXES}


@cache
def font_files(style: tuple[str, ...]) -> tuple[str, ...]:
    """The fonts of a style in the order in which a glyph is looked for; "" is Pillow's own."""
    installed = installed_fonts()
    preferred = [installed[name] for name in dict.fromkeys([*style, *SANS]) if name in installed]
    others = [
        path for glob in OTHERS[style] for path in installed.values() if path.match(f"{glob}.*")
    ]
    return tuple(dict.fromkeys([*map(str, preferred), *map(str, others), ""]))


@lru_cache(maxsize=64)
def font(file: str, size: int, face: int = 0):
    """A font of `size` pixels; None where the file is not one, or has no such size."""
    if not file:
        return ImageFont.load_default(size)
    # A collection that has no such face is drawn with its first.
    for index in (face, 0) if file.endswith(".ttc") else (0,):
        with suppress(OSError):
            return ImageFont.truetype(file, size, index=index)
    return None


@lru_cache(maxsize=4096)
def has_glyph(file: str, letter: str) -> bool:
    """Whether the font draws `letter` as something else than the "missing glyph" box."""
    probe = font(file, PROBE)
    return probe is not None and _glyph(probe, letter) != _glyph(probe, NONCHARACTER)


def _glyph(probe, letter):
    mask = probe.getmask(letter)
    return mask.size, bytes(mask)


def font_runs(text: str, style: tuple[str, ...]) -> list[tuple[str, str]] | None:
    """(font file, piece of `text`) in order; None where a letter of it cannot be drawn."""
    text = unicodedata.normalize("NFC", text)
    shaped = (unicodedata.bidirectional(letter) in SHAPED_BIDI_CLASSES for letter in text)
    if not features.check("raqm") and any(shaped):
        return None
    chosen, current = [], None
    for letter in text:
        file, drawn = _font_file_for(letter, style, current), letter
        if file is None and (drawn := _ascii_form(letter)):
            file = _font_file_for(drawn[0], style, current)
        if file is None and letter.isalnum():
            return None
        if file is not None:
            chosen.append((file, drawn))
            current = file
    return [
        (file, "".join(letter for _file, letter in group))
        for file, group in groupby(chosen, key=lambda pair: pair[0])
    ]


def has_letters(text: str) -> bool:
    """Whether every letter and digit of `text` is in a font that is configured or installed."""
    return all(_font_file_for(letter, SANS, None) for letter in set(text) if letter.isalnum())


def _font_file_for(letter, style, current):
    # Blanks and combining marks are drawn with the font of the letter before them.
    is_invisible = unicodedata.category(letter)[0] in "ZM"
    if current is not None and (is_invisible or has_glyph(current, letter)):
        return current
    return next(
        (file for file in (*settings.CARD_FONTS, *font_files(style)) if has_glyph(file, letter)),
        None,
    )


def _ascii_form(letter):
    """An o for ö, a hyphen for –, where no font has these: Pillow's own has little but ASCII."""
    is_latin = unicodedata.name(letter, "").startswith(("LATIN ", "SUPERSCRIPT ", "SUBSCRIPT "))
    return anyascii(letter) if is_latin or unicodedata.category(letter) == "Pd" else ""


def collection_face(language: str) -> int:
    """The face of a font collection for a language code such as zh-Hant; default: zh-Hans."""
    code = language.lower()
    return FACES.get(code, FACES.get(code.partition("-")[0], FACES["zh"]))


# --- Lines that fit a box -----------------------------------------------------------------------

# Longer texts would be cut short anyway; the work stays bounded.
MAX_LENGTH = 300
SPACING = 1.22  # lines, in heights of the letters
HAN = r"\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
# What a line may end after: a word or half of one with its hyphen, or one Han character.
LINE_PIECE = re.compile(rf"[{HAN}]|[^\s{HAN}-]+-*\s*|-+\s*|\s+")
ELLIPSIS = "…"


@dataclass(frozen=True)
class TextStyle:
    """Fonts, allowed `sizes` in pixels (largest first), at most `lines` lines."""

    style: tuple[str, ...]
    sizes: tuple[int, ...]
    lines: int
    face: int = 0


@dataclass(frozen=True)
class TextBlock:
    """Lines of one size, ready to be drawn."""

    setting: TextStyle
    size: int
    lines: tuple[str, ...]

    @property
    def height(self) -> int:
        return round(len(self.lines) * self.size * SPACING)


def fit(text: str, setting: TextStyle, width: int) -> TextBlock | None:
    """`text` in the largest size at which it fits; None where there is nothing to draw."""
    text = " ".join(text.split())[:MAX_LENGTH]
    if not text or not font_runs(text, setting.style):
        return None
    fitting = None
    for size in setting.sizes:
        block = TextBlock(setting, size, _lines(text, setting, size, width))
        if len(block.lines) <= setting.lines:
            words = (piece.rstrip() for piece in LINE_PIECE.findall(text))
            if all(_width(word, setting, size) <= width for word in words):
                return block
            # A smaller size before a broken word, a broken word before words left out.
            fitting = fitting or block
    if fitting:
        return fitting
    *kept, last = block.lines[: setting.lines]
    while last and _width(last + ELLIPSIS, setting, block.size) > width:
        last = last[:-1].rstrip()
    return replace(block, lines=(*kept, last.rstrip(",;:. ") + ELLIPSIS))


def draw(canvas, block: TextBlock, left: int, top: int, width: int, colour: str) -> int:
    """Draw `block` and return its lower edge. Right-to-left lines are aligned to the right."""
    for number, line in enumerate(block.lines):
        pieces = _runs_with_fonts(line, block.setting, block.size)
        start = left
        # By its first letter that has a direction.
        directions = (unicodedata.bidirectional(letter) for letter in line)
        if next((way for way in directions if way in ("L", "R", "AL")), "L") != "L":
            pieces.reverse()
            start += width - round(_width(line, block.setting, block.size))
        baseline = top + round((number * SPACING + 0.95) * block.size)
        for font, piece in pieces:
            canvas.text((start, baseline), piece, font=font, fill=colour, anchor="ls")
            start += font.getlength(piece)
    return top + block.height


def _lines(text, setting, size, width):
    lines, line = [], ""
    for word in LINE_PIECE.findall(text):
        # A word wider than the box is split into letters.
        for piece in [word] if _width(word.rstrip(), setting, size) <= width else word:
            if line and _width((line + piece).rstrip(), setting, size) > width:
                lines.append(line.rstrip())
                line = ""
            line += piece
    return (*lines, line.rstrip()) if line.strip() else tuple(lines)


@lru_cache(maxsize=8192)
def _width(text, setting, size):
    return sum(font.getlength(piece) for font, piece in _runs_with_fonts(text, setting, size))


def _runs_with_fonts(text, setting, size):
    runs = font_runs(text, setting.style) or []
    return [(font(file, size, setting.face), piece) for file, piece in runs]


# --- The card ------------------------------------------------------------------------------------

WIDTH, HEIGHT = 1200, 630
MARGIN, GAP, SPACE = 72, 56, 20
TITLE = (88, 78, 70, 62, 54, 48, 42, 36)  # pixels
PORTRAIT = (400, HEIGHT)
FIGURE = (400, 400)
# The centre that is kept when a portrait is cropped: a third from the top.
FOCUS = (0.5, 0.33)
INK, MUTED, WHITE = "#211f1c", "#615b53", "#ffffff"
QUALITY = 88
# Part of the URL: browsers keep a picture for a year.
DESIGN_VERSION = 1
# Drawing takes a tenth of a second of one processor: one at a time.
drawing_lock = Lock()


@dataclass(frozen=True)
class Card:
    """The content of a picture. Equal cards give the same picture.

    `picture` is the stored name of an upload. A portrait fills the right side; a figure is shown
    whole. `language`, such as "zh-Hant", selects the forms of Han characters.
    """

    title: str
    second: str = ""
    text: str = ""
    detail: str = ""
    foot: str = ""
    picture: str = ""
    is_portrait: bool = False
    accent: str = "#17566b"
    paper: str = "#fdfcf9"
    language: str = ""

    @property
    def digest(self) -> str:
        """The 16 hexadecimal digits by which the URL of the card changes with it."""
        content = repr((DESIGN_VERSION, settings.CARD_FONTS, astuple(self)))
        return hashlib.sha256(content.encode(errors="replace")).hexdigest()[:16]


def jpeg(card: Card) -> bytes:
    """The picture. Never raises for a text, a font or a stored picture that cannot be drawn."""
    with drawing_lock:
        image = Image.new("RGB", (WIDTH, HEIGHT), card.paper)
        width = _place_picture(image, card)
        _draw_text(ImageDraw.Draw(image), card, width)
        out = io.BytesIO()
        image.save(out, "JPEG", quality=QUALITY, subsampling=0, optimize=True)
    return out.getvalue()


def _place_picture(image, card) -> int:
    """Return the width that is left for the text."""
    picture = _open_stored(card.picture)
    if picture is None:
        return WIDTH - 2 * MARGIN
    if card.is_portrait:
        picture = ImageOps.fit(picture, PORTRAIT, Image.Resampling.LANCZOS, centering=FOCUS)
        image.paste(picture, (WIDTH - PORTRAIT[0], 0))
        return WIDTH - PORTRAIT[0] - MARGIN - GAP
    picture = ImageOps.contain(picture, FIGURE, Image.Resampling.LANCZOS)
    left = WIDTH - MARGIN - FIGURE[0] + (FIGURE[0] - picture.width) // 2
    image.paste(picture, (left, (HEIGHT - picture.height) // 2))
    return WIDTH - FIGURE[0] - 2 * MARGIN - GAP


def _open_stored(name: str):
    """An upload on white; None for a file that is not one of our WebP files."""
    size = SIZE_IN_NAME.search(name)
    if not size or max(int(size[1]), int(size[2])) > MASTER_SIDE:
        return None
    with suppress(Exception), default_storage.open(rendition_name(name, 640)) as file:
        picture = Image.open(io.BytesIO(file.read()), formats=("WEBP",))
        if max(picture.size) <= MASTER_SIDE:
            picture = picture.convert("RGBA")
            white = Image.new("RGBA", picture.size, WHITE)
            return Image.alpha_composite(white, picture).convert("RGB")
    return None


def _draw_text(canvas, card, width):
    canvas.rectangle((0, 0, 15, HEIGHT), fill=card.accent)
    face = collection_face(card.language)
    foot = fit(card.foot, TextStyle(SANS, (30,), 1, face), width)
    room = HEIGHT - 2 * MARGIN - (foot.height + 24 if foot else 0)
    others = [
        (fit(card.second, TextStyle(SERIF, (52, 44, 36), 1, face), width), card.accent),
        (fit(card.text, TextStyle(SANS, (38, 34, 30, 27), 4, face), width), MUTED),
        (fit(card.detail, TextStyle(SANS, (34, 30, 27), 2, face), width), card.accent),
    ]
    # The title gets smaller until all of them fit.
    for start in range(len(TITLE)):
        title = fit(card.title, TextStyle(SERIF, TITLE[start:], 4, face), width)
        blocks = [(block, colour) for block, colour in [(title, INK), *others] if block]
        height = sum(block.height + SPACE for block, _colour in blocks) - SPACE
        if height <= room:
            break
    top = MARGIN + max(0, room - height) // 2
    for block, colour in blocks:
        top = draw(canvas, block, MARGIN, top, width, colour) + SPACE
    if foot:
        draw(canvas, foot, MARGIN, HEIGHT - MARGIN - foot.height + 8, width, card.accent)
