r"""Maths in a text: `$…$`, `$$…$$`, `\(…\)`, `\[…\]`, where each ends, and its MathML.

TeX becomes MathML Core, which every browser typesets by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, lru_cache
from typing import NamedTuple

from django.utils.html import escape
from math_core import LatexToMathML

from profiles.markup import budget
from profiles.markup.structure import unknown_commands, with_known_commands

MAX_FORMULA = 2000  # characters
# The converter recurses, and a stack that overflows takes the whole process down. Measured: 2,000
# characters of anything fit into the 8 MB of a thread on Linux; so bounded, 256 KB do.
MAX_DEPTH, MAX_COMMANDS = 40, 300
COMMAND = re.compile(r"\\[A-Za-z]")
GROUPS = re.compile(r"\\(left|right|begin|end)(?![A-Za-z])|(?<!\\)[{}]")
# Longer ones scroll within themselves on a phone; the keyboard must reach what scrolls.
LONG = 40

# What people write and the converter does not know.
MACROS = {
    "mbox": r"\text{#1}",
    "hbox": r"\text{#1}",
    "textup": r"\text{#1}",
    "ensuremath": "#1",
    "mathnormal": "#1",
    "substack": r"\begin{matrix}#1\end{matrix}",
    "hdots": r"\ldots",
    "abs": r"\left|#1\right|",
    "norm": r"\left\|#1\right\|",
}
ENVIRONMENTS = re.compile(r"(\\(?:begin|end)\{)(split|smallmatrix)\}")
KNOWN = {"split": "aligned", "smallmatrix": "matrix"}
# `\text{if $x$}` is maths within text within maths.
TEXT = re.compile(r"\\(?:text|mbox|textrm)\{([^{}$]*(?:\$[^{}$]*\$[^{}$]*)+)\}")
NUMBERED = re.compile(r"\\tag\b")

# The Content-Security-Policy blocks styles: each of the converter's becomes a class.
STYLED = re.compile(r'<[a-z]+[^<>]* style="[^"<>]*"[^<>]*>')
STYLE = re.compile(r' style="([^"]*)"')
CLASSES = {
    "text-align:left": "math-left",
    "text-align:right": "math-right",
    "padding-left:0": "math-from",
    "padding-right:0": "math-to",
    "padding-left:1em": "math-apart",
    "width:50%": "math-half",
    "width:100%": "math-whole",
    "width:7.5%": "math-number",
    "border-top:0.05emsolidcurrentcolor": "math-top",
    "border-bottom:0.05emsolidcurrentcolor": "math-bottom",
    "border-left:0.05emsolidcurrentcolor": "math-start",
    "border-right:0.05emsolidcurrentcolor": "math-end",
}
# The class of what the lenient converter does not know.
UNKNOWN = "math-core-unknown-cmd"
BOX = '<menclose notation="box">'
BOXED = '<mtable><mtr><mtd class="math-top math-bottom math-start math-end">'
# Of \eqref, to an id that the sanitiser takes off.
LINK = re.compile(r"</?a\b[^<>]*>")
COLOUR = re.compile(r"color:(#[0-9A-Fa-f]{6})")


@cache
def _converter(annotated: bool = False, lenient: bool = False):
    return LatexToMathML(
        macros=MACROS, annotation=annotated, allow_unreliable_rendering=True, fancy_error=False,
        max_expansions=50, ignore_unknown_commands=lenient,
    )  # fmt: skip


@lru_cache(2048)
def is_known(command: str) -> bool:
    """Whether the converter knows a command, such as "alpha"."""
    try:
        converter = _converter(lenient=True)
        html = converter.convert_with_local_state(f"\\{command}", displaystyle=False)
    except Exception:  # it wants arguments
        return True
    return UNKNOWN not in html


def unknown_in(tex: str) -> list[str]:
    """The commands of a formula that are shown by their names or arguments alone."""
    return list(unknown_commands(tex, is_known)) if len(tex) <= MAX_FORMULA else []


# An index without a base, as titles have them: "$^{12}$C", "H$_2$O", "5$^{th}$".
SIMPLE_SCRIPT = re.compile(
    r"\s*(?:\{\})?([\^_])\s*(?:\{\s*([0-9+-]{1,8}|st|nd|rd|th)\s*\}|([0-9+-]))\s*"
)


@lru_cache(maxsize=1024)
def mathml(tex: str, source: str, display: bool, *, annotated: bool = True) -> str:
    """`<math>`, or the source as code where it is too long or cannot be read. Never raises.

    A command that nobody knows is shown by its argument or its name.

    Not safe by itself: the sanitiser follows. `annotated`: with its TeX, for programs that ask.
    """
    if not display and (script := SIMPLE_SCRIPT.fullmatch(tex)):
        tag = "sup" if script[1] == "^" else "sub"
        return f"<{tag}>{script[2] or script[3]}</{tag}>"
    if len(tex) <= MAX_FORMULA and not _is_deep(tex):
        try:
            converted = _converted(_readable(tex, display), display, annotated)
            math = LINK.sub("", STYLED.sub(_by_class, converted))
            if 0 < math.count(BOX) == math.count("<menclose"):
                # Chromium draws no box around <menclose>, but the borders of a cell.
                math = math.replace(BOX, BOXED).replace("</menclose>", "</mtd></mtr></mtable>")
            if not display and len(tex) <= LONG:
                return math
            # What may be wider than a phone scrolls in a box of its own.
            name = "maths" if display else "maths-long"
            return f'<span class="{name}" tabindex="0">{math}</span>'
        except Exception:  # noqa: S110 its own error, and whatever else a formula may set off
            pass
    return f'<code class="math-source">{escape(source)}</code>'


def _converted(tex, display, annotated):
    converter = _converter(annotated)
    with suppress(Exception):  # a command that it does not know, most often
        return converter.convert_with_local_state(tex, displaystyle=display)
    return converter.convert_with_local_state(
        with_known_commands(tex, is_known), displaystyle=display
    )


def _is_deep(tex):
    depth = deepest = 0
    for sign in GROUPS.finditer(tex):
        depth += 1 if sign[0] == "{" or sign[1] in ("left", "begin") else -1
        deepest = max(deepest, depth)
    return deepest > MAX_DEPTH or len(COMMAND.findall(tex)) > MAX_COMMANDS


def _readable(tex, display):
    tex = TEXT.sub(_text_and_maths, tex)
    tex = ENVIRONMENTS.sub(lambda match: match[1] + KNOWN[match[2]] + "}", tex)
    if display and NUMBERED.search(tex) and not tex.startswith(r"\begin"):
        return rf"\begin{{equation}}{tex}\end{{equation}}"
    return tex


def _text_and_maths(match):
    parts = match[1].split("$")
    return "".join(
        f"{{{part}}}" if place % 2 else rf"\text{{{part}}}" for place, part in enumerate(parts)
    )


def _by_class(tag):
    """A tag with classes for its styles; what stands for no class is dropped."""
    style = STYLE.search(tag[0])[1]
    wanted = ["".join(declaration.split()) for declaration in style.split(";")]
    names = " ".join(CLASSES[declaration] for declaration in wanted if declaration in CLASSES)
    colours = [match[1] for declaration in wanted if (match := COLOUR.fullmatch(declaration))]
    instead = f' class="{names}"' if names else ""
    instead += "".join(f' mathcolor="{colour}"' for colour in colours[:1])
    return STYLE.sub(instead, tag[0])


# --- Where a formula begins and ends ------------------------------------------------------------

MAX_LINES = 100
MAX_TEX = 3000  # characters of all formulas of a title: what follows stays as typed
# Signs in which the end of a formula is sought, and such ends that a backslash makes none.
MAX_SOUGHT, MAX_ESCAPED = 5 * MAX_FORMULA, 20
DELIMITERS = (("$$", "$$", True), ("$", "$", False), (r"\(", r"\)", False), (r"\[", r"\]", True))
TWO_SIGNS = ("$$", r"\(", r"\[")
A_STEP = 120  # so many signs of MathML are made and cleaned in a step of the budget
SEEK = 4  # what it costs to find no end, in steps of the budget
# `\[ [Paper](…) \| [Slides](…) \]` are brackets that Markdown escapes, and no formula.
MATHS_SIGN = re.compile(r"[\\^_={}+<>]")
MARKDOWN_LINK = re.compile(r"\]\(|\]\[|\\\|\s*\[|https?:")
WORDS = re.compile(r"[A-Za-z]{2,}\s+[A-Za-z]{2,}")


class Maths(NamedTuple):
    tex: str
    source: str  # with its delimiters
    display: bool
    end: int


def find_maths(src: str, start: int) -> Maths | None:
    """The formula that begins at `start`, by Pandoc's rules for dollars.

    Between single dollars no blank stands at either end and no digit follows, so that
    "costs $5 and $6" stays money.
    """
    opener, closer, display = next(
        (d for d in DELIMITERS if src.startswith(d[0], start)), 3 * ("",)
    )
    if not opener:
        return None
    begin = start + len(opener)
    close = _closing(src, begin, closer)
    if close < 0:
        return None
    tex, end = src[begin:close], close + len(closer)
    if opener == "$":  # isdecimal, not isdigit: `$x$²` is fine
        good = tex and tex == tex.strip() and not src[end : end + 1].isdecimal()
    else:
        good = _is_maths(tex, opener)
    return Maths(tex.strip(), src[start:end], display, end) if good else None


def split_maths(text: str) -> Iterator[str | Maths]:
    """The formulas of a text that is no Markdown, and the words between them."""
    start = tex = 0
    for sign in re.finditer(r"\\[$\\]|[$\\]", text):
        if tex > MAX_TEX:
            break
        if sign.start() < start:
            continue
        maths = find_maths(text, sign.start())
        tex += len(maths.tex) if maths else 10
        if maths:
            yield text[start : sign.start()].replace(r"\$", "$")
            yield maths
            start = maths.end
    yield text[start:].replace(r"\$", "$")


def _closing(src, begin, closer):
    """Not further away than a formula is long: nothing is sought through a whole text."""
    end = begin + MAX_SOUGHT
    close = src.find(closer, begin, end)
    for _escaped in range(MAX_ESCAPED):
        before = src[begin:close] if close > begin else ""
        if (len(before) - len(before.rstrip("\\"))) % 2 == 0:
            return close  # no backslash escapes it
        close = src.find(closer, close + 1, end)
    return -1


def _is_maths(tex, opener):
    if not tex.strip() or "\n\n" in tex:
        return False
    if opener == "$$":
        return True
    if opener == r"\[" and (MARKDOWN_LINK.search(tex) or not MATHS_SIGN.search(tex)):
        return False
    return bool(MATHS_SIGN.search(tex)) or not WORDS.search(tex)


def inline_rule(state, silent):
    """markdown-it: a formula within a line. Runs before the rule of backslash escapes."""
    if state.src[state.pos] not in "$\\":
        return False
    maths = find_maths(state.src, state.pos)
    if not maths:
        if state.src.startswith(TWO_SIGNS, state.pos):
            budget.spend(state.env, SEEK)
        return False
    if not silent:
        push_maths(state, maths)
        _spend_on(state, maths)
    state.pos = maths.end
    return True


def block_rule(state, start_line, end_line, silent):
    r"""markdown-it: `$$` or `\[` begins a line, its partner ends one; no blank line between."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    closer = {"$$": "$$", r"\[": r"\]"}.get(state.src[begin : begin + 2])
    if not closer or state.is_code_block(start_line):
        return False
    last = _last_line(state, start_line, end_line, closer)
    if last is None:
        return False
    source = state.getLines(start_line, last + 1, state.blkIndent, False).strip()
    tex = source[2:-2].strip()
    if closer in tex or not _is_maths(tex, source[:2]):
        return False
    if not silent:
        state.line = last + 1
        maths = Maths(tex, source, True, 0)
        push_maths(state, maths)
        _spend_on(state, maths)
        state.tokens[-1].map = [start_line, state.line]
    return True


def _last_line(state, start_line, end_line, closer):
    for line in range(start_line, min(end_line, start_line + MAX_LINES)):
        budget.spend(state.env, 1)
        if state.isEmpty(line) or (line > start_line and state.sCount[line] < state.blkIndent):
            return None
        begin = state.bMarks[line] + state.tShift[line] + (2 if line == start_line else 0)
        if state.src[begin : state.eMarks[line]].rstrip().endswith(closer):
            return line
    return None


def push_maths(state, maths: Maths) -> None:
    """A token for a formula that a rule has read."""
    token = state.push("maths", "", 0)
    token.content, token.markup, token.meta = maths.tex, maths.source, {"display": maths.display}


def _spend_on(state, maths):
    """By its MathML, which may be a hundred times as long; it is kept, and so made once."""
    html = mathml(maths.tex, maths.source, maths.display)
    budget.spend(state.env, len(maths.tex) // 5 + len(html) // A_STEP)


def render_token(renderer, tokens, index, options, env):
    """Render a token of a formula, as a rule of markdown-it."""
    token = tokens[index]
    return mathml(token.content, token.markup, token.meta["display"])
