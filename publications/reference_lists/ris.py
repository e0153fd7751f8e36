"""RIS, as Zotero, EndNote, Mendeley, Scopus and publishers write it: each after habits of its own.

Research Information Systems' list of tags leaves open what T2, A2 or N1 are of a type: what most
programs mean is read, and the text of each reference is kept whole with its paper.
"""

import re
from collections.abc import Iterator

from publications import entry_types
from publications.bibtex import ParsedFile, Record
from publications.entry_types import named_type, type_of_ris
from publications.fields import FIELDS, ROLES
from publications.identifiers import arxiv_url, normalise_arxiv, normalise_doi, normalise_pmid
from publications.reference_lists import tagged
from publications.reference_lists.item import Item, date_in, page_range
from publications.reference_lists.tagged import Dialect, Reference

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
PEOPLE = {tag: role for role, tag in ROLES.items()} | {"A1": "author", "A2": "editor"}
DATE = re.compile(r"(\d{4})/(\d{0,2})/?(\d{0,2})/?(.*)", re.S)
# What Vitae writes where TY means another type.
ENTRY_TYPE = re.compile(r"@([^\s@{}(),]{1,40})")
PUBMED = re.compile(r"pubmed|medline|^nlm$", re.I)


def read(text: str, into: ParsedFile) -> Iterator[Record]:
    """The records of a file of RIS."""
    is_wide = re.search(r"^\s?TY  -", text, re.M)
    dialect = Dialect(WIDE if is_wide else TIGHT, BEGINS, ENDS)
    return tagged.read(text, dialect, into, _item)


def _item(reference: Reference) -> Item:
    item = Item()
    item.set_key(reference.text("ID"))
    kind = _type_of_work(reference)
    in_series = reference.text("TY") == "SER" and named_type(kind)  # what Scopus calls them
    item.set_type(in_series or type_of_ris(reference.text("TY")), kind)
    if own := ENTRY_TYPE.fullmatch(reference.text("U1")):
        item.entry_type = own[1]
    for role in ROLES:
        people = [" ".join(rows) for tag, rows in reference.pairs if PEOPLE.get(tag) == role]
        item.add_people(role, people)
    item.set("title", reference.text("TI", "T1", "CT") or reference.text("BT"))
    _containers(item, reference)
    for column, tags in TAGS.items():
        if column not in SPECIAL:
            item.set(column, reference.text(*tags))
    item.set_number(reference.text("IS", "CP"))
    item.set_edition(reference.text("ET"))
    item.set_note("\n\n".join(reference.texts("N1")))
    _date(item, reference)
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


def _date(item, reference):
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
