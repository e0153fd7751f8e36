"""Folding, for finding and matching only: what is shown is never folded, but for the full stop of
a title in the middle of a sentence. And broken letters, repaired.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product
from typing import NamedTuple

HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]+")
NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
FOLDED = str.maketrans({
    "ß": "ss", "ẞ": "ss", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "ı": "i", "ȷ": "j", "đ": "d",
    "Đ": "d", "ð": "d", "Ð": "d", "þ": "th", "Þ": "th", "æ": "ae", "Æ": "ae", "œ": "oe",
    "Œ": "oe", "ħ": "h", "Ħ": "h", "ŋ": "n", "’": "'", "‘": "'", "ʼ": "'", "`": "'",
})  # fmt: skip
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


def in_sentence(title: object) -> str:
    """The title without the full stop that would end the sentence it is named in; "..." stays."""
    text = str(title).rstrip()
    return text if text.endswith("..") else text.removesuffix(".").removesuffix("。")


def fold_accents(text: str) -> str:
    """Lower case in plain letters, its signs and blanks kept: "Łoś & Ørsted" is "los & orsted"."""
    if not text.isascii():
        text = NOT_ASCII.sub(lambda match: _plain_letters(match[0]), text)
    return text.casefold()


@lru_cache(4096)  # most are a curly quote, a dash or an accented letter
def _plain_letters(signs: str) -> str:
    apart = unicodedata.normalize("NFKD", signs.translate(FOLDED))
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def fold(text: str) -> str:
    """`fold_accents`, and traditional Chinese signs as simplified ones: 吳健雄 is 吴健雄.

    For whatever readers look for. Whose name a paper prints is not decided by it.
    """
    folded = fold_accents(text)
    if folded.isascii():
        return folded
    return HAN.sub(lambda signs: signs[0].translate(_simplified()), folded)


@cache
def _simplified() -> dict[int, str]:
    """Sign by sign, without OpenCC's phrases: any part of a text is folded as in the whole."""
    table = files("opencc").joinpath("dictionary", "TSCharacters.txt").read_text("utf-8")
    pairs = (line.split("\t") for line in table.splitlines())
    return {ord(sign): simplified.split()[0] for sign, simplified in pairs}


# In names, files in plain ASCII have these in one letter, as fold_accents has them, or in two.
TWO_LETTERS = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"}
TWO_LETTERS |= {letter.upper(): two.capitalize() for letter, two in TWO_LETTERS.items()}
MOST_SPELT = 4


def spellings(text: str) -> list[str]:
    """The name as it is, and with its umlauts in two letters, each by itself: "Ångström" also as
    "Aangstroem", "Angstroem". Of more than four of them, all or none; the last has all.
    """
    if text.isascii():
        return [text]
    text = unicodedata.normalize("NFC", text)
    ways = [(sign, TWO_LETTERS[sign]) if sign in TWO_LETTERS else (sign,) for sign in text]
    if sum(len(way) > 1 for way in ways) > MOST_SPELT:
        return [text, "".join(way[-1] for way in ways)]
    return list(map("".join, product(*ways)))


def expand_umlauts(text: str) -> str:
    """Umlauts in two letters, as files in plain ASCII have them: "Müller" is "Mueller"."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", text).translate(UMLAUTS)


# --- Text whose UTF-8 was read as another encoding, and what it was before -----------------------
# "Ã©" was "é" before somebody read it as Latin-1 or Windows-1252, "‚Äô" was "’" before somebody
# read it as Mac Roman. Only what can hardly be meant is taken for damage, and nothing else of a
# text is touched; still, the answer is an offer, for a person to compare.

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
