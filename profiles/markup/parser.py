"""The Markdown of Vitae: markdown-it with our rules, references, code in colour, footnotes."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from typing import NamedTuple

from django.db.models import Model
from django.utils.html import escape
from django.utils.translation import gettext
from django.utils.translation import gettext as _
from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference, unescapeAll
from markdown_it.rules_block import reference as definition_rule
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.footnote.index import footnote_ref, render_footnote_anchor, render_footnote_ref
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, String

from profiles.markup import budget, maths
from profiles.markup.maths import push_maths, split_maths
from profiles.markup.tokens import comment_block_rule, comment_rule, dress, tag_rule

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
    md.add_render_rule("footnote_ref", _note_sign)
    md.add_render_rule("footnote_anchor", _way_back)
    md.validateLink = _is_safe_link
    md.add_render_rule("maths", maths.render_token)
    md.block.ruler.before("fence", "maths", maths.block_rule, MAY_INTERRUPT)
    md.block.ruler.before("fence", "comment", comment_block_rule, MAY_INTERRUPT)
    md.inline.ruler.before("escape", "maths", maths.inline_rule)
    md.inline.ruler.before("autolink", "comment", comment_rule)
    md.inline.ruler.before("autolink", "html_tag", tag_rule)
    md.block.ruler.at("reference", block_rule)
    md.inline.ruler.before("link", "reference", inline_rule)
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


def _note_sign(renderer, tokens, index, options, env):
    return AGAIN.sub(r"\1-\2", render_footnote_ref(renderer, tokens, index, options, env))


def _way_back(renderer, tokens, index, options, env):
    """The arrow alone says nothing to those who hear it."""
    link = AGAIN.sub(r"\1-\2", render_footnote_anchor(renderer, tokens, index, options, env))
    words = escape(_("Back to the text"))
    return link.replace("<a ", f'<a aria-label="{words}" ', 1)


# --- [@key] and [[Name]]: links to papers --------------------------------------------------------
# Whose text it is decides what they mean. What cannot be found stays as it was typed; of a paper
# of one's own that its reader may not see yet, the text says no more than that there is one.

# Bounded, and never tried again, so that a text of brackets is read in linear time. A backslash
# escapes, as elsewhere, twenty times at most.
INNER = r"(?!\])[^\\\[\]\n`]{0,300}+(?:\\[^\n][^\\\[\]\n`]{0,300}+){0,20}+"
# `[@alice](https://…)` and `[[PDF]](https://…)` are links already.
REFERENCE = re.compile(rf"\[@(?P<key>{INNER})\](?!\()|\[\[(?P<name>{INNER})\]\](?!\()")
# Different ones of one text that are looked up where all of them are: no page has more papers.
MAX_LOOKED_UP = 1000
# In steps of the budget, whatever it leads to: that is not the text's.
LOOK_UP = 6


class Reference(NamedTuple):
    """`text` is a citation key or, between two brackets, a name; `typed`: with its brackets."""

    text: str
    is_key: bool
    typed: str


@dataclass(frozen=True)
class Target:
    """`url` and `label` make the link; `title` says in full what it leads to."""

    label: str
    url: str
    title: str = ""


Find = Callable[[Reference], list[Target]]
# researcher, drafts -> a function that looks a reference up; asked once for each researcher.
# publications fills this in ready().
finders: list[Callable[[Model, bool], Find]] = []


def target(reference: Reference, researcher: Model | None) -> Target | None:
    """The one public thing that is meant; None for none, and for more than one."""
    targets = _targets(reference, researcher, drafts=False) if researcher else []
    return targets[0] if len(targets) == 1 else None


def _targets(reference, researcher, *, drafts):
    """The finders live on the researcher as loaded for this one page: nothing grows stale."""
    known = researcher.__dict__.setdefault("_reference_finders", {})
    if drafts not in known:
        known[drafts] = [make(researcher, drafts) for make in finders]
    return [target for find in known[drafts] for target in find(reference)]


def doubt(reference: Reference, researcher: Model) -> str:
    """Why it is no link in public: "unknown", "draft" or "several"; "" where it is one."""
    public = _targets(reference, researcher, drafts=False)
    if len(public) == 1:
        return ""
    if public:
        return "several"
    return "draft" if _targets(reference, researcher, drafts=True) else "unknown"


def withhold(text: str, researcher: Model | None) -> str:
    """`text`, still Markdown, without what it says of papers that no visitor may see yet."""
    if not researcher or ("[@" not in text and "[[" not in text):
        return text
    looked_up = {}

    def instead(match):
        if match[0] not in looked_up:
            if len(looked_up) == MAX_LOOKED_UP:
                return "…"
            looked_up[match[0]] = _withheld(_reference(match), researcher) or match[0]
        return looked_up[match[0]]

    return REFERENCE.sub(instead, text)


def without_references(text: str) -> str:
    """Where nobody can say whose text it is: a name is its words, and a key is nothing."""
    return REFERENCE.sub(lambda match: unescapeAll(match["name"] or ""), text)


def _withheld(reference, researcher):
    """What visitors read instead; "" where there is nothing to keep back."""
    return gettext("a forthcoming paper") if doubt(reference, researcher) == "draft" else ""


# --- markdown-it's rules -------------------------------------------------------------------------


def inline_rule(state, silent):
    """Silent, markdown-it only looks for the end of a link's text: there it is text."""
    match = None if silent or state.src[state.pos] != "[" else REFERENCE.match(state.src, state.pos)
    # `[[1]]` is a link in brackets where the text says `[1]: https://…`.
    defined = state.env.get("references", {})
    if not match or (match["name"] is not None and normalizeReference(match["name"]) in defined):
        return False
    reference = _reference(match)
    goal = target(reference, state.env.get("researcher"))
    if goal is None or state.linkLevel:
        _push_text(state, goal.label if goal else _unlinked(reference, state.env))
    else:
        link = state.push("link_open", "a", 1)
        link.attrs = {"href": goal.url, "class": "citation"}
        if goal.title and goal.title != goal.label:
            link.attrs["title"] = goal.title
        _push_text(state, goal.label)
        state.push("link_close", "a", -1)
    budget.spend_inline(state, LOOK_UP)
    state.counted = len(state.tokens)
    state.env.setdefault("cited", []).append(reference)
    state.pos = match.end()
    return True


def _unlinked(reference, env):
    """What stands there instead of a link; of a paper that is no visitor's yet, not even its name.

    In a summary nobody can say whose text it is: there a name is its words, and a key is nothing.
    """
    researcher = env.get("researcher")
    if researcher and (instead := _withheld(reference, researcher)):
        return instead
    if env.get("bare"):
        return "" if reference.is_key else reference.text
    return reference.typed


def _reference(match):
    key, name = match["key"], match["name"]
    return Reference(unescapeAll(key or name).strip(), key is not None, unescapeAll(match[0]))


def _push_text(state, words):
    """Push the words of a title, whose formulas become tokens of their own."""
    for part in split_maths(words):
        if isinstance(part, str):
            state.push("text", "", 0).content = part
        else:
            push_maths(state, part)


def block_rule(state, start_line, end_line, silent):
    """markdown-it's definitions (`[x]: /address`): "[@key]: accepted!" is none, or it vanished."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    return not state.src.startswith("[@", begin) and definition_rule(
        state, start_line, end_line, silent
    )
