"""Folding, for finding and matching only: what is shown is never folded, but for the full stop of
a title in the middle of a sentence.
"""

import re
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product

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
