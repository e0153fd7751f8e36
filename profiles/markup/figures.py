"""A picture that stands alone, with a caption: `![what it shows](/media/…webp "The caption")`."""

from __future__ import annotations

from markdown_it.token import Token

from profiles.markup.pictures import is_ours


def make_figures(state) -> None:
    """markdown-it, core: such a paragraph becomes a figure; its caption may hold Markdown."""
    for opener, inline, closer in zip(
        state.tokens, state.tokens[1:], state.tokens[2:], strict=False
    ):
        if opener.type == "paragraph_open" and not opener.hidden and _is_figure(inline):
            opener.tag = closer.tag = "figure"
            caption = str(inline.children[0].attrs.pop("title"))
            inline.children += [
                Token("softbreak", "br", 0),
                Token("figcaption_open", "figcaption", 1),
                *_inline(state, caption),
                Token("figcaption_close", "figcaption", -1),
            ]


def _is_figure(inline):
    children = inline.children or []
    if len(children) != 1 or children[0].type != "image":
        return False
    return bool(children[0].attrs.get("title")) and is_ours(str(children[0].attrs["src"]))


def _inline(state, text):
    tokens: list[Token] = []
    state.md.inline.parse(text, state.md, state.env, tokens)
    return tokens
