"""Folding, for finding and matching only: what is shown is never folded."""

import unicodedata

FOLDED = str.maketrans({
    "ß": "ss", "ẞ": "ss", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "ı": "i", "ȷ": "j", "đ": "d",
    "Đ": "d", "ð": "d", "Ð": "d", "þ": "th", "Þ": "th", "æ": "ae", "Æ": "ae", "œ": "oe",
    "Œ": "oe", "ħ": "h", "Ħ": "h", "ŋ": "n", "’": "'", "‘": "'", "ʼ": "'", "`": "'",
})  # fmt: skip
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


def unaccented(text: str) -> str:
    """Lower case in plain letters, its signs and blanks kept: "Łoś & Ørsted" is "los & orsted"."""
    if not text.isascii():
        apart = unicodedata.normalize("NFKD", text.translate(FOLDED))
        text = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return text.casefold()


def spelt_out(text: str) -> str:
    """Umlauts in two letters, as files in plain ASCII have them: "Müller" is "Mueller"."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", text).translate(UMLAUTS)
