"""Papers as pages print them, in any style -> references.

A paper is a few lines: its names, its title, where it appeared, buttons, a summary. Which line is
which is told by what it says and not by its tags, and in either order; a paper on one line is read
by its punctuation. What is not sure is no paper: its text stays where it stands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from exchange.site_import.cv_items import Item
from exchange.site_import.own_names import is_by
from exchange.site_import.printed_references import (
    LABELS,
    PLACE,
    SPEAKS,
    YEAR,
    Reference,
    badge_year,
    bibtex_names,
    is_badge,
    is_button,
    is_venue,
    key_of,
    likeliness,
)
from exchange.site_import.records import Place
from profiles.cv_lines import BREAK, LINK
from profiles.markup.structure import line_in_words as plain
from publications.names import HAN
from publications.printed.authors import names_end
from publications.printed.marks import BOLD, END_BOLD, marked
from publications.printed.marks import plain as without_marks
from publications.printed.names import LONGEST_HAN, LONGEST_LIST, MOST_WORDS, is_name, names_in
from publications.printed.reference import PrintedReference, read_reference
from publications.printed.venue import read_venue, type_of

HARD_BREAK = re.compile(r"[ \t]*(?: {2}\n|\\\n|<br\s*/?>\s*\n?)[ \t]*")
PICTURE = re.compile(r"\[?!\[[^\[\]]*\]\([^()]*\)(?:\s*\]\([^()]*\))?")
BULLET = re.compile(r"^\s*(?:[-*+]|\d+[.)])(?:\s|$)")
HEADING = re.compile(
    r"\s*(?:#{1,6}\s+(?P<words>[^\n]+?)\s*#*|(?P<setext>[^\n]+)\n\s*(?:=+|-{3,}))\s*"
)
LABEL = re.compile(r"(?<!!)\[[^\[\]]{1,300}\](?=\()")
# A link that stayed HTML, closed or not.
ANCHOR = re.compile(
    r"<a\s[^<>]*?href=\"([^\"]*)\"[^<>]*>((?:(?!<a\b|</a>)[^\n])*?)(?:</?a\s*/?>|(?=\n|<br)|$)"
)

# Its number in the list: "[1] ", "12. ", "C3.", "12\."; of a bullet of its own "- 1.".
NUMBER = re.compile(r"^\s*(?:\\?\[\w{1,4}\\?\]|[A-Z]{0,2}\d{1,3}\\?[.)])(?:\s+|$)")
# "**2025** — " before all else.
YEAR_LEAD = re.compile(r"^\W{0,4}(?P<year>(?:19|20)\d\d)\W{0,4}?\s+[—–|:-]+\s+")
BADGE = re.compile(r"^\W*?\**\[(?P<badge>[^\[\]]{2,40})\]\**(?!\()[\s:]*")
WITH = re.compile(r"^\s*\(?with\b", re.I)
WITH_IN = re.compile(r"^\s*\((?:joint(?:ly)? )?with\b(?P<names>[^()]*)\)", re.I)
BY = re.compile(r"^\s*(?:by|with|authors?)\b\s*:?\s*", re.I)
# A button in brackets of its own, whatever it says.
BRACKETED = re.compile(
    r"\\?\[\s*\[([^\[\]\n]{1,40})\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)?)\)\s*\\?\]"
)
BARE_BUTTON = re.compile(r"\\?\[([A-Za-z ]{2,20})\\?\]")
NO_BUTTONS = re.compile(r"\\?\[(?:[\s|/,;·•&-]|and)*\\?\]|(?:\s*\\?\|\s*)+|\(\s*\)")
LAST_BUTTON = re.compile(r"(?:\s+(?:abstract|authors|bibtex|cite))+\s*$", re.I)
# Of a line of names, where it appeared: "(March 2024, **Tides**)".
BEHIND_NAMES = re.compile(r"\(([^()]*(?:\d{4}|\*\*)[^()]*)\)")
# "A. Ali, *Tides*", "A. Ali (2019)"; "* Joint first author".
BEHIND = re.compile(
    r"[.,]\s+(?=[*_][^*_]|(?:to appear|accepted|submitted|forthcoming)\b)"
    r"|\s+(?=\((?:19|20)\d\d\)[\s.]*\Z)",
    re.I,
)
LEGEND = re.compile(
    r"\W*(?:joint|equal|co|corresponding|shared)\W.{0,30}?\b(?:author|contribut)\w*\W*", re.I
)
# A link, bold, italics or quotes at the beginning of a line set off a title.
TITLE = re.compile(
    r"\s*(?:\*\*\*?|[*_\"“]|__){0,2}\[(?P<linked>[^\[\]\n]+)\]\((?P<url>[^()\s]*(?:\([^()\s]*\)[^()\s]*)?)\)[*_\"”.,]{0,4}"
    r"|\s*\*\*(?P<bold>[^*\n]+)\*\*|\s*\*(?P<italic>[^*\n]+)\*(?!\*)|\s*_(?P<under>[^_\n]+)_(?!\w)"
    r"|\s*[\"“](?P<quoted>[^\"”\n]+)[\"”]"
)
SET_OFF_BY = ("linked", "bold", "italic", "under", "quoted")
# "Title: …", "Publication year: …": a line that says itself what it is.
SAID = re.compile(
    r"(?P<what>title|authors?|journal|conference|venue|book ?title|(?:published|appeared) in"
    r"|(?:publication )?(?:year|date)|volume|issue|pages|abstract)\s{0,9}:\s{0,9}(?P<words>.+)",
    re.I | re.S,
)
FIELD_OF = {name: name for name in ("title", "volume", "pages", "abstract")} | {"issue": "number"}
OWN_MARK = re.compile(r"\*\*|<(?:u|b|strong)>|__", re.I)
YEAR_AT_END = re.compile(r"[\s,]*[(\[]((?:19|20)\d\d)[)\]][\s.]*$")
SHORTEST_TITLE, SHORTEST_SET_OFF, LONGEST_TITLE, LONGEST_VENUE = 3, 2, 300, 300
LONGEST, MOST_LINES, LEAST_NAMES = 12_000, 40, 4


@dataclass
class Line:
    """A line with words beside its buttons; `names`: where it is a list of names."""

    source: str
    names: list[str]
    is_heading: bool = False

    @property
    def words(self) -> str:
        return plain(LINK.sub(r"\1", self.source)).strip(" ,|·•/")

    @property
    def title(self) -> re.Match | None:
        """What is set off at its beginning."""
        return TITLE.match(self.source)

    @property
    def is_set_off(self) -> bool:
        """Whether all of it is set off."""
        title = self.title
        return self.is_heading or bool(title and not re.search(r"\w", self.source[title.end() :]))


def read_paper(item: Item, place: Place, owner: str = "") -> Reference | None:
    """The paper that an item prints; None where its title or its names are not sure.

    `owner`: whom the site is about; a single name, or one of two lines that may both be names, is
    known by the family name, and "with" names the others.
    """
    source = "\n\n".join(filter(None, (item.text, item.rest)))
    if (not item.text.strip() and not item.rest) or len(source) > LONGEST:
        return None
    paper = Reference("", place)
    lines = lines_of(source, paper, owner)
    if not lines or len(lines) > MOST_LINES:
        return None
    is_wrapped = "\n" in item.text.strip() and not HARD_BREAK.search(item.text)
    for read in WRAPPED if is_wrapped else WAYS:
        if lines and read(paper, lines, owner):
            words = paper.fields["title"].split()
            is_bare = "author" in paper.fields and not {"year", "booktitle"} <= set(paper.fields)
            if is_bare and len(words) < SHORTEST_TITLE and is_name(" ".join(words)):
                return None
            paper.key = key_of(" ".join(words[:4]).rstrip(":"))
            return paper
    return None


# --- Lines ----------------------------------------------------------------------------------------


def lines_of(source: str, paper: Reference, owner: str) -> list[Line]:
    """Its lines with words; buttons become links of the paper, a badge where it appeared."""
    found, is_open = [], False
    source = ANCHOR.sub(r"[\2](\1)", source)
    source = LABEL.sub(lambda match: BREAK.sub(" ", match[0]), source)
    for block in re.split(r"\n[ \t]*\n", source):
        is_open = False
        for part in _parted(block, owner):
            heading = HEADING.fullmatch(part)
            text = BULLET.sub("", heading["words"] if heading else part, count=1)
            text = NUMBER.sub("", _without_buttons(PICTURE.sub("", text), paper))
            if not found and (badge := BADGE.match(text)):
                _badge(paper, badge["badge"])
                text = text[badge.end() :]
            if not found and (lead := YEAR_LEAD.match(text)):
                paper.fields["year"], text = lead["year"], text[lead.end() :]
            goes_on = bool(found) and (is_open or text.startswith("and "))
            goes_on = goes_on and (found[-1].names or len(found[-1].words.split()) < LEAST_NAMES)
            is_open = text.rstrip().endswith((",", " and", "&"))
            text = text.strip(" \t,|·•/")
            if goes_on and (names := _names(f"{found[-1].source}, {text}", owner)):
                found[-1] = Line(f"{found[-1].source}, {text}", names)
                continue
            if LEGEND.fullmatch(plain(text)):
                continue
            if behind := _place_behind_names(text, owner):
                names, text = text[: behind.start()], text[behind.end() :]
                found.append(Line(names, _names(names, owner)))
            names = _names(text, owner)
            is_below = any(not is_badge(line.words) for line in found)
            if not names and is_below and _are_buttons(text):
                for label, url in LINK.findall(text):
                    paper.link(plain(label), url)
            elif re.search(r"\w", plain(text)):
                found.append(Line(text, names, bool(heading)))
    return found


def _parted(block, owner):
    """Its lines; where some end by a break, the others only beside one that is names alone."""
    for part in HARD_BREAK.split(block):
        lines = BREAK.split(part)
        is_parted = part == block or any(_names(line, owner) for line in lines)
        yield from lines if is_parted else [part]


def _without_buttons(text, paper):
    def take(match, is_bracketed=True):
        label = plain(match[1]).strip(" []\\↗→")
        if is_bracketed or is_button(label):
            known = (word for word in label.casefold().split() if word in LABELS)
            paper.link(label if label.casefold() in LABELS else next(known, label), match[2])
            return ""
        return match[0]

    text = LINK.sub(lambda match: take(match, is_bracketed=False), BRACKETED.sub(take, text))
    text = BARE_BUTTON.sub(lambda match: "" if is_button(match[1]) else match[0], text)
    return LAST_BUTTON.sub("", NO_BUTTONS.sub(" ", text))


def _are_buttons(text):
    """Whether a line is nothing but links of a word or two."""
    labels = [plain(label).split() for label, _url in LINK.findall(text)]
    is_short = bool(labels) and max(map(len, labels)) < SHORTEST_TITLE
    return is_short and not re.search(r"\w", LINK.sub("", text))


def _names(text, owner) -> list[str]:
    """The names where a line is a list of them, and nothing else; [] where it is not."""
    if len(text) > LONGEST_LIST:
        return []
    names, lost = names_in(_bare(text))
    # A title that is set off may end in "Collaboration"; "NAACL Main 2025" is where.
    is_title = "{" in "".join(names[:1]) and names[1:] == [] and TITLE.match(text)
    is_other = is_title or is_badge(text.strip(" *_()"))
    return names if not is_other and _are_names(names, lost, text, owner) else []


def _place_behind_names(text, owner):
    """Where names end that a line begins with, before where it appeared: "A. Ali, *Tides*"."""
    for end in BEHIND.finditer(text):
        names, behind = text[: end.start()], text[end.end() :]
        if _names(names, owner) and not names_in(_bare(names))[1] and not _names(behind, owner):
            return end
    return None


def _bare(text):
    """A list of names without links, signs, and the word before it."""
    return without_marks(marked(BY.sub("", LINK.sub(r"\1", text), count=1))[0])


def _are_names(names, lost, text, owner):
    persons = [name for name in names if name != "others"]
    whole = [name for name in persons if len(name.split()) > 1 or HAN.search(name)]
    # Of many, one piece may be no name; but no title with what is behind it.
    most = MOST_WORDS if len(persons) > LEAST_NAMES and len(lost) == 1 else 0
    if len(" ".join(lost).split()) > most or len(whole) < len(persons) - 1 or not whole:
        return False
    is_own = is_by(owner, LINK.sub(r"\1", text)) or names[0].startswith("{")
    return len(persons) > 1 or is_own or bool(OWN_MARK.search(text)) or len(names) > len(persons)


def _with_owner(names, text, owner):
    """ "with Alice and Bob" are the others."""
    is_left_out = bool(owner) and bool(WITH.match(text)) and not is_by(owner, text)
    return [*names, owner] if is_left_out else names


def _badge(paper, badge):
    paper.fields["abbr"] = badge
    venue, year = badge_year(badge)
    if year:
        paper.fields |= {"year": year}
    paper.fields["booktitle"], paper.entry_type = venue, "inproceedings"


# --- Ways to read it ------------------------------------------------------------------------------


def _by_lines(paper, lines, owner) -> bool:
    """Names on a line of their own, the title above or below them, set off or not."""
    listed = [number for number, line in enumerate(lines) if line.names]
    if not listed or len(lines) < 2:
        return _by_title_and_names(paper, lines, owner)
    # A title can be like names, and names like a title.
    number = min(
        listed,
        key=lambda n: (bool(owner) and not is_by(owner, lines[n].words), lines[n].is_set_off),
    )
    title = number - 1 if number else 1
    above = [n for n in range(number) if lines[n].is_set_off]
    above = [n for n in above if lines[n].title and lines[n].title["url"]] or above
    line = lines[above[-1] if above else title]
    words, behind = _title(paper, line)
    if not words or (not line.is_set_off and not behind and is_venue(words)):
        return False
    names = _with_owner(lines[number].names, lines[number].source, owner)
    paper.fields = {"title": words, "author": bibtex_names(names), **paper.fields}
    others = [other for other in lines if other is not line and other is not lines[number]]
    where = BEHIND_NAMES.findall(LINK.sub(r"\1", lines[number].source))
    _said(paper, [behind, *where, *(other.source for other in others)])
    return True


def _by_labels(paper, lines, owner) -> bool:
    """Each line says what it is: "Title: …", "Authors: …", "Journal: …"."""
    said = {m["what"].casefold(): m["words"] for line in lines if (m := SAID.match(line.words))}
    printed = said.get("authors") or said.get("author") or ""
    names, lost = names_in(_bare(printed))
    if "title" not in said or not _are_names(names, lost, printed, owner):
        return False
    fields = {FIELD_OF[what]: words for what, words in said.items() if what in FIELD_OF}
    fields |= {"title": said["title"].strip(" ."), "author": bibtex_names(names)}
    paper.fields = fields | paper.fields
    where = [words for what, words in said.items() if what not in FIELD_OF and words != printed]
    _said(paper, [", ".join(where)])
    if "journal" in said and "booktitle" in paper.fields:
        paper.entry_type = "article"
        paper.fields["journal"] = paper.fields.pop("booktitle")
    return True


def _by_with(paper, lines, owner) -> bool:
    """A title that is set off, and "(with Bob Brandt)" behind it."""
    lead = lines[0].title
    is_with = bool(lead and WITH_IN.match(lines[0].source[lead.end() :]))
    return is_with and _by_title_and_names(paper, lines, owner)


def _by_title_and_names(paper, lines, owner) -> bool:
    """A title that is set off, and names behind it or on the next line, before something else."""
    words, rest = _title(paper, lines[0])
    if not words or not lines[0].title or lines[0].names or _is_of_names(words, rest, owner):
        return False
    others = [line.source for line in lines[1:]]
    if not rest and others:
        rest = others.pop(0)
    text = marked(BY.sub("", LINK.sub(r"\1", rest)))[0]
    end = names_end(text)
    names, lost = names_in(without_marks(text[:end]).strip(" —–|·"))
    if within := WITH_IN.match(rest):
        text, end = rest, within.end()
        names, lost = names_in(_bare(within["names"]))
    if not end or not (_are_names(names, lost, text[:end], owner) or (within and not lost)):
        return False
    names = _with_owner(names, rest, owner)
    paper.fields = {"title": words, "author": bibtex_names(names), **paper.fields}
    _said(paper, [text[end:], *others])
    return True


def _by_known_title(paper, lines, owner) -> bool:
    """A heading, and below it a reference of any style with the same title behind its names."""
    title = lines[0].words
    named = [line for line in lines[1:] if title.casefold() in line.words.casefold()]
    if not lines[0].is_heading or not named:
        return False
    at = named[0].words.casefold().find(title.casefold())
    before, behind = named[0].words[:at], named[0].words[at + len(title) :]
    names, lost = names_in(_bare(before))
    if lost or not _are_names(names, lost, before, owner):
        lines.clear()  # no other way knows better
        return False
    paper.fields = {"title": title, "author": bibtex_names(names), **paper.fields}
    _said(paper, [behind, *(line.source for line in lines[1:] if line is not named[0])])
    return True


def _by_punctuation(paper, lines, owner) -> bool:
    """A reference of any style on its first line, or on all of them."""
    short = [line.source for line in lines if len(line.source) < 2 * LONGEST_VENUE]
    for text in dict.fromkeys((" ".join(short), lines[0].source)):
        printed = read_reference(text)
        is_title = len(printed.title.split()) >= SHORTEST_TITLE and not _names(printed.title, "")
        if {"title", "authors"} & set(printed.unsure) or not is_title or not printed.authors:
            continue
        if "year" in printed.unsure and not printed.venue and "abbr" not in paper.fields:
            continue
        if not _are_names(printed.authors, [], text, owner):
            continue
        container = _container(paper, printed.venue or "preprint")
        said = {"title": printed.title, "author": bibtex_names(printed.authors)}
        paper.fields = said | paper.fields | _numbers(printed, container)
        if lines[0].source == text:
            _said(paper, [line.source for line in lines[1:]], has_venue=True)
        return True
    return False


def _by_title(paper, lines, _owner) -> bool:
    """A title and where it appeared, with a link to it; its names are told to be missing."""
    words, behind = _title(paper, lines[0])
    is_linked = {"url", "doi", "arxiv", "pdf"} & set(paper.fields)
    others = [behind, *(line.source for line in lines[1:])]
    is_dated = any(YEAR.search(text) for text in others)
    if not words or not is_linked or not is_dated or SPEAKS.search(words) or is_venue(words):
        return False
    if (not lines[0].is_set_off and len(lines) < 2) or any(line.names for line in lines):
        return False
    paper.fields = {"title": words, **paper.fields}
    _said(paper, others)
    return True


WAYS = (_by_labels, _by_with, _by_known_title, _by_lines)
WAYS += (_by_punctuation, _by_title)
WRAPPED = (_by_labels, _by_with, _by_punctuation, _by_lines, _by_title)

# --- Parts ----------------------------------------------------------------------------------------


def _title(paper, line):
    """(The title that a line begins with, what stands behind it.)"""
    match = line.title
    words = next(filter(None, match.group(*SET_OFF_BY)), "") if match else ""
    words, behind = (plain(words), line.source[match.end() :]) if words else (line.words, "")
    least = SHORTEST_SET_OFF if match or line.is_heading else SHORTEST_TITLE
    if year := YEAR_AT_END.search(words):
        words, behind = words[: year.start()], f"{behind} {year[1]}"
    words = words.strip(' .,*"“”')
    if not is_long(words, least) or len(words) > LONGEST_TITLE or PLACE.match(words):
        return "", ""
    if match and match["url"]:
        paper.link("Paper", match["url"])
    return words, behind


def _is_of_names(words, behind, owner):
    """Whether what is set off is a name, of a list of them or the owner's."""
    names, lost = names_in(without_marks(marked(words)[0]))
    is_listed = re.match(r"\W*(?:,|&|and\b|;)", behind)
    return bool(names) and not lost and (bool(is_listed) or is_by(owner, words))


def is_long(words: str, least: int) -> bool:
    """Whether a title has enough words; those of Han have no blanks between them."""
    return len(words.split()) >= least or len(HAN.findall(words)) > LONGEST_HAN


def _said(paper, texts, has_venue=False):
    """Fills venue, numbers and year from the likeliest line, the abstract from a long one."""
    texts = [text.strip(" .,|·•/-–—") for text in texts]
    texts = [text for text in texts if re.search(r"\w", text)]
    short = [text for text in texts if len(text) <= LONGEST_VENUE]
    best = max(short, key=likeliness, default="")
    if best and not has_venue:
        printed = PrintedReference()
        text, printed.doi = marked(LINK.sub(r"\1", best))
        read_venue(printed, re.sub(f"[{BOLD}{END_BOLD}]", "", text))
        printed.venue = printed.venue or without_marks(text).strip(" .,")
        paper.fields |= _numbers(printed, _container(paper, printed.venue, without_marks(text)))
    if (badge := badge_year(without_marks(best))[1]) and re.search(r"['’]\d\d$", best):
        paper.fields.setdefault("year", badge)
    years = (YEAR.search(text) for text in short)
    if year := next(filter(None, years), None):
        paper.fields.setdefault("year", year[0])
    long = [plain(text) for text in texts if len(text) > LONGEST_VENUE]
    if long:
        paper.fields.setdefault("abstract", "\n\n".join(long))
    notes = [plain(LINK.sub(r"\1", text)) for text in short if text != best or has_venue]
    if notes:
        paper.fields.setdefault("note", ". ".join(note.rstrip(".") for note in notes)[:300])


def _container(paper, *words):
    """The field of the venue, by what its words name."""
    if paper.fields.pop("booktitle", None) is None or words[0]:
        paper.entry_type, container = type_of(*words)
        return container
    return "booktitle"


def _numbers(printed, container):
    venue = printed.venue.strip(" *_·|")
    venue = venue if venue.count("(") == venue.count(")") else venue.strip("()")
    said = {
        container: venue if re.search(r"[^\W\d_]{2}", venue) else "",
        "volume": printed.volume,
        "number": printed.issue,
        "pages": printed.pages,
        "year": printed.year,
        "doi": printed.doi,
    }
    return {name: value for name, value in said.items() if value}
