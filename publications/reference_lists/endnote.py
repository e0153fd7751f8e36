"""EndNote's two formats: the tagged one (.enw, also called refer) and its XML."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from django.utils.translation import gettext as _

from publications import entry_types
from publications.bibtex import ParsedFile, Record
from publications.entry_types import named_type
from publications.identifiers import normalise_doi, normalise_pmid
from publications.reference_lists.item import (
    FilePart,
    Item,
    date_in,
    page_range,
    records_of,
    with_own_lines,
)
from publications.reference_lists.tagged import Dialect, references

DIALECT = Dialect(
    re.compile(r"%(\S) ?(.*)"),
    frozenset({"0"}),
    titles=frozenset({"T"}),
)
# Column -> its tag, and its place in a record of XML.
COLUMNS = {
    "title": ("T", "titles/title"),
    "volume": ("V", "volume"),
    "publisher": ("I", "publisher"),
    "place": ("C", "pub-location"),
    "language": ("G", "language"),
    "abstract": ("X", "abstract"),
    "short_name": ("!", "titles/short-title"),
}
WHOLE = {"book", "collection", "manual", "booklet", "report", "techreport", "thesis"}
EDITED = {"incollection", "inbook", "inproceedings", "inreference", "article"}
# Of other databases an accession number is that one's own.
PUBMED = re.compile("pubmed|medline|nlm", re.I)
RECORD = re.compile(r"<record\b[^<>]*>")
END = "</record>"
LONGEST_RECORD = 2_000_000


# --- Lines with a percent sign --------------------------------------------------------------------


def read_tagged(text: str, into: ParsedFile) -> Iterator[Record]:
    """The records of a file of EndNote's tags."""
    return records_of(map(_found, references(text, DIALECT, into)), into)


def _found(reference):
    item = Item()
    item.set_key(reference.text("F"))
    item.set_type(named_type(reference.text("0")) or _guessed(reference), reference.text("9"))
    people = {"A": "author", "E": "editor", "?": "translator"}
    for tag, role in people.items():
        item.add_people(role, reference.texts(tag))
    for column, (tag, _path) in COLUMNS.items():
        item.set(column, reference.text(tag))
    _container(item, reference.text("J"), reference.text("B"), reference.text("S"))
    item.set_edition(reference.text("7"))
    item.set_note(reference.text("Z"))
    item.set_number(reference.text("N"))
    item.set("pages", page_range(reference.text("P")))
    item.set_date(*_date(reference.text("D"), reference.text("8")))
    item.set("doi", reference.text("R") if normalise_doi(reference.text("R")) else "")
    for number in reference.texts("@"):
        item.set_standard_number(number)
    for url in reference.rows("U"):
        item.set_url(url)
    for url in reference.rows(">"):
        item.add_link("pdf", url)
    item.add_keywords(reference.rows("K"))
    return FilePart(reference.line, reference.raw, (item,))


def _guessed(reference):
    """Of refer, which names no type."""
    return "article" if reference.text("J") else "inproceedings" if reference.text("B") else "misc"


def _container(item, journal, book, series):
    """`book`: the secondary title, which is the series of a book."""
    kind = entry_types.known(item.entry_type)
    item.set("series", book if kind in WHOLE else series)
    if kind not in WHOLE:
        item.set("container_title", journal or book)


def _date(year, more):
    """`more`: a whole date, or the month and day beside the year."""
    whole = date_in(more.replace("/", "-").strip("- ")) if re.search(r"\d{4}", more) else ("", "")
    if whole[0] and whole[0].startswith(year[:4]):
        return whole
    return date_in(year, "" if re.search(r"\d{4}", more) else more)


# --- XML ------------------------------------------------------------------------------------------


def read_xml(text: str, into: ParsedFile) -> Iterator[Record]:
    """The records of a file of EndNote's XML.

    Each `<record>` is read by itself: what one of them gets wrong costs no other, and entities that
    a file declares above them are never seen, so that none can grow or be fetched.
    """
    starts = [match.start() for match in RECORD.finditer(text)]
    line, at, found = 1, 0, []
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        line, at = line + text.count("\n", at, start), start
        close = text.find(END, start, end)
        if close < 0:
            problem = _("The reference is not closed by </record>.")
            found.append(FilePart(line, text[start:end].strip(), (), problem))
            continue
        found.append(_read_record(line, text[start : close + len(END)]))
    return records_of(with_own_lines(found, into), into)


def _read_record(line, raw):
    if len(raw) > LONGEST_RECORD:
        text = _("The reference is longer than %(count)s characters.")
        return FilePart(line, raw, (), text % {"count": LONGEST_RECORD})
    try:
        return FilePart(line, raw, (_item_of(ElementTree.fromstring(raw)),))  # noqa: S314 - no entities
    except (ElementTree.ParseError, ValueError) as error:
        text = _("The reference is no well-formed XML: %(error)s.")
        return FilePart(line, raw, (), text % {"error": error})


def _item_of(record: ElementTree.Element) -> Item:
    item, kind = Item(), record.find("ref-type")
    name = kind.get("name", "") if kind is not None else ""
    item.set_key(_text(record, "label"))
    item.set_type(named_type(name) or "misc", _text(record, "work-type"))
    item.add_people("author", _texts(record, "contributors/authors/author"))
    # Of a whole work they edit its series.
    if entry_types.known(item.entry_type) in EDITED:
        item.add_people("editor", _texts(record, "contributors/secondary-authors/author"))
    item.add_people("translator", _texts(record, "contributors/translated-authors/author"))
    for column, (_tag, path) in COLUMNS.items():
        item.set(column, _text(record, path))
    journal = _text(record, "periodical/full-title")
    secondary = _text(record, "titles/secondary-title") or journal
    _container(item, secondary, secondary, _text(record, "titles/tertiary-title"))
    item.set_edition(_text(record, "edition"))
    item.set_note(_text(record, "notes"))
    item.set_number(_text(record, "number") or _text(record, "issue"))
    item.set("pages", page_range(_text(record, "pages")))
    item.set_date(*_date(_text(record, "dates/year"), _text(record, "dates/pub-dates/date")))
    doi = _text(record, "electronic-resource-num")
    item.set("doi", doi if normalise_doi(doi) else "")
    item.set_standard_number(_text(record, "isbn", "\n"))
    database = _text(record, "remote-database-provider") + _text(record, "remote-database-name")
    if PUBMED.search(database):
        item.set("pmid", normalise_pmid(_text(record, "accession-num")))
    for url in _texts(record, "urls/related-urls/url"):
        item.set_url(url)
    for url in _texts(record, "urls/pdf-urls/url"):
        item.add_link("pdf", url)
    item.add_keywords(_texts(record, "keywords/keyword"))
    return item


def _text(record, path, between=" "):
    element = record.find(path)
    return "" if element is None else between.join("".join(element.itertext()).split())


def _texts(record, path):
    return ["".join(element.itertext()) for element in record.findall(path)]
