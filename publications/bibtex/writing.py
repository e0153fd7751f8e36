"""Records as BibTeX text: the same fields always give the same bytes, each key once."""

import re
from collections.abc import Iterable, Iterator

from publications.latex.macros import is_balanced

# What may not stand in a key: TeX and the tools that read .bib files trip over it.
NOT_IN_KEYS = re.compile(r"[\s,{}%#=\\\"]+")
NUMBER = re.compile(r"-\d+")
# Beside a key that had to be changed: the key as it was. A file of ours says so to ourselves.
ORIGINAL_KEY = "citationkey"
# The same of an entry's type, where a dialect has no such type.
ORIGINAL_TYPE = "originaltype"

ESCAPE = re.compile(r"\\.", re.S)
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
    # Both for BibTeX, which counts each brace, and for who takes `\\{` as text.
    if not is_balanced(value) or not is_balanced(ESCAPE.sub("", value)):
        # Escaped braces become macros; a brace without a partner becomes one too, unless BibTeX
        # had paired it with an escaped one: to a reader it was none.
        parts, opened, escaped = [], [], 0
        for sign in re.split(r"(\\.|[{}])", value, flags=re.S):
            if sign in ("\\{", "\\}"):
                escaped += 1 if sign == "\\{" else -1
                sign = BRACE_MACROS[sign[1]]
            elif sign == "{":
                opened.append(len(parts))
            elif sign == "}" and opened:
                opened.pop()
            elif sign == "}":
                sign = "" if escaped > 0 else BRACE_MACROS["}"]
                escaped -= 1
            parts.append(sign)
        for index in opened:
            parts[index] = BRACE_MACROS["{"]
        value = "".join(parts)
    ends_in_escape = (len(value) - len(value.rstrip("\\"))) % 2 == 1
    return value + " " if ends_in_escape else value


def unique_keys(wanted: Iterable[str]) -> list[str]:
    """`wanted` without what may not stand in keys; the second of two equal ones is numbered.

    Case does not tell keys apart: to BibTeX it does not.
    """
    wanted = [clean_key(key) for key in wanted]
    own, taken, keys = {key.casefold() for key in wanted}, set(), []
    numbers = {}  # up to which a key has got them: of thousands alike none is tried again
    for clean in wanted:
        key, number = clean, numbers.get(clean.casefold(), 2)
        while key.casefold() in taken or (key != clean and key.casefold() in own):
            key, number = f"{clean}-{number}", number + 1
        numbers[clean.casefold()] = number
        taken.add(key.casefold())
        keys.append(key)
    return keys


def clean_key(key: str) -> str:
    """A citation key without the signs that BibTeX refuses."""
    return NOT_IN_KEYS.sub("", key)


def was_changed(key: str, original: str) -> bool:
    """Whether `key` is what `unique_keys` may have made of `original`."""
    clean = clean_key(original)
    rest = key.removeprefix(clean)
    return bool(clean) and key.startswith(clean) and (not rest or bool(NUMBER.fullmatch(rest)))


# --- Fields that a program has no place for ------------------------------------------------------
# What a file in a dialect must not say stands within one field, to be read again by an
# import: biblatex's `verbc` is free for everybody, is allowed in each type of entry, and no style
# prints it.

Pairs = list[tuple[str, str]]

KEPT_FIELDS = "verbc"
MARK = "vitae-fields:"
FIELD = re.compile(r"\s*([^\s\"#%'(),={}]+)\s*=\s*(?=\{)")
BRACE = re.compile("[{}]")


def kept_beside(whole: Pairs, visible: Pairs) -> Pairs:
    """`visible`, and behind it what it lacks of `whole`: `read_again` makes that of it.

    What is as it was comes first, so that a second export is the same.
    """
    before, after = _by_name(whole), _by_name(visible)
    changed = [name for name in before | after if before.get(name) != after.get(name)]
    if not changed:
        return visible
    kept = [pair for pair in whole if pair[0] in changed]
    # Empty: what only stands in for another.
    kept += [(name, "") for name in changed if name not in before]
    same = [pair for pair in visible if pair[0] not in changed]
    stand_ins = [(n, raw) for n in [*dict(kept)] for name, raw in visible if name == n]
    # Each by itself: a brace that is only one to BibTeX must find its partner within its field.
    value = ", ".join(f"{name} = {{{balanced(raw)}}}" for name, raw in kept)
    return [*same, *stand_ins, (KEPT_FIELDS, f"{MARK} {value}")]


def read_again(fields: Pairs) -> Pairs:
    """The fields of an entry as they were; those of another's `verbc` stay as they are."""
    packed = next((raw for name, raw in fields if name == KEPT_FIELDS and raw.startswith(MARK)), "")
    if not packed or (kept := list(_fields(packed[len(MARK) :]))) == []:
        return fields
    names = {KEPT_FIELDS, *dict(kept)}
    return [pair for pair in fields if pair[0] not in names] + [pair for pair in kept if pair[1]]


def _by_name(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    values: dict[str, list[str]] = {}
    for name, raw in pairs:
        values.setdefault(name, []).append(raw)
    return values


def _fields(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    while match := FIELD.match(text, at):
        depth = 0
        for brace in BRACE.finditer(text, match.end()):
            depth += 1 if brace[0] == "{" else -1
            if not depth:
                break
        else:
            return
        yield match[1].lower(), text[match.end() + 1 : brace.start()]
        comma = text.find(",", brace.end())
        at = comma + 1 if comma >= 0 else len(text)
