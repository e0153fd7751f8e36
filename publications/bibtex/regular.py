"""Entries beyond doubt, which are nearly all there are: read by two patterns.

bibtexparser walks through a block sign by sign, which takes five times as long. What these
patterns match in full has one reading by BibTeX, by bibtexparser and by our own tolerant reader
alike: each value in balanced braces, in quotes, a number or one macro, each followed by a comma or
by the end. Whatever could be read in two ways is left to those two: an `@` (the next entry, if a
brace is missing), a `%` or a second comma between fields, `#`, `\\{`, `\\\\`, a quote in a quoted
value, braces more than three deep.
"""

import re
from collections.abc import Collection
from sys import intern

from publications.bibtex.grammar import Reading
from publications.bibtex.strings import Macros

# All quantifiers are possessive, and no value has an `@`: each sign of a file is looked at once.
_text = r"[^{}\\@]++|\\[^{}\\@]"
_one = rf"\{{(?:{_text})*+\}}"
_two = rf"\{{(?:{_text}|{_one})*+\}}"
_quoted = r"(?:[^\"{}\\@]++|\\[^\"{}\\@]|\{(?:[^\"{}\\@]++|\\[^\"{}\\@])*+\})*+"
_name = r"[A-Za-z][\w:.+-]*+"


def _field(group: str) -> str:
    """A field; `group` begins each of its four parts: "(" to take them, "(?:" to pass over."""
    return (
        rf"\s*+{group}{_name})\s*+=\s*+"
        rf"(?:\{{{group}(?:{_text}|{_two})*+)\}}|\"{group}{_quoted})\"|{group}{_name}|[0-9]++))"
    )


FIELD = re.compile(_field("("))
_key = r"\s*+([^\s,{}\"=%#()@\\]++)\s*+,"
KEY = re.compile(_key)
ENTRY = re.compile(
    _key + rf"(?:{_field('(?:')}\s*+(?:,|(?=\}})))++"
    r"\s*+()\}"
    # Fields behind the brace: it is one too many, and the entry goes on.
    r"(?!\s*,\s*[A-Za-z][\w-]*\s*=\s*[{\"\w])"
)
# Of the field `ids`; to look for a letter in either case takes many times as long.
ALIASES = re.compile(r"ids|IDS|Ids")


def pass_over(text: str, opener: int, wanted: Collection[str]) -> Reading | None:
    """The end of an entry that goes by none of the `wanted` keys, in lower case; None if in doubt.

    It ends before the next `@`, if that begins a line, and a brace closes before it.
    """
    key, following = KEY.match(text, opener + 1), text.find("@", opener)
    if not key or key[1].lower() in wanted or text[following - 1] != "\n":
        return None
    block = text[opener:following].rstrip()
    if not block.endswith("}") or ALIASES.search(block):
        return None
    return Reading(key[1], [], following, is_unwanted=True)


def read_regular(text: str, opener: int, macros: Macros) -> Reading | None:
    """The reading of the entry whose `{` is at `opener`, macros resolved; None if in doubt."""
    if text[opener] != "{":
        return None
    found = ENTRY.match(text, opener + 1)
    if not found:
        return None
    fields = [
        (intern(name.lower()), braced or quoted or (macros.bare(bare) if bare else ""))
        for name, braced, quoted, bare in FIELD.findall(text, found.end(1), found.start(2))
    ]
    return Reading(found[1], fields, found.end())
