"""A picture in a text: ours is shown, another host's becomes a link (pages ask no other host)."""

from __future__ import annotations

import re
from urllib.parse import unquote

from django.conf import settings
from markdown_it.token import Token

# The names that uploads gives: …-<width>x<height>.webp
SIZE = re.compile(r"-(\d{1,5})x(\d{1,5})\.webp\Z")


def place_pictures(tokens: list[Token]) -> list[Token]:
    """Of one line's tokens, those with their pictures replaced or dressed."""
    placed, links = [], 0
    for token in tokens:
        links += {"link_open": 1, "link_close": -1}.get(token.type, 0)
        if token.type != "image":
            placed.append(token)
        elif is_ours(str(token.attrs["src"])):
            placed.append(_dressed(token))
        else:
            placed += _as_link(token, nested=links > 0)
    return placed


def descriptions(tokens: list[Token]) -> list[str]:
    """What is written between the brackets of the pictures that will be shown."""
    ours = (t for t in tokens if t.type == "image" and is_ours(str(t.attrs["src"])))
    return [token.content for token in ours]


def is_ours(src: str) -> bool:
    media = settings.MEDIA_URL or "/media/"
    return src.startswith(media) and ".." not in unquote(src) and "\\" not in unquote(src)


def _dressed(token):
    token.attrs["loading"] = "lazy"
    if size := SIZE.search(str(token.attrs["src"])):
        token.attrs["width"], token.attrs["height"] = size.groups()
    return token


def _as_link(image, *, nested):
    text = Token("text", "", 0, content=image.content or str(image.attrs["src"]))
    if nested:
        return [text]
    link = Token("link_open", "a", 1, attrs={"href": image.attrs["src"]})
    return [link, text, Token("link_close", "a", -1)]
