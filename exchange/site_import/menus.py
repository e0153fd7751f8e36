"""Menus of sites, in whichever form a theme has them: titles, addresses, and their order."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import NamedTuple

from exchange.site_import.tree import Items, Mapping, mark_read

TITLES = ("title", "name", "text", "label", "icon")
ADDRESSES = ("url", "href", "link", "file", "pageRef", "permalink", "page")
# What of an address does not tell a page from another: "./talks/index.qmd#past" is "/talks".
BESIDE = re.compile(r"\A\.?/+|[?#].*\Z|/+\Z", re.S)
ENDING = re.compile(r"(?:(?:\A|/)_?index)?\.(?:html?|q?md|markdown|Rmd|ipynb)\Z")


class MenuEntry(NamedTuple):
    """`weight` orders it among the others; 0 where the menu does not say."""

    title: str
    url: str
    line: int = 1
    weight: int = 0


def menu_entries(value: Mapping | Items | str) -> Iterator[MenuEntry]:
    """All entries of a menu, those below others too: of a list of mappings or paths, or of a
    mapping of titles to paths.
    """
    if isinstance(value, Mapping):
        url = _first(value, ADDRESSES)
        texts = [title for title in value if isinstance(dict.get(value, title), str)]
        if url:
            line = min(value.lines.get(key, 1) for key in ADDRESSES if dict.get(value, key))
            yield MenuEntry(_first(value, TITLES), url, line, whole(value.text("weight")))
        elif not set(texts) & {"title", "name", "text"}:
            for title in texts:
                if re.match(r"\.?/|https?://|\w[\w-]*\.(?:html?|q?md)\b", value.text(title)):
                    yield MenuEntry(title, value.text(title), value.lines.get(title, 1))
        for inner in [value.get(key) for key in value]:
            if not isinstance(inner, str):
                yield from menu_entries(inner)
    elif isinstance(value, Items):
        for inner, line in zip(value, value.lines, strict=False):
            if isinstance(inner, str):
                yield MenuEntry("", inner, line)
            else:
                yield from menu_entries(inner)
    mark_read(value)


def page_key(address: str) -> str:
    """The same for all spellings of the address of one page: "/talks"."""
    path = posixpath.normpath(f"/{BESIDE.sub('', BESIDE.sub('', address.strip()))}")
    return f"/{ENDING.sub('', path.lstrip('/')).strip('/')}"


def whole(text: str) -> int:
    """A weight; 0 for what is no whole number."""
    return int(text) if text.isdecimal() else 0


def _first(value, keys):
    return next((value.text(key) for key in keys if value.text(key)), "")
