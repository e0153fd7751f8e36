"""The Markdown of Vitae: markdown-it with our rules."""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt
from mdit_py_plugins.deflist import deflist_plugin

from profiles.markup import footnotes, inline_html, line_breaks, links, maths, references
from profiles.markup.code import highlight
from profiles.markup.figures import make_figures
from profiles.markup.pictures import descriptions, place_pictures

# html: raw HTML stays text. maxNesting: what lies deeper is dropped, so not too low.
OPTIONS = {
    "html": False,
    "linkify": False,
    "typographer": False,
    "maxNesting": 50,
    "highlight": highlight,
}
SCHEME = re.compile(r"\s*([A-Za-z][A-Za-z0-9+.\-]*):")
MAY_INTERRUPT = {"alt": ["paragraph", "reference", "blockquote", "list"]}


@cache
def markdown() -> MarkdownIt:
    md = MarkdownIt("commonmark", OPTIONS).enable(["table", "strikethrough"])
    md.use(footnotes.use).use(deflist_plugin)
    md.validateLink = _is_safe_link
    _add_rules(md)
    md.add_render_rule("maths", maths.render_token)
    return md


def _add_rules(md):
    md.block.ruler.before("fence", "maths", maths.block_rule, MAY_INTERRUPT)
    md.block.ruler.before("fence", "comment", inline_html.comment_block_rule, MAY_INTERRUPT)
    md.inline.ruler.before("escape", "maths", maths.inline_rule)
    md.inline.ruler.before("autolink", "comment", inline_html.comment_rule)
    md.inline.ruler.before("autolink", "html_tag", inline_html.tag_rule)
    md.block.ruler.at("reference", references.block_rule)
    md.inline.ruler.before("link", "reference", references.inline_rule)
    md.core.ruler.push("dress", _dress)


def _is_safe_link(url: str) -> bool:
    """A refused link stays text, brackets and all, so that its author sees it."""
    scheme = SCHEME.match(url)
    return not scheme or scheme[1].lower() in {"http", "https", "mailto"}


def _dress(state):
    """The last step before rendering: tags in pairs, pictures, headings, aligned cells."""
    headings = [token for token in state.tokens if token.type.startswith("heading_")]
    _shift(headings, state.env.get("shift_headings", 2))
    make_figures(state)
    for token in state.tokens:
        if token.type == "inline":
            inline_html.pair_tags(token.children)
            state.env.setdefault("pictures", []).extend(descriptions(token.children))
            token.children = place_pictures(line_breaks.without_blanks(token.children))
            links.unnest(token.children)
            state.env.setdefault("links", []).extend(links.addresses(token.children))
            state.env.setdefault("unmade", []).extend(links.unmade(token.children))
            links.complete(token.children, state.env.get("page", ""))
        elif token.type in {"th_open", "td_open"} and "style" in token.attrs:
            # markdown-it writes a style, which the Content-Security-Policy blocks.
            token.attrs = {"class": token.attrs["style"].replace("text-align:", "align-")}


def _shift(headings, by):
    highest = min((int(token.tag[1]) for token in headings), default=1)
    for token in headings:
        token.tag = f"h{min(6, int(token.tag[1]) - highest + 1 + by)}"
