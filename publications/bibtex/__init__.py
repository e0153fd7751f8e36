"""BibTeX text to records and back, with problems by line. No database, no settings.

    parsed = bibtex.parse(path.read_bytes())
    for record in parsed.records: ...

This package is the only one that imports bibtexparser.

encodings     bytes -> text: UTF-8, byte order marks, encodings that a file declares, and those that
              its letters tell: Latin-1, Windows-1252, GB 18030, …
entries       a file as blocks; one entry read: by bibtexparser, else tolerantly, with a warning
grammar       values: braces, quotes, `#`, macros of @string
crossref      fields that an entry inherits by crossref or xdata
record        what an entry says: fields, date, status (“to appear”), problems; a file they wait in
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from profiles.folding import repaired
from publications.bibtex.crossref import inherit_fields, may_refer
from publications.bibtex.encodings import read_text
from publications.bibtex.entries import BlockReader
from publications.bibtex.grammar import MONTHS
from publications.bibtex.record import (
    BibtexDecodeError,
    ParsedFile,
    Problem,
    Record,
    UnsureEncodingError,
    date_of,
    date_of_text,
    is_outdated,
    status_in,
    status_of,
)
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


# Lines of damaged letters that are reported one by one, and what of BibTeX may stand around a word.
MOST_DAMAGE = 100
EDGES = '{}",; '
OTHER_TITLE = ", under another title; give one of the two another key."


def parse(
    data: bytes | str, *, encoding: str | None = None, repair_encoding: bool = False
) -> ParsedFile:
    """Read a whole .bib file; an empty one gives no records.

    Every block that looks like an entry gives a Record, a hopeless one with `refused` set.
    Letters that were read in a wrong encoding before ("Ã¼") are mended with `repair_encoding`,
    else warned of, where `data` is bytes. Raises BibtexDecodeError for what is no text, or not in
    the `encoding` it is said to be in; UnsureEncodingError where no encoding is said and several
    fit. Other formats, such as RIS, are read by publications.reference_lists.
    """
    parsed = ParsedFile()
    options = {"encoding": encoding, "repair_encoding": repair_encoding}
    parsed.records = list(iter_records(data, **options, into=parsed))
    parsed.problems.sort(key=lambda problem: problem.line)
    return parsed


def iter_records(
    data: bytes | str,
    *,
    encoding: str | None = None,
    repair_encoding: bool = False,
    into: ParsedFile | None = None,
) -> Iterator[Record]:
    """The records of a file one by one; `into` gathers problems and comments as they are met.

    They are all held at once only where some refer to others (crossref, xdata).
    """
    into = ParsedFile() if into is None else into
    text = text_of(data, into, encoding=encoding, repair_encoding=repair_encoding)
    reader = BlockReader(text, into)
    records = _tell_repeated_keys(map(_with_kept_fields, reader.records()), into)
    if not may_refer(text):
        return records
    # Without the text, which is let go of once it is read.
    return inherit_fields(records, reader.source.allowance, into)


def text_of(
    data: bytes | str,
    into: ParsedFile,
    *,
    encoding: str | None = None,
    repair_encoding: bool = False,
) -> str:
    """The text of a file of any format; damaged letters are mended or told of, as `parse` says."""
    text = read_text(data, encoding, into)
    if repair_encoding or not isinstance(data, str):
        text = _tell_damage(text, into, is_repaired=repair_encoding)
    return text


def _with_kept_fields(record: Record) -> Record:
    if any(name == KEPT_FIELDS for name, _value in record.fields):
        return replace(record, fields=read_again(record.fields))
    return record


def _tell_damage(text: str, into: ParsedFile, *, is_repaired: bool) -> str:
    """The text as it is to be read: mended, where that is wished."""
    sound = repaired(text)
    if sound == text:
        return text
    lines = enumerate(zip(text.split("\n"), sound.split("\n"), strict=True), 1)
    damaged = [(line, before, after) for line, (before, after) in lines if before != after]
    into.damaged = len(damaged)
    done = (
        "was mended" if is_repaired else "was read in a wrong encoding; --repair-encoding mends it"
    )
    for line, before, after in damaged[:MOST_DAMAGE]:
        words = zip(before.split(" "), after.split(" "), strict=False)
        one, other = next((pair for pair in words if pair[0] != pair[1]), (before, after))
        reason = f"Damaged letters: “{one.strip(EDGES)}” {done} (“{other.strip(EDGES)}”)."
        into.tell("warning", line, "", reason)
    for line, _before, _after in damaged[MOST_DAMAGE:][:1]:
        reason = f"Damaged letters on {len(damaged) - MOST_DAMAGE} more lines."
        into.tell("warning", line, "", reason)
    return sound if is_repaired else text


def _tell_repeated_keys(records: Iterable[Record], into: ParsedFile) -> Iterator[Record]:
    first: dict[str, tuple[int, int]] = {}
    for record in records:
        titles = (value.strip() for name, value in record.fields if name == "title")
        here = record.line, hash(next(filter(None, titles), "").casefold())
        if record.key and not record.refused:
            earlier = first.setdefault(record.key, here)
            if earlier is not here:
                same = earlier[1] == here[1]
                reason = f"The key is also used on line {earlier[0]}"
                reason += " for the same title." if same else OTHER_TITLE
                into.tell("info" if same else "warning", record.line, record.key, reason)
        yield record
