"""Markdown tokens -> the words alone."""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it.token import Token

from profiles.formulas import tex_to_text

BREAKS = {"softbreak", "hardbreak"}
WITH_WORDS = {"text", "code_inline", "code_block", "fence", "image"}


def words_of(tokens: list[Token]) -> str:
    """In one line; formulas in words, pictures as their description, no footnotes."""
    return " ".join(" ".join(_without_footnotes(tokens)).split())


def _without_footnotes(tokens) -> Iterator[str]:
    for token in tokens:
        if token.type == "footnote_block_open":
            return
        if token.type == "inline":
            yield "".join(_word(child) for child in token.children)
        else:
            yield _word(token)


def _word(token):
    if token.type in BREAKS or (token.type == "html_inline" and token.markup == "br"):
        return " "
    if token.type == "maths":
        return tex_to_text(token.content)
    return token.content if token.type in WITH_WORDS else ""
