"""Names of journals and meetings as a means to tell papers apart."""

import re
from functools import lru_cache

from publications.matching.titles import normalise_title

# Organisations that hold many meetings are among them: "IEEE" is no acronym of any.
COMMON_WORDS = """
    a acm advances and annual conf conference cvf de der for iapr ieee ieeecvf ifip in int
    international j journal la le letters meeting of on proc proceedings rsj siam spie symposium
    the transactions und usenix workshop
"""
# What many venues are called, and says nothing.
COMMON = frozenset(COMMON_WORDS.split())
# What is held beside a meeting, and has its name.
SIDE_EVENT = re.compile(
    r"\b(workshop|seminar|tutorial|poster|demo|companion|adjunct|doctoral|findings|abstract"
    r"|supplement|lecture)",
    re.I,
)
WORD = re.compile(r"[^\W\d_]+")
LONGEST_ACRONYM, MOST_WORDS = 12, 40


@lru_cache(maxsize=5_000)
def may_be_one_venue(one: str, other: str) -> bool:
    """Unless two names share no beginning of a word, or have two words each that the other has
    not, and none is short for the other.

    "J. Coast. Larvae" and "Journal of Coastal Larvae", "IROS" and "Intelligent Robots and Systems".
    What many venues are called, as are those who hold them, says nothing.
    """
    words, others = _telling_words(one), _telling_words(other)
    # One in another script may be a translation.
    if not words or not others or one.isascii() != other.isascii():
        return True
    own_words, others_own = _own_words(words, others), _own_words(others, words)
    is_alike = len(own_words) < len(words) and min(len(own_words), len(others_own)) < 2
    return is_alike or _may_abbreviate(one, other) or _may_abbreviate(other, one)


@lru_cache(maxsize=5_000)
def is_one_venue(one: str, other: str) -> bool:
    """Whether one name has no word that the other has not, or is short for it; no name is none.

    A workshop has the name of the meeting that it is held at, and is another.
    """
    if normalise_title(one) == normalise_title(other):
        return True
    words, others = _telling_words(one), _telling_words(other)
    if not words or not others or _side_events(one) != _side_events(other):
        return False
    # Beside a longer word that both have, two letters are enough: "Br. J. Tides", "British …".
    least = 2 if len(_own_words(words, others)) < len(words) else 3
    is_within = not _own_words(words, others, least) or not _own_words(others, words, least)
    return is_within or _may_abbreviate(one, other) or _may_abbreviate(other, one)


def _side_events(name):
    return set(map(str.casefold, SIDE_EVENT.findall(name)))


def _telling_words(name):
    return {word.casefold() for word in WORD.findall(name)[:MOST_WORDS]} - COMMON


def _own_words(words, others, least=3):
    """Those of which no other word (of `least` letters) is the beginning, nor the whole."""
    return [w for w in words if not any(_is_short_for(w, o, least) for o in others)]


def _is_short_for(one, other, least):
    word, whole = sorted((one, other), key=len)
    return word == whole or (len(word) >= least and whole.startswith(word))


def _may_abbreviate(short, long):
    """Whether a word in capitals is made of how some words of the other name begin, in order."""
    words = [word.casefold() for word in WORD.findall(long)]
    capitals = [word for word in WORD.findall(short) if word.isupper()]
    acronyms = {word.casefold() for word in capitals if 1 < len(word) <= LONGEST_ACRONYM} - COMMON
    return any(_begin(acronym, words) for acronym in acronyms)


def _begin(letters, words):
    """ "iros" of "intelligent robots and systems": each letter begins a word, or follows there."""
    # How many of the letters the words so far may have spelt.
    spelt = {0}
    for word in words:
        spelt |= {
            end
            for start in spelt
            for end in range(start + 1, len(letters) + 1)
            if word.startswith(letters[start:end])
        }
    return len(letters) in spelt
