"""What of a printed reference is not sure: what is missing, and words that stand at a wrong place.

Each doubt is the fields it is about and a sentence for people; the first of a field counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.utils.translation import gettext as _

from publications.names import HAN
from publications.printed.marks import END_BOLD, END_ITALIC, END_QUOTE, SIGNS, plain
from publications.printed.names import is_name
from publications.printed.venue import IN, PUBLISHERS

# The mark of a kind in GB/T 7714, where the family name leads; many write it behind.
KIND = re.compile(r"\[[JMCDNPRSAGZ](?:/OL)?\]")
FULL_NAME = re.compile(r"[A-Z][a-z]+ [A-Z][a-z]+")
# "Ristad, F. Spang" of two people, the first of whom lost an initial.
INITIAL_AND_FAMILY = re.compile(r"[^,]+, (?:[A-Z]\.[\s-]?)+[A-Z][^\W\d_]{2,}(?: [A-Z][^\W\d_]+)?")
IN_NUMBERS = re.compile(r"\b(?:pp?\.|pages|vol\.|no\.) ?\d", re.I)
SMALL_WORDS = {"from", "with", "into", "della", "delle", "dans", "zur"}
VENUE_WORD = re.compile(
    r"\b(?:annals|annual|arxiv|bulletin|chapter|conf|congress|journal|letters|magazine|meeting|notes"
    r"|press|proc|proceedings|reports?|review|revista|revue|rivista|symposium|trans|transactions"
    r"|univ\w*|workshop|zeitschrift|(?-i:[A-Z]{3,}))\b|大学|学报",
    re.I,
)
# "Noether, E. M., …"
NAME_FIRST = re.compile(
    r"[A-Z][\w'’-]+,? (?:[A-Z]\.[\s-]?){1,4}[A-Z]?(?:,|\(|&|and\b|$)|[A-Z]\.(?=\S{3})"
)
# "… C.R., Maske, S., and words (Eds)", "els, M. Kunstman (2006): words"
NAMES = re.compile(
    r"\b[A-Z][\w'’-]+, (?:[A-Z]\.[\s-]?)+[,;&)]|\((?:Eds?|eds)\b|\bedited by\b"
    r"|^[a-zß-ÿ]+,|\((?:19|20)\d\d\)\s?[:.]"
)
# "…, ACM", "the “K-pp"
END_BEHIND = re.compile(rf",\s(?:{PUBLISHERS})$|“[^”]*$")
# "A. Noether" where a venue should be.
INITIAL_FIRST = re.compile(r"[A-Z]\.(?: [A-Z]\.)* [A-Z][a-z]{3,}$")
HAS_INITIALS = re.compile(r"\b[A-Z]\.|,|\{|[\u3040-\u9fff]|^others$")
LAST_NAME = re.compile(r"(?:\band|&) (?:[A-Z][\w'’.-]* ){1,3}[A-Z][\w'’-]+[*†]?:\s*$")
# "NOETHER, HILBERT" may be two; a team of so many words is rather a title.
DOUBTFUL_NAME = re.compile(r"[A-ZÀ-Ý]{4,}, [A-ZÀ-Ý]{4,}$|\{(?:\S+ ){6}")
# A second "In", behind the end of a sentence: "Title. Subtitle, In: Venue".
PLACE_WITHIN = re.compile(r"[.,:]\s+In(?:\s+(?=[A-Z(])|:\s)")
# "Conference on Tides, Systems and Engineering (CTSE)"
LIST_OF_WORDS = re.compile(
    r",\s+[A-Z][^.;:\d]{0,200}?(?:\band\b|&|,)[^.;:\d]{0,200}?(?:\(|\d|,\s+pp|$)"
)
# "Vortrag auf der", which was cut.
UNFINISHED = re.compile(
    r"\b(?:of|the|for|and|on|in|at|auf|der|die|das|dem|den|des|de|la|le|el|du|da|do|em|en|und|y|e)$"
    r"|[:：]\s*\w*\d{4}\w*$|^\[|^with |\*",
    re.I,
)
BEHIND_TITLE = f" .,{END_ITALIC}{END_BOLD}{END_QUOTE}"
COMMA = re.compile(r"[,，、]\s*")
# Behind a second sentence of the title: ". Oslo: Meridian", ". Journal of Tides 12(3)".
ANOTHER_VENUE = re.compile(
    r"\.\s+(?!(?:Co-?)?(?:Super|Ad)vis\w+:)(?:[A-Z][^\d.;:()]{1,30}:\s*[A-Z]"
    r"|[A-Z][^.,;:()\d]{3,60}[\s,]+(?:(?!(?:19|20)\d\d)\d{1,3}\s?[(:,;]|\d{4};))"
)


def of_the_whole(found, text: str) -> Iterator[tuple[str, str]]:
    """What was not found at all, and names that may be the other way round."""
    names = [name for name in found.authors if name != "others"]
    full = [name for name in names if FULL_NAME.fullmatch(name)]
    is_mixed = any(map(INITIAL_AND_FAMILY.fullmatch, names)) and len(found.authors) > 1
    # "SILVA" among "Lind, Ada"
    are_led = len(found.authors) > 2 and any("," in name for name in names)
    is_mixed |= are_led and any(name.isalpha() and name.isascii() for name in names)
    if is_mixed or (KIND.search(text) and full and len(full) == len(found.authors)):
        yield "authors", _("which name is the family name was guessed")
    if not found.title:
        yield "title venue", _("no title was found")
    if not found.authors:
        yield "authors", _("no authors were found")
    if not found.venue:
        yield "venue", _("where it appeared was not found")
    if not found.year:
        yield "year", _("no year was found")


def of_the_form(found, before: str, after: str, is_set_off: bool) -> Iterator[tuple[str, str]]:
    """What has a form that titles, names and venues seldom have; `before` and `after` the title,
    which is in quotes, bold or italics, or on a line of its own where `is_set_off`.
    """
    yield from _of_names(found, before)
    yield from _of_title(found, after, is_set_off)
    yield from _of_venue(found, after, is_set_off)


def _of_names(found, before):
    (name,) = found.authors if len(found.authors) == 1 else ("{",)
    # "Ann Aa, Bo Bb and Cy Cc: Title" says its last name; "Ann Aa, Low Tides: Title" none.
    is_colon = re.search(r":\s*$", before) and not ("," in before and LAST_NAME.search(before))
    is_word = before and not {*name} & {*",{ "}
    if is_word:
        yield "authors", _("these words may be the beginning of the title")
    if is_colon and not all(map(HAS_INITIALS.search, found.authors)):
        yield "authors title", _("these words may be the beginning of the title")
    if "title" in found.unsure and name != "{" and not HAS_INITIALS.search(name):
        yield "authors", found.unsure["title"]
    if any(map(DOUBTFUL_NAME.match, found.authors)):
        yield "authors title", _("which name is the family name was guessed")


def _of_title(found, after, is_set_off):
    pieces = [piece for piece in COMMA.split(found.title)[1:] if " " in piece]
    if sum(map(is_name, pieces)) > 1 or NAME_FIRST.match(found.title) or NAMES.search(found.title):
        yield "title authors", _("there are names in the title")
    if PLACE_WITHIN.search(plain(after).lstrip(" .,;:")[2:]) or PLACE_WITHIN.search(found.title):
        yield "venue" if is_set_off else "title venue", _("where the title ends was guessed")
    if IN_NUMBERS.search(found.title):
        yield "title", _("where the title ends was guessed")
    is_dated = not found.year and found.title[-4:].isdecimal()
    is_cut = found.title.count("(") != found.title.count(")")
    if is_dated or is_cut or END_BEHIND.search(found.title):
        yield "title venue", _("where the title ends was guessed")
    if UNFINISHED.search(found.title) and not is_set_off:
        yield "title venue", _("where the title ends was guessed")
    if found.title and not re.search(r"[^\W\d_]{2}", found.title):
        yield "title authors venue", _("no title was found")


def _of_venue(found, after, is_set_off):
    venue, text = found.venue, plain(after)
    rest = text[text.find(venue) + len(venue) :] if venue and venue in text else ""
    if not is_set_off and not IN.match(text.lstrip(" .,")) and ANOTHER_VENUE.match(rest):
        yield "title venue", _("where the title ends was guessed")
    if INITIAL_FIRST.match(venue):
        yield "title authors venue", _("these words may be a name")
    is_listed = VENUE_WORD.search(venue) and LIST_OF_WORDS.match(rest)
    is_cut = any(venue.count(one) != venue.count(two) for one, two in ("()", "[]", "（）"))
    is_shown = SIGNS.search(after.lstrip(BEHIND_TITLE))
    is_shown = is_shown or re.match(r"[\s,.;:]*\(?(?:\d|vol)", rest, re.I)
    is_bare = venue and not is_shown and not VENUE_WORD.search(venue)
    words = re.findall(r"\b[a-zß-öø-ÿ][\w-]{3,}", venue)
    is_bare = is_bare and (is_name(venue) or not {*words} <= SMALL_WORDS)
    is_short = venue and not (HAN.search(venue) or re.search(r"[^\W\d_]{2}", venue))  # "v"
    if is_listed or is_cut or is_bare or is_short or UNFINISHED.search(venue):
        yield "venue", _("where it appeared was guessed")
