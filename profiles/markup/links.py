"""The links of one line of a text: none within another, and whole addresses where asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urljoin

from markdown_it.token import Token

from profiles.markup.inline_html import write_tag

ADDRESSES = {"link_open": "href", "image": "src"}
# `[words](an address with blanks)`, which stays as typed.
UNMADE = re.compile(r"\]\(([^()\n]{1,300})\)")


def addresses(tokens: list[Token]) -> Iterator[str]:
    """Where the links of one line lead."""
    for token in tokens:
        if token.type == "link_open" and token.attrs.get("class") != "citation":
            yield str(token.attrs["href"])
        elif token.type == "html_inline" and token.meta.get("href"):
            yield token.meta["href"]


def unmade(tokens: list[Token]) -> Iterator[str]:
    """What its author meant as an address, and Markdown does not."""
    for token in tokens:
        if token.type == "text" and "](" in token.content:
            yield from UNMADE.findall(token.content)


def unnest(tokens: list[Token]) -> None:
    """Within `<a href="…">`, which knows nothing of Markdown's own links, these are words."""
    depth, within = 0, False
    for token in tokens:
        if token.type == "html_inline" and token.markup == "a":
            depth += 1 if token.info == "open" else -1
        elif token.type == "link_open":
            within = depth > 0
        if within and token.type in {"link_open", "link_close"}:
            within = token.type == "link_open"
            token.type, token.nesting, token.content = "text", 0, ""


def complete(tokens: list[Token], page: str) -> None:
    """For readers elsewhere, such as a feed's: addresses as seen from `page`, a whole address."""
    for token in tokens if page else ():
        if name := ADDRESSES.get(token.type):
            token.attrs[name] = _whole(str(token.attrs[name]), page)
        elif token.type == "html_inline" and token.meta.get("href"):
            token.meta["href"] = _whole(token.meta["href"], page)
            write_tag(token)


def _whole(address, page):
    try:
        return address if address.startswith("#") else urljoin(page, address)
    except ValueError:  # such as "http://["
        return address
