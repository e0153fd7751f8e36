"""Text whose UTF-8 was read as another encoding, and what it was before.

"Ã©" was "é" before somebody read it as Latin-1 or Windows-1252, "‚Äô" was "’" before somebody
read it as Mac Roman. Only what can hardly be meant is taken for damage, and nothing else of a
text is touched; still, the answer is an offer, for a person to compare.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import NamedTuple

# Damaged twice, a text is longer than any word of its own: three rounds are enough.
ROUNDS = 3
# What is damaged has two letters beyond ASCII in a row: few lines of most texts have.
PAIR = re.compile(r"[^\x00-\x7f]{2}")
REPLACEMENT = "\ufffd"
# These stand after a letter in sound texts too: “café…”
CLOSING = set("…“”‘’«»–—‹›„‚")
# What makes `√` and `¬` a letter's first half rather than mathematics.
MATHS = set("π∞")


class Codec(NamedTuple):
    """`to_bytes`: each character as it was misread -> its byte; `damage`: runs that are UTF-8."""

    name: str
    to_bytes: dict[str, int]
    damage: re.Pattern


def repaired(text: str) -> str:
    """The text as it was before; the same text where nothing of it looks damaged."""
    parts, at = [], 0
    while pair := PAIR.search(text, at):
        start = max(text.rfind("\n", at, pair.start()), at)
        end = text.find("\n", pair.end())
        end = len(text) if end < 0 else end
        parts += text[at:start], _repaired_line(text[start:end])
        at = end
    return "".join([*parts, text[at:]])


def _repaired_line(text):
    for _round in range(ROUNDS):
        before = text
        for codec in map(_codec, _MEANT):
            text = codec.damage.sub(lambda run, codec=codec: _sound(run, codec), text)
        if text == before:
            return text
    return text


def is_beyond_repair(text: str) -> bool:
    """Letters were lost: "�" stands where they were."""
    return REPLACEMENT in text


def _sound(run, codec):
    """What the run was, or the run itself where it may be meant."""
    damaged = run[0]
    try:
        was = bytes(codec.to_bytes[char] for char in damaged).decode()
    except UnicodeDecodeError:
        return damaged
    if any(unicodedata.category(char) in ("Cc", "Cn", "Co", "Cs") for char in was):
        return damaged
    is_damage = _MEANT[codec.name]
    return was if is_damage(was, damaged, run) else damaged


def _western(was, damaged, run):
    if len(was) > 1 or len(damaged) == 4:
        return True
    if len(damaged) == 3:
        return damaged[0] == "â" or not CLOSING.issuperset(damaged[1:])
    if damaged[0] in "ÂÃ" and damaged[1] in CLOSING:
        # “IRMÃ” and “FÃ…” are whole; a small letter before, or any behind, is of the same word.
        before, after = (
            run.string[max(run.start() - 1, 0) : run.start()],
            run.string[run.end() :][:1],
        )
        return before.islower() or after.isalpha()
    return damaged[0] in "ÂÃ" or (damaged[0] in "ÄÅ" and damaged[1] not in CLOSING | {"\xa0"})


def _macintosh(was, damaged, run):
    if len(was.encode()) > 2 * len(was) or len(was) > 2:
        return len(damaged) > 2
    if damaged[0] == "¬":
        return damaged[1] != "π"
    around = run.string[max(run.start() - 1, 0) : run.start()] + run.string[run.end() :][:1]
    is_in_word = any(char.isascii() and char.isalpha() for char in around)
    return damaged[0] in "√ƒ≈" and damaged[1] not in MATHS and was.isalpha() and is_in_word


_MEANT = {"cp1252": _western, "mac_roman": _macintosh}


@cache
def _codec(name) -> Codec:
    decoded = ((bytes([byte]).decode(name, "ignore"), byte) for byte in range(0x80, 0x100))
    bytes_of = {char: byte for char, byte in decoded if char}
    if name == "cp1252":  # Latin-1, as which the same bytes are read just as often
        bytes_of |= {chr(byte): byte for byte in range(0x80, 0xA0)}
    chars = {
        kind: "".join(re.escape(char) for char, byte in bytes_of.items() if low <= byte <= high)
        for kind, low, high in (("two", 0xC2, 0xDF), ("three", 0xE0, 0xEF), ("four", 0xF0, 0xF4))
    }
    rest = "".join(re.escape(char) for char, byte in bytes_of.items() if 0x80 <= byte <= 0xBF)
    unit = "|".join(f"[{chars[kind]}][{rest}]{{{n}}}" for n, kind in enumerate(chars, 1))
    return Codec(name, bytes_of, re.compile(f"(?:{unit})+"))
