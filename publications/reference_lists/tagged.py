"""Formats of lines with a tag, cut into references, each with its tags in the file's order.

Web of Science's tagged format (ISI) is after Clarivate's list of field tags.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from publications import entry_types
from publications.bibtex import ParsedFile, Record
from publications.entry_types import named_type, type_of_ris
from publications.fields import FIELDS, ROLES
from publications.identifiers import arxiv_url, normalise_arxiv, normalise_doi, normalise_pmid
from publications.reference_lists.item import (
    FilePart,
    Item,
    date_in,
    family_and_given,
    page_range,
    printed_name,
    records_of,
)

MISSING_START = "These lines belong to no reference: the line that begins one ({}) is missing."


class Dialect(NamedTuple):
    """How lines of a format look: `line` finds its tag and its text, `begins` are the tags with
    which a reference begins, `ends` those with which one ends.
    """

    line: re.Pattern
    begins: frozenset[str]
    ends: frozenset[str] = frozenset()
    # Lines before, between and behind references.
    outside: re.Pattern = re.compile(r"(?!)")
    # The tags of a title: a reference that has one ends at a blank line.
    titles: frozenset[str] = frozenset()


@dataclass
class Reference:
    """One reference of a file. `pairs`: a tag, and the lines of its text, the first one first."""

    line: int
    pairs: list[tuple[str, list[str]]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    is_begun: bool = True

    @property
    def raw(self) -> str:
        return "\n".join(self.lines).strip("\n")

    def texts(self, *tags: str) -> list[str]:
        """Every text of the first of the tags that has any; its lines joined, paragraphs kept."""
        for tag in tags:
            if texts := [
                text for name, rows in self.pairs if name == tag and (text := _text(rows))
            ]:
                return texts
        return []

    def text(self, *tags: str) -> str:
        return next(iter(self.texts(*tags)), "")

    def rows(self, *tags: str) -> list[str]:
        """The lines of the first of the tags that has any, where each says something by itself."""
        for tag in tags:
            rows = [row.strip() for name, rows in self.pairs if name == tag for row in rows]
            if rows := list(filter(None, rows)):
                return rows
        return []


def _text(rows):
    parts = "\n".join(row.strip() for row in rows).split("\n\n")
    return "\n\n".join(text for part in parts if (text := " ".join(part.split())))


def read(
    text: str, dialect: Dialect, into: ParsedFile, item_of: Callable[[Reference], Item]
) -> Iterator[Record]:
    """The records of a file whose references all have their first line; others are refused."""
    found = (
        FilePart(reference.line, reference.raw, (item_of(reference),))
        if reference.is_begun
        else FilePart(reference.line, reference.raw, (), MISSING_START.format(*dialect.begins))
        for reference in references(text, dialect, into)
    )
    return records_of(found, into)


def references(text: str, dialect: Dialect, into: ParsedFile) -> Iterator[Reference]:
    """The references of a file one by one, those without their first line, too (`is_begun`);
    what stands outside goes to the comments of `into`.
    """
    current, outside = None, []
    for number, line in enumerate(text.split("\n"), 1):
        match = dialect.line.match(line)
        tag = match[1].upper() if match else ""
        is_first = tag in dialect.begins
        if is_first and current and not current.is_begun and current.lines[-1].strip():
            current.is_begun = True  # a few lines stand above the one that should be first
        elif is_first or (tag and not current and not dialect.outside.match(line)):
            if current:
                yield current
            current = Reference(number, is_begun=is_first)
        if current is None:
            outside.append(line)
            continue
        if not line.strip() and any(tag in dialect.titles for tag, _rows in current.pairs):
            yield current
            current = None
            continue
        current.lines.append(line)
        if tag in dialect.ends:
            yield current
            current = None
        elif tag:
            current.pairs.append((tag, [match[2] or ""]))
        elif current.pairs:
            current.pairs[-1][1].append(line)
    if current:
        yield current
    if rest := "\n".join(outside).strip():
        into.comments.append(rest)


# --- Web of Science ------------------------------------------------------------------------------

ISI = Dialect(
    re.compile(r"([A-Z][A-Z0-9])(?:[ \t](.*)|$)"),
    frozenset({"PT"}),
    frozenset({"ER"}),
    re.compile(r"(?:FN|VR|EF)\b"),
)
ISI_COLUMNS = {
    "title": ("TI",),
    "volume": ("VL",),
    "publisher": ("PU",),
    "place": ("PI",),
    "doi": ("DI",),  # D2 is the book's
    "isbn": ("BN",),
    "issn": ("SN", "EI"),
    "pmid": ("PM",),
    "abstract": ("AB",),
}
# Kinds of publication; what else a reference is, DT says.
KINDS = {"J": "article", "B": "book", "S": "incollection", "P": "patent", "C": "inproceedings"}


def read_isi(text: str, into: ParsedFile) -> Iterator[Record]:
    """The records of a file of Web of Science's."""
    return read(text, ISI, into, _isi_item)


def _isi_item(reference: Reference) -> Item:
    item = Item(_type(reference))
    item.add_people("author", reference.rows("AF", "AU"))
    item.add_people("author", [f"{name}," for name in reference.rows("CA")])
    item.add_people("editor", reference.rows("BF", "BE", "ED"))
    for column, tags in ISI_COLUMNS.items():
        item.set(column, reference.text(*tags))
    container = reference.text("SO")
    if container != reference.text("TI"):
        item.set("series" if item.entry_type == "book" else "container_title", container)
    item.set("series", reference.text("SE"))
    item.set_number(reference.text("IS"))
    first, last = reference.text("BP"), reference.text("EP")
    pages = f"{first}–{last}" if last and last != first else first
    item.set("pages", pages or reference.text("AR"))
    item.set_date(*date_in(reference.text("PY", "EA"), reference.text("PD")))
    item.set("language", reference.text("LA"))
    item.add_keywords(reference.text("DE").split(";"))
    item.add("eventtitle", reference.text("CT"))
    item.add("venue", reference.text("CL"))
    item.add("shortjournal", reference.text("JI", "J9"))
    item.add("orcid-numbers", reference.text("OI"))
    return item


def _type(reference):
    kind, named = reference.text("PT")[:1].upper(), reference.text("DT").lower()
    if "book chapter" in named or (kind == "B" and reference.text("SO") != reference.text("TI")):
        return "incollection" if reference.text("SO") else "book"
    if "proceedings paper" in named and (kind != "J" or reference.text("CT")):
        return "inproceedings"
    return KINDS.get(kind, "misc")


# --- PubMed --------------------------------------------------------------------------------------

NBIB = Dialect(
    re.compile(r"([A-Z][A-Z0-9]{1,3}) {0,2}- ?(.*)"),
    frozenset({"PMID"}),
    titles=frozenset({"TI", "BTI"}),
)
NBIB_COLUMNS = {
    "volume": ("VI",),
    "edition": ("EN",),
    "series": ("CTI",),
    "publisher": ("PB",),
    "pmid": ("PMID",),
    "note": ("GN",),
}
# Full and short form of a name, by its role.
PEOPLE = {"author": ("FAU", "AU"), "editor": ("FED", "ED")}
# What PubMed puts around a title that it translated, and behind every one.
TRANSLATED = re.compile(r"\[(.*)\]\.?")
_languages = """
    eng=en fre=fr ger=de spa=es ita=it por=pt rus=ru jpn=ja chi=zh kor=ko dut=nl pol=pl tur=tr
    swe=sv nor=no dan=da fin=fi cze=cs hun=hu gre=el heb=he ara=ar ukr=uk hrv=hr rum=ro per=fa
"""
LANGUAGES = dict(pair.split("=") for pair in _languages.split())


def read_nbib(text: str, into: ParsedFile) -> Iterator[Record]:
    """The records of a file of PubMed's."""
    return read(text, NBIB, into, _nbib_item)


def _nbib_item(reference: Reference) -> Item:
    is_book = bool(reference.text("BTI"))
    whole, part = reference.text("BTI"), reference.text("TI")
    item = Item("incollection" if is_book and part else "book" if is_book else "article")
    _people(item, reference)
    title = part or whole or reference.text("TT")
    if translated := TRANSLATED.fullmatch(title):
        title = translated[1]
    item.set("title", title.rstrip(". ") if title.endswith(".") else title)
    item.set("container_title", (whole if part else "") or reference.text("JT"))
    if reference.text("JT") != reference.text("TA"):
        item.add("shortjournal", reference.text("TA"))
    for column, tags in NBIB_COLUMNS.items():
        item.set(column, reference.text(*tags))
    item.set_number(reference.text("IP"))
    item.set("pages", page_range(reference.text("PG")))
    item.set_date(*_date(reference.text("DP")))
    item.set("language", LANGUAGES.get(reference.text("LA"), reference.text("LA")))
    item.set("abstract", reference.text("AB"))
    for number in (*reference.texts("IS"), *reference.texts("ISBN")):
        item.set_standard_number(number)
    for text in (*reference.texts("LID"), *reference.texts("AID")):
        value, _blank, kind = text.rpartition(" [")
        if kind == "doi]":
            item.set("doi", value)
    item.add("pmcid", reference.text("PMC"))
    item.add_keywords(reference.texts("OT"))
    if is_book:
        item.set("place", reference.text("PL"))
    return item


def _people(item, reference):
    """In the order of the file; an iD stands below the name that it belongs to."""
    shorts = {role: tags[1] for role, tags in PEOPLE.items()}
    full = {role for role, (long, _short) in PEOPLE.items() if reference.texts(long)}
    roles = {tags[0] if role in full else shorts[role]: role for role, tags in PEOPLE.items()}
    for tag, rows in reference.pairs:
        text = " ".join(" ".join(rows).split())
        if tag == "CN" and text:
            item.add_person("author", printed_name(f"{text},"))
        elif tag == "AUID" and item.people and item.people[-1][0] == "author":
            item.add_orcid(text)
        elif (role := roles.get(tag)) and text:
            family, comma, given = text.partition(", ")
            name = family_and_given(family, given) if comma else printed_name(text)
            item.add_person(role, name)


def _date(text):
    """ "2020 Mar 12", "2020 Mar-Apr", "2020 Spring", "2019 Dec-2020 Jan"."""
    year, _blank, rest = text.partition(" ")
    if not re.fullmatch(r"\d{4}", year):
        return date_in(text)
    return date_in(year, rest)


# --- RIS -----------------------------------------------------------------------------------------
# Research Information Systems' list of tags leaves open what T2, A2 or N1 are of a type: what most
# programs mean is read, and the text of each reference is kept whole with its paper.

TIGHT = re.compile(r"\s?([A-Z][A-Z0-9]) {0,2}- ?(.*)")
WIDE = re.compile(r"\s?([A-Z][A-Z0-9])  -(?: (.*)|\s*(?:$))")
BEGINS, ENDS = frozenset({"TY"}), frozenset({"ER"})
# Column -> tags beside the one that `fields` names, best first.
FURTHER_TAGS = {"abstract": ("AB", "N2"), "language": ("LA",), "place": ("CY", "PP")}
TAGS = {field.column: (field.ris,) for field in FIELDS if field.ris} | FURTHER_TAGS
# What needs more than a name.
SPECIAL = {"issue", "number", "isbn", "issn", "pmid", "series", "doi", "note", "edition"}
JOURNALS = "T2 JF JO JA J2".split()
BOOKS = "T2 C3 BT JF JO JA J2".split()
# Whole works: what stands where others name what they appeared in is their series.
WHOLE = {"book", "collection", "manual", "booklet"}
# Further tags as editors: of a whole work A2 often edits its series, but it is somebody's name.
RIS_PEOPLE = {tag: role for role, tag in ROLES.items()} | {"A1": "author", "A2": "editor"}
DATE = re.compile(r"(\d{4})/(\d{0,2})/?(\d{0,2})/?(.*)", re.S)
# What Vitae writes where TY means another type.
ENTRY_TYPE = re.compile(r"@([^\s@{}(),]{1,40})")
PUBMED = re.compile(r"pubmed|medline|^nlm$", re.I)


def read_ris(text: str, into: ParsedFile) -> Iterator[Record]:
    """The records of a file of RIS."""
    is_wide = re.search(r"^\s?TY  -", text, re.M)
    dialect = Dialect(WIDE if is_wide else TIGHT, BEGINS, ENDS)
    return read(text, dialect, into, _ris_item)


def _ris_item(reference: Reference) -> Item:
    item = Item()
    item.set_key(reference.text("ID"))
    kind = _type_of_work(reference)
    in_series = reference.text("TY") == "SER" and named_type(kind)  # what Scopus calls them
    item.set_type(in_series or type_of_ris(reference.text("TY")), kind)
    if own := ENTRY_TYPE.fullmatch(reference.text("U1")):
        item.entry_type = own[1]
    for role in ROLES:
        people = [" ".join(rows) for tag, rows in reference.pairs if RIS_PEOPLE.get(tag) == role]
        item.add_people(role, people)
    item.set("title", reference.text("TI", "T1", "CT") or reference.text("BT"))
    _containers(item, reference)
    for column, tags in TAGS.items():
        if column not in SPECIAL:
            item.set(column, reference.text(*tags))
    item.set_number(reference.text("IS", "CP"))
    item.set_edition(reference.text("ET"))
    item.set_note("\n\n".join(reference.texts("N1")))
    _ris_date(item, reference)
    _pages(item, reference)
    _identifiers(item, reference)
    _links(item, reference)
    item.add_keywords(reference.rows("KW"))
    item.add("eprint", reference.text("C2") if "PMC" in reference.text("C2") else "")
    return item


def _type_of_work(reference):
    text = reference.text("M3")
    return "" if normalise_doi(text) else text


def _containers(item, reference):
    kind = entry_types.known(item.entry_type)
    series = reference.text("T3")
    if kind in WHOLE:
        item.set("series", series or reference.text("T2"))
        return
    tags = JOURNALS if kind == "article" else BOOKS
    container = reference.text(*tags)
    if container != series:  # Vitae names what has no other name by its series
        item.set("container_title", container)
    item.set("series", series)
    if (short := reference.text("J2", "JA")) != container:
        item.add("shortjournal", short)


def _ris_date(item, reference):
    """The year as PY has it; the month and day where DA, or PY itself, say them of that year."""
    dates = [_date_of(text) for text in (*reference.texts("PY", "Y1"), *reference.texts("DA"))]
    year = next((iso[:4] for iso, _text in dates if iso), "")
    if year and (text := reference.text("DA")) and not re.search(r"\d{4}", text):
        dates.append(date_in(year, text))  # "MAR 12", as Web of Science writes it
    of_year = [date for date in dates if date[0].startswith(year)] if year else dates
    if of_year:
        item.set_date(*max(of_year, key=lambda date: (len(date[0]), bool(date[1]))))
    accessed = _date_of(reference.text("Y2"))[0]
    item.add("urldate", accessed)


def _date_of(text):
    """ "2020/03/12/", "2020///Spring", "2020-03-12", "12 March 2020"."""
    if not (match := DATE.fullmatch(text.strip())):
        return date_in(text)
    parts = [match[1]]
    for part in match.group(2, 3):
        if not part or not int(part):
            break
        parts.append(part.zfill(2))
    words = match[4].strip(" /")
    if len(parts) == 1 and words and not any(map(str.isdigit, words)):
        return date_in(match[1], words)
    return date_in("-".join(parts))


def _pages(item, reference):
    first, last = reference.text("SP", "EP"), reference.text("EP")
    if last and first and last != first and "-" not in first:
        first = f"{first}–{last}"
    item.set("pages", page_range(first) or reference.text("C7", "AR"))


def _identifiers(item, reference):
    dois = (reference.text("DO"), reference.text("M3"), reference.text("DI"), reference.text("L3"))
    item.set("doi", next(filter(normalise_doi, dois), ""))
    for number in reference.texts("SN"):
        item.set_standard_number(number)
    source = reference.text("DB", "DP")
    if PUBMED.search(source) or not source:
        # Of another database it is that one's own number.
        item.set("pmid", normalise_pmid(reference.text("AN")))


def _links(item, reference):
    urls = [url for text in reference.rows("UR") for url in text.split() if "://" in url]
    for url in urls:
        arxiv = normalise_arxiv(url)
        if url == arxiv_url(arxiv):
            item.set("arxiv", arxiv)
        else:
            item.set_url(url)
    for tag, kind in (("L1", "pdf"), ("L2", "other")):
        for url in reference.rows(tag):
            item.add_link(kind, url)
