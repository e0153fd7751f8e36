"""The CV as a PDF: tagged, PDF/UA-1, typeset by Typst in a process of its own.

The template `cv.typ` gets the document as data, so that no text of it can be a command.
"""

import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from unicodedata import category

from django.conf import settings

from exchange.cv import CV, letters
from exchange.cv_formats.document import Document
from uploads.typesetting import has_letters

PROCESS = Path(__file__).with_name("typst_process.py")
SYMBOLS = {"So", "Cn", "Co"}
BEYOND_CYRILLIC = "\u0530"
# On the clock, where the process's own limit of CPU time does not end it: it waits for others.
SECONDS = 60


class TypesettingError(Exception):
    """No PDF could be made; the text says why, in Typst's words."""


def fits(cv: CV) -> bool:
    """Whether there are fonts for a CV. Typst brings those for Latin, Greek and Cyrillic."""
    return has_letters("".join(sign for sign in letters(cv) if sign >= BEYOND_CYRILLIC))


def write(document: Document) -> bytes:
    """Return the PDF, without symbols, such as emoji, for which there is no font.

    Raises TypesettingError where the document cannot be typeset: a letter is never left out.
    """
    data = json.dumps(asdict(document), default=str, ensure_ascii=False)
    try:
        return _typeset(data)
    except TypesettingError:
        return _typeset("".join(sign for sign in data if category(sign) not in SYMBOLS))


def _typeset(data):
    # Without the environment: it holds secrets, and the process needs none of it.
    folders = dict.fromkeys(str(Path(file).parent) for file in settings.CARD_FONTS)
    command = [sys.executable, "-I", str(PROCESS), *folders]
    try:
        done = subprocess.run(  # noqa: S603 no word of it is anybody's
            command, input=data.encode(), capture_output=True, timeout=SECONDS, check=False, env={}
        )
    except subprocess.TimeoutExpired as error:
        raise TypesettingError("It took too long.") from error
    if done.returncode:
        raise TypesettingError(done.stderr.decode(errors="replace").strip()[-500:])
    return done.stdout
