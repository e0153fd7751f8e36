"""A reference as a page prints it -> authors, title, venue, volume, issue, pages, year, DOI.

Of any usual style (APA, MLA, Chicago, IEEE, ACM, Vancouver, GB/T 7714, Harvard, AMS, Nature), and
of those that home pages make of them, with Markdown or HTML in it. A title that is known already
(of the page's own file) makes it much surer: what stands before it are the authors.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from django.utils.translation import gettext as _

from publications.printed.authors import EMPHASISED, INTRODUCED, YEAR, names_end
from publications.printed.doubts import (
    COMMA,
    HAS_INITIALS,
    KIND,
    VENUE_WORD,
    of_the_form,
    of_the_whole,
)
from publications.printed.marks import (
    BOLD,
    BREAK,
    END_BOLD,
    END_ITALIC,
    END_QUOTE,
    ITALIC,
    QUOTE,
    SIGNS,
    marked,
    plain,
)
from publications.printed.names import names_in
from publications.printed.venue import IN, read_venue

# A reference is no longer.
LONGEST = 5_000
# The longest of the quotes are looked at.
MOST_QUOTES = 5
# Two titles that differ by a letter or a subtitle are one.
ALIKE = 0.75
_year = YEAR.pattern
_status = r"in (?:the )?press|n\.\s?d\.|forthcoming|to appear|under review|submitted|accepted"
# Behind the authors: "(2016).", "(Aug. 2019)", "(2019, March)", "2003a.", ", 2021.", "(in press)".
YEAR_BEHIND = re.compile(
    rf"[\s.,:;，]*(?:\((?P<inner>(?:(?-i:[^\W\d_][a-zäéûç]{{2,8}}\.?,?\s)?{_year}|{_status})[^()]*)\)|(?P<year>{_year})|(?P<status>{_status}))"
    r"[a-z]?(?=[\s.,:;'‘]|$|[^\w\s])[\s.,:;]*",
    re.I,
)
# "(2016) Lind, A.", "2016 — Lind, A."
YEAR_FIRST = re.compile(rf"\s*(?:\((?={_year}\)))?({_year})(?:\)|\s+[—–-]\s)\s*")
CAPITALISED = re.compile(r"(?:[A-Z][\w&]*\.?\s?){1,3}")
# As Google Scholar's CSV is pasted: "Noether, Emmy; ",Title,Venue,12,3,45-61,1918".
CSV = re.compile(rf"[{QUOTE}\"],(?P<title>.+?)(?=,[^,]*,\w*,[\w()]*,[\w–-]*,{_year})", re.S)
BEFORE_TITLE = re.compile(
    rf"(?:^|[.,:;?!'‘\"(){QUOTE}{ITALIC}{BOLD}{END_BOLD}{BREAK}。．：，])\s*$"
)
# Behind a title: "(with David Hilbert)"
JOINT = re.compile(r"^[\s.,]*\(((?:joint )?with [^()]*)\)")
WITH_AT_END = re.compile(r"\s*\((?:joint )?with [^()]*\)[\s.]*$")
YEAR_AT_END = re.compile(rf"[\s,]*[(\[]({_year})[)\]][\s.]*$")
# Between initials and a name, a name and what follows its comma, a name and the year.
TIGHT = re.compile(
    r"(?<=\b[A-Z]\.)(?=[A-Z][^\W\dA-Z])|(?<=[^\W\d],)(?=[^\W\d])|(?<=[A-Z]\.,)(?=[A-Z])"
    r"|(?<=[^\W\d]\.)(?=(?:19|20)\d\d\b)"
)
# "B. B .Singh", "B,. and", "B..,"
LOOSE = re.compile(r"(?<=\b[A-Z]) \.(?=[A-Z])|(?<=\b[A-Z]),\.|(?<=\b[A-Z]\.)\.(?=,)")
BREAK_AND_STOPS = f" .,{BREAK}"
# Behind where it appeared, what did so before: "Preliminary version in Tides 2019."
EARLIER = re.compile(
    r"[.,;]\s+\(?(?P<said>(?:a )?(?:preliminary|earlier|extended|short|conference)"
    r" (?:version|abstract)(?: appear\w*| published| presented)?,? (?:in|at)\b:?[^()]*)\)?$",
    re.I,
)
# What may end a title. An abbreviation's full stop does not.
SENTENCE = re.compile(
    rf"(?P<stop>[.?!。．]+)['’)]*(?=\s|{ITALIC}|{BOLD}|{BREAK}|$|(?<=[。．])|[\u4e00-\u9fff])"
    r"|[\s,.]*(?:\b(?:in:?|preprint at|en|dans)\s+)?"
    rf"(?P<open>(?:,\s+[Ii]n:?|\s(?-i:In):)\s+(?=(?-i:[A-Z]))|{ITALIC}|(?<=\s){BOLD}|{BREAK}|//)"
    rf"|\s*(?P<kind>{KIND.pattern}|\s\[[^\[\]]{{3,80}}\](?!\w))",
    re.I,
)
SHORTENED = re.compile(r"\b(?:[A-Z]|vs|e\.g|i\.e|cf|St|Dr|No|[Vv]ol|pt|spp?|subsp|var|ed|al)$")
# A title goes on behind a stop: ". II. Acta", ". pallidum in"; no ". in", ". iScience".
PART_OF_TITLE = re.compile(
    r"\s+(?:[IVX]{1,4}\.\s|(?!(?:in|to|vol|pp?|no|en|dans|eds?)\b|arxiv)[a-zß-ÿ]{3,}\s"
    r"(?=[^\n]{0,300}[^\W\d]{2}[.?!]\s+[A-Z]))"
)
# "…, Proc. of": where it appeared has begun.
VENUE_BEGINS = re.compile(r",\s+(?:Proc|Conf|Trans|Ann|Comm|Commun|Int|Phys|Rev|Bull|Arch)$")
# ", pp": the numbers behind the venue have begun.
COUNTED = re.compile(r",[^,]*\b(?:pp?|v|n)$")
SENTENCE_OF_WORDS = re.compile(r"(?:[^\s.]+ ){3,}[^\s.]{2,}\.\s")
NUMBERED = re.compile(r"(?:vol|no|pp|pages?|art|issue)\b|[(\"]?\d|第", re.I)
# "the 43rd International Conference on", "IEEE Transactions on", "48th ICSE", "ICSE 2021"; "(ICSE)"
PLACE_LEADS = re.compile(
    rf"(?<!\w)(?:the )?(?:{_year} )?(?:(?:\d+(?:st|nd|rd|th)|[A-Z][\w&/.-]*) ){{0,7}}?"
    r"(?:Conference|Workshop|Symposium|Transactions|Proceedings|Journal|IEEE|ACM|AAAI|USENIX"
    r"|\d+(?:st|nd|rd|th) [A-Z]{3,})\b|(?<!\w)\(?[A-Z]\w{0,11}[A-Z]\w{0,11}[ '’]{1,3}\d{2,4}\b"
)
# "Venue 12", "Phys. Lett.B191"
NUMBER = re.compile(rf"(?:[\s{BOLD}]|\.[A-Z]\s?)\(?\d[\d:.–-]*\)?(?:[\s(]|{END_BOLD}|$)")


@dataclass
class PrintedReference:
    """What was found, and of what that is not sure.

    `authors` as `publications.names.parse_name` reads them: marks kept, a collective in braces, a
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
    date: str = ""  # with month and day, where it says them
    doi: str = ""
    # Of a paper on several lines: where it appeared as it is printed, and what else it says.
    where: str = ""
    abstract: str = ""
    note: str = ""
    unsure: dict[str, str] = field(default_factory=dict)


def read_reference(text: str, title: str | None = None) -> PrintedReference:
    """What a printed reference says; `title` where it is known from elsewhere.

    Never raises: what is not found is empty, and named in `unsure`, as is what was but guessed.
    """
    is_cut = len(text) > LONGEST
    text, doi = marked(text[:LONGEST].rpartition(",")[0] if is_cut else text)
    text = _spaced(text)
    found = PrintedReference(doi=doi)
    if (match := EARLIER.search(text)) and YEAR.search(text[: match.start()]):
        found.note, text = plain(match["said"]).strip(" ."), text[: match.start()]
    if match := YEAR_FIRST.match(text):
        found.year, text = match[1], text[match.end() :]
    span = _known(text, title) if title else None
    if span is None:
        span = _quoted(text) or _on_first_line(text) or _by_form(text, found)
        if title and not _are_alike(title, text[slice(*span)]):
            found.unsure["title"] = _("the reference has another title, or none")
            if QUOTE not in text:
                span = (names_end(text),) * 2
    if not title:
        span = _not_of_names(text, span, found)
        span = _without_end(text, span, found)
    before, after = text[: span[0]], text[span[1] :]
    found.title = title or plain(text[slice(*span)]).strip(" .,:;．。")
    # In quotes, bold or italics, or on a line of its own.
    is_set_off = bool(title or SIGNS.search(text, *span)) or _is_line(text, span[1])
    is_set_off = is_set_off or _are_dated_names(after)
    after = _authors(found, before, after, is_set_off=is_set_off)
    if is_cut and found.authors:
        found.authors.append("others")
        found.unsure["authors"] = _(
            "the list is very long; the names behind %(name)s were left out"
        ) % {"name": found.authors[-2]}
    read_venue(found, after)
    said = [
        *of_the_whole(found, text),
        *([] if title else of_the_form(found, before, after, is_set_off)),
    ]
    for fields, sentence in said:
        for name in fields.split():
            found.unsure.setdefault(name, sentence)
    return found


def _spaced(text):
    """With the blanks between names that somebody left out: "Lind,A.,B.C.Berg and D.Dal.2001."."""
    year = YEAR.search(text)
    end = year.end() if year else 0
    if "://" in text[:end]:
        return text
    return TIGHT.sub(" ", LOOSE.sub(".", text[:end])) + text[end:]


def _is_line(text, end):
    return text[end:].lstrip(" .,").startswith(BREAK)


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
    closing = re.match(rf"[?!.,'’\")]*[{END_QUOTE}{END_ITALIC}{END_BOLD}]?", text[end:])
    opening = re.search(rf"[{QUOTE}{ITALIC}{BOLD}'‘\"(]*$", text[:begin])
    return opening.start(), end + closing.end()


def _quoted(text):
    """The longest text in quotes, where it is longer than a word."""
    if match := CSV.search(text):
        return match.span("title")
    # Not of “It Felt Like Fog”: Walking with Lanterns.
    quotes = re.finditer(rf"{QUOTE}[^{END_QUOTE}]*(?:{END_QUOTE}(?!:\s)|$)", text)
    spans = sorted((match.span() for match in quotes), key=lambda span: span[0] - span[1])
    return next((span for span in spans[:MOST_QUOTES] if _may_begin(text[: span[0]])), None)


def _may_begin(before):
    """Whether a title may begin behind it: a stop, a year, names; no words of a sentence."""
    before = re.sub(r"\breview of$", "", plain(before), flags=re.I).strip()
    if re.search(r"\bIn: \S", before):
        return False
    return not before or not before[-1].isalpha() or not names_in(before)[1]


def _not_of_names(text, span, found):
    """Where the title is, if what was taken for it are names: before them."""
    names, lost = names_in(plain(text[slice(*span)]))
    is_set_off = SIGNS.search(text, *span)
    if is_set_off or lost or not names or len(names_in(plain(text[: span[0]]))[0]) != 1:
        return span
    if len(names) > 1 and all(" " in name for name in names):
        return 0, span[0]
    found.unsure["title"] = _("these words may be a name")
    return span


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
        re.match(r"\s*in:?\s", text[start:], re.I)
        or (is_comma and not _comma_end(text[start:]) and not SENTENCE_OF_WORDS.match(text[start:]))
    ):
        return start, start
    end, is_guess = _title_end(text, start, is_comma)
    # What is but submitted appeared nowhere: all that follows is the title.
    is_unpublished = bool(match) and match.end() == start and not YEAR.search(match[0])
    is_guess = is_guess and not (is_unpublished and end == len(text))
    # A line of names below it, or names and a year behind it.
    is_line = _is_line(text, end) and names_end(text[end:].lstrip(BREAK_AND_STOPS))
    is_line = is_line or _are_dated_names(text[end:])
    if (is_guess and not _is_before_place(text, start, end)) or (not start and not is_line):
        found.unsure["title"] = _("where the title ends was guessed")
        found.unsure["venue"] = _("where it appeared was guessed")
    return start, end


def _title_end(text, start, is_comma):
    """(Where a title ends that begins at `start`, whether that is a guess.)"""
    if head := EMPHASISED.match(text, start):
        return head.end(), False
    rest = text[start:]
    commas = _comma_end(rest)
    for match in SENTENCE.finditer(rest):
        title, after = rest[: match.start()], rest[match.end() :]
        is_open = title.count("(") > title.count(")") and ")" in after
        if not title.strip() or is_open:
            continue
        if match["stop"] and _is_no_end(match["stop"], title, after):
            continue
        if match["stop"]:
            if begun := VENUE_BEGINS.search(title):
                return start + begun.start(), False
            # "Title, J. Tides 5:2": a stop in the name of the venue.
            in_venue = CAPITALISED.fullmatch(title[commas:]) and re.match(r"\s\d", after)
            in_numbers = COUNTED.search(title)
            by_comma = commas <= len(title) + 1 and (is_comma or in_venue or in_numbers)
            if in_numbers and not (commas and by_comma):
                continue
        else:
            # "Title, J. Tides **9**", whose volume alone is set off.
            by_comma = match["open"] == BOLD
        if commas and by_comma:
            return start + commas, True
        return start + (match.end() if match["stop"] else match.start()), False
    return start + (commas or len(rest)), True


def _is_no_end(stop, title, after):
    """Of an abbreviation, of the whole text, of a question with a subtitle."""
    if stop in "..":
        return SHORTENED.search(title) or PART_OF_TITLE.match(after) or not after.strip()
    return stop[0] in "?!" and not stop.endswith(".") and _goes_on(after)


def _goes_on(rest):
    """Whether a subtitle stands behind a question: "… twice? Evidence from three ports. Venue"."""
    if VENUE_WORD.match(rest.lstrip()):
        return False
    segment = SENTENCE.search(rest)
    words = rest[: segment.start()] if segment else rest
    for number, piece in enumerate(COMMA.split(words)):
        if NUMBERED.match(piece) or _ends_in_numbers(piece):
            return number > 1
    return bool(segment and segment["stop"] and words.strip() and rest[segment.end() :].strip())


def _comma_end(rest):
    """Where the piece before the venue ends, of "A title, with a comma, Venue 12 (2016), 1–9."."""
    starts = [0, *(match.end() for match in COMMA.finditer(rest))]
    for number, start in enumerate(starts[1:], 1):
        piece = rest[start:].split(",")[0]
        if NUMBERED.match(piece) and not PLACE_LEADS.match(piece):
            return starts[number - 1] if number > 1 else 0
        if _ends_in_numbers(piece) or IN.match(piece) or PLACE_LEADS.match(rest, start):
            return start
    return starts[-1] if len(starts) > 1 else 0


def _is_before_place(text, start, end):
    """Whether several names are before a title, and behind the comma that ends it what says itself
    that it is a venue: "A, B, Tides, Journal of the Sea, 2016".
    """
    title, place = text[start:end], COMMA.split(text[end:].lstrip(" ,"))[0]
    is_place = PLACE_LEADS.match(place)
    is_doubtful = any(map(PLACE_LEADS.search, COMMA.split(title)))
    return bool(is_place) and not is_doubtful and len(names_in(plain(text[:start]))[0]) > 1


def _ends_in_numbers(piece):
    """Words, and behind them a number that is no part of a word: "Venue 12 (2016)"."""
    match = NUMBER.search(piece)
    return bool(match and re.search(r"[^\W\d_]", piece[: match.start()]))


def _on_first_line(text):
    """The first of several lines, where the second is names and nothing else; None elsewhere."""
    first, *others = text.split(BREAK)
    if not others or YEAR.search(YEAR_AT_END.sub("", plain(first))):
        return None
    names, lost = names_in(plain(YEAR_AT_END.sub("", others[0])))
    is_title = names and not lost and names_in(plain(YEAR_AT_END.sub("", first)))[1]
    return (0, len(first)) if is_title else None


def _without_end(text, span, found):
    """Without its year behind it, and "(with David Hilbert)", which is left to the authors."""
    title = text[slice(*span)]
    if match := YEAR_AT_END.search(title):
        found.year = found.year or match[1]
    match = match or WITH_AT_END.search(title)
    return (span[0], span[0] + match.start()) if match and match.start() else span


def _are_dated_names(after):
    """Whether names with initials and a year follow: ". Lind, A., Bo, B. (2016)"."""
    begin = INTRODUCED.match(after).end()
    end = begin + names_end(after[begin:])
    names, lost = names_in(plain(after[begin:end]))
    year = YEAR_BEHIND.match(after, end)
    is_dated = bool(year and year["inner"] and YEAR.search(year["inner"]))
    return is_dated and len(names) > 1 and not lost and all(map(HAS_INITIALS.search, names))


# --- Authors -------------------------------------------------------------------------------------


def _authors(found, before, after, *, is_set_off):
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
            found.note = (match["inner"] or match["status"]).strip()
    after = JOINT.sub(r"\1.", after)
    names, lost = names_in(plain(INTRODUCED.sub("", before)))
    if not names and not lost:
        if not is_set_off:
            for name in ("authors", "venue"):
                found.unsure.setdefault(name, _("these words may be where it appeared"))
        begin = INTRODUCED.match(after).end()
        end = begin + names_end(after[begin:])
        begun, before, after = after[:begin], plain(after[begin:end]), after[end:]
        names, lost = names_in(before)  # and of "“Tides.” Ebb Tense: A Journal of the Sea"?
        # "_Tides 2023_", below a title
        if (
            len(names) == 1
            and is_set_off
            and not HAS_INITIALS.search(names[0])
            and not re.search(r"with|by", begun)
        ):
            found.unsure |= dict.fromkeys(
                ("authors", "venue"), _("these words may be where it appeared")
            )
    found.authors = names
    if lost:
        found.unsure["authors"] = _("these words are no names and were left out: %(words)s") % {
            "words": "; ".join(lost)[:200]
        }
    return after
