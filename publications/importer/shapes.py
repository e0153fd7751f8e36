"""What the names of an entry's fields tell, whatever stands in them.

A file has thousands of entries and a few dozen combinations of fields: each is looked through once.
"""

import re
from functools import lru_cache

from publications.fields import FIELDS, LINKS

DIGITS = "0123456789"
AWARD = re.compile(r"award(?:_name)?(\d*)")
COMBINATIONS = 1024


@lru_cache(COMBINATIONS)
def plain_columns(names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """(column, field) of the columns that take a field's text as it is; the first name counts."""
    chosen = (
        (field.column, next((name for name in field.bibtex if name in names), ""))
        for field in FIELDS
        if field.is_text
    )
    return tuple((column, name) for column, name in chosen if name)


@lru_cache(COMBINATIONS)
def buttons(names: tuple[str, ...]) -> dict[str, str]:
    """Field -> kind of the link that it makes: `pdf` and `pdf2` alike."""
    kinds = {name: LINKS.get(name.rstrip(DIGITS), "") for name in names}
    return {name: LINKS.get(name) or kind for name, kind in kinds.items() if kind}


@lru_cache(COMBINATIONS)
def award_numbers(names: tuple[str, ...]) -> tuple[str, ...]:
    """ "" for `award` and `award_name`, "2" for `award2` and `award_name2`, in the file's order."""
    found = (AWARD.fullmatch(name) for name in names if name.startswith("award"))
    return tuple(dict.fromkeys(match[1] for match in found if match))
