"""When two titles name one work, and which titles are too common to name any."""

import re
from difflib import SequenceMatcher

from profiles.folding import fold_accents

# Measured on real files: papers that share an identifier by mistake lie below it.
ALIKE = 0.6
NOT_LETTERS = re.compile(r"[\W_]+")
# The same signs of ASCII, for most titles, at a third of the time.
SIGNS = {code: None for code in range(128) if not chr(code).isalnum()}
# An erratum carries the title, and sometimes the identifier, of the paper that it corrects.
ABOUT_ANOTHER = re.compile(
    r"^\W*(erratum|errata|corrigend(?:um|a)|correction|addendum|retraction|repl(?:y|ies)|response|"
    r"comments?|discussion|rejoinder|publisher'?s note|author correction)\b"
    r"|\b(erratum|corrigendum|correction|addendum|retraction)\W*$",
    re.IGNORECASE,
)
# "… Part II", "… (3)", "… I: The proof": which of several papers with one title it is.
PART = re.compile(
    r"\b(?:[Pp]art|[Pp]aper|[Vv]ol(?:ume|\.)?|[Nn]o\.?)\s+([IVX]+|\d{1,2}|[A-Da-d])\b"
    r"|\b(I{1,3}|IV|VI{0,3}|IX|XI{0,3})(?=\s*(?:[.:)—–]|$))"
    r"|\s\(?(\d{1,2})\W*$"
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


def is_short(title: str, normalised: str) -> bool:
    """Neither long enough to join two entries, nor one of the titles that everybody uses."""
    return normalised not in GENERIC and not names_a_work(title, normalised) and " " in title


def is_about_another(title: str) -> bool:
    """An erratum, a reply, a comment: never the work whose title it quotes."""
    return bool(ABOUT_ANOTHER.search(title))


def part_of(title: str) -> str:
    """The number of the part that a title names, as typed: "II" of "On nests. II"; else ''."""
    found = PART.search(title)
    return next(filter(None, found.groups()), "").upper() if found else ""


def are_two_parts(first: str, second: str) -> bool:
    """Part I and part II are alike in all but their numbers, and two papers."""
    one, other = part_of(first), part_of(second)
    return bool(one and other) and one != other and one.isdigit() == other.isdigit()


def titles_agree(first: str, second: str) -> bool:
    """Whether an identifier that two entries share may join them."""
    if is_about_another(first) != is_about_another(second) or are_two_parts(first, second):
        return False
    one, other = normalise_title(first), normalise_title(second)
    if one == other:
        return True
    if not one or not other:
        return False
    if one.startswith(other) or other.startswith(one):
        return min(len(one), len(other)) >= 8
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return (
        matcher.real_quick_ratio() >= ALIKE
        and matcher.quick_ratio() >= ALIKE
        and matcher.ratio() >= ALIKE
    )
