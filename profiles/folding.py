"""Folding, for finding and matching only: what is shown is never folded."""

import re
import unicodedata
from functools import lru_cache

NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
FOLDED = str.maketrans({
    "ß": "ss", "ẞ": "ss", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "ı": "i", "ȷ": "j", "đ": "d",
    "Đ": "d", "ð": "d", "Ð": "d", "þ": "th", "Þ": "th", "æ": "ae", "Æ": "ae", "œ": "oe",
    "Œ": "oe", "ħ": "h", "Ħ": "h", "ŋ": "n", "’": "'", "‘": "'", "ʼ": "'", "`": "'",
})  # fmt: skip
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


def fold_accents(text: str) -> str:
    """Lower case in plain letters, its signs and blanks kept: "Łoś & Ørsted" is "los & orsted"."""
    if not text.isascii():
        text = NOT_ASCII.sub(lambda match: _plain_letters(match[0]), text)
    return text.casefold()


@lru_cache(4096)  # most are a curly quote, a dash or an accented letter
def _plain_letters(signs: str) -> str:
    apart = unicodedata.normalize("NFKD", signs.translate(FOLDED))
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def expand_umlauts(text: str) -> str:
    """Umlauts in two letters, as files in plain ASCII have them: "Müller" is "Mueller"."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", text).translate(UMLAUTS)
