"""Folding, for matching only: what is shown is never folded."""

import re
import unicodedata

from publications.names.parts import Name

FOLDED = str.maketrans({
    "ß": "ss", "ẞ": "ss", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "ı": "i", "ȷ": "j", "đ": "d",
    "Đ": "d", "ð": "d", "Ð": "d", "þ": "th", "Þ": "th", "æ": "ae", "Æ": "ae", "œ": "oe",
    "Œ": "oe", "ħ": "h", "Ħ": "h", "ŋ": "n", "’": "'", "‘": "'", "ʼ": "'", "`": "'",
})  # fmt: skip
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
BREAKS = re.compile(r"[^\w']+|_")


def fold(text: str) -> str:
    """Lower case without accents, dashes and dots as blanks: "Jae‐Jae Łoś." is "jae jae los"."""
    return BREAKS.sub(" ", unaccented(text)).replace("'", "").strip()


def unaccented(text: str) -> str:
    """Lower case in plain letters, its signs and blanks kept: "Łoś & Ørsted" is "los & orsted"."""
    if not text.isascii():
        apart = unicodedata.normalize("NFKD", text.translate(FOLDED))
        text = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return text.casefold()


def name_keys(name: Name) -> frozenset[str]:
    """The folded full name in both orders, with umlauts also as ae, oe, ue."""
    family = " ".join(filter(None, (name.particle, name.family)))
    orders = (
        [name.literal] if name.literal else [f"{name.given} {family}", f"{family} {name.given}"]
    )
    keys = {fold(order) for order in orders}
    for order in orders:
        if not order.isascii():
            keys.add(fold(unicodedata.normalize("NFC", order).translate(UMLAUTS)))
    return frozenset(keys)
