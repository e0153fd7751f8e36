"""Fields that a program has no place for, kept within one field that it does not look into.

biblatex's `verbc` is free for everybody, is allowed in each type of entry, and no style prints it.
What a file in a dialect must not say stands there, to be read again by an import.
"""

import re
from collections.abc import Iterable, Iterator

from publications.bibtex.writing import balanced

Pairs = list[tuple[str, str]]

NAME = "verbc"
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
    return [*same, *stand_ins, (NAME, f"{MARK} {value}")]


def read_again(fields: Pairs) -> Pairs:
    """The fields of an entry as they were; those of another's `verbc` stay as they are."""
    packed = next((raw for name, raw in fields if name == NAME and raw.startswith(MARK)), "")
    if not packed or (kept := list(_fields(packed[len(MARK) :]))) == []:
        return fields
    names = {NAME, *dict(kept)}
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
