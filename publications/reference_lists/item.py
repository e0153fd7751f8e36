"""One item of a reference list in the columns of a paper, and the entry of BibTeX that says it.

Every format becomes an entry of BibTeX first, written as our own export writes it: so one importer
reads, compares and undoes them all, and a paper's .bib is the same wherever it came from.
"""

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.translation import gettext_lazy

from profiles.dates import PartialDate
from publications import entry_types
from publications.bibtex import ParsedFile, Record, date_of, date_of_text
from publications.citations.bibtex import PrintedVersion
from publications.citations.bibtex import fields as written_fields
from publications.latex import TAG, from_text, to_text
from publications.models import Publication
from publications.names import OTHERS, Name, parse_name

ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
# What no database takes, and no page shows.
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
# JATS and HTML of abstracts: where a paragraph ends, and the heading that says what it is anyway.
PARAGRAPH = re.compile(
    r"</(?:jats:)?(?:p|sec)>|</?jats:(?:p|sec|list|list-item)\b[^<>]*>|<jats:\w+\s*/>"
    r"|<br\s*/?>|\n[ \t]*\n",
    re.I,
)
WITH_PARAGRAPHS = {"abstract", "note"}
HEADING = re.compile(r"<(jats:title|h[1-6])\b[^<>]*>([^<>]{1,200})</\1>", re.I)
SCRIPT_OR_TAG = re.compile(
    rf"<(?:jats:)?(su[bp])>([^<>]*)</(?:jats:)?\1>|(?:{TAG.pattern})", re.I | re.S
)
ANGLES = re.compile(r"</?[A-Za-z]+/?>|[<>]")
MACROS = {"sub": "\\textsubscript", "sup": "\\textsuperscript"}
ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dXx]")
# A key is one word, and none of Zotero's: "http://zotero.org/users/1/items/ABCD", "1234/ABCD2345".
KEY = re.compile(r"(?!\d+/[A-Z0-9]{8}$)(?!\S*://)[^\s,{}\"=%#\\]{1,200}")
# Of a name without a comma: an organisation, and nobody's family name.
ORGANISATION = re.compile(
    r"\b(?:agency|alliance|association|authority|bureau|cent(?:er|re)s?|collaborat\w+|commission"
    r"|committee|communit(?:y|ies)|consorti\w+|council|department|federation|foundation|group"
    r"|initiative|institut\w*|investigators|laborator(?:y|ies)|ministry|nations|network"
    r"|organi[sz]ations?|partnership|program(?:me)?|society|task force|team|trial(?:ists)?"
    r"|universit\w*|inc|llc|ltd|gmbh)\b",
    re.I,
)
INITIALS = re.compile(r"(.+?) ([A-Z]{1,4}|[A-Z](?:\.[ -]?[A-Z])*\.)(?: (Jr|Sr|2nd|3rd|I{2,3}|IV))?")
LONGEST_NAME = 500
GENERATION = re.compile(r"(.+?),? ((?:Jr|Sr)\.?|2nd|3rd|4th|I{2,3}|IV)")
PAGE_RANGE = re.compile(r"([A-Za-z]?\d+[A-Za-z]?)\s*-+\s*([A-Za-z]?\d+[A-Za-z]?)")
THESIS = re.compile(r"ph\.?\s?d|doctor|dissertation", re.I)
# Of Scopus, Web of Science and EndNote, which write there what they know besides.
OWN_NOTE = re.compile(r"cited by|export date|times cited|</?[a-z]+>|\bcorrespondence addr", re.I)
LONGEST_NOTE = 300
NOTE_LEFT_OUT = "A long note, or one of a program, is kept with its reference and on no page"
DOI_ORG = re.compile(r"https?://(?:dx\.)?doi\.org/", re.I)
DAY = re.compile(r"\d{4}[/-]\d")
SHARED_LINES = (
    "The references of this file share lines; its numbers count the references instead of lines."
)
NOTHING_SAID = gettext_lazy(
    "This reference has neither a title nor an author. Mend it and import it again."
)


def cleaned(value: object) -> str:
    """Text of a value, on one line, without HTML, JATS and entities; '' for what is no text."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or not value:
        return ""
    text = UNPRINTABLE.sub("", value) if not (value.isascii() and value.isprintable()) else value
    if "<" not in text and "&" not in text:
        return " ".join(text.split())
    # Some servers escape what is escaped already: "&amp;lt;".
    for _time in range(2):
        text = ENTITY.sub(lambda match: html.unescape(match[0]), text)
    text = UNPRINTABLE.sub("", text)
    latex, at = "", 0
    for tag in SCRIPT_OR_TAG.finditer(text):
        latex += from_text(text[at : tag.start()])
        latex += f"{MACROS[tag[1].lower()]}{{{from_text(tag[2])}}}" if tag[1] else tag[0]
        at = tag.end()
    plain = " ".join(to_text(latex + from_text(text[at:])).split())
    # "<A study of kelp.pdf>" is no tag.
    return plain or " ".join(ANGLES.sub(" ", text).split())


def paragraphs(value: object) -> str:
    """The same with the paragraphs that an abstract has."""
    if not isinstance(value, str):
        return cleaned(value)
    text = ENTITY.sub(lambda match: html.unescape(match[0]), value) if "&lt;" in value else value
    text = HEADING.sub(_heading, text)
    return "\n\n".join(filter(None, map(cleaned, PARAGRAPH.split(text))))


def _heading(match):
    words = match[2].strip(" .:\n")
    return "" if words.lower() == "abstract" else f"{words}: "


@dataclass
class Item:
    """`values`: column -> text; of several texts the first stays. `people`: rows of NAME_COLUMNS.

    `further`: fields of BibTeX that no column takes, with their text. `links`: (kind, label, url).
    `orcids`: by the place among the `authors`, from 1 on. `notes`: what is to be told of it.
    """

    entry_type: str = "misc"
    key: str = ""
    values: dict = field(default_factory=dict)
    people: list[list[str]] = field(default_factory=list)
    further: dict[str, str] = field(default_factory=dict)
    links: list[list[str]] = field(default_factory=list)
    awards: list[list[str]] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)
    orcids: dict[int, str] = field(default_factory=dict)
    authors: int = 0
    notes: list[str] = field(default_factory=list)
    # Of a service's own answer, its name as publications.fields has it.
    service: str = ""

    def set(self, column: str, value: object) -> None:
        """Give the column a text, unless it has one."""
        text = paragraphs(value) if column in WITH_PARAGRAPHS else cleaned(value)
        if text and column not in self.values:
            self.values[column] = text

    def add(self, name: str, value: object) -> None:
        """Give a further field a text, unless it has one."""
        text = cleaned(value)
        if text:
            self.further.setdefault(name, text)

    def set_note(self, value: object) -> None:
        """A note that is to be printed: not what people, and programs, note down for themselves."""
        text = cleaned(value)
        if len(text) <= LONGEST_NOTE and not OWN_NOTE.search(text):
            self.set("note", value)
        elif text:
            self.notes.append(NOTE_LEFT_OUT)

    def set_url(self, value: object) -> None:
        """An address, but not that of the DOI at doi.org, which says nothing more."""
        text = cleaned(value)
        if "://" in text and not (self.values.get("doi") and DOI_ORG.match(text)):
            self.set("url", text)

    def set_edition(self, value: object) -> None:
        """EndNote keeps the day of an electronic edition there, which is none."""
        text = cleaned(value)
        self.set("edition", "" if DAY.match(text) else text)

    def add_keywords(self, names: Iterable[object]) -> None:
        self.add("keywords", ", ".join(filter(None, map(cleaned, names))))

    def set_key(self, *values: object) -> None:
        """The first of the values that may be a citation key."""
        texts = map(cleaned, values)
        self.key = next((text for text in texts if KEY.fullmatch(text)), "")

    def set_type(self, entry_type: str, named: object = "") -> None:
        """`named`: what the item says beside its type, "PhD thesis"."""
        text = cleaned(named)
        if entry_type == "thesis" and entry_types.MASTERS.search(text):
            entry_type = "mastersthesis"
        elif entry_type == "thesis" and THESIS.search(text):
            entry_type = "phdthesis"
        self.entry_type = entry_type
        if text and entry_type in TYPED:
            self.add("type", text)

    def set_date(self, iso: str, text: str = "") -> None:
        """`iso` and `text` as bibtex.date_of gives them; the first that says anything stays."""
        if "date" in self.values or "date_text" in self.values:
            return
        if iso:
            self.values["date"] = PartialDate.from_iso(iso).stored
        if text := cleaned(text):
            self.values["date_text"] = text

    def set_number(self, value: object) -> None:
        """Of an article the issue, of another work its own number."""
        self.set("issue" if entry_types.is_in_issues(self.entry_type) else "number", value)

    def set_standard_number(self, value: object) -> None:
        """An ISBN, an ISSN, or several of them in one text."""
        for part in re.split(r"[;,\n]|\s(?=\d{4}-)", value if isinstance(value, str) else ""):
            if digits := re.sub(r"[^\dXx]", "", part.partition("(")[0]):
                self.set("issn" if len(digits) == 8 else "isbn", part)

    def add_person(self, role: str, name: Name, orcid: object = "") -> None:
        if not name:
            return
        self.people.append([role, *name])
        if role == "author":
            self.authors += 1
            self.add_orcid(orcid)

    def add_orcid(self, text: object) -> None:
        """The iD in a text, an address or a number, is that of the last author so far."""
        if isinstance(text, str) and (found := ORCID.search(text)):
            self.orcids[self.authors] = found[0].upper()

    def add_people(self, role: str, names: Sequence[str]) -> None:
        """Names as printed, "Lind, Ada B."; an "et al." among them says that more are left out."""
        texts = (text for name in names for text in re.split("[;；、，]", cleaned(name)))
        names = [text.strip() for text in texts if text.strip()]
        have_commas = any("," in name.strip(", ") for name in names)
        for name in names:
            if OTHERS.fullmatch(name.strip(" ,")):
                self.values["et_al"] = self.values.get("et_al", False) or role == "author"
            else:
                self.add_person(role, printed_name(name, have_commas=have_commas))

    def add_link(self, kind: str, url: object, label: str = "") -> None:
        if isinstance(url, str) and re.match(r"https?://\S+$", url.strip()):
            self.links.append([kind, label, url.strip()])

    @property
    def says_nothing(self) -> bool:
        return not (self.values.keys() & {"title", "doi", "url"} or self.people)

    def record(self, line: int, raw: str) -> Record:
        """The item as an entry of a .bib file, as our own export would write it."""
        row = Publication(entry_type=self.entry_type, citation_key=self.key)
        lists = (self.people, self.links, self.awards, self.topics)
        pairs = written_fields(PrintedVersion(row, row, self.values, [], [], *lists))
        if "status" not in self.values:  # then the importer finds it out, as of any entry
            pairs = [pair for pair in pairs if pair[0] != "pubstate"]
        if self.orcids:
            annotation = "; ".join(f'{place}="{orcid}"' for place, orcid in self.orcids.items())
            pairs.append(("author+an:orcid", annotation))
        if self.further.get("shortjournal") == self.values.get("container_title"):
            self.further.pop("shortjournal", None)
        taken = {name for name, _raw in pairs}
        rest = [(n, from_text(text)) for n, text in self.further.items() if n not in taken]
        fields = [*pairs, *rest]
        return Record(self.entry_type, self.key, line, raw, fields, service=self.service)


# Types whose own word for themselves biblatex prints.
TYPED = {"thesis", "phdthesis", "mastersthesis", "report", "techreport", "patent", "manual"}


def printed_name(text: str, *, have_commas: bool = False, is_spoken: bool = False) -> Name:
    """A name as lists print it; `have_commas`: others beside it are written family name first.

    "Lind, Ada B., Jr", "Ada Lind", "Lind AB"; "World Health Organization," is one undivided name.
    `is_spoken`: without a comma it is in the order of speech, "Yu LI" no family Yu.
    """
    bare = text.strip(" ;")
    if len(bare) > LONGEST_NAME:
        return Name(literal=bare)
    if bare.endswith(",") and "," not in bare[:-1]:
        return Name(literal=bare[:-1].strip())
    if "," not in bare and " " in bare:
        if not is_spoken and (match := INITIALS.fullmatch(bare)):
            return family_and_given(match[1], match[2], match[3] or "")
        if ORGANISATION.search(bare) or have_commas:
            return Name(literal=bare)
    return parse_name(from_text(bare.strip(" ,")))


def family_and_given(family: str, given: str, suffix: str = "") -> Name:
    """The name; a particle or a suffix that stands in one of the two parts finds its place."""
    if not suffix and (generation := GENERATION.fullmatch(given)):
        given, suffix = generation.groups()
    if not suffix and (generation := GENERATION.fullmatch(family)):
        family, suffix = generation.groups()
    if "," in family + given or not family[:1].islower():
        return Name(given, family, "", suffix)
    return parse_name(from_text(f"{family}, {given}"))._replace(suffix=suffix)


def page_range(text: str) -> str:
    """ "101-118" and "e1--e9" with the dash of a range; all else as it is."""
    return PAGE_RANGE.sub(r"\1–\2", text) if PAGE_RANGE.fullmatch(text) else text


def date_in(value: object, month: object = "") -> tuple[str, str]:
    """A date as typed, and its words where they say more; `month`: "Mar 12", beside a year."""
    text, month = cleaned(value), cleaned(month)
    if month:
        fields = [("year", from_text(text)), ("month", from_text(month))]
        return date_of(Record("", "", 0, "", fields))
    return date_of_text(text) if text else ("", "")


# --- Items and their places, to records ---------------------------------------------------------


class FilePart(NamedTuple):
    """A part of a file: `line` is where it begins, counted from 1. Without `items` it is refused
    for the `problem`.
    """

    line: int
    raw: str
    items: tuple[Item, ...] = ()
    problem: str = ""


def records_of(found: Iterable[FilePart], into: ParsedFile) -> Iterator[Record]:
    """A record for each item; what is to be told of them goes to `into`.

    Of several items of one part, the second stands on its second line, and so on.
    """
    told: dict[str, list[int]] = {}
    for part in found:
        items = [item for item in part.items if not item.says_nothing]
        if not items:
            into.tell("error", part.line, "", part.problem or str(NOTHING_SAID))
            yield Record("misc", "", part.line, part.raw, refused=True)
        for at, item in enumerate(items):
            for note in item.notes:
                told.setdefault(note, []).append(part.line + at)
            if at == 0 and part.problem:
                into.tell("warning", part.line, item.key, part.problem)
            yield item.record(part.line + at, part.raw)
    for note, lines in told.items():  # once for a file, not for each of hundreds
        times = "1 reference" if len(lines) == 1 else f"{len(lines)} references, the first here"
        into.tell("info", lines[0], "", f"{note} ({times}).")


def with_own_lines(found: list[FilePart], into: ParsedFile) -> list[FilePart]:
    """The same, each on lines of its own; counted where they share some: a line is how a report
    and the boxes of a plan tell one reference from another.
    """
    used = 0
    for part in found:
        if part.line <= used or part.raw.count("\n") + 1 < len(part.items):
            break
        used = part.line + max(len(part.items), 1) - 1
    else:
        return found
    into.tell("info", 0, "", SHARED_LINES)
    counted, number = [], 1
    for part in found:
        counted.append(part._replace(line=number))
        number += max(len(part.items), 1)
    return counted
