"""Reference lists of every format that Vitae takes, to records; BibTeX is one of them.

    parsed = reference_lists.parse(path.read_bytes())
    for record in parsed.records: ...

A format is known by what is in the file, not by its name.

Formats:
tagged       lines with a tag each, cut into references: RIS, Web of Science's, PubMed's (.nbib)
endnote      EndNote: tags (.enw) and XML
csl          CSL-JSON, and Crossref's works
printed      references as pages print them, one a line, where somebody says that they are some

What they share:
json_items   JSON cut into its items; works of OpenAlex and ORCID
item         an item in our columns -> its entry of BibTeX; names, notes, HTML in values
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from django.utils.translation import gettext_lazy

from publications import bibtex
from publications.bibtex import BibtexDecodeError, ParsedFile, Problem, Record
from publications.bibtex.record import Spool
from publications.reference_lists import csl, endnote, json_items, printed, tagged
from publications.reference_lists.item import FilePart, Item, records_of, with_own_lines
from publications.reference_lists.json_items import cut

NO_REFERENCE = gettext_lazy(
    "This object is no reference: neither CSL-JSON nor a work of Crossref, OpenAlex or ORCID."
)
# In this order: Crossref's works would do as CSL, and lose by it.
JSON_READERS = (
    (json_items.is_orcid, json_items.read_orcid),
    (json_items.is_openalex, json_items.read_openalex),
    (csl.is_crossref, csl.read_crossref),
    (csl.is_item, csl.read),
)


@dataclass(frozen=True)
class Format:
    """`name` for people, `extension` of its files, `read` as the modules have it."""

    name: str
    extension: str
    read: Callable[[str, ParsedFile], Iterator[Record]]


def _read_json(text, into):
    parts, line, at = [], 1, 0
    for one in cut(text):
        line, at = line + text.count("\n", at, one.start), one.start
        raw = text[one.start : one.end].rstrip()
        reader = next((read for fits, read in JSON_READERS if fits(one.value)), None)
        items = tuple(reader(one.value)) if reader else ()
        problem = one.problem or ("" if reader else str(NO_REFERENCE))
        parts.append(FilePart(line, raw, items, problem))
    if parts and not any(part.items for part in parts):
        why = parts[0].problem
        raise BibtexDecodeError(REFUSALS["json"] if why in ("", NO_REFERENCE) else why)
    yield from records_of(with_own_lines(parts, into), into)


def _read_several(text, into):
    """What `joined` made; the lines of each list are counted on from the one before it."""
    offset = 0
    parts = MARK.split(text)[1:]
    for name, inner in zip(parts[::2], parts[1::2], strict=True):
        own, last = ParsedFile(), inner.count("\n") + 1
        for record in FORMATS[name].read(inner, own):
            last = max(last, record.line)
            yield replace(record, line=offset + record.line)
        own.problems = [replace(problem, line=offset + problem.line) for problem in own.problems]
        for kept in ("problems", "comments", "preambles", "strings"):
            getattr(into, kept).extend(getattr(own, kept))
        into.commented_out += own.commented_out
        offset += last


BIBTEX = Format("BibTeX", "bib", lambda text, into: bibtex.iter_records(text, into=into))
FORMATS = {
    "bibtex": BIBTEX,
    "ris": Format("RIS", "ris", tagged.read_ris),
    "nbib": Format("PubMed", "nbib", tagged.read_nbib),
    "isi": Format("Web of Science", "txt", tagged.read_isi),
    "enw": Format("EndNote", "enw", endnote.read_tagged),
    "xml": Format("EndNote XML", "xml", endnote.read_xml),
    "json": Format("JSON", "json", _read_json),
    "printed": Format("printed references", "txt", printed.read),
}
SEVERAL = Format("several lists", "txt", _read_several)
# The line that begins each list of several: a form feed, as files may begin with too, and a format.
PART = "\f"
MARK = re.compile(rf"^{PART}({'|'.join(FORMATS)})\n", re.M)
REFUSALS = {
    "html": "This is a web page (HTML), no list of references.",
    "cff": "This is a citation file (CITATION.cff), which names one work; type that one in.",
    "other_xml": "This is XML, but not EndNote’s. Export RIS or BibTeX where it comes from.",
    "json": "This is JSON, but neither CSL-JSON nor works of Crossref, OpenAlex or ORCID.",
}
BEGINNINGS = (
    ("html", re.compile(r"<!doctype html|<html", re.I)),
    ("xml", re.compile(r"<(?:\?xml|xml|records|record|!DOCTYPE|!--)\b")),
    ("json", re.compile(r"\{\s*[\"}]|\[\s*[\[{\]]")),
    ("cff", re.compile(r"cff-version:")),
)
# Of the lines that begin a reference, the first one tells; others may stand above it.
FIRST_LINE = re.compile(
    r"^(?:(?P<ris>\s?TY {0,2}- *[A-Z])|(?P<nbib>PMID {0,2}- ?\d)"
    r"|(?P<isi>FN (?:Clarivate|Thomson|ISI|Web)|PT[ \t][A-Z](?:\n|\s[A-Z][A-Z0-9] ))"
    r"|(?P<enw>%0 [A-Z]|(?:%[A-Z0-9] [^\n]*\n){3})|(?P<bibtex>[ \t]*@[ \t]*[A-Za-z]+\s*[{(]))",
    re.M,
)
ENDNOTE_XML = re.compile(r"<(?:ref-type|contributors|titles)\b")


# Where a value of JSON begins in a text that may hold more.
JSON_LINE = re.compile(r"^[ \t]*(?=\{\s*\"|\[\s*\{)", re.M)


def lists_in(text: str) -> tuple[list[tuple[str, str]], str]:
    """(The lists that stand in a text, as `joined` takes them; what stands between them)."""
    lists, at = [], 0
    while match := JSON_LINE.search(text, at):
        try:
            _value, end = json.JSONDecoder().raw_decode(text, match.end())
        except (ValueError, RecursionError):
            at = match.end() + 1
            continue
        lists.append(("json", text[match.end() : end]))
        text, at = f"{text[: match.start()]}\n\n{text[end:]}", match.start()
    while is_list(text):
        reader, own = format_of(text), ParsedFile()
        raws = [record.raw for record in reader.read(text, own)]
        # A block of BibTeX that is a comment is neither.
        text = "\n\n".join(part for part in own.comments if not part.lstrip().startswith("@"))
        if not raws:
            break
        name = next(name for name, other in FORMATS.items() if other is reader)
        lists.append((name, "\n\n".join([*own.strings, *own.preambles, *raws])))
    return lists, text


def is_list(text: str) -> bool:
    """Whether a text begins as a list of references does, in whatever format."""
    try:
        return format_of(text) is not BIBTEX or bool(FIRST_LINE.search(text))
    except BibtexDecodeError:
        return False


def joined(lists: Iterable[tuple[str, str]]) -> str:
    """One text of several lists, each a key of FORMATS and a text, that is read as one list."""
    parts = (f"{PART}{name}\n{text.replace(PART, ' ')}\n" for name, text in lists)
    return "".join(parts)


def format_of(text: str) -> Format:
    """The format of a text; BibTeX where nothing else is seen. Raises BibtexDecodeError for what is
    plainly something else, such as a web page.
    """
    if MARK.match(text):
        return SEVERAL
    start = len(text) - len(text.lstrip())
    name = next((name for name, beginning in BEGINNINGS if beginning.match(text, start)), "")
    if name == "xml" and not ("<record" in text and ENDNOTE_XML.search(text, start)):
        name = "other_xml"
    if not name and (line := FIRST_LINE.search(text)):
        name = line.lastgroup
    if name in REFUSALS and name not in FORMATS:
        raise BibtexDecodeError(REFUSALS[name])
    return FORMATS.get(name, BIBTEX)


def iter_records(
    data: bytes | str,
    *,
    encoding: str | None = None,
    repair_encoding: bool = False,
    into: ParsedFile | None = None,
) -> Iterator[Record]:
    """The records of a file one by one, as bibtex.iter_records has them, whatever its format."""
    into = ParsedFile() if into is None else into
    text = bibtex.text_of(data, into, encoding=encoding, repair_encoding=repair_encoding)
    reader = format_of(text)
    into.extension = reader.extension
    return reader.read(text, into)


def parse(
    data: bytes | str, *, encoding: str | None = None, repair_encoding: bool = False
) -> ParsedFile:
    """The whole of a file; raises what bibtex.parse raises, and for files that are no lists of
    references.
    """
    parsed = ParsedFile()
    options = {"encoding": encoding, "repair_encoding": repair_encoding}
    parsed.records = list(iter_records(data, **options, into=parsed))
    parsed.problems.sort(key=lambda problem: problem.line)
    return parsed


class Unparsed:
    """A file that is read as its records are asked for: a ParsedFile for those who need no list.

    Raises BibtexDecodeError at once for what is no text."""

    def __init__(self, data: bytes, encoding: str | None = None, *, repair_encoding: bool = False):
        self._spool = Spool()
        self._place = self._spool.put(data)
        self._options = {"encoding": encoding, "repair_encoding": repair_encoding}
        records = self._read()
        first = next(records, None)
        self.is_empty = first is None
        # For the first that asks: what was read need not be read again.
        self._begun = None if self.is_empty else chain([first], records)

    @property
    def records(self) -> Iterator[Record]:
        records, self._begun = self._begun, None
        return records or self._read()

    @property
    def problems(self) -> list[Problem]:
        """What the last reading told of so far, by line."""
        return sorted(self._parsed.problems, key=lambda problem: problem.line)

    def __getattr__(self, name):
        """All else that a ParsedFile has: comments, preambles, strings."""
        return getattr(self._parsed, name)

    def _read(self):
        self._parsed = ParsedFile()
        data = self._spool.get(self._place)
        return iter_records(data, into=self._parsed, **self._options)
