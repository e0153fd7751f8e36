"""A reference as a page prints it -> authors, title, venue, volume, issue, pages, year, DOI.

Any of the usual styles: APA, MLA, Chicago, IEEE, ACM, Vancouver, GB/T 7714, Harvard, AMS, Nature, and
what home pages make of them, with Markdown or HTML in it. A title that is known already (of the
page's own file) makes it much surer: what stands before it are the authors. `printed_marks` turns
quotes and emphasis into signs, `printed_names` reads the names, `printed_venue` what follows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from django.utils.translation import gettext as _

from publications.names import ET_AL, OTHERS, SUFFIX
from publications.printed_marks import (
    BOLD,
    BREAK,
    END_BOLD,
    END_ITALIC,
    END_QUOTE,
    ITALIC,
    QUOTE,
    STAR,
    marked,
    plain,
)
from publications.printed_names import FAMILY_AND_INITIALS, ROLE, are_initials, names_in
from publications.printed_venue import read_venue

# A reference is no longer.
LONGEST = 5_000
# Two titles that differ by a letter or a subtitle are one.
ALIKE = 0.75
_year = r"(?:19|20)\d\d"
_status = r"in (?:the )?press|n\.\s?d\.|forthcoming|to appear|under review|submitted|accepted"
# Behind the authors: "(2016).", "(2019, March)", "2003a.", ", 2021.", "(in press)".
YEAR_BEHIND = re.compile(
    rf"[\s.,:;，]*(?:\((?P<inner>(?:{_year}|{_status})[^()]*)\)|(?P<year>{_year})|(?P<status>{_status}))"
    r"[a-z]?(?=[\s.,:;'‘]|$|[^\w\s])[\s.,:;]*",
    re.I,
)
YEAR_FIRST = re.compile(rf"\s*\(({_year})\)\s*")
YEAR = re.compile(_year)
CAPITALISED = re.compile(r"(?:[A-Z][\w&]*\.?\s?){1,3}")
# As Google Scholar's CSV is pasted: "Noether, Emmy; ",Title,Venue,12,3,45-61,1918".
CSV = re.compile(rf"[{QUOTE}\"],(?P<title>.+?)(?=,[^,]*,\w*,[\w()]*,[\w–-]*,{_year})", re.S)
BEFORE_TITLE = re.compile(rf"(?:^|[.,:;?!'‘\"(){QUOTE}{ITALIC}{BOLD}{END_BOLD}{BREAK}。．：，])\s*$")
# The mark of a kind in GB/T 7714, where the family name leads; many write it behind.
KIND = re.compile(r"\[[JMCDNPRSAGZ](?:/OL)?\]")
FULL_NAME = re.compile(r"[A-Z][a-z]+ [A-Z][a-z]+")
SIGNS = f" *∗†‡#{STAR}"
EMPHASISED = re.compile(rf"\s*[{BOLD}{ITALIC}]([^{END_BOLD}{END_ITALIC}]+)[{END_BOLD}{END_ITALIC}]")
INTRODUCED = re.compile(rf"^[\s.,:;–—{BREAK}-]*(?:(?:with|by|authors?|written by)\b:?\s+)?", re.I)
# What may end a title. An abbreviation's full stop does not.
SENTENCE = re.compile(
    rf"(?P<stop>[.?!。．]+)['’)]*(?=\s|{ITALIC}|{BOLD}|{BREAK}|$|(?<=[。．])|[\u4e00-\u9fff])"
    rf"|[\s,.]*(?:\b(?:in:?|preprint at|en|dans)\s+)?(?P<open>,\s+[Ii]n:?\s+(?=[A-Z])|{ITALIC}|(?<=\s){BOLD}|{BREAK}|//)"
    rf"|\s*(?P<kind>\[[JMCDNPRSAGZ](?:/OL)?\]|\s\[[^\[\]]{{3,80}}\])",
    re.I,
)
SHORTENED = re.compile(r"\b(?:[A-Z]|vs|e\.g|i\.e|cf|St|Dr|No|[Vv]ol|pt|ed|al)$")
COMMA = re.compile(r"[,，、]\s*")
NUMBERED = re.compile(r"(?:vol|no|pp|pages?|art|issue)\b|[(\"]?\d|第", re.I)
ENDS_IN_NUMBERS = re.compile(rf".*[^\W\d_].*?[\s{BOLD}]\(?\d[\d:.–-]*\)?(?:[\s(]|{END_BOLD}|$)")
# "Noether, Emmy and Hilbert, David and Klein, Felix": BibTeX's own.
AND_EACH = re.compile(
    r"(?:[^,;:()]{2,40}, [^,;:()]{1,30}? and ){2,}[^,;:()]{2,40}, [^,;:().]{1,30}(?:\.(?=\s*\())?"
)
PIECE = re.compile(r"\s+(?:and|&)\s+(?=\S)|\s*[;,，、；]\s*(?:(?:and|&)\s+)?", re.I)
INNER = re.compile(
    rf"[.:．。：](?=\s|[\u4e00-\u9fff]|[{ITALIC}{BOLD}{BREAK}])\s*|[．。：]|\s*[{ITALIC}{BOLD}{BREAK}]|\s(?=\(?{_year})"
)


@dataclass
class PrintedReference:
    """`authors` as `publications.names.parse_name` reads them: marks kept, a collective in braces, a
    list that is cut short ends in "others". `venue`: the journal, the proceedings, the book, the
    university of a thesis; of a book its publisher. `unsure`: field -> a sentence for people.
    """

    authors: list[str] = field(default_factory=list)
    title: str = ""
    venue: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    year: str = ""
    doi: str = ""
    unsure: dict[str, str] = field(default_factory=dict)


def read_reference(text: str, title: str | None = None) -> PrintedReference:
    """What a printed reference says; `title` where it is known from elsewhere.

    Never raises: what is not found is empty, and named in `unsure`, as is what was but guessed.
    """
    text, doi = marked(text[:LONGEST])
    found = PrintedReference(doi=doi)
    if match := YEAR_FIRST.match(text):
        found.year, text = match[1], text[match.end() :]
    span = _known(text, title) if title else None
    if span is None:
        span = _quoted(text) or _by_form(text, found)
        if title and not _are_alike(title, text[slice(*span)]):
            found.unsure["title"] = _("the reference has another title, or none")
            if QUOTE not in text:
                span = (names_end(text),) * 2
    before, after = text[: span[0]], text[span[1] :]
    found.title = title or plain(text[slice(*span)]).strip(" .,:;")
    after = _authors(found, before, after)
    read_venue(found, after)
    _doubts(found, text)
    return found


def _doubts(found, text):
    """What was not found at all, and names that may be the other way round."""
    full = [name for name in found.authors if FULL_NAME.fullmatch(name)]
    if KIND.search(text) and full and len(full) == len(found.authors):
        found.unsure.setdefault("authors", _("which of the names is the family name is a guess"))
    if not found.title:
        found.unsure["title"] = _("no title was found")
    if not found.authors:
        found.unsure.setdefault("authors", _("no authors were found"))
    if not found.venue:
        found.unsure["venue"] = _("where it appeared was not found")
    if not found.year:
        found.unsure["year"] = _("no year was found")


# --- Where the title is --------------------------------------------------------------------------


def _folded(text):
    return re.sub(r"[\W_]+", "", plain(text)).casefold()


def _are_alike(title, other):
    return SequenceMatcher(None, _folded(title), _folded(other)).ratio() >= ALIKE


def _known(text, title):
    """Where a known title stands, whatever its punctuation; its first half must, at least."""
    letters = [(sign.casefold(), place) for place, sign in enumerate(text) if sign.isalnum()]
    whole, folded = "".join(sign[:1] for sign, _place in letters), _folded(title)
    starts = [match.start() for match in re.finditer(re.escape(folded), whole)] if folded else []
    if not starts:
        return None
    # "The Consortium of the Tides (2016). Tides": in quotes, or behind a stop.
    begins = [(letters[start][1], letters[start + len(folded) - 1][1] + 1) for start in starts]
    begin, end = next((one for one in begins if re.search(BEFORE_TITLE, text[: one[0]])), begins[0])
    # The signs around it are its own.
    closing = re.match(rf"[?!.,'’)]*[{END_QUOTE}{END_ITALIC}{END_BOLD}]?", text[end:])
    opening = re.search(rf"[{QUOTE}{ITALIC}{BOLD}'‘(]*$", text[:begin])
    return opening.start(), end + closing.end()


def _quoted(text):
    """The longest text in quotes, where it is longer than a word."""
    spans = [match.span() for match in re.finditer(rf"{QUOTE}[^{END_QUOTE}]*{END_QUOTE}?", text)]
    # “It Felt Like Fog”: Walking
    spans = [span for span in spans if not re.match(r":\s", text[span[1] :])]
    start, end = max(spans, key=lambda span: span[1] - span[0], default=(0, 0))
    if match := CSV.search(text):
        return match.span("title")
    return (start, end) if end - start > 5 or not end == 0 else None


def _by_form(text, found):
    """By what the authors end in, and how a title ends; (0, 0) where there is none."""
    first = EMPHASISED.match(text)
    if first and not names_in(first[1])[0]:
        return first.span()
    start = names_end(text)
    is_comma = text[:start].rstrip().endswith((",", "，", "、"))
    match = YEAR_BEHIND.match(text, len(text[:start].rstrip(" .,:;，")))
    if match and match.end() >= start:
        start, is_comma = match.end(), False
    is_set_off = EMPHASISED.match(text, start)
    if not is_set_off and (
        re.match(r"\s*in:?\s", text[start:], re.I) or (is_comma and not _comma_end(text[start:]))
    ):
        return start, start
    end, is_guess = _title_end(text, start, is_comma)
    if is_guess or not start:
        found.unsure["title"] = _("where the title ends is a guess")
        found.unsure["venue"] = _("where it appeared is a guess")
    return start, end


def _title_end(text, start, is_comma):
    """(Where a title ends that begins at `start`, whether that is a guess.)"""
    if head := EMPHASISED.match(text, start):
        return head.end(), False
    rest = text[start:]
    commas = _comma_end(rest)
    for match in SENTENCE.finditer(rest):
        if not rest[: match.start()].strip():
            continue
        if match["kind"] or match["open"]:
            at = match.start()
            # "Title, in *Book*", and "Title, J. *9*" whose volume alone is set off.
            if match["open"] == BOLD and commas:
                return start + commas, True
            return start + at, False
        is_last = match.end() >= len(rest.rstrip())
        if match["stop"] in ".." and (SHORTENED.search(rest[: match.start()]) or is_last):
            continue
        in_venue = CAPITALISED.fullmatch(rest[commas : match.start()]) and re.match(
            r"\s\d", rest[match.end() :]
        )
        if commas and commas <= match.start() + 1 and (is_comma or in_venue):
            return start + commas, True
        if (
            match["stop"][0] in "?!"
            and not match["stop"].endswith(".")
            and _goes_on(rest[match.end() :])
        ):
            continue
        return start + match.end(), False
    if commas:
        return start + commas, True
    end = len(rest)
    return start + end, True


def _goes_on(rest):
    """Whether a subtitle stands behind a question: "… twice? Evidence from three ports. Venue"."""
    segment = SENTENCE.search(rest)
    words = rest[: segment.start()] if segment else rest
    before_numbers = 0
    for piece in COMMA.split(words):
        if NUMBERED.match(piece) or ENDS_IN_NUMBERS.match(piece):
            return before_numbers > 1
        before_numbers += 1
    return bool(segment and segment["stop"] and words.strip() and rest[segment.end() :].strip())


def _comma_end(rest):
    """Where the piece before the venue ends, of "A title, with a comma, Venue 12 (2016), 1–9."."""
    starts = [0, *(match.end() for match in COMMA.finditer(rest))]
    for number, start in enumerate(starts[1:], 1):
        piece = rest[start:].split(",")[0]
        if NUMBERED.match(piece):
            return starts[number - 1] if number > 1 else 0
        if ENDS_IN_NUMBERS.match(piece) or re.match(
            r"(?:in:?|to appear|submitted|preprint)\b", piece, re.I
        ):
            return start
    return starts[-1] if len(starts) > 1 else 0


# --- Authors -------------------------------------------------------------------------------------


def names_end(text: str) -> int:
    """Where the names end that a text begins with; 0 where it begins with none.

    "A. Lind, C. Moreau and K. Sato, Tides": the name behind an "and" is the last.
    """
    end, last, is_whole, is_last, is_family, is_led = 0, 0, False, False, False, False
    place = INTRODUCED.match(text).end()
    if (whole := AND_EACH.match(text, place)) and not names_in(plain(whole[0]))[1]:
        return whole.end()
    # A line of names ends them.
    text = text[: place + len(text[place:].split(BREAK)[0])]
    while place < len(text):
        match = PIECE.search(text, place)
        stop = match.start() if match else len(text)
        if end and _is_set_off_title(text, place):
            return end
        words = ET_AL.sub("", plain(text[place:stop]).strip(SIGNS))
        is_part = is_family and _is_part(words)
        goes_on = not is_whole or is_last
        is_others = bool(OTHERS.fullmatch(words.strip("… ") or "…"))
        match_led = FAMILY_AND_INITIALS.fullmatch(words)
        leads = bool(match_led) and are_initials(match_led[3].strip())
        # "Noether E, Hilbert D. Tide Tables": a title set as a name after names with initials.
        is_name = _is_names(words) and (goes_on or is_others) and (leads or not is_led or is_others)
        if not is_part and not is_name:
            inner = _inner_end(text[place:stop], is_family, goes_on)
            if inner or not is_last:
                return place + inner if inner else end
            # The "and" was of the title: "Amin S. Wells and words".
            return last + _inner_end(text[last:end], is_family, True)
        is_led = leads and (is_led or not end)
        is_whole, is_family = is_last or (is_part and is_whole), not is_part or is_family
        is_last = bool(match and re.search(r"\band\b|&", match[0], re.I))
        last, end = place, match.end() if match else stop
        place = end
    return end


def _is_set_off_title(text, place):
    """Whether it is in italics and no name: none follows it."""
    match = EMPHASISED.match(text, place)
    if not match or ITALIC not in match[0]:
        return False
    following = PIECE.split(text[match.end() :].lstrip(" ,;"))[0]
    return not _is_names(plain(match[1])) or not _is_names(plain(following))


def _is_part(words):
    """Of a name whose family name stands before: "J. P.", "Jr."."""
    return are_initials(words) or bool(SUFFIX.fullmatch(words))


def _inner_end(piece, is_family, goes_on):
    """Where a name ends within a piece: "C. A tide table", "Claude Moreau. A tide table"; else 0."""
    for inner in reversed(list(INNER.finditer(piece))):
        head = ET_AL.sub("", plain(piece[: inner.end()]).strip(f"{SIGNS}:：．。"))
        is_name = goes_on and _is_names(head) and not are_initials(head)
        if is_name and head.isupper() and " " not in head and YEAR.search(piece):
            continue  # "ICML 2022"
        if (is_family and _is_part(head)) or is_name:
            return inner.end() - len(re.search(rf"[{ITALIC}{BOLD}]?$", inner[0])[0])
    return 0


def _is_names(words):
    if OTHERS.fullmatch(words.strip("… ") or "…") or ROLE.fullmatch(words):
        return True
    names, lost = names_in(words)
    return bool(names) and not lost


def _authors(found, before, after):
    """Fills the authors from before the title, else from behind it; what is left of `after`."""
    years = list(YEAR_BEHIND.finditer(before))
    match = years[-1] if years else None
    if match and not re.search(r"\w", before[match.end() :]):
        # The full stop of an initial is its own.
        before = before[: match.start()] + "." * match[0].startswith(".")
        if year := YEAR.search(match[0]):
            found.year = year[0]
        elif match["inner"] or match["status"]:
            found.unsure["year"] = _("no year was found")
    names, lost = names_in(plain(INTRODUCED.sub("", before)))
    if not names and not lost:
        begin = INTRODUCED.match(after).end()
        end = begin + names_end(after[begin:])
        names, lost = names_in(plain(after[begin:end]))
        after = after[end:]
    found.authors = names
    if len(names) == 1 and re.search(r":\s*$", before) and FULL_NAME.fullmatch(names[0]):
        found.unsure["authors"] = _("this may be the begin of the title")
    if lost:
        found.unsure["authors"] = _("no names, left out: %(words)s") % {
            "words": "; ".join(lost)[:200]
        }
    return after
