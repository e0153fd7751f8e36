"""The Markdown of Vitae: markdown-it with our rules, code in colour, and footnotes."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import groupby
from unicodedata import east_asian_width
from urllib.parse import unquote, urljoin

from django.conf import settings
from django.utils.html import escape
from django.utils.translation import gettext as _
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.footnote.index import footnote_ref, render_footnote_anchor, render_footnote_ref
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, String

from profiles.markup import budget, maths, references, sanitiser
from profiles.markup.sanitiser import pair_tags, write_tag


def dress(state) -> None:
    """The last step before rendering: tags in pairs, pictures, headings, aligned cells."""
    headings = [token for token in state.tokens if token.type.startswith("heading_")]
    highest = min((int(token.tag[1]) for token in headings), default=1)
    for token in headings:
        level = int(token.tag[1]) - highest + 1 + state.env.get("shift_headings", 2)
        token.tag = f"h{min(6, level)}"
    make_figures(state)
    for token in state.tokens:
        if token.type == "inline":
            pair_tags(token.children)
            ours = [t.content for t in token.children if is_own_picture(t)]
            state.env.setdefault("pictures", []).extend(ours)
            token.children = place_pictures(without_blanks(token.children))
            unnest_links(token.children)
            state.env.setdefault("links", []).extend(addresses(token.children))
            state.env.setdefault("unmade", []).extend(unmade(token.children))
            complete(token.children, state.env.get("page", ""))
        elif token.type in {"th_open", "td_open"} and "style" in token.attrs:
            # markdown-it writes a style, which the Content-Security-Policy blocks.
            token.attrs = {"class": token.attrs["style"].replace("text-align:", "align-")}
    direct(state.tokens)


# --- Which way a block runs: its first letter says so, where there are letters of both -----------

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


def direct(tokens: list[Token]) -> None:
    """`dir="auto"` on the blocks with Arabic, Hebrew, ... letters."""
    block = None
    for token in tokens:
        if token.nesting == 1 and not token.hidden:
            block = token
        elif token.type == "inline" and block and RIGHT_TO_LEFT.search(token.content):
            block.attrs["dir"] = "auto"


# --- Pictures: ours is shown, another host's becomes a link (pages ask no other host) -------------

# The names that uploads gives: …-<width>x<height>.webp
SIZE = re.compile(r"-(\d{1,5})x(\d{1,5})\.webp\Z")


def place_pictures(tokens: list[Token]) -> list[Token]:
    """Of one line's tokens, those with their pictures replaced or dressed."""
    placed, links = [], 0
    for token in tokens:
        links += {"link_open": 1, "link_close": -1}.get(token.type, 0)
        if token.type != "image":
            placed.append(token)
        elif is_own_picture(token):
            token.attrs["loading"] = "lazy"
            if size := SIZE.search(str(token.attrs["src"])):
                token.attrs["width"], token.attrs["height"] = size.groups()
            placed.append(token)
        else:
            src = str(token.attrs["src"])
            text = Token("text", "", 0, content=token.content or src)
            link = Token("link_open", "a", 1, attrs={"href": src})
            placed += [text] if links else [link, text, Token("link_close", "a", -1)]
    return placed


def is_own_picture(token: Token) -> bool:
    """Whether a token is a picture that was uploaded here."""
    if token.type != "image":
        return False
    src = str(token.attrs["src"])
    plain, media = unquote(src), settings.MEDIA_URL or "/media/"
    return src.startswith(media) and ".." not in plain and "\\" not in plain


# --- A picture that stands alone, with a caption: `![what it shows](/media/…webp "The caption")` --


def make_figures(state) -> None:
    """markdown-it, core: such a paragraph becomes a figure; its caption may hold Markdown."""
    for opener, inline, closer in zip(
        state.tokens, state.tokens[1:], state.tokens[2:], strict=False
    ):
        if opener.type != "paragraph_open" or opener.hidden or len(inline.children or ()) != 1:
            continue
        if not (is_own_picture(picture := inline.children[0]) and picture.attrs.get("title")):
            continue
        opener.tag = closer.tag = "figure"
        caption: list[Token] = []
        title = str(picture.attrs.pop("title"))
        state.md.inline.parse(title, state.md, state.env, caption)
        inline.children += [
            Token("softbreak", "br", 0),
            Token("figcaption_open", "figcaption", 1),
            *caption,
            Token("figcaption_close", "figcaption", -1),
        ]


# --- Links: none within another, and whole addresses where asked for ------------------------------

ADDRESSES = {"link_open": "href", "image": "src"}
# `[words](an address with blanks)`, which stays as typed.
UNMADE = re.compile(r"\]\(([^()\n]{1,300})\)")


def addresses(tokens: list[Token]) -> Iterator[str]:
    """Yield where the links of one line lead."""
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


def unnest_links(tokens: list[Token]) -> None:
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


# --- Chinese and Japanese set no blank between lines: a line break is none to read ----------------

WIDE = {"W", "F"}
# Korean has wide letters, and blanks between its words.
HANGUL = range(0xAC00, 0xD7B0)


def without_blanks(children: list[Token]) -> list[Token]:
    """The children of a paragraph without the line breaks that stand between two wide letters."""
    before, after = _letters(children, -1), _letters(children[::-1], 0)[::-1]
    neighbours = zip(children, before, after, strict=True)
    return [
        token
        for token, *letters in neighbours
        if token.type != "softbreak" or not all(map(_is_wide, letters))
    ]


def _letters(children, end):
    """For each token the last (-1) or first (0) letter of the nearest text that came before it:
    an emphasis or a link may begin or end at the break.
    """
    letters, letter = [], ""
    for token in children:
        letters.append(letter)
        letter = token.content[end:][:1] or letter
    return letters


def _is_wide(letter):
    return bool(letter) and east_asian_width(letter) in WIDE and ord(letter) not in HANGUL


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
    md.block.ruler.before("fence", "comment", sanitiser.comment_block_rule, MAY_INTERRUPT)
    md.inline.ruler.before("escape", "maths", maths.inline_rule)
    md.inline.ruler.before("autolink", "comment", sanitiser.comment_rule)
    md.inline.ruler.before("autolink", "html_tag", sanitiser.tag_rule)
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
