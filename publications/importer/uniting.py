"""What the entries of one paper say together, field by field.

What one says more of is taken, in whichever order they come: a given name for its initial, a
co-author, the day of a month. Where they contradict each other, the first has the word, and the
report tells the other's.
"""

import re

from publications import entry_types
from publications.fields import ROLES, name_of
from publications.matching.forms import THESES, VAGUE, are_other_numbers, bare_url, isbn_core
from publications.matching.people import may_be_one
from publications.matching.titles import normalise_title
from publications.models import Status

# Raw fields that hold a list: an entry adds to it.
LISTINGS = {
    *("keywords", "tags", "tag", "groups", "categories", "ids"),
    *("mendeley-tags", "mendeley-groups"),
}
# What programs write for themselves: that it differs is no news.
BOOKKEEPING = {
    *("timestamp", "biburl", "bibsource", "date-added", "date-modified", "owner", "file"),
    *("creationdate", "modificationdate", "urldate"),
}
NUMBERS = {"volume", "issue", "number", "edition"}
ONLY_BEGINNINGS = {"title", "date", "language"}
MAY_BE_SHORTENED = {"container_title", "publisher", "series", "place"}
TEXTS = {"abstract", "tldr", "note"}
# From the first to the last; a preprint's own form says that it is one.
STATUSES = [status.value for status in Status]
SMALL_WORDS = {"of", "the", "and", "for", "in", "on", "de", "der", "und", "et", "la", "le", "a"}
WORD = re.compile(r"[^\W_]+")


def unite(name: str, values: list):
    """What all of them say together, the first the most; None where none says anything."""
    united = None
    for value in filter(None, values):
        united = value if united is None else unite_two(name, united, value) or united
    return united


def unite_two(name: str, one, other):
    """One of the two, or both in one; None where they contradict each other."""
    if one == other:
        return one
    if isinstance(one, list):
        return _authors(one, other) if name == "authors" else _raw(one, other)
    if not isinstance(one, str) or name == "citation_key":
        return one
    if name in NUMBERS:
        return None if are_other_numbers(one, other) else max(one, other, key=len)
    return OWN_RULES.get(name, _text)(name, one, other)


def _raw(one, other):
    return one if [*map(normalise_title, one)] == [*map(normalise_title, other)] else None


def _text(name, one, other):
    """Alike but for signs and capitals, the beginning of the other, or short for it."""
    letters, other_letters = normalise_title(one), normalise_title(other)
    if letters == other_letters:
        return other if _accents(other) > _accents(one) else one
    short, long = sorted((one, other), key=len)
    if name in ONLY_BEGINNINGS | MAY_BE_SHORTENED | TEXTS and _begins(long, short):
        return long
    if name in MAY_BE_SHORTENED and (f" {short} " in f" {long} " or is_short_for(short, long)):
        return long
    return None


def _accents(text):
    return sum(not letter.isascii() for letter in text if letter.isalpha())


def _begins(long, short):
    words = [[word.casefold() for word in WORD.findall(text)] for text in (long, short)]
    return bool(words[1]) and words[0][: len(words[1])] == words[1]


def is_short_for(short: str, long: str) -> bool:
    """ "J. Coast. Larvae" for "Journal of Coastal Larvae", "NSDI" for what its letters begin."""
    words = [word.casefold() for word in WORD.findall(long)]
    words = [word for word in words if word not in SMALL_WORDS]
    parts = [part.casefold() for part in WORD.findall(short)]
    parts = [part for part in parts if part not in SMALL_WORDS]
    if len(parts) == len(words) > 1:
        return all(word.startswith(part) for part, word in zip(parts, words, strict=True))
    if len(parts) != 1 or not short.isupper():
        return False
    initials = iter(word[0] for word in words)
    return all(letter in initials for letter in parts[0])


def _pages(_name, one, other):
    short, long = sorted((one, other), key=len)
    return long if re.split(r"\s*[-–—]+\s*", long)[0] == short else None


def _status(_name, one, other):
    return max(one, other, key=STATUSES.index)


def _entry_type(_name, one, other):
    kinds = [entry_types.known(one), entry_types.known(other)]
    if kinds[0] == kinds[1]:
        return one
    unsure = [kind in VAGUE or (kind == "thesis" and set(kinds) < THESES) for kind in kinds]
    return (other if unsure[0] else one) if any(unsure) else None


def _url(_name, one, other):
    """Of two addresses the second becomes a link; of two spellings the safe one is taken."""
    is_safer = bare_url(one) == bare_url(other) and other.startswith("https:")
    return other if is_safer else one


def _isbn(_name, one, other):
    return max(one, other, key=len) if isbn_core(one) == isbn_core(other) else None


def _identifier(_name, one, other):
    return one if one.lower() == other.lower() else None


OWN_RULES = {
    "pages": _pages,
    "status": _status,
    "entry_type": _entry_type,
    "url": _url,
    "isbn": _isbn,
    "doi": _identifier,
    "arxiv": _identifier,
}


# --- Names ----------------------------------------------------------------------------------------


def _authors(one, other):
    """Rows of both: the fuller form of each name, and whom only the longer list has."""
    rows = []
    for role in ROLES:
        some, more = ([row for row in names if row[0] == role] for names in (one, other))
        united = _list(some, more) if some and more else some or more
        if united is None:
            return None
        rows += united
    return rows


def _list(one, other):
    short, long = sorted((one, other), key=len)
    rest, rows = list(short), []
    for row in long:
        if rest and may_be_one(name_of(rest[0]), name_of(row)):
            pair = (rest.pop(0), row)
            rows.append(_fuller(*(pair if short is one else reversed(pair))))
        else:
            rows.append(row)
    return None if rest else rows


def _fuller(one, other):
    """The longer given name, and accents; what either says of marks."""
    names = [name_of(row) for row in (one, other)]
    weights = [
        (not name.literal, len(normalise_title(name.given)), _accents(name.display))
        for name in names
    ]
    best = list(other if weights[1] > weights[0] else one)
    best[6] = one[6] or other[6]
    best[7:] = [value or further for value, further in zip(one[7:], other[7:], strict=True)]
    return best


# --- Lists in one field ---------------------------------------------------------------------------


def add_items(stored: str, incoming: str, base: str, others: list[str]) -> str:
    """`mine` with what the entry adds to the list in its field, and without what it took away.

    `base` is what the entry said before, `others` what other entries say. What was taken out by
    hand does not come back.
    """
    stored_items, new, old = items(stored), items(incoming), items(base)
    elsewhere = {item.casefold() for other in others for item in items(other)}
    was = {item.casefold() for item in old} | elsewhere
    now = {item.casefold() for item in new} | elsewhere
    kept = [item for item in stored_items if item.casefold() in now or item.casefold() not in was]
    there = {item.casefold() for item in kept}
    added = [item for item in new if item.casefold() not in there | was]
    if not added and kept == stored_items:
        return stored
    united = kept + added
    if sorted(united) == sorted(new):
        return incoming
    return ("; " if ";" in stored + incoming and "," not in stored + incoming else ", ").join(
        united
    )


def split_list(raw: str) -> list[str]:
    """At commas and semicolons outside braces: a name that holds one stands in them."""
    parts, depth, escaped = [""], 0, False
    for letter in raw:
        if letter in ",;" and not depth and not escaped:
            parts.append("")
            continue
        if not escaped:
            depth += (letter == "{") - (letter == "}")
        escaped = letter == "\\" and not escaped
        parts[-1] += letter
    return parts


def items(raw: str) -> list[str]:
    """ "a, {b, c}; d" -> "a", "{b, c}", "d"."""
    return [item for part in split_list(raw) if (item := part.strip())]
