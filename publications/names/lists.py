"""Lists of people: cut at `and` on the raw text, or at what people type instead of it."""

import html
import re
from itertools import pairwise

from publications.latex import to_text
from publications.latex.decoding import TAG
from publications.names.parts import EXTENDED, SUFFIX, TOKEN, Name, cut, parse_name

AND = re.compile(" and ", re.I)
STRAY_AND = re.compile(r"^(?:and\s+)+|\s+and$|^and$", re.I)
OTHERS = re.compile(r"(?:and |the |many |several )*others\.?|et\.?[\s~]*al\.?|\.{3}|…", re.I)
MAY_BE_OTHERS = re.compile(r"others|\bet\b|\betal|\.{3}|…|dots", re.I)
ET_AL = re.compile(r"[\s,;]+(?:et\.?[\s~]*al\.?|and\s+others)$", re.I)
HREF = re.compile(r"\\href\s*\{[^{}]*\}\s*(?=\{)")
AND_MACRO = re.compile(r"\\and(?![A-Za-z])")
INITIALS = re.compile(r"(?:[^\W\d_]\.?[\s-]*){1,4}")


def parse_names(raw: str) -> tuple[list[Name], bool, list[str]]:
    """The names of an author or editor field, whether it ends in "and others", and warnings.

    Names are decoded text. Lists joined by `;`, `&` or commas alone are split with a warning.
    """
    warnings: list[str] = []
    if "&" in raw:
        raw = html.unescape(raw)
    if "<" in raw:
        raw = TAG.sub("", raw)
    if "\\" in raw:
        raw = AND_MACRO.sub("and", HREF.sub("\\\\textnormal", raw))
    parts, others = _without_others(split_list(raw))
    parts = [piece for part in parts for piece in _split_further(part, warnings)]
    parts, others_too = _without_others(parts)
    names = [name for part in parts if (name := parse_name(part, warnings))]
    return names, others or others_too, warnings


def split_list(raw: str) -> list[str]:
    """The raw names of a list, cut at `and` outside braces; empty ones are left out."""
    raw = " ".join(raw.split())
    parts = _cut_at_and(raw) if "{" in raw or "}" in raw else AND.split(raw)
    parts = [STRAY_AND.sub("", part.strip()).strip() for part in parts]
    return [part for part in parts if part.strip(" ,;")]


def _cut_at_and(raw: str) -> list[str]:
    parts, start, depth = [], 0, 0
    for token in TOKEN.finditer(raw):
        sign = token[0]
        if sign in "{}":
            depth = max(0, depth + (1 if sign == "{" else -1))
        elif depth == 0 and sign[-3:].lower() == "and" and sign[0] != "\\":
            parts.append(raw[start : token.start()])
            start = token.end()
    return [*parts, raw[start:]]


def _without_others(parts: list[str]) -> tuple[list[str], bool]:
    kept = []
    for part in parts:
        if not MAY_BE_OTHERS.search(part):
            kept.append(part)
            continue
        part = ET_AL.sub("", part) if "{" not in part[-8:] else part
        plain = to_text(part) if "\\" in part else part
        if not OTHERS.fullmatch(plain.strip("{} ,")):
            kept.append(part)
    return kept, kept != parts


def _split_further(part: str, warnings: list[str]) -> list[str]:
    """One `and`-part may still be a list: by semicolons, ampersands or commas."""
    if EXTENDED.match(part):
        return [part]
    if ";" in part and len(pieces := _some(cut(part, ";"))) > 1:
        warnings.append("names separated by “;” instead of “and” were split; check them.")
        return pieces
    if "&" in part:
        pieces = _some(re.split(r"\s\\?&\s", part) if "{" not in part else cut(part, "&"))
        if len(pieces) > 1:
            warnings.append("names separated by “&” instead of “and” were split; check them.")
            return [one for piece in pieces for one in _split_commas(piece, warnings)]
    return _split_commas(part, warnings)


def _some(parts: list[str]) -> list[str]:
    return [part.strip(" \\\n\t") for part in parts if part.strip(" ,\\\n\t")]


def _split_commas(part: str, warnings: list[str]) -> list[str]:
    if part.count(",") < 2:
        return [part]
    pieces = [piece.strip() for piece in cut(part, ",")]
    pieces = [piece for piece in pieces if piece]
    if len(pieces) < 3 or any(SUFFIX.fullmatch(piece) for piece in pieces[1:3]):
        return [part]
    if all(re.search(r"[\s~]", piece) for piece in pieces):
        warnings.append("names separated by commas instead of “and” were split; check them.")
        return pieces
    if len(pieces) == 3:
        return [part]
    if len(pieces) % 2 == 0 and all(INITIALS.fullmatch(piece) for piece in pieces[1::2]):
        warnings.append("names separated by commas instead of “and” were split; check them.")
        return [f"{family}, {given}" for family, given in list(pairwise(pieces))[::2]]
    warnings.append(f"“{to_text(part)[:60]}” has too many commas; separate names with “and”.")
    return ["{" + part.replace("{", "").replace("}", "") + "}"]
