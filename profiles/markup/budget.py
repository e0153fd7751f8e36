"""How much work one text may ask for.

markdown-it takes quadratic time on some texts: each `[` that is never closed is sought an end for,
and sixty thousand of them take a minute. So the steps of its rules are counted while it works, all
alike, and a text that takes more than ALLOWED stops there: it is refused when it is saved, and
shown as it was typed where it is stored already.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from markdown_it.rules_inline import image, link

# Steps for one text. 64 KB full of emphasis, links and formulas take 9,800, plain paragraphs 700;
# the dearest texts that are known then cost less than twenty times what plain ones do.
ALLOWED = 10_500
# Of quotes and lists within each other; markdown-it would drop what lies deeper than 50.
MAX_NESTING = 40
# Where one of these begins nothing, three rules of ours and markdown-it's have looked for more.
DEAR, DEAR_STEPS = "<&", 3
ADDRESS = 600  # so many characters of an address are copied in a step
# A word's signs, blanks, and what ends a sentence begin nothing.
SIGN = re.compile(r"[^\w \t.,;]")
FEW = 200
# An address behind a bracket, which is read to its end before it is known to be none.
BEHIND_BRACKET = re.compile(r"\]\(\S{0,500}")
FAR, READ = 200, 20  # the bracket stands no further off, as a rule; so much is read in a step


class TooMuch(NamedTuple):
    """The line, counted from 1, where a text asked for too much; the sign that is most there."""

    line: int
    sign: str


class OverBudgetError(Exception):
    """`line`, counted from 0, is where the parser was."""

    def __init__(self, line: int):
        super().__init__(line)
        self.line = line


def spend(env: dict, steps: int, line: int | None = None) -> None:
    """Counts steps; OverBudgetError where it is more than ALLOWED."""
    env["spent"] = spent = env.get("spent", 0) + steps
    if spent > ALLOWED:
        raise OverBudgetError(env.get("line", 0) if line is None else line)


def left(env: dict) -> int:
    """Return how many steps the text may still take."""
    return ALLOWED - env.get("spent", 0)


def spend_inline(state, steps: int) -> None:
    """The same while words are read, where the line is counted from the block."""
    env = state.env
    env["spent"] = spent = env.get("spent", 0) + steps
    if spent > ALLOWED:
        raise OverBudgetError(env.get("line", 0) + state.src.count("\n", 0, state.pos))


def has_few_signs(text: str) -> bool:
    """Return whether a text has too few signs to ask for too much."""
    return len(SIGN.findall(text)) < FEW


def where(text: str, error: OverBudgetError) -> TooMuch:
    """For who wrote it: the sign that stands most often from there on."""
    lines = text.split("\n")
    rest = "\n".join(lines[error.line :])[:2000]
    signs = Counter(sign for sign in SIGN.findall(rest) if sign.isprintable())
    return TooMuch(error.line + 1, signs.most_common(1)[0][0] if signs else "")


# --- markdown-it's rules, which all return False: they only count ---------------------------------


def inline_rule(state, silent):
    """Stands before all other rules, so it is asked at each place that may begin something."""
    spend_inline(state, _made(state) + (DEAR_STEPS if state.src[state.pos] in DEAR else 1))
    return False


def block_rule(state, start_line, end_line, silent):
    """Asked of each line that may begin a block, and of a paragraph's lines whether they end it."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    steps = 1 + _made(state) + state.src.count("|", begin, state.eMarks[start_line])
    if not silent and state.src.startswith(">", begin):
        steps += _quoted(state, start_line, end_line)
    spend(state.env, steps, start_line)
    if state.level > MAX_NESTING:
        raise OverBudgetError(start_line)
    return False


def _made(state):
    """How many tokens were made since this was asked before."""
    made = len(state.tokens) - getattr(state, "counted", 0)
    state.counted = len(state.tokens)
    return made


def _quoted(state, line, end_line):
    """How many lines begin with `>`: each quote around a quote reads all of its lines."""
    first = line
    while line < end_line and state.src.startswith(">", state.bMarks[line] + state.tShift[line]):
        line += 1
    return line - first


def count_lines(state):
    """markdown-it, core, in place of its rule for inlines: the same, knowing the line."""
    for token in state.tokens:
        if token.type == "inline":
            line = token.map[0] if token.map else 0
            state.env["line"] = line
            token.children = token.children or []
            state.md.inline.parse(token.content, state.md, state.env, token.children)


def count_addresses(state):
    """markdown-it, core, at the end: of a long address that many links share, each is a copy.

    But those of references: whether a text is too much depends on the text alone.
    """
    for token in state.tokens:
        for made in token.children or ():
            if made.attrs and made.attrs.get("class") != "citation":
                length = sum(len(str(value)) for value in made.attrs.values())
                spend(state.env, length // ADDRESS, token.map[0] if token.map else None)


def counting_addresses(rule):
    """The rule for links or pictures, where it failed: an address may have been read in vain."""

    def counted(state, silent):
        begin = state.pos
        if made := rule(state, silent):
            return made
        bracket = state.src.find("](", begin, begin + FAR)
        if bracket >= 0:
            tried = BEHIND_BRACKET.match(state.src, bracket)
            spend_inline(state, (tried.end() - bracket) // READ)
        return made

    return counted


def install(md) -> None:
    """Make this parser count its steps."""
    read_on = md.inline.skipToken

    def skip_token(state):  # what was read before, looked through for the end of a bracket
        spend_inline(state, 1)
        read_on(state)

    md.inline.skipToken = skip_token
    md.inline.ruler.before("text", "budget", inline_rule)
    for name, rule in (("link", link), ("image", image)):
        md.inline.ruler.at(name, counting_addresses(rule))
    every = ["paragraph", "reference", "blockquote", "list"]
    md.block.ruler.before("table", "budget", block_rule, {"alt": every})
    md.core.ruler.at("inline", count_lines)
    md.core.ruler.push("budget", count_addresses)
