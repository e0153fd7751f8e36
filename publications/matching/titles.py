"""Titles as a means to tell papers apart."""

import re
from difflib import SequenceMatcher

from profiles.folding import fold_accents

# Measured on real files: papers that share an identifier by mistake lie below it.
ALIKE = 0.6
# So many letters of two titles are compared, in quadratic time; few titles are longer.
COMPARED = 200
NOT_LETTERS = re.compile(r"[\W_]+")
# The same signs of ASCII, for most titles, at a third of the time.
SIGNS = {code: None for code in range(128) if not chr(code).isalnum()}
# An erratum carries the title, and sometimes the identifier, of the paper that it corrects.
ABOUT_ANOTHER = re.compile(
    r"^\W*(erratum|errata|corrigend(?:um|a)|correction|addendum|retraction|repl(?:y|ies)|response|"
    r"comments?|discussion|rejoinder|publisher'?s note|author correction)\b"
    r"|\b(erratum|corrigendum|correction|addendum|retraction)\W*$"
    r"|[(\[:–—]\s*(reply|comments?|response|discussion)\W*$",
    re.IGNORECASE,
)
# "… Part II", "… (3)", "… I: The proof", "… 2.0": which of several works with one title it is.
PART_OF_TITLE = re.compile(
    r"\b(?:[Pp]art|[Pp]aper|[Cc]hapter|[Vv]ol(?:ume|\.)?|[Nn]o\.?)\s+([IVX]+|\d{1,2}|[A-Da-d])\b"
    r"|\b(I{1,3}|IV|VI{0,3}|IX|XI{0,3})(?=\s*(?:[.:)—–]|$))"
    r"|\s\(?(\d{1,2})\W*$"
    r"|\bv?(\d+(?:\.\d+)+)\W*$"
)
GENERIC_TITLES = """
    abstract aboutthisissue bookreview bookreviews comment conclusion conclusions correction
    corrigendum editorial editorsnote editorsintroduction errata erratum fromtheeditor
    fromtheeditors foreword guesteditorial guesteditorsintroduction inthisissue introduction
    introductiontothespecialissue lettertotheeditor messagefromthechairs newsandnotes overview
    panel preface prefaceandacknowledgements reply response specialissue tableofcontents
    tutorial
"""
GENERIC = frozenset(GENERIC_TITLES.split())


def normalise_title(title: str) -> str:
    """Letters and digits only, without accents and case: "É–b $x$" -> "ebx"."""
    if title.isascii():
        return title.lower().translate(SIGNS)
    return NOT_LETTERS.sub("", fold_accents(title))


def names_a_work(title: str, normalised: str) -> bool:
    """Whether the title alone may join two entries: three words or more, and not "Guest editorial".

    Scripts without blanks between words count as long from eight characters on.
    """
    if normalised in GENERIC:
        return False
    if len(title.split()) >= 3:
        return len(normalised) >= 8
    return not normalised.isascii() and len(normalised) >= 8


def is_about_another(title: str) -> bool:
    """An erratum, a reply, a comment: never the work whose title it quotes."""
    return bool(ABOUT_ANOTHER.search(title))


def part_of(title: str) -> str:
    """The number of the part that a title names, as typed: "II" of "On nests. II"; else ''."""
    matches = PART_OF_TITLE.search(title)
    return next(filter(None, matches.groups()), "").upper() if matches else ""


def titles_agree(first: str, second: str) -> bool:
    """Whether an identifier that two entries share may join them."""
    if is_about_another(first) != is_about_another(second):
        return False
    one, other = part_of(first), part_of(second)
    # Part I and part II are alike in all but their numbers, and two papers.
    if one and other and one != other and one.isdigit() == other.isdigit():
        return False
    one, other = normalise_title(first), normalise_title(second)
    if one == other:
        return True
    if not one or not other:
        return False
    if one.startswith(other) or other.startswith(one):
        return min(len(one), len(other)) >= 8
    matcher = SequenceMatcher(None, one[:COMPARED], other[:COMPARED], autojunk=False)
    return (
        matcher.real_quick_ratio() >= ALIKE
        and matcher.quick_ratio() >= ALIKE
        and matcher.ratio() >= ALIKE
    )
