"""The Markdown of Vitae: markdown-it with our rules, and with footnotes."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from functools import cache

from django.utils.html import escape
from django.utils.translation import gettext as _
from markdown_it import MarkdownIt
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.footnote.index import render_footnote_anchor, render_footnote_ref

from profiles.markup import inline_html, maths, references
from profiles.markup.code import highlight
from profiles.markup.dress import dress

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
    md.use(footnote_plugin, inline=False).use(deflist_plugin)
    md.add_render_rule("footnote_ref", _reference)
    md.add_render_rule("footnote_anchor", _way_back)
    md.validateLink = _is_safe_link
    md.add_render_rule("maths", maths.render_token)
    md.block.ruler.before("fence", "maths", maths.block_rule, MAY_INTERRUPT)
    md.block.ruler.before("fence", "comment", inline_html.comment_block_rule, MAY_INTERRUPT)
    md.inline.ruler.before("escape", "maths", maths.inline_rule)
    md.inline.ruler.before("autolink", "comment", inline_html.comment_rule)
    md.inline.ruler.before("autolink", "html_tag", inline_html.tag_rule)
    md.block.ruler.at("reference", references.block_rule)
    md.inline.ruler.before("link", "reference", references.inline_rule)
    md.core.ruler.push("dress", dress)
    return md


def _is_safe_link(url: str) -> bool:
    """A refused link stays text, brackets and all, so that its author sees it."""
    scheme = SCHEME.match(url)
    return not scheme or scheme[1].lower() in {"http", "https", "mailto"}


# --- Footnotes: with ids that no other text on the page has, and named ways back -----------------

# The id of a second reference to one note: a colon would have to be escaped in style sheets.
AGAIN = re.compile(r"(fnref-[0-9a-f]+-\d+):(\d+)")


def document_id(text: str, researcher) -> str:
    """Two texts on one page must not share the ids of their footnotes, were they the same text."""
    seen = researcher.__dict__.setdefault("_footnoted", Counter()) if researcher else Counter()
    digest = hashlib.sha256(text.encode(errors="replace")).hexdigest()[:8]
    if "[^" not in text:
        return digest
    seen[digest] += 1
    again = seen[digest]
    return document_id(f"{text}{again}", None) if again > 1 else digest


def _reference(renderer, tokens, index, options, env):
    return AGAIN.sub(r"\1-\2", render_footnote_ref(renderer, tokens, index, options, env))


def _way_back(renderer, tokens, index, options, env):
    """The arrow alone says nothing to those who hear it."""
    link = AGAIN.sub(r"\1-\2", render_footnote_anchor(renderer, tokens, index, options, env))
    words = escape(_("Back to the text"))
    return link.replace("<a ", f'<a aria-label="{words}" ', 1)
