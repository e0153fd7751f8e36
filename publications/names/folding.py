"""Names folded, for matching only: what is shown is never folded."""

import re

from profiles.folding import expand_umlauts, fold_accents
from publications.names.parts import Name

BREAKS = re.compile(r"[^\w']+|_")


def fold(text: str) -> str:
    """Lower case without accents, dashes and dots as blanks: "Jae‐Jae Łoś." is "jae jae los"."""
    return BREAKS.sub(" ", fold_accents(text)).replace("'", "").strip()


def name_keys(name: Name) -> frozenset[str]:
    """The folded full name in both orders, with umlauts also as ae, oe, ue."""
    family = " ".join(filter(None, (name.particle, name.family)))
    orders = (
        [name.literal] if name.literal else [f"{name.given} {family}", f"{family} {name.given}"]
    )
    keys = {fold(order) for order in orders}
    for order in orders:
        if not order.isascii():
            keys.add(fold(expand_umlauts(order)))
    return frozenset(keys)
