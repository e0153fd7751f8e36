"""The last step of everything: what may stand in a page, element by element.

Before it, the few HTML tags that one may type in a text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from html import escape, unescape

import nh3
from django.utils.safestring import SafeString, mark_safe

from profiles.markup.budget import spend

BLOCKS = (
    "p blockquote pre ul ol li dl dt dd hr table thead tbody tr th td section figure figcaption "
    "h1 h2 h3 h4 h5 h6"
)
# Those that hold lines of text.
LINES = "p li dt dd td th h1 h2 h3 h4 h5 h6 blockquote"
INLINES = "a em strong b i code s u del sup sub br mark kbd img span"
MATHML = (
    "math semantics annotation mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror "
    "mpadded mphantom menclose msub msup msubsup munder mover munderover mmultiscripts "
    "mprescripts mtable mtr mtd"
)
TAGS = set(f"{BLOCKS} {INLINES} {MATHML}".split())
URL_SCHEMES = {"http", "https", "mailto"}

MATH_WORDS = (
    "display displaystyle scriptlevel mathvariant mathcolor stretchy fence form separator accent "
    "accentunder largeop movablelimits symmetric columnalign rowalign columnspacing rowspacing "
    "columnlines rowlines linethickness notation minsize maxsize class"
)
MATH_LENGTHS = {"width", "lspace", "rspace", "voffset"}
MATH_ATTRIBUTES = set(MATH_WORDS.split()) | MATH_LENGTHS
ATTRIBUTES = {
    "a": {"href", "title", "id", "class", "aria-label"},
    "img": {"src", "alt", "title", "width", "height", "loading"},
    "ol": {"start", "class"},
    **{tag: {"class"} for tag in ("code", "hr", "section", "sup", "td", "th")},
    "li": {"id", "class"},
    **dict.fromkeys(MATHML.split(), MATH_ATTRIBUTES),
    "annotation": {"encoding"},
    "span": {"class", "tabindex"},
}
for _tag in LINES.split():
    ATTRIBUTES[_tag] = ATTRIBUTES.get(_tag, set()) | {"dir"}
# What may be wider than a phone scrolls by itself: so it must be in reach of the keyboard.
SCROLLERS = {tag: {"tabindex": "0"} for tag in ("pre", "table")}
# No other id or class: a page's own names must not be taken by a text.
CLASSES = re.compile(
    r"align-(?:left|center|right)|footnotes(?:-sep|-list)?|footnote-(?:ref|item|backref)"
    r"|maths(?:-long)?|math-(?:source|left|right|from|to|apart|half|whole|number|top|bottom|start|end)"
    r"|hl-[bcdfikns]|citation|language-[A-Za-z0-9+#-]{1,20}"
)
IDS = re.compile(r"fn(?:ref)?-[0-9a-f]{8}-\d{1,5}(?:-\d{1,5})?")
FIXED = {"encoding": "application/x-tex", "tabindex": "0", "dir": "auto"}
WORD = re.compile(r"[\w\s.#%+-]{0,80}")
# One digit: no text may push itself across the page.
LENGTH = re.compile(r"-?\d?(?:\.\d{1,6})?(?:em|ex|px|pt|mu)")


def _filter(tag, attribute, value):
    if attribute == "class":
        return " ".join(name for name in value.split() if CLASSES.fullmatch(name)) or None
    if attribute == "id":
        return value if IDS.fullmatch(value) else None
    if attribute in FIXED:
        return value if value == FIXED[attribute] else None
    if tag not in ATTRIBUTES or attribute not in MATH_ATTRIBUTES or tag == "img":
        return value
    allowed = LENGTH if attribute in MATH_LENGTHS else WORD
    return value if allowed.fullmatch(value) else None


# Built once: preparing the lists costs more than cleaning a title.
CLEANER = nh3.Cleaner(
    tags=TAGS,
    attributes=ATTRIBUTES,
    attribute_filter=_filter,
    set_tag_attribute_values=SCROLLERS,
    url_schemes=URL_SCHEMES,
    link_rel="noopener",
)


def sanitise(html: str) -> SafeString:
    """HTML -> HTML of the lists above; it parses and serialises to itself."""
    whole = html.encode(errors="replace").decode()  # half a surrogate pair would raise
    return mark_safe(CLEANER.clean(whole))  # noqa: S308 the one place where it is earned


# --- What one may type in a text -----------------------------------------------------------------
# markdown-it's own HTML is off. A tag is let through only with its partner in the same piece of
# text, and without attributes, but for the href of a link; any other stays text.

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
