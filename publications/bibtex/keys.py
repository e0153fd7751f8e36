"""Citation keys as files need them: each once, without what TeX trips over."""

import re
from collections.abc import Iterable

# What may not stand in a key: TeX and the tools that read .bib files trip over it.
NOT_IN_KEYS = re.compile(r"[\s,{}%#=\\\"]+")
NUMBER = re.compile(r"-\d+")
# Beside a key that had to be changed: the key as it was. A file of ours says so to ourselves.
ORIGINAL = "citationkey"
# The same of an entry's type, where a dialect has no such type.
ORIGINAL_TYPE = "originaltype"


def unique_keys(wanted: Iterable[str]) -> list[str]:
    """`wanted` without what may not stand in keys; the second of two equal ones is numbered.

    Case does not tell keys apart: to BibTeX it does not.
    """
    wanted = [clean_key(key) for key in wanted]
    own, taken, keys = {key.casefold() for key in wanted}, set(), []
    for clean in wanted:
        key, number = clean, 2
        while key.casefold() in taken or (key != clean and key.casefold() in own):
            key, number = f"{clean}-{number}", number + 1
        taken.add(key.casefold())
        keys.append(key)
    return keys


def clean_key(key: str) -> str:
    return NOT_IN_KEYS.sub("", key)


def was_changed(key: str, original: str) -> bool:
    """Whether `key` is what `unique_keys` may have made of `original`."""
    clean = clean_key(original)
    rest = key.removeprefix(clean)
    return bool(clean) and key.startswith(clean) and (not rest or bool(NUMBER.fullmatch(rest)))
