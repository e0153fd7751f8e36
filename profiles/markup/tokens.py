"""The last step before rendering: tags in pairs, pictures, links, headings, line breaks.

And the few HTML tags that one may type.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from html import escape, unescape
from unicodedata import east_asian_width
from urllib.parse import unquote, urljoin

from django.conf import settings
from markdown_it.token import Token

from profiles.markup.budget import spend

TAG = re.compile(
    r"""<(?P<slash>/?)(?P<tag>u|del|sup|sub|mark|kbd|strong|em|b|i)\s{0,9}>
    |<(?P<break>br)\s{0,9}/?>
    |<(?P<end>/)(?P<link>a)\s{0,9}>
    |<a\s{1,9}href\s?=\s?(?P<quote>["'])(?P<href>[^"'<>\s]{1,2000})(?P=quote)\s{0,9}>""",
    re.IGNORECASE | re.VERBOSE,
)
BREAK = "br"
MAX_COMMENT = 10_000  # characters in which its end is sought
MAX_DEPTH = 20  # tags within tags; a bound, so that 64 KB of `<u>` stay cheap


def tag_rule(state, silent):
    """markdown-it, inline: `<u>`; `pair_tags` decides later whether it has a partner."""
    match = TAG.match(state.src, state.pos) if state.src[state.pos] == "<" else None
    if not match:
        return False
    href = unescape(match["href"] or "")
    if href and not (href.isprintable() and state.md.validateLink(href)):
        return False
    if not silent:
        token = state.push("html_tag", "", 0)
        token.content = match[0]
        token.markup = (match["tag"] or match["break"] or "a").lower()
        token.info = "close" if match["slash"] or match["end"] else "open"
        token.meta = {"href": href}
    state.pos = match.end()
    return True


def pair_tags(tokens):
    """Tags with a partner become HTML, the others text; no pair straddles emphasis or a link."""
    stack = []
    for token in tokens:
        if token.type == "html_tag" and token.markup == BREAK:
            _become_html(token)
        elif token.type == "html_tag":
            _open_or_close(stack, token)
        elif token.nesting == 1:
            stack.append(token)
        elif token.nesting == -1:
            while stack and stack.pop().type == "html_tag":
                pass
    for token in tokens:
        if token.type == "html_tag":
            token.type = "text"


def _open_or_close(stack, token):
    if token.info == "open":
        stack.append(token)
        return
    for depth in range(len(stack) - 1, max(-1, len(stack) - 1 - MAX_DEPTH), -1):
        opener = stack[depth]
        if opener.type != "html_tag":
            return
        if opener.markup == token.markup:
            del stack[depth:]
            _become_html(opener)
            _become_html(token)
            return


def _become_html(token):
    token.type = "html_inline"
    write_tag(token)


def write_tag(token):
    """What the page will say, from what the token holds."""
    href = f' href="{escape(token.meta["href"])}"' if token.meta["href"] else ""
    token.content = f"<{'/' if token.info == 'close' else ''}{token.markup}{href}>"


def comment_rule(state, silent):
    """Drop `<!-- … -->`, as an inline rule of markdown-it."""
    end = _comment_end(state, state.pos)
    if end is None:
        return False
    state.pos = end
    return True


def comment_block_rule(state, start_line, end_line, silent):
    """markdown-it, block: a comment at the start of a line, blank lines inside it included.

    What follows the comment on its last line is parsed as a line of its own.
    """
    begin = state.bMarks[start_line] + state.tShift[start_line]
    end = _comment_end(state, begin)
    if end is None or state.is_code_block(start_line):
        return False
    last = bisect_right(state.bMarks, end - 1) - 1
    follows = bool(state.src[end : state.eMarks[last]].strip())
    if last >= end_line or (follows and last == start_line):
        return False  # on one line, it is the inline rule's
    if not silent:
        state.line = last if follows else last + 1
        rest = state.src[end : state.eMarks[last]]
        state.bMarks[last], state.tShift[last] = end, len(rest) - len(rest.lstrip())
        state.sCount[last] = state.blkIndent
    return True


def _comment_end(state, begin):
    if not state.src.startswith("<!--", begin):
        return None
    spend(state.env, 4)
    end = state.src.find("-->", begin + 4, begin + MAX_COMMENT)
    return None if end < 0 else end + 3


# --- Dressing: how tokens look before the HTML is written ----------------------------------------


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
