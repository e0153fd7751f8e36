"""Display text back to LaTeX that BibTeX can hold."""

import re

from publications.latex.maths import MATHS, is_balanced
from publications.latex.text import to_text
from publications.latex.tokens import TAG

# Letters beyond ASCII stay as they are: biber, BibTeX with UTF-8 and Vitae all read them.
ESCAPES = {
    "%": "\\%", "#": "\\#", "_": "\\_", "$": "\\$", "&": "\\&",
    "\\": "{\\textbackslash}", "{": "{\\textbraceleft}", "}": "{\\textbraceright}",
    "~": "{\\textasciitilde}", "^": "{\\textasciicircum}", "`": "{\\textasciigrave}",
}  # fmt: skip
SPECIAL = re.compile(
    r"[%#_$\\{}~^`]|&(?P<entity>#?\w+;)?|-{2,}|''|<(?=[/!A-Za-z])|[\"'](?=[\"'])", re.S
)


def from_text(text: str) -> str:
    """LaTeX of a display text, maths between dollar signs kept: `to_text` gives it back.

    A dollar sign beside maths may come back as `\\$`, which is how a reader tells it from maths.
    Braces of the result are balanced as BibTeX counts them.
    """
    if not SPECIAL.search(text):
        return text
    if "$" not in text:
        return SPECIAL.sub(_escaped, text)
    ways = [_with_maths(text, write) for write in (_as_it_is, _unsimplified)]
    ways.append(SPECIAL.sub(_escaped, text))
    read = [to_text(latex) for latex in ways]
    wanted = text if text in read else text.replace("\\$", "$")
    read = read if text in read else [one.replace("\\$", "$") for one in read]
    return ways[read.index(wanted) if wanted in read else 0]


def _with_maths(text: str, write) -> str:
    parts, at = [], 0
    for found in _maths_and_dollars(text):
        parts.append(SPECIAL.sub(_escaped, text[at : found.start()]))
        parts.append("\\$" if found[0] == "\\$" else write(found[0]))
        at = found.end()
    parts.append(SPECIAL.sub(_escaped, text[at:]))
    return "".join(parts)


def _as_it_is(formula: str) -> str:
    return formula


def _unsimplified(formula: str) -> str:
    """For a formula that would be read as plain text, such as `$x^2$`."""
    return formula if to_text(formula) == formula else f"${{{{{formula[1:-1]}}}}}$"


def _maths_and_dollars(text: str):
    """Each `\\$` and each formula whose braces are balanced, in order."""
    at = 0
    while found := DOLLARS.search(text, at):
        if found[0] != "\\$" and not is_balanced(found[0]):
            at = found.start() + 1
            continue
        yield found
        at = found.end()


DOLLARS = re.compile(rf"\\\$|{MATHS.pattern}", re.S)


def _escaped(found: re.Match) -> str:
    sign = found[0]
    if found["entity"]:
        return "\\&amp;" + found["entity"].replace("_", "\\_").replace("#", "\\#")
    if sign.startswith("-"):
        return "-" + "{}-" * (len(sign) - 1)
    if sign == "<":
        return "{\\textless}" if TAG.match(found.string, found.start()) else "<"
    if sign in ("'", "''"):
        return "'{}" * len(sign)
    return ESCAPES.get(sign, sign)
