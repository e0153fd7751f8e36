"""The CV as a PDF: tagged, PDF/UA-1, typeset by Typst in a process of its own.

The template `cv.typ` gets the document as data, so that no text of it can be a command.
"""

import json
import subprocess
import sys
from dataclasses import asdict, replace
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from unicodedata import category

from django.conf import settings

from exchange.cv import CV, letters
from exchange.cv_formats.document import Document
from uploads.social_cards import has_glyph, has_letters

PROCESS = Path(__file__).with_name("typst_process.py")
# Of the extra "pdf": Noto's fonts for what Typst's own have no letters for.
FONT_PACKAGES = ("manimgx_fonts", "manimgx_fonts_cjk")
SYMBOLS = {"So", "Cn", "Co"}
# Of Unicode's two signs for the wave of 2020年〜2023年, the one that more fonts have.
WAVE = str.maketrans("\u301c", "\uff5e")
SHARES = 64
BEYOND_CYRILLIC = "\u0530"
# On the clock, where the process's own limit of CPU time does not end it: it waits for others.
SECONDS = 60


class TypesettingError(Exception):
    """No PDF could be made; the text says why, in Typst's words."""


def fits(cv: CV) -> bool:
    """Whether there are fonts for a CV. Typst brings those for Latin, Greek and Cyrillic."""
    fonts = [file for folder in packaged_fonts() for file in folder.glob("*.tt[fc]")]
    signs = (sign for sign in letters(cv) if sign >= BEYOND_CYRILLIC)
    return has_letters(
        "".join(sign for sign in signs if not any(has_glyph(str(font), sign) for font in fonts))
    )


def packaged_fonts() -> list[Path]:
    """The folders of FONT_PACKAGES, as far as they are installed."""
    found = filter(None, map(find_spec, FONT_PACKAGES))
    return [Path(folder) for spec in found for folder in spec.submodule_search_locations or ()]


def write(document: Document) -> bytes:
    """Return the PDF, without symbols, such as emoji, for which there is no font.

    Raises TypesettingError where the document cannot be typeset: a letter is never left out.
    """
    return _fitting(document)[1]


def pictures(document: Document) -> list[bytes]:
    """The pages as PNG. Raises as `write` does."""
    written, pages = _written(_fitting(document)[0], "png"), []
    while written:
        length = 4 + int.from_bytes(written[:4], "big")
        pages.append(written[4:length])
        written = written[length:]
    return pages


def _fitting(document) -> tuple[Document, bytes]:
    """The document with as many rows as its pages hold, and its PDF."""
    written = _written(document)
    if not document.pages or _page_count(written) <= document.pages:
        return document, written
    # The largest share of each section that fits; the newest row of each stays in any case.
    few, many, fitting = 0, SHARES, _with_share(document, 0)
    pdf = _written(fitting)
    while many - few > 1:
        middle = (few + many) // 2
        tried = _with_share(document, middle)
        written = _written(tried)
        if _page_count(written) <= document.pages:
            few, fitting, pdf = middle, tried, written
        else:
            many = middle
    return fitting, pdf


def _page_count(pdf):
    from pypdf import PdfReader  # 8 MB in every process, for CVs of so many pages alone

    return len(PdfReader(BytesIO(pdf)).pages)


def _with_share(document, share):
    def cut(rows):
        return rows[: max(1, len(rows) * share // SHARES)]

    parts = []
    for part in document.parts:
        groups = tuple(replace(group, papers=cut(group.papers)) for group in part.groups)
        parts.append(replace(part, entries=cut(part.entries), groups=groups))
    return replace(document, parts=tuple(parts))


def _written(document, kind="pdf"):
    data = json.dumps(asdict(document), default=_plain, ensure_ascii=False)
    try:
        return _typeset(data, kind)
    except TypesettingError:
        data = "".join(sign for sign in data if category(sign) not in SYMBOLS)
        return _typeset(data.translate(WAVE), kind)


def _plain(value):
    """A picture, as Typst takes it: its bytes as numbers."""
    return list(value) if isinstance(value, bytes) else str(value)


def _typeset(data, kind):
    # Without the environment: it holds secrets, and the process needs none of it.
    folders = [*packaged_fonts(), *(Path(file).parent for file in settings.CARD_FONTS)]
    folders = dict.fromkeys(map(str, folders))
    command = [sys.executable, "-I", str(PROCESS), kind, *folders]
    try:
        done = subprocess.run(  # noqa: S603 no word of it is anybody's
            command, input=data.encode(), capture_output=True, timeout=SECONDS, check=False, env={}
        )
    except subprocess.TimeoutExpired as error:
        raise TypesettingError("It took too long.") from error
    if done.returncode:
        raise TypesettingError(done.stderr.decode(errors="replace").strip()[-500:])
    return done.stdout
