"""What fills the columns of a row: tables of collections, and their converters, each of (theme,
document, key) -> a value.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from django.db.models import Model

from exchange.site_import.jekyll import DATE_IN_NAME
from exchange.site_import.markdown import to_line, to_words
from exchange.site_import.records import SiteRow
from exchange.site_import.theme import own_text
from exchange.site_import.tree import Document

# The value of a column, of one key of a document; the first is the `reading.Theme`.
Convert = Callable[[Any, Document, str], object]
# A converter and its key; of a list of them, the texts that are not empty become one.
Column = tuple[Convert, str] | list[tuple[Convert, str]]
# A day that tools write where they know the year, or the month, alone.
FIRST_DAY = re.compile(r"(-01)?-01$")


class Collection(NamedTuple):
    """Documents of `_<name>/`, each a row of `model`.

    The row stands where the key `place` does, and is called by the key `label`. `finish` adds what
    no table says: (theme, row, document).
    """

    name: str
    model: type[Model]
    columns: dict[str, Column]
    place: str = "title"
    label: str = "title"
    finish: Callable[[Any, SiteRow, Document], None] | None = None


def text(_theme, document, key):
    return document.front.text(key)


def words(_theme, document, key):
    return to_words(document.front.text(key))


def first(theme, document, keys):
    """The words of the first of several keys that has any."""
    return next(filter(None, (words(theme, document, key) for key in keys.split())), "")


def listed(_theme, document, keys):
    """The words of lists, or of texts with commas, separated by commas; each once."""
    values = (one for key in keys.split() for one in document.front.texts(key))
    parts = (part.strip() for one in values for part in one.split(","))
    return ", ".join(dict.fromkeys(filter(None, parts)))


def line(_theme, document, key):
    """Markdown of one line."""
    return to_line(document.front.text(key))[0]


def markdown(theme, document, key):
    return theme.markdown(document.front.text(key), document.place(key))


def body(theme, document, _key=""):
    return theme.markdown(own_text(theme.tree, document), document.body_place)


def iso_date(theme, document, key):
    return theme.iso(document.front.text(key), document.place(key))


def day(_theme, document, key):
    """Without the time, by which Jekyll sorts; else that in the file's name."""
    date = document.front.text(key)
    name = DATE_IN_NAME.match(document.path.rpartition("/")[2])
    if not date and name:
        return "-".join(name.groups()[:3])
    return re.sub(r"(?<=\d)[ T]+\d{1,2}:\d\d.*", "", date, flags=re.S)


def iso_day(theme, document, key):
    """The same, of which what is no date is told."""
    return theme.iso(day(theme, document, key), document.place(key))


def position(_theme, document, key):
    """An order among rows; "" for what is no whole number."""
    number = document.front.text(key)
    return int(number) if number.isdecimal() and len(number) < 6 else ""


def is_true(_theme, document, keys):
    """ "true", or "" where none of several keys says so."""
    said = (document.front.text(key).lower() for key in keys.split())
    return "true" if "true" in said else ""


def paragraphs(texts: Iterable[str]) -> str:
    return "\n\n".join(filter(None, texts))
