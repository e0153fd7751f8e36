"""A text of JSON cut into the references that it holds; a broken one costs no other."""

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

# Where lists of references stand: the whole file, Zotero's "items", Crossref's "message",
# OpenAlex's "results", ORCID's "group" and "bulk".
LISTS = {
    *((), ("items",), ("message",), ("message", "items"), ("results",), ("group",), ("bulk",)),
    *(("works", "group"), ("activities-summary", "works", "group")),
}
# No list stands deeper.
DEEPEST = 12
# Keys on the way there; an object with one of them is no reference itself.
ON_THE_WAY = {key for path in LISTS for key in path} | {"activities-summary"}
LEADS_ON = re.compile(rf'"(?:{"|".join(sorted(ON_THE_WAY))})"\s*:\s*')
TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*+"?|[{}\[\]]')
INNER = re.compile(r"[\[{]")
COLON = re.compile(r"\s*:\s*")
CLOSED_BY = {"{": "}", "[": "]"}
DECODER = json.JSONDecoder(strict=False)
NEVER_CLOSED = gettext_lazy("A bracket of this is never closed.")
# How many signs are looked at for brackets that close nowhere; then the rest of the text is one.
PATIENCE = 20_000_000


class Cut(NamedTuple):
    """One reference: where it begins and ends in the text, and its value or what is wrong."""

    start: int
    end: int
    value: dict
    problem: str = ""


def cut(text: str) -> Iterator[Cut]:
    """The references of a text in JSON, or in lines of JSON."""
    opened, path, at, last, patience = [], [], 0, None, PATIENCE
    while token := TOKEN.search(text, at):
        sign, start, at = token[0], token.start(), token.end()
        if sign[0] == '"':
            last = token
        elif sign in "{[":
            key = _key(text, last, start) if len(opened) < DEEPEST else ""
            here = (*path, key) if key else tuple(path)
            is_place = sign == "{" and here in LISTS and len(opened) < DEEPEST
            if is_place and not _leads_on(text, start):
                one = _read(text, start, is_last=patience < 0)
                patience -= (len(text) - start) if one.problem == NEVER_CLOSED else 0
                at = one.end
                yield one
                continue
            opened.append((sign, bool(key)))
            path += [key] if key else []
        elif opened and CLOSED_BY[opened[-1][0]] == sign:
            path = path[: len(path) - opened.pop()[1]]


def _key(text, last, start):
    """The key whose value begins at `start`, where the string before it is one; or ""."""
    if last is None or not COLON.fullmatch(text, last.end(), start):
        return ""
    return last[0].strip('"')


def _leads_on(text, start):
    """Whether the object that begins here holds a list of references, and is none."""
    try:
        value, _end = DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        # Broken somewhere: then its first inner bracket tells.
        inner = INNER.search(text, start + 1)
        end = inner.start() if inner else start
        return any(match.end() == end for match in LEADS_ON.finditer(text, start, end))
    return any(isinstance(value.get(key), list | dict) for key in ON_THE_WAY)


def _read(text, start, *, is_last):
    try:
        value, end = DECODER.raw_decode(text, start)
        return Cut(start, end, value)
    except json.JSONDecodeError as error:
        line = text.count("\n", start, error.pos) + 1
        problem = _("This is no well-formed JSON, on its line %(line)s: %(error)s.")
        problem %= {"line": line, "error": error.msg}
    except RecursionError:
        problem = _("This is nested too deeply.")
    except ValueError:
        problem = _("There is a number in this that is too long.")
    end = len(text) if is_last else _end_of_broken(text, start)
    if end < 0:
        return Cut(start, _next(text, start), {}, str(NEVER_CLOSED))
    return Cut(start, end, {}, problem)


def _end_of_broken(text, start):
    """Where the bracket that opens at `start` is closed, others counted; -1 where nowhere."""
    opened = []
    for token in TOKEN.finditer(text, start):
        sign = token[0]
        if sign in CLOSED_BY:
            opened.append(sign)
        elif sign in ("}", "]"):
            while opened and CLOSED_BY[opened.pop()] != sign:
                if not opened:
                    return -1  # of the list around it
            if not opened:
                return token.end()
    return -1


def _next(text, start):
    """Where a line begins like the one at `start`, with as many blanks; or the end of the text."""
    indent = text[text.rfind("\n", 0, start) + 1 : start]
    if indent.strip():
        return len(text)
    following = re.compile(rf"\n(?={indent}\{{)").search(text, start)
    return following.end() if following else len(text)


# --- Values of any kind, as a file may have them in any place -------------------------------------


def first(value: object) -> object:
    """Of a list the first, None of an empty one; all else as it is."""
    return (value[0] if value else None) if isinstance(value, list) else value


def as_object(value: object) -> dict:
    """The value, where it is an object; else an empty one."""
    return value if isinstance(value, dict) else {}


def objects_in(value: object) -> list[dict]:
    """Those of a list that are objects."""
    return list(filter(None, map(as_object, value))) if isinstance(value, list) else []
