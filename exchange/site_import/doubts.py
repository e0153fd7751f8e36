"""Which papers of a printed list are doubtful: they come as drafts, and the report says why.

A doubt is a sign that something was taken for something else: by the paper itself, or since the
others of its list are otherwise. What stands in another place of the site beyond doubt has none.
"""

from __future__ import annotations

import re
from collections import Counter

from django.utils.translation import gettext_lazy

from exchange.site_import.own_names import is_group
from exchange.site_import.printed_references import Reference, is_button
from exchange.site_import.records import Latex
from publications.names import cut
from publications.printed.lines import SHORTEST_TITLE, SPEAKS, is_by
from publications.printed.venue import THESIS, is_badge, is_place

NO_TITLE = gettext_lazy("its title may be none")
NO_NAMES = gettext_lazy("one of its authors may be no name: %(name)s")
UNSIGNED = gettext_lazy("it prints no authors, as the others of its list do")
OF_OTHERS = gettext_lazy("%(name)s is not among its authors, as in the others of its list")
OUTSIDE = gettext_lazy("the name of %(name)s stands where it appeared, and not among its authors")
UNNAMED = gettext_lazy("%(name)s is not among the authors that it prints")
# What begins, ends or is in no name: "CCF-A Alice Ahlgren", "Bob Brandt JHEP", "Supervisor Li".
NO_NAME = re.compile(
    r"\d|^[A-Z]{2,}-[A-Z]\b|\b(?:Advis[eo]r|Supervis\w+|Mentor|Media|News|Coverage|Journal|Review|Reviews"
    r"|Letters|Conference|Proceedings|Workshop|Symposium|University|Institute|Department|Transactions"
    r"|Thesis|Preprint|Abstract|Poster|Slides|Paper|Papers|Project|Award|arXiv|IEEE|ACM)\b"
)
ENDS_IN_CAPITALS = re.compile(r"\S+ \S+ [A-Z]{4,}$")
# "Best Paper Award", "Selected Papers", "Awarded: a medal"
OF_PRAISE = re.compile(
    r"(?:\S+ ){0,5}(?:papers?|articles?|publications?|awards?)|awarded\b.*", re.I
)
# "Advances in Tides and Reefs (TIDES), 2023"
OF_VENUE = re.compile(
    r"(?:(?:ieee|acm|international|european|annual) )*"
    r"(?:advances in|transactions on|proceedings|journal|conference|symposium|workshop)\b.*"
    r"\b(?:19|20)\d\d\W*|.*\b(?:congress|conference|symposium|workshop) (?:19|20)\d\d",
    re.I,
)
NO_TITLES = (OF_PRAISE, OF_VENUE, THESIS)
# Of four papers of a list three are signed, or are the owner's.
OF, AT_LEAST, LEAST = 4, 3, 4
LONGEST_NAME, LONG_VENUE = 6, 5


def mark(references: list[Reference], owner: str) -> None:
    """Says of each reference that one list prints what is doubtful about it, if anything."""
    printed = [one for one in references if not isinstance(one.fields.get("title"), Latex)]
    signed = [one for one in printed if one.fields.get("author")]
    whole = [one for one in signed if _is_whole(one)]
    own = [one for one in whole if owner and is_by(owner, one.fields["author"])]
    titles = Counter(one.title_key for one in printed)
    is_somebody = bool(owner) and not is_group(owner)
    are_signed = len(signed) * OF >= len(printed) * AT_LEAST
    are_own = len(own) >= LEAST and len(own) * OF >= len(whole) * AT_LEAST
    for one in printed:
        name, venue = {"name": owner}, _venue(one)
        if is_no_title(one, titles[one.title_key] > 1, is_own=one in own):
            one.doubt = NO_TITLE
        elif one not in signed:
            one.doubt = UNSIGNED if are_signed and len(signed) > 1 else ""
        elif wrong := next(filter(is_no_name, _names(one)), ""):
            one.doubt = NO_NAMES % {"name": wrong}
        elif owner and one in whole and one not in own:
            is_outside = is_by(owner, venue) and len(venue.split()) <= LONG_VENUE
            one.doubt = OUTSIDE % name if is_outside else OF_OTHERS % name if are_own else ""
        elif is_somebody and not own and _is_cut(one):
            one.doubt = "" if is_by(owner, one.fields["author"]) else UNNAMED % name


def is_no_title(paper: Reference, is_repeated: bool, is_own: bool) -> bool:
    """Whether a title is rather a badge, a button, a kind of text or a sentence of the page."""
    title, venue = str(paper.fields.get("title", "")), _venue(paper)
    is_short = len(title.split()) < SHORTEST_TITLE
    is_said = is_own and bool(venue) and bool(paper.year)
    if is_badge(title) and not any(word.islower() for word in title.split()):
        return True
    if is_button(title) or is_place(title) or any(kind.fullmatch(title) for kind in NO_TITLES):
        return True
    if is_short and (is_repeated or _is_like_title(venue)):
        return True
    return bool(SPEAKS.search(title)) and not is_said


def is_no_name(name: str) -> bool:
    """Whether an author is rather a word of the page: a label, a venue, a badge before a name."""
    if name.startswith("{") or name == "others":
        return False
    is_long = len(name.split()) > LONGEST_NAME
    return is_long or bool(NO_NAME.search(name) or ENDS_IN_CAPITALS.search(name))


def _is_like_title(venue):
    """Whether where it appeared is many words, and none that say so."""
    return len(venue.split()) >= LONG_VENUE and any(word.islower() for word in venue.split())


def _is_whole(paper):
    """Whether its authors leave room for nobody."""
    names = _names(paper)
    return names[-1] != "others" and not any(name.startswith("{") for name in names)


def _is_cut(paper):
    """Whether it prints several names, and that there are others."""
    names = _names(paper)
    return names[-1] == "others" and len(names) >= LEAST


def _names(paper):
    return [name.strip() for name in cut(str(paper.fields["author"]), "and") if name.strip()]


def _venue(paper):
    said = (paper.fields.get(key) for key in ("journal", "booktitle", "publisher", "institution"))
    return str(next(filter(None, said), ""))
