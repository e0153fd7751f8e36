"""Inline maths: what can be said in plain Unicode is; the rest keeps its dollar signs."""

import re

from profiles.markup.text import SUBSCRIPTS, SUPERSCRIPTS
from publications.latex.macros import symbol

# Dollar signs that a reader of the finished text may take for maths; see `from_text`.
MATHS = re.compile(r"\$(?![\s$])((?:[^$\\]|\\.)+?)(?<!\s)\$(?!\d)", re.S)
PROSE = re.compile(r"[A-Za-z]{3,}[,.]?\s+[A-Za-z]{2,}|^\s.*[A-Za-z]{3,}", re.S)
ESCAPED_SIGN = re.compile(r"\\[$%&#_]")
STRIPPED = re.compile(r"\\ensuremath\s*|\\(?:displaystyle|textstyle|scriptstyle|limits)\b\s*")
SIMPLE_LENGTH = 40
BRACE = re.compile("[{}]")

TOKEN = re.compile(
    r"\\(?P<macro>[A-Za-z]+)|(?P<script>[\^_])\s*"
    r"|(?P<plain>[0-9.,:;<>=+\-/%*'|()\[\]§¶†‡∗]|[^\x00-\x7f])"
    r"|(?P<letter>[A-Za-z])|(?P<space>\s+|~|\\[ ,;:!])|(?P<brace>[{}])"
)
SCRIPT = re.compile(r"\s*(?:\{\s*([0-9+\-]+)\s*\}|([0-9]))")
# What authors are marked with is shown as it is: daggers, asterisks, numbers with commas.
RAISED = re.compile(r"\s*(?:\{([^{}]{1,30})\}|(\\[A-Za-z]+|\\[#&]|[*∗†‡§¶]))")
RAISED_SIGN = re.compile(
    r"\\(dagger|ddagger|dag|ddag|ast|star|circ|prime|S|P)(?![A-Za-z])\s*|\\([#&])"
)
RAISED_SIGNS = {"ast": "*", "star": "*", "circ": "°", "prime": "′"}
# Upright words in maths, and formulas of chemistry: \mathrm{CO}_2, \textit{Foo}, 19^{th}.
_font = r"(?:mathrm|mathit|mathbf|mathsf|mathtt|text|textrm|textit|textbf|textsf|texttt|textsc)"
UPRIGHT = re.compile(
    rf"\\{_font}\s*\{{([^{{}}\\$^]*)\}}|\{{\\(?:rm|bf|it|sf|tt)\s+([^{{}}\\$^]*)\}}"
    r"|_\s*\{?\s*([0-9]+)\s*\}?|([0-9]+)"
)
LOWERED = re.compile(r"_\{?([0-9]+)\}?")
ORDINAL = re.compile(
    rf"\{{?([0-9]*)\}}?\^\s*\{{?\s*(?:\\(?:{_font}|rm|[mh]box)\s*\{{?\s*)?(st|nd|rd|th)\s*\}}*"
)
MARKS_ONLY = re.compile(r"[0-9,*∗†‡§¶#&°′+\-\s]+")


def is_prose(maths: str) -> bool:
    """Whether what stands between two dollar signs is text: "100$ now and 200$ later"."""
    maths = ESCAPED_SIGN.sub("", maths)
    return not re.search(r"[\\^_=]", maths) and bool(PROSE.search(maths) or not maths.strip())


def is_balanced(maths: str) -> bool:
    """Whether braces pair up as BibTeX counts them, escaped ones too."""
    depth = 0
    for sign in BRACE.findall(maths):
        depth += 1 if sign == "{" else -1
        if depth < 0:
            return False
    return depth == 0


def plain(maths: str) -> str | None:
    """Maths as plain Unicode (`\\alpha` α, `_2` ₂, `z \\sim 1` z ∼ 1), or None if it is too much.

    At most one Latin letter may be in it: two of them are a formula, to be set as one.
    """
    pieces = _pieces(maths) if len(maths) <= SIMPLE_LENGTH else None
    if pieces is None:
        return _upright(maths)
    text = "".join(piece for kind, piece in pieces if kind != "brace")
    letters = sum(kind == "letter" for kind, _piece in pieces)
    has_brackets = any(sign in "()[]" for sign in text)
    if letters > 1 or (letters and has_brackets):
        return _upright(maths)
    braces = [piece for kind, piece in pieces if kind == "brace"]
    return text if braces.count("{") == braces.count("}") else None


def _upright(maths: str) -> str | None:
    """Words that are set upright, with numbers below them, or an ordinal; None for all else."""
    if ordinal := ORDINAL.fullmatch(maths):
        return "".join(ordinal.groups())
    parts, at = [], 0
    while at < len(maths) and (match := UPRIGHT.match(maths, at)):
        words = LOWERED.sub(lambda low: low[1].translate(SUBSCRIPTS), match[1] or match[2] or "")
        lowered = (match[3] or "").translate(SUBSCRIPTS)
        parts.append(words + lowered + (match[4] or ""))
        at = match.end()
    text = "".join(parts)
    return text if at == len(maths) and text.strip() and "_" not in text else None


def _pieces(maths: str) -> list[tuple[str, str]] | None:
    """(kind of token, its text) for each token; None as soon as one has no plain text."""
    pieces, at = [], 0
    while at < len(maths):
        token = TOKEN.match(maths, at)
        if not token:
            return None
        kind, text, at = token.lastgroup, token[0], token.end()
        if kind == "script":
            text, at = _script(maths, at, token["script"])
        elif kind == "macro":
            text = _sign(token["macro"])
        elif kind == "space":
            text = " "
        if text is None:
            return None
        pieces.append((kind, text))
    return pieces


def _sign(macro: str) -> str | None:
    """The one sign that a macro stands for; None for a word, a blank, or what nobody knows."""
    sign = symbol(macro)
    if sign is None or sign.isspace() or (sign.isascii() and sign.isalpha()) or len(sign) > 2:
        return None
    return "*" if sign == "∗" else sign


def _script(maths: str, at: int, sign: str) -> tuple[str | None, int]:
    if match := SCRIPT.match(maths, at):
        table = SUPERSCRIPTS if sign == "^" else SUBSCRIPTS
        return (match[1] or match[2]).translate(table), match.end()
    if sign == "^" and (match := RAISED.match(maths, at)):
        # The signs after a `^`, their numbers raised; None if they are anything else.
        text = RAISED_SIGN.sub(
            lambda sign: RAISED_SIGNS.get(sign[1]) or sign[2] or symbol(sign[1]) or "",
            match[1] or match[2],
        )
        raised = "".join(text.translate(SUPERSCRIPTS).split())
        return raised if MARKS_ONLY.fullmatch(text) else None, match.end()
    return None, at


def shown(maths: str) -> str:
    """Maths as display text: plain where it can be, else `$...$` on one line.

    What stands in two pairs of braces was typed as maths, and stays maths: `from_text` writes so.
    """
    if maths.startswith("{{") and maths.endswith("}}") and is_balanced(maths[2:-2]):
        return f"${maths[2:-2]}$"
    maths = " ".join(STRIPPED.sub("", maths).split())
    if not maths:
        return ""
    text = plain(maths)
    if text is not None and "$" not in text:
        return text
    if maths.endswith("\\"):
        maths += " "
    return f"${maths}$"
