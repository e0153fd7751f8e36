r"""Formulas as authors and databases type them, with commands that no converter knows.

Mathematical Reviews writes AMS-TeX (`\germ`, `\sp`), and authors use macros of their own (`\HB`).
"""

import re
from collections.abc import Callable, Iterator

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
