"""Display text back to LaTeX that BibTeX can hold."""

import re

from publications.latex.maths import MATHS, is_balanced
from publications.latex.tokens import TAG

# Letters beyond ASCII stay as they are: biber, BibTeX with UTF-8 and Vitae all read them.
ESCAPES = {
    "%": "\\%", "#": "\\#", "_": "\\_", "$": "\\$", "&": "\\&",
    "\\": "{\\textbackslash}", "{": "{\\textbraceleft}", "}": "{\\textbraceright}",
    "~": "{\\textasciitilde}", "^": "{\\textasciicircum}", "`": "{\\textasciigrave}",
}  # fmt: skip
SPECIAL = re.compile(
    r"[%#_$\\{}~^`]|&(?P<entity>#?\w+;)?|-{2,3}|''|<(?=[/!A-Za-z])|[\"'](?=[\"'])", re.S
)


def from_text(text: str) -> str:
    """LaTeX of a display text, maths between dollar signs kept: `to_text` gives it back.

    Braces of the result are balanced as BibTeX counts them.
    """
    if not SPECIAL.search(text):
        return text
    parts, at = [], 0
    for found in _maths_and_dollars(text):
        parts.append(SPECIAL.sub(_escaped, text[at : found.start()]))
        parts.append("\\$" if found[0] == "\\$" else found[0])
        at = found.end()
    parts.append(SPECIAL.sub(_escaped, text[at:]))
    return "".join(parts)


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
