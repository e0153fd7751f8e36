"""The Markdown of Vitae: markdown-it with our rules, code in colour, and footnotes."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from functools import cache, lru_cache
from itertools import groupby

from django.utils.html import escape
from django.utils.translation import gettext as _
from markdown_it import MarkdownIt
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.footnote.index import footnote_ref, render_footnote_anchor, render_footnote_ref
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, String

from profiles.markup import budget, inline_html, maths, references
from profiles.markup.tokens import dress

# --- Code blocks in colour: Pygments reads the code, classes say what each word is ---------------

# Longer code stays plain, and so does what no program looks like: lexers take quadratic time on it.
# So does any language that is not here: these were measured, at MAX_CODE.
MAX_CODE, MAX_OF = 3_000, {"java": 600}
MONOTONOUS = re.compile(r"\s{100}|(?s:(.{1,12}?)\1{100})|.{250}")
# In steps of the budget, for each sign; where a text has none left, its code stays plain.
COLOUR = 1.8
PLAIN = "plain"
LANGUAGES = """
    bash bibtex c c++ console cpp css diff docker fortran go haskell html ini java javascript js
    json julia kotlin latex lua makefile matlab ocaml perl php pycon py python r ruby rust scala
    sh shell sql swift tex toml ts typescript xml yaml
"""
LEXERS = frozenset(LANGUAGES.split())
# A kind that is not here is as its parent.
CLASSES = {
    Comment: "c",
    Keyword: "k",
    Operator.Word: "k",
    Name.Tag: "k",
    Name.Function: "f",
    Name.Class: "f",
    Name.Decorator: "f",
    Name.Attribute: "f",
    Name.Builtin: "b",
    Name.Constant: "b",
    Name.Exception: "b",
    String: "s",
    Number: "n",
    Generic.Deleted: "d",
    Generic.Inserted: "i",
    Generic.Prompt: "c",
    Generic.Output: "c",
}


def highlight(code: str, language: str, attributes: str) -> str:
    """markdown-it's `highlight`: HTML of the code; "" where it stays plain."""
    language = language.lower()
    if language not in LEXERS or attributes == PLAIN or len(code) > MAX_OF.get(language, MAX_CODE):
        return ""
    return "" if MONOTONOUS.search(code) else _coloured(code, language)


def limit_colours(state) -> None:
    """markdown-it, core, at the end: code is coloured as far as the budget lasts."""
    for token in state.tokens:
        if token.type == "fence" and len(token.content) <= MAX_CODE:
            steps = COLOUR * len(token.content)
            if budget.left(state.env) >= steps:
                budget.spend(state.env, steps)
            else:
                token.info = f"{token.info.partition(' ')[0]} {PLAIN}"


@lru_cache(maxsize=256)
def _coloured(code, language):
    tokens = get_lexer_by_name(language, stripnl=False).get_tokens(code)
    html = ""
    for name, run in groupby(tokens, key=lambda token: _class(token[0])):
        words = escape("".join(text for _kind, text in run))
        html += f'<span class="hl-{name}">{words}</span>' if name else words
    return html


def _class(kind):
    while kind and kind not in CLASSES:
        kind = kind.parent
    return CLASSES.get(kind, "")


# --- The parser ----------------------------------------------------------------------------------

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
    """The parser of all texts, with our rules."""
    md = MarkdownIt("commonmark", OPTIONS).enable(["table", "strikethrough"])
    md.use(footnote_plugin, inline=False).use(deflist_plugin)
    md.inline.ruler.at("footnote_ref", _reference_rule)
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
    budget.install(md)
    md.core.ruler.push("colours", limit_colours)
    return md


def _is_safe_link(url: str) -> bool:
    """A refused link stays text, brackets and all, so that its author sees it."""
    scheme = SCHEME.match(url)
    return not scheme or scheme[1].lower() in {"http", "https", "mailto"}


# --- Footnotes: with ids that no other text on the page has, and named ways back -----------------

# The id of a second reference to one note: a colon would have to be escaped in style sheets.
LABEL = re.compile(r"\[\^[^\] \n]{1,300}\]")
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


def _reference_rule(state, silent):
    """The plugin's own looks for the end of a label through the whole text."""
    return bool(LABEL.match(state.src, state.pos)) and footnote_ref(state, silent)


def _reference(renderer, tokens, index, options, env):
    return AGAIN.sub(r"\1-\2", render_footnote_ref(renderer, tokens, index, options, env))


def _way_back(renderer, tokens, index, options, env):
    """The arrow alone says nothing to those who hear it."""
    link = AGAIN.sub(r"\1-\2", render_footnote_anchor(renderer, tokens, index, options, env))
    words = escape(_("Back to the text"))
    return link.replace("<a ", f'<a aria-label="{words}" ', 1)
