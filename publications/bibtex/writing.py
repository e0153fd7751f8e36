"""Records as BibTeX text: the same fields always give the same bytes."""

import re
from collections.abc import Iterable

BRACE = re.compile(r"\\([{}])|[{}]|\\.", re.S)
BRACE_MACROS = {"{": "{\\textbraceleft}", "}": "{\\textbraceright}"}


# What an entry cannot be called: these are blocks of another kind.
NO_TYPES = {"comment", "string", "preamble"}
TYPE = re.compile(r"[^\W\d][\w:.+-]*")


class Macro(str):
    """A value that is written without braces: `nov`, or `20 # "~" # nov`."""

    __slots__ = ()


def write_entry(entry_type: str, key: str, fields: Iterable[tuple[str, str]]) -> str:
    """One entry, ending in `}` and a newline; it parses back to the same fields.

    Values are raw LaTeX, written as they are, unless their braces are unbalanced as BibTeX
    counts them (it counts `\\{` too): then the odd ones are written as macros.
    """
    lines = [f"  {name} = {_value(value)}" for name, value in fields]
    body = ",\n".join([key, *lines])
    is_type = TYPE.fullmatch(entry_type) and entry_type.lower() not in NO_TYPES
    return f"@{entry_type if is_type else 'misc'}{{{body}\n}}\n"


def _value(value: str) -> str:
    return value if isinstance(value, Macro) else f"{{{balanced(value)}}}"


def balanced(value: str) -> str:
    """`value` with braces that BibTeX can count; unchanged if it can already."""
    if "{" not in value and "}" not in value and not value.endswith("\\"):
        return value
    if _is_balanced(value):
        return value + " " if _ends_in_escape(value) else value
    return _rebalanced(value)


def _is_balanced(value: str) -> bool:
    """Balanced both for BibTeX, which counts each brace, and for who takes `\\{` as text."""
    depth = counted = 0
    for token in BRACE.finditer(value):
        sign = token[1] or token[0]
        step = {"{": 1, "}": -1}.get(sign, 0)
        counted += step
        depth += 0 if token[1] else step
        if depth < 0 or counted < 0:
            return False
    return depth == counted == 0


def _ends_in_escape(value: str) -> bool:
    return (len(value) - len(value.rstrip("\\"))) % 2 == 1


def _rebalanced(value: str) -> str:
    """Escaped braces become macros; a brace without a partner becomes one too."""
    parts, opened = [], []
    for sign in re.split(r"(\\.|[{}])", value, flags=re.S):
        if sign in ("\\{", "\\}"):
            sign = BRACE_MACROS[sign[1]]
        elif sign == "{":
            opened.append(len(parts))
        elif sign == "}" and opened:
            opened.pop()
        elif sign == "}":
            sign = BRACE_MACROS["}"]
        parts.append(sign)
    for index in opened:
        parts[index] = BRACE_MACROS["{"]
    text = "".join(parts)
    return text + " " if _ends_in_escape(text) else text
