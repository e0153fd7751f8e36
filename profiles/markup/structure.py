"""The blocks of a Markdown text for those who do not show it, and its plain words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, lru_cache
from itertools import accumulate, takewhile

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

COMMAND = re.compile(r"\\([A-Za-z]+)(?=\s*(\{)?\s*(\})?)")
# As the American Physical Society writes a sign for both: the first branch is maths.
BRANCHES = re.compile(r"\\ifmmode\b\s*(.*?)\\else\b.*?\\fi(?![A-Za-z])(?:\{\})?", re.S)
# Commands of AMS-TeX and of common packages, as LaTeX has them today.
MODERN = {
    **dict.fromkeys(("roman", "rom", "eurm", "cmr"), r"\mathrm"),
    **dict.fromkeys(("germ", "goth", "eu", "euf", "eufm", "eufrak", "gothic"), r"\mathfrak"),
    **dict.fromkeys(("scr", "eus", "eusm", "euscr", "EuScript", "mathpzc"), r"\mathscr"),
    **dict.fromkeys(("ssf", "sansserif", "Sans"), r"\mathsf"),
    **dict.fromkeys(("pmb", "boldkey", "bold", "boldmath"), r"\boldsymbol"),
    **dict.fromkeys(("bbold", "mathbbold", "mathbbm", "mathds", "Bbb"), r"\mathbb"),
    **dict.fromkeys(("italic", "slanted"), r"\mathit"),
    **dict.fromkeys(("Cal", "cal"), r"\mathcal"),
    "frak": r"\mathfrak",
    "mathop": r"\mathrm",
    "wh": r"\widehat",
    "wt": r"\widetilde",
    "varprojlim": r"\underleftarrow{\lim}",
    "varinjlim": r"\underrightarrow{\lim}",
    "cprime": "ʹ",
    "dbar": "đ",
    "Q": r"\mathbb{Q}",
    "C": r"\mathbb{C}",
    "F": r"\mathbb{F}",
    **dict.fromkeys(("sp", "textsuperscript"), "^"),
    **dict.fromkeys(("sb", "textsubscript"), "_"),
    **dict.fromkeys(("xspace", "protect", "nobreak", "allowbreak", "relax", "limits"), ""),
    **dict.fromkeys(("left", "right", "bigl", "bigr", "Bigl", "Bigr", "big", "Big"), ""),
    **dict.fromkeys(("rm", "bf", "it", "sf", "tt", "em", "sl", "sc", "rlap", "llap"), ""),
}


def with_known_commands(tex: str, is_known: Callable[[str], bool]) -> str:
    r"""The formula with today's names of old commands, and without those that nobody knows.

    Of an unknown command with an argument the argument stays (`\foo{x}` x); one without stands
    for its name, upright (`\HB` HB). `is_known` is asked for the name without its backslash.
    """

    def known(match):
        name, has_argument, is_empty = match.groups()
        if is_known(name):
            return match[0]
        if name in MODERN:
            return MODERN[name]
        return "" if has_argument and not is_empty else rf"\text{{{name}}}"

    return COMMAND.sub(known, BRANCHES.sub(r"{\1}", tex))


def unknown_commands(tex: str, is_known: Callable[[str], bool]) -> Iterator[str]:
    """The names of the commands in a formula that nobody knows, as often as they stand there."""
    for match in COMMAND.finditer(BRANCHES.sub(r"{\1}", tex)):
        if match[1] not in MODERN and not is_known(match[1]):
            yield match[1]


LONGEST = 500  # signs of one formula that are looked into
MAX_TEX = 2000  # signs of the formulas of one text; the others stay as TeX: reading them takes long
SUPERSCRIPTS = str.maketrans("0123456789+-()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾")
SUBSCRIPTS = str.maketrans("0123456789+-()", "₀₁₂₃₄₅₆₇₈₉₊₋₍₎")
# Within formulas letters, too, as far as Unicode has them.
RAISED = SUPERSCRIPTS | str.maketrans("abcdefghijklmnoprstuvwxyz", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ")
LOWERED = SUBSCRIPTS | str.maketrans("aehijklmnoprstuvx", "ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
SCRIPT = re.compile(
    r"\^\s*(?:\{\s*([0-9a-pr-z+()-]+)\s*\}|([0-9a-pr-z+-]))"
    r"|_\s*(?:\{\s*([0-9aeh-pr-vx+()-]+)\s*\}|([0-9aeh-pr-vx+-]))"
)
# Of LaTeX's commands for text, those whose argument is shown; the innermost first.
STYLES = "text(?:it|bf|sc|rm|sf|tt|sl|md|up|normal)|emph|underline|uline|mbox"
STYLED = re.compile(
    rf"\\(?:{STYLES})\{{([^{{}}]*)\}}|\{{\\(?:it|em|bf|sc|rm|sf|tt|sl)\s([^{{}}]*)\}}"
)
BEHIND_COMMAND = re.compile(r"\\[A-Za-z]+$")
LONGEST_COMMAND = 20
NESTED = 4
TEXT_SCRIPT = re.compile(r"\\text(super|sub)script\{([0-9+()-]+)\}")
ACCENTED = re.compile(
    r"\\(?:[\"'`^~=.]|[Hcuvdbkr](?![A-Za-z]))\{\\?[A-Za-z]\}|\{\\[\"'`^~=.]\\?[A-Za-z]\}"
)
LOGO = re.compile(r"\\((?:La|Bib)?TeX)(?![A-Za-z])(?:\{\})?")
CITED = re.compile(r"~?\\cite[a-z]*\*?\{[^{}]*\}")
QUOTED = re.compile(r"``((?:[^`']|'(?!')){1,300})''")
# Between two words: no "~5 km", no "3~5 km", no address.
TIE = re.compile(r"(?<=[A-Za-z.,)}\]$])~(?=[A-Za-z0-9$\\(])|(?<=[0-9])~(?=[A-Za-z$\\(])")
# Before a digit a dollar sign closes no formula: it might be money.
SYMBOL_BEFORE_DIGIT = re.compile(r"\$(\\[A-Za-z]{1,20})\$(?=\d)")
MOST_SIGNS = 100
BREAKS = {"softbreak", "hardbreak"}
WITH_WORDS = {"text", "code_inline", "code_block", "fence", "image"}


@lru_cache(1024)  # a list of papers, its feed and its search show the same formulas
def tex_to_text(tex: str) -> str:
    r""" "O(n^2) \le \alpha" -> "O(n²) ≤ α"; what cannot be said in one line stays as TeX."""
    if len(tex) > LONGEST:
        return tex
    with suppress(Exception):  # pylatexenc may raise anything for what is no LaTeX
        from pylatexenc.latex2text import LatexNodes2Text  # a slow import, wanted by few texts

        signs, commands = _commands()
        converter = LatexNodes2Text(signs)  # a new one: it would remember a \title
        tex = with_known_commands(tex, _is_known)
        tex_with_scripts = f"${SCRIPT.sub(_script, tex)}$"
        return converter.latex_to_text(tex_with_scripts, latex_context=commands).strip() or tex
    return tex


@cache
def _commands():
    """Made once, for that takes longer than reading a formula."""
    from pylatexenc import latex2text, latexwalker

    return latex2text.get_default_latex_context_db(), latexwalker.get_default_latex_context_db()


@cache
def _is_known(command: str) -> bool:
    return _commands()[0].get_macro_spec(command) is not None


def _script(match: re.Match) -> str:
    """In braces: letters of a command would run into it."""
    if raised := match[1] or match[2]:
        return f"{{{raised.translate(RAISED)}}}"
    return f"{{{(match[3] or match[4]).translate(LOWERED)}}}"


def without_commands(text: str) -> str:
    r"""LaTeX's commands for text, which are none of Markdown's: "\emph{E.~coli}" -> "E. coli".

    Formulas stay, and whatever is no such command.
    """
    if "\\" in text:
        text = CITED.sub("", LOGO.sub(r"\1", text))
        text = ACCENTED.sub(lambda match: tex_to_text(match[0]), text, count=MOST_SIGNS)
        text = TEXT_SCRIPT.sub(_text_script, text)
        text = SYMBOL_BEFORE_DIGIT.sub(lambda match: tex_to_text(match[1]), text, count=MOST_SIGNS)
        for _depth in range(NESTED):
            text, count = STYLED.subn(_unstyled, text)
            if not count:
                break
    if "``" in text:
        text = QUOTED.sub(r"“\1”", text)
    return TIE.sub(" ", text) if "~" in text else text


def _unstyled(match: re.Match) -> str:
    r"""Return the text of a style, in braces behind a command such as `\mathop{\rm lim}`."""
    text = match[1] or match[2] or ""
    before = match.string[max(0, match.start() - LONGEST_COMMAND) : match.start()]
    return f"{{{text}}}" if BEHIND_COMMAND.search(before) else text


def _text_script(match: re.Match) -> str:
    return match[2].translate(SUPERSCRIPTS if match[1] == "super" else SUBSCRIPTS)


def in_one_line(text: str) -> str:
    """Each run of blanks and breaks as one blank."""
    return " ".join(text.split())


def words_of(tokens: list[Token]) -> str:
    """In one line; formulas in words, pictures as their description, no footnotes."""
    above_footnotes = takewhile(lambda token: token.type != "footnote_block_open", tokens)
    lines = [token.children or [token] for token in above_footnotes]
    formulas = [token.content for line in lines for token in line if token.type == "maths"]
    lengths = accumulate(map(len, formulas))
    read = iter([length <= MAX_TEX for length in lengths])
    return in_one_line(" ".join("".join(_word(token, read) for token in line) for line in lines))


def _word(token, read):
    if token.type in BREAKS or (token.type == "html_inline" and token.markup == "br"):
        return " "
    if token.type == "maths":
        return tex_to_text(token.content) if next(read) else token.content
    return token.content if token.type in WITH_WORDS else ""


# Lines are not looked into: whoever needs one has it as typed.
BLOCKS = MarkdownIt("commonmark").enable("table")
BLOCKS.core.ruler.disable(["inline", "text_join"])
# Longer than a paragraph: such a line stays as typed.
LONGEST_LINE = 20_000
# What is no tag of HTML ("a <Study>") are words.
LINES = MarkdownIt("commonmark", {"html": False}).enable("strikethrough")
INLINE_TAG = re.compile(
    r"</?(?:u|b|i|em|strong|span|su[bp]|a|font|mark|ins|del|s|kbd|code|small|big|br|p|div|center)"
    r"(?:\s[^<>]*)?/?>",
    re.I,
)
# A link with its words and its address.
LINK = re.compile(r"\[([^\[\]]*)\]\(\s*([^()\s]*(?:\([^()\s]*\)[^()\s]*)?)[^()]*\)")


def blocks(text: str) -> list[SyntaxTreeNode]:
    """CommonMark with tables and HTML: nodes with their lines in `map`, counted from 0."""
    return [node for node in SyntaxTreeNode(BLOCKS.parse(text)).children if node.map]


def line_in_words(text: str) -> str:
    """Markdown and HTML of one paragraph, without either, in one line."""
    if len(text) > LONGEST_LINE:
        return " ".join(text.split())
    return words_of(LINES.parseInline(INLINE_TAG.sub("", text)))
