"""The few HTML tags that a text may use, and its comments.

markdown-it's own HTML is off. A tag is let through only with its partner in the same piece of
text, and without attributes, but for the href of a link; any other stays text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from html import escape, unescape

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
