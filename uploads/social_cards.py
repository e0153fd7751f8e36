"""The picture that a shared link shows: 1200 by 630 pixels, drawn from what is public."""

from __future__ import annotations

import hashlib
import io
from contextlib import suppress
from dataclasses import astuple, dataclass
from threading import Lock

from django.conf import settings
from django.core.files.storage import default_storage
from PIL import Image, ImageDraw, ImageOps

from uploads.images import MASTER_SIDE, SIZE_IN_NAME, rendition_name
from uploads.typesetting import SANS, SERIF, TextStyle, collection_face, draw, fit

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
