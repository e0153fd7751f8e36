"""A paper as pages print it on lines of its own: names, title, where it appeared, a summary.

Which line is which is told by what it says and not by its tags, and in either order; a paper on one
line is read by its punctuation (`reference`). What is not sure is no paper.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from profiles.markup.structure import line_in_words
from publications.names import HAN, fold, parse_name
from publications.printed.authors import INTRODUCED, TOGETHER, names_end
from publications.printed.marks import (
    BOLD,
    END_BOLD,
    END_ITALIC,
    END_QUOTE,
    ITALIC,
    LINK,
    QUOTE,
    marked,
    plain,
)
from publications.printed.names import LONGEST_HAN, LONGEST_LIST, MOST_WORDS, is_name, names_in
from publications.printed.reference import YEAR_AT_END, PrintedReference, read_reference
from publications.printed.venue import (
    CONFERENCE,
    YEAR,
    is_badge,
    is_place,
    read_venue,
    type_of,
    year_in,
)

WITH = re.compile(rf"^[\s,]*\(?{TOGETHER}\b", re.I)
WITH_IN = re.compile(rf"^\s*\({TOGETHER}\b(?P<names>[^()]*)\)", re.I)
# Of a line of names, where it appeared: "(March 2024, **Tides**)".
BEHIND_NAMES = re.compile(rf"\(([^()]*(?:\d{{4}}|{BOLD})[^()]*)\)")
# What is bold, in italics or quotes at the beginning of a line is a title; so is a link.
TITLE = re.compile(
    rf"\s*(?:{BOLD}([^{END_BOLD}]+){END_BOLD}|{ITALIC}([^{END_ITALIC}]+){END_ITALIC}"
    rf"|{QUOTE}([^{END_QUOTE}]+){END_QUOTE})"
)
# "Title: …", "Publication year: …": a line that says itself what it is.
SAID = re.compile(
    r"(?P<what>title|authors?|journal|conference|venue|book ?title|(?:published|appeared) in"
    r"|(?:publication )?(?:year|date)|volume|issue|pages|abstract)\s{0,9}:\s{0,9}(?P<words>.+)",
    re.I | re.S,
)
SET_OFF = re.compile(f"{BOLD}[^{END_BOLD}]+{END_BOLD}")
# Between names and a title: "A. Lind. 2023. “"
YEAR_ENDS = re.compile(r"[\s,(]*(?:19|20)\d\d[a-z]?[\W_]*$")
# Behind a title, before the names: ", (2020), Alice Ahlgren"
YEAR_LEADS = re.compile(r"[\s.,:;–—-]*\(((?:19|20)\d\d)\)[\s.,:;–—-]+(?=\S)")
FIELDS = ("title", "volume", "issue", "pages", "abstract")
# "Published in 2024 (Cited by: 3)": when, and not where.
ONLY_DATE = re.compile(
    r"\W*(?:(?:published|posted|appeared|in|on|year|date)\W+)*(?:19|20)\d\d\W*"
    r"(?:cited by\W*\d*\W*)?",
    re.I,
)
# "Version 1.0 - April 26th, 2016"
ENDS_IN_DAY = re.compile(r"\b[A-Z][a-z]{2,8}\.? \d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\d\d\W*$")
SPEAKS = re.compile(r"\b(?:you|your|my|me|I|we|our|see|click|here|below|please)\b|:$")
SHORTEST_TITLE, SHORTEST_SET_OFF, LONGEST_TITLE, LONGEST_VENUE = 3, 2, 300, 300
# So many names are a list, whatever one piece between them is.
LEAST_NAMES = 4
STOPS = ' .,*"“”|·•/-–—'


@dataclass
class Line:
    """A line as `marks.marked` writes it; `names`: where it is a list of names, and nothing else.

    `source` is what the page has, with its links.
    """

    text: str
    names: list[str]
    source: str = ""
    is_heading: bool = False
    is_linked: bool = False

    @property
    def words(self) -> str:
        return plain(self.text).strip(" ,|·•/")

    @property
    def title(self) -> re.Match | None:
        """What is set off at its beginning."""
        return TITLE.match(self.text)

    @property
    def is_set_off(self) -> bool:
        """Whether all of it is set off."""
        title = self.title
        return self.is_heading or bool(title and not re.search(r"\w", self.text[title.end() :]))


def is_by(owner: str, text: str) -> bool:
    """Whether a list of names has somebody of the owner's family name, or of half a double one."""
    name = parse_name(owner)
    families = {fold(one) for one in (name.family or name.literal, *name.family.split("-"))}
    return any(re.search(rf"\b{re.escape(one)}\b", fold(text)) for one in families if one)


def is_long(words: str, least: int) -> bool:
    """Whether a title has enough words; those of Han have no blanks between them."""
    return len(words.split()) >= least or len(HAN.findall(words)) > LONGEST_HAN


def names_of(text: str, owner: str = "") -> list[str]:
    """The names where a marked line is a list of them, and nothing else; [] where it is not.

    `owner`: a single name without a mark is one only if it is theirs.
    """
    if len(text) > LONGEST_LIST or is_badge(plain(text).strip(" *_()")):
        return []
    names, lost = _names_in(text)
    # A title that is set off may end in "Collaboration".
    is_title = len(names) == 1 and names[0].startswith("{") and TITLE.match(text)
    return names if not is_title and _are_names(names, lost, text, owner) else []


def _names_in(text):
    return names_in(plain(INTRODUCED.sub("", text, count=1)))


def _are_names(names, lost, text, owner):
    persons = [name for name in names if name != "others"]
    whole = [name for name in persons if len(name.split()) > 1 or HAN.search(name)]
    # Of many, one piece may be no name; but no title with what is behind it.
    most = MOST_WORDS if len(persons) > LEAST_NAMES and len(lost) == 1 else 0
    if len(" ".join(lost).split()) > most or len(whole) < len(persons) - 1 or not whole:
        return False
    is_own = is_by(owner, plain(text)) or names[0].startswith("{") or BOLD in text
    return len(persons) > 1 or is_own or len(names) > len(persons)


def read_lines(
    lines: list[Line], owner: str = "", *, is_wrapped: bool = False, is_linked: bool = False
) -> PrintedReference | None:
    """The paper that lines print; None where its title or its names are not sure.

    `owner`: whom the page is about; of two lines that may both be names theirs is. `is_wrapped`:
    the lines are those of a text and not of a paper. `is_linked`: something links to it, and so a
    title and a year are a paper that says no names.
    """
    ways = [_by_labels, _by_with, _by_known_title, _by_lines, _by_punctuation]
    if is_wrapped:
        ways = [_by_labels, _by_with, _by_punctuation, _by_lines]
    for read in (*ways, *[_by_title] * is_linked):
        found = PrintedReference()
        if read(found, lines, owner):
            is_bare = bool(found.authors) and not (found.year and found.venue)
            is_short = len(found.title.split()) < SHORTEST_TITLE
            return None if is_bare and is_short and is_name(found.title) else found
        if found.unsure:
            return None  # no other way knows better
    return None


def _by_labels(found, lines, owner) -> bool:
    """Each line says what it is: "Title: …", "Authors: …", "Journal: …"."""
    said = {m["what"].casefold(): m["words"] for line in lines if (m := SAID.match(line.words))}
    printed = said.get("authors") or said.get("author") or ""
    found.authors = names_of(printed, owner)
    if "title" not in said or not found.authors:
        return False
    for name in FIELDS:
        setattr(found, name, said.get(name, ""))
    found.title = found.title.strip(" .")
    where = [words for what, words in said.items() if what not in FIELDS and words != printed]
    _said(found, ", ".join(where), [])
    found.where = "journal" if "journal" in said else found.where
    return True


def _by_with(found, lines, owner) -> bool:
    """A title that is set off, and "(with Bob Brandt)" behind it; or any, and "Together with Bob
    Brandt. Tides 12" below it.
    """
    lead = lines[0].title
    is_with = bool(lead and WITH_IN.match(lines[0].text[lead.end() :]))
    is_with = is_with or (not lead and bool(_with_below(lines)))
    return is_with and _by_title_and_names(found, lines, owner)


def _by_known_title(found, lines, owner) -> bool:
    """A heading, and below it a reference of any style with the same title behind its names."""
    title = lines[0].words.casefold()
    number = next((n for n, line in enumerate(lines) if n and title in line.words.casefold()), 0)
    if not lines[0].is_heading or not number:
        return False
    named, others = [lines[number]], [*lines[1:number], *lines[number + 1 :]]
    before = lines[number].words[: lines[number].words.casefold().find(title)]
    is_apart = number > 1 and bool(lines[number - 1].names)
    if is_apart and not re.search(r"\w", before):  # they are a line of their own
        named = [others.pop(number - 2), *named]
    elif not names_of(YEAR_ENDS.sub("", before), owner):
        found.unsure["authors"] = before or title  # no other way knows better
        return False
    reference = ". ".join(line.source.strip(" .") for line in named)
    return _by_reference(found, reference, others, owner, lines[0].words)


def _by_lines(found, lines, owner) -> bool:
    """Names on a line of their own, the title above or below them, set off or not."""
    listed = [number for number, line in enumerate(lines) if line.names]
    if not listed or len(lines) < 2:
        return _by_title_and_names(found, lines, owner)
    # A title can be like names, and names like a title.
    number = min(
        listed,
        key=lambda n: (bool(owner) and not is_by(owner, lines[n].words), lines[n].is_set_off),
    )
    above = [n for n in range(number) if lines[n].is_set_off and not is_badge(lines[n].words)]
    # "**Tides of Oslo**", "**Oral**", names
    above = [n for n in above if _title(PrintedReference(), lines[n])[0]] or above
    above = [n for n in above if lines[n].is_linked or lines[n].is_heading] or above
    # "Tides of Oslo", "NSDI 2026", names
    before = number - 1 - (number > 1 and is_badge(lines[number - 1].words))
    below = next((n for n, line in enumerate(lines) if line.is_heading and n), 1)
    line, names = lines[above[-1] if above else before if number else below], lines[number]
    found.title, behind = _title(found, line)
    if not found.title or (not line.is_set_off and not behind and is_place(found.title)):
        return False
    found.authors = _with_owner(names.names, names.text, owner)
    where = [Line(text, []) for text in BEHIND_NAMES.findall(names.text)]
    others = [other for other in lines if other is not line and other is not names]
    _said(found, behind, [*where, *others])
    return True


def _by_title_and_names(found, lines, owner) -> bool:
    """A title that is set off, and names behind it or on the next line, before something else."""
    found.title, rest = _title(found, lines[0])
    below = _with_below(lines)
    is_title = lines[0].title or below
    if not is_title or not found.title or lines[0].names or _is_of_names(found, rest, owner):
        return False
    others = lines[1:]
    if not re.search(r"\w", rest) and others:
        rest = others.pop(max(below, 1) - 1).text
    if dated := YEAR_LEADS.match(rest):
        rest = rest[dated.end() :]
    text = INTRODUCED.sub("", rest)
    end = _names_end(text, owner)
    names, lost = names_in(plain(text[:end]).strip(" —–|·"))
    if within := WITH_IN.match(rest):
        text, end = rest, within.end()
        names, lost = _names_in(within["names"])
    is_with = bool(names) and not lost and bool(within or WITH.match(rest))
    # "*Tides and Waves*, Vol. 9" is where it appeared.
    is_place = len(names) < SHORTEST_TITLE and bool(re.match(rf"\W*{ITALIC}", text))
    is_place = is_place and bool(owner) and not is_by(owner, text[:end])
    if not end or (is_place and not is_with):
        return False
    if not is_with and not _are_names(names, lost, text[:end], owner):
        return False
    behind = text[end:].lstrip(" ,").partition(",")[2]
    further, _lost = names_in(plain(behind[: names_end(behind)]))
    if len(further) >= LEAST_NAMES:
        found.unsure["authors"] = plain(behind)  # something is no name, and others are behind it
        return False
    found.authors = _with_owner(names, rest, owner)
    _said(found, text[end:], others)
    found.year = dated[1] if dated else found.year
    return bool(found.venue or not dated)  # else it may stand among the names


def _with_below(lines):
    """The number of the line that says with whom, next below a title or after one in between."""
    found = (number for number, line in enumerate(lines[:3]) if number and WITH.match(line.text))
    return next(found, 0)


def _names_end(text, owner):
    """Where names end; where the owner's is bold, what else is bold is where it appeared."""
    end, bold = names_end(text), [one.span() for one in SET_OFF.finditer(text)]
    others = [start for start, stop in bold if not is_by(owner, text[start:stop])]
    is_marked = bool(owner) and 0 < len(others) < len(bold)
    return min(end, others[-1]) if is_marked and bold[-1][0] == others[-1] else end


def _by_punctuation(found, lines, owner) -> bool:
    """A reference of any style on its first line, or on all of them."""
    short = " ".join(line.source for line in lines if len(line.source) < 2 * LONGEST_VENUE)
    first, others = lines[0].source, lines[1:]
    is_whole = short != first and _by_reference(found, short, [], owner)
    return is_whole or _by_reference(found, first, others, owner)


def _by_reference(found, text, others, owner, title=None):
    """What `read_reference` is sure of, and what is on the other lines."""
    printed = read_reference(text, title)
    is_titled = len(printed.title.split()) >= SHORTEST_TITLE and not names_of(printed.title)
    # "(submitted)" is where and when, so far.
    is_dated = printed.venue or printed.note or "year" not in printed.unsure
    is_sure = not {"title", "authors"} & set(printed.unsure) and is_dated and (title or is_titled)
    if not is_sure or not _are_names(printed.authors, [], marked(text)[0], owner):
        found.unsure |= printed.unsure if title else {}
        return False
    found.__dict__.update(printed.__dict__)
    _said(found, "", others, has_venue=True)
    return True


def _by_title(found, lines, _owner) -> bool:
    """A title and where it appeared, with a link to it; its names are told to be missing."""
    found.title, behind = _title(found, lines[0])
    is_none = not found.title or SPEAKS.search(found.title) or is_place(found.title)
    is_whole = lines[0].is_set_off or len(lines) > 1
    if is_none or not is_whole or any(line.names for line in lines):
        return False
    _said(found, behind, lines[1:])
    return bool(found.year)


def _title(found, line):
    """(The title that a line begins with, what stands behind it.)"""
    match = line.title
    words, behind = line.words, ""
    if match:
        words, behind = plain(match[match.lastindex]), line.text[match.end() :]
    if year := YEAR_AT_END.search(words):
        words, found.year = words[: year.start()], year[1]
    words = words.strip(' .,*"“”')
    if ENDS_IN_DAY.search(words) and not match:
        return "", ""
    least = SHORTEST_SET_OFF if match or line.is_heading else SHORTEST_TITLE
    is_title = is_long(words, least) and len(words) <= LONGEST_TITLE and not CONFERENCE.match(words)
    return (words, behind) if is_title else ("", "")


def _is_of_names(found, behind, owner):
    """Whether what is set off is a name, of a list of them or the owner's."""
    names, lost = names_in(found.title)
    is_listed = re.match(r"\W*(?:,|&|and\b|;)", plain(behind))
    return bool(names) and not lost and (bool(is_listed) or is_by(owner, found.title))


def _with_owner(names, text, owner):
    """ "with Alice and Bob" are the others; of somebody unknown, who all are is not said."""
    if not WITH.match(text) or is_by(owner, text):
        return names
    return [owner, *names] if owner else []


def _said(found, behind, others, has_venue=False):
    """Fills venue, numbers and year from the likeliest line, the abstract from a long one."""
    parts = [part for part in (Line(behind, []), *others) if re.search(r"\w", part.words)]
    short = [part for part in parts if len(part.text) <= LONGEST_VENUE]
    best = max(short, key=_likeliness, default=None)
    if best and not has_venue:
        read_venue(found, re.sub(f"[{BOLD}{END_BOLD}]", "", best.text.strip(STOPS)))
        found.where = best.words.strip(STOPS)
        found.venue = (found.venue or found.where).strip(" .,*_·|")
    found.year = found.year or next(filter(None, (year_in(part.words) for part in short)), "")
    long = [_in_words(part) for part in parts if len(part.text) > LONGEST_VENUE]
    found.abstract = found.abstract or "\n\n".join(long)
    short = [part for part in short if not ONLY_DATE.fullmatch(part.words)]
    notes = [_in_words(part) for part in short if part is not best or has_venue]
    notes = [found.note, *notes] if found.note else notes
    found.note = ". ".join(note.rstrip(".") for note in notes)[:300]


def _in_words(part):
    """As the page has it, with its quotation marks and numbers."""
    return line_in_words(LINK.sub(r"\1", part.source)).strip(STOPS) or part.words.strip(STOPS)


def _likeliness(part):
    """How much a line looks like where something appeared."""
    words = part.words
    if ONLY_DATE.fullmatch(words):
        return -1
    is_named = type_of(words, "") != type_of("") or part.text.startswith((ITALIC, BOLD))
    return 2 * bool(YEAR.search(words)) + (is_named or bool(re.match(r"in\b", words, re.I)))
