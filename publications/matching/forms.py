"""One printed form of a paper, and whether two forms may be one work.

An identifier or a title says that two entries may be one paper; `contradiction` has the last word.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from sys import intern

from publications import entry_types
from publications.identifiers import is_preprint_doi
from publications.matching.people import beginnings, may_be_one, same_person
from publications.matching.titles import GENERIC, is_about_another, names_a_work, normalise_title
from publications.matching.venues import is_one_venue, may_be_one_venue
from publications.names import Name

# How the places where preprints stand begin, letters and digits only.
SERVERS = """
    arxiv biorxiv chemrxiv computingresearchrepository corr cryptologyeprint eprintarxiv
    iacrcryptol medrxiv osfpreprints preprintsorg psyarxiv researchsquare ssrn techrxiv
"""
PREPRINT_SERVERS = tuple(SERVERS.split())
# "Corrosion Science" begins with the letters of CoRR.
WHOLE_WORDS = {"corr"}
# With an arXiv number and no place to appear in, these are preprints.
PLACELESS = {"article", "misc", "online", "unpublished"}


def is_preprint(values: dict) -> bool:
    """Whether these column values describe a form that stands on a preprint server.

    A thesis there is a thesis, not what another paper was before.
    """
    kind = entry_types.known(values.get("entry_type", ""))
    if kind in THESES:
        return False
    doi = values.get("doi", "")
    if doi:
        return is_preprint_doi(doi)
    container = values.get("container_title", "")
    if container:
        return is_preprint_server(container)
    if kind == "unpublished":
        return True
    return bool(values.get("arxiv")) and kind in PLACELESS


@lru_cache(maxsize=5_000)
def is_preprint_server(container: str) -> bool:
    """Return whether a container is a preprint server, as in "arXiv preprint arXiv:2602.09609"."""
    folded = normalise_title(container)
    if not folded.startswith(PREPRINT_SERVERS):
        return False
    first_word = normalise_title(container.split()[0])
    return not any(folded.startswith(w) and first_word != w for w in WHOLE_WORDS)


# --- one form -----------------------------------------------------------------------------------

# What tells the parts, editions and numbers of one title apart: columns, and further fields.
NUMBERS = ("volume", "issue", "number", "edition")
FIELDS = re.compile(
    r"version|chapter|crossref"
    r"|(?:abstract|article|document|paper|part|patent|plate|report|serial)"
    r"[-_ ]?(?:number|num|no|nr)"
)
# A note that says a report's number and nothing else does, too: "REEF-TN-16-002".
REPORT_NUMBER = re.compile(r"[A-Z][A-Za-z0-9]*(?:[-/][A-Za-z0-9]+)*[-/]\d+")
NO_NUMBERS = ("", "", "", "")
NO_FIELDS: dict[str, str] = {}
# Kinds that go by two names, and what they are parts of.
SAME_KIND = {"report": "techreport", "online": "misc"}
WHOLE = {"book", "booklet", "collection", "proceedings", "manual"}
PARTS = {"article", "inproceedings", "incollection", "inbook"}
THESES = {"thesis", "phdthesis", "mastersthesis"}
# What a file calls a work that it knows no better word for.
VAGUE = {"misc", "unpublished"}
# What a preprint becomes.
PUBLISHED = PARTS | VAGUE
# A preprint may stand this long before, or after, what it became.
YEARS_TO_PUBLISH = 2


@dataclass(slots=True)
class Form:
    """The lead of a paper, or one of its versions. `paper` is any handle of the caller's.

    A run holds one for each paper in sight: what they have in common, they share. `authors` is
    None, and `fields` are empty, where they were not loaded yet.
    """

    paper: object
    title: str
    # Of the title as normalised: what it is filed under.
    title_key: int
    kind: str
    year: int | None
    # As far as it is known: "2025-11".
    date: str
    # Under which it is cited, and exported.
    key: str
    doi: str
    arxiv: str
    pmid: str
    isbn: str
    url: str
    is_preprint: bool
    # Of NUMBERS.
    numbers: tuple
    pages: str
    container: str
    publisher: str
    location: str
    # Rows that begin with NAME_COLUMNS; whether more names were cut off.
    authors: list | None
    is_cut: bool
    # Raw values of FIELDS, by name.
    fields: dict
    # (file, line) of an entry of this run; None of what was here before.
    place: tuple | None = None

    @classmethod
    def from_values(cls, values: dict, paper: object = None, place: tuple | None = None) -> "Form":
        """`values`: column -> value, dates in stored form, as a reading has them."""
        title, date = values.get("title", ""), values.get("date", "")
        numbers = tuple([intern(values.get(name, "")) for name in NUMBERS])
        kind = entry_types.known(values.get("entry_type", ""))
        return cls(
            paper=paper,
            title=title,
            title_key=hash(normalise_title(title)),
            kind=SAME_KIND.get(kind, kind),
            year=int(date[:4]) if date[:4].isdigit() else None,
            date=intern(date),
            key=values.get("citation_key") or values.get("slug", ""),
            doi=values.get("doi", "").lower(),
            arxiv=values.get("arxiv", "").lower(),
            pmid=values.get("pmid", ""),
            isbn=values.get("isbn", "").replace("-", ""),
            url=values.get("url", ""),
            is_preprint=is_preprint(values),
            numbers=numbers if any(numbers) else NO_NUMBERS,
            pages=values.get("pages", ""),
            container=intern(values.get("container_title", "")),
            publisher=intern(values.get("publisher", "")),
            location=intern(values.get("place", "")),
            authors=values.get("authors", []),
            is_cut=bool(values.get("et_al")),
            fields=further_fields(values.get("fields", ()), values.get("note", "")),
            place=place,
        )

    @property
    def is_book(self) -> bool:
        return self.kind in {"book", "collection", "proceedings"}

    @property
    def joins_by_title(self) -> bool:
        normalised = normalise_title(self.title)
        return names_a_work(self.title, normalised) and not is_about_another(self.title)

    @property
    def is_short(self) -> bool:
        """Two words, which may name a work but prove nothing; no title that everybody uses."""
        normalised = normalise_title(self.title)
        is_known = normalised in GENERIC or names_a_work(self.title, normalised)
        return not is_known and " " in self.title

    @property
    def people(self) -> list[Name]:
        """The authors; the editors where there are none."""
        rows = self.authors or []
        rows = [row for row in rows if row[0] == "author"] or rows
        return [Name(*row[1:6]) for row in rows]

    def is_sibling(self, other: "Form") -> bool:
        """A conference paper and its journal version, with one preprint between them."""
        return not self.is_preprint and not other.is_preprint and self.kind != other.kind


def further_fields(fields: Iterable[Sequence[str]], note: str = "") -> dict:
    """Of raw BibTeX fields, (name, value) each, and the note, what tells papers apart."""
    telling = {name: raw.strip("{} ") for name, raw in fields if FIELDS.fullmatch(name)}
    if REPORT_NUMBER.fullmatch(note):
        telling["number in the note"] = note
    return telling or NO_FIELDS


# --- what parts two forms -----------------------------------------------------------------------


def contradiction(one: Form, other: Form, shared: str, *, is_own: bool = False) -> str:
    """Why the two are not one paper, though they have the `shared` in common; '' if they may be.

    `shared`: "title", or the identifier: "doi", "arxiv", "pmid", "isbn". An identifier bears more
    than a title, and an equal title more than one that is merely alike: then years, or pages, may
    be a slip of one of the two. Cited under one key, it may be called another kind, and need no
    author. `is_own`: both are said to be of one researcher, who speaks for an entry that names
    nobody, as ORCID's do, where its year and its journal are the same, too.
    """
    by_title = shared == "title"
    is_sure = not by_title and one.title_key == other.title_key
    if have_other_identifiers(one, other) or (by_title and _are_other_books(one, other)):
        return "another identifier"
    is_one_key = one.key == other.key != ""
    is_title_alone = by_title and not is_one_key
    if not (_may_be_one_kind(one, other) if is_title_alone else _fits(one, other, shared)):
        return "another kind of work"
    is_own = is_own and _one_names_nobody(one, other)
    if by_title and not is_own and not _may_be_same_list(one, other):
        return "other authors"
    if not by_title and not may_share_authors(one, other, is_sure=is_sure):
        return "other authors"
    years = _years_apart(one, other)
    if by_title and years > (0 if one.is_preprint == other.is_preprint else YEARS_TO_PUBLISH):
        return "another year"
    if one.is_preprint != other.is_preprint:
        return ""
    if years and one.kind != other.kind and not may_be_one_venue(one.container, other.container):
        return "another journal or meeting"
    if name := _other_number(one, other, is_sure):
        return f"another {name}"
    elsewhere = not _pages_meet(one.pages, other.pages)
    if elsewhere and (not is_sure or years or _other_number(one, other, is_sure=False)):
        return "other pages"
    if by_title and _is_later_edition(one, other):
        return "another edition"
    if is_title_alone and not one.people and not other.people and not _same_url(one, other):
        return "no author to tell by"
    if by_title and not (DIGITS.search(one.pages) and DIGITS.search(other.pages)):
        if _other_url(one, other):
            return "another address"
        if not may_be_one_venue(one.container, other.container):
            return "another journal or meeting"
    return _doubt(one, other) if by_title else ""


def _doubt(one, other):
    """Why a title and its authors do not tell that the two are one: a talk is given twice, and a
    story printed in two newspapers. '' where a page, a volume or an address says so, or all of
    venue, day and place that both name.
    """
    if _begin_on_one_page(one, other) or _same_url(one, other) or _are_in_one_volume(one, other):
        return ""
    if not (one.date.startswith(other.date) or other.date.startswith(one.date)):
        return "another date"
    if not is_one_venue(_printed_in(one), _printed_in(other)):
        return "another journal or meeting"
    if one.location and other.location and not is_one_venue(one.location, other.location):
        return "another place"
    return ""


def _printed_in(form):
    """Of a talk or a web page, who held it; a book has its publishers, and stays one."""
    return form.container or ("" if form.kind in WHOLE else form.publisher)


def _begin_on_one_page(one, other):
    """Each number of a journal, and each paper of its own, has a first page."""
    first, second = DIGITS.search(one.pages), DIGITS.search(other.pages)
    return bool(first and second) and first[0].lstrip("0") == second[0].lstrip("0") != "1"


def have_one_first_author(one: Form, other: Form) -> bool:
    """Also where neither has any."""
    first, second = one.people[:1], other.people[:1]
    return len(first) == len(second) and all(map(may_be_one, first, second))


def stand_in_one_place(one: Form, other: Form) -> bool:
    """On one page of one journal or book, by one author: then even an "Editorial" is one."""
    return (
        bool(one.people)
        and have_one_first_author(one, other)
        and _begin_on_one_page(one, other)
        and is_one_venue(one.container, other.container)
        and not contradiction(one, other, "title")
    )


def have_one_key(one: Form, other: Form) -> bool:
    """Cited under one key, by one first author or none: then even two words are a title."""
    is_one_key = one.key == other.key != "" and have_one_first_author(one, other)
    return is_one_key and not contradiction(one, other, "title")


def _are_in_one_volume(one, other):
    volumes = {form.numbers[NUMBERS.index("volume")] for form in (one, other)}
    return one.kind == other.kind == "article" and len(volumes) == 1 and "" not in volumes


def have_other_identifiers(one: Form, other: Form) -> bool:
    """Each has its own DOI, or its own arXiv number: two works, whatever the titles say."""
    dois = {form.doi for form in (one, other) if form.doi and not is_preprint_doi(form.doi)}
    numbers = {form.arxiv for form in (one, other) if form.arxiv}
    return len(dois) > 1 or len(numbers) > 1


def _are_other_books(one, other):
    """Whole books have an ISBN each; preprints on one server a DOI, but for its revision."""
    if one.is_book and other.is_book and one.isbn and other.isbn:
        return isbn_core(one.isbn) != isbn_core(other.isbn)
    dois = [form.doi for form in (one, other) if is_preprint_doi(form.doi)]
    if len(dois) < 2 or dois[0].partition("/")[0] != dois[1].partition("/")[0]:
        return False
    return REVISION.sub("", dois[0]) != REVISION.sub("", dois[1])


def isbn_core(isbn: str) -> str:
    """What an ISBN of ten digits and one of thirteen have in common."""
    return isbn.replace("-", "")[-10:-1]


def _may_be_one_kind(one, other):
    """For a title: the same kind, or a preprint and what it became."""
    kinds = {one.kind, other.kind}
    if one.is_preprint and other.is_preprint:
        return True
    if one.is_preprint != other.is_preprint:
        return (other if one.is_preprint else one).kind in PUBLISHED
    return len(kinds) == 1 or (kinds < THESES and "thesis" in kinds)


def _fits(one, other, shared):
    """For an identifier: no whole and its part. Files call one work an article or a paper.

    A thesis that stands on a server is no paper's preprint, whoever gave both one number.
    """
    kinds = {one.kind, other.kind}
    if kinds & THESES:
        return len(kinds) == 1 or (kinds <= THESES | VAGUE and bool(kinds & {*VAGUE, "thesis"}))
    if len(kinds) == 1 or one.is_preprint or other.is_preprint or kinds & VAGUE:
        return True
    if shared == "arxiv":
        return False
    return kinds <= WHOLE or kinds <= PARTS or (kinds < THESES and "thesis" in kinds)


def _years_apart(one, other):
    return 0 if one.year is None or other.year is None else abs(one.year - other.year)


def _one_names_nobody(one, other):
    """One alone has no authors, and both appeared in one year and one place."""
    if bool(one.people) == bool(other.people) or one.year is None or one.year != other.year:
        return False
    return bool(one.container) and is_one_venue(one.container, other.container)


def _may_be_same_list(one, other):
    """For a title. One address speaks for an entry without authors, and for a slip in names."""
    first, second = one.people, other.people
    is_one_page = _same_url(one, other)
    if not first or not second:
        return is_one_page or not (first or second)
    if is_one_page and len(first) == len(second) and all(map(same_person, first, second)):
        return True
    return _may_be_one_list(first, one.is_cut, second, other.is_cut)


def may_share_authors(one: Form, other: Form, *, is_sure: bool) -> bool:
    """For an identifier, which bears more than a list of names: whether the first author may be
    one; where the title is the same, too (`is_sure`), anybody: groups stand for their members, and
    orders differ. True where one has no authors.
    """
    first, second = one.people, other.people
    if not first or not second:
        return True
    if may_be_one(first[0], second[0]):
        return True
    if not is_sure:
        return False
    if first[0].literal or second[0].literal:
        return True
    shortened = set().union(*map(beginnings, first))
    return any(not shortened.isdisjoint(beginnings(name)) for name in second)


def _may_be_one_list(first, is_cut, second, is_other_cut):
    """Names in order that can be the same; a list may be cut, or have one more."""
    if len(first) > len(second):
        first, is_cut, second, is_other_cut = second, is_other_cut, first, is_cut
    if not may_be_one(first[0], second[0]):
        return False
    if is_cut or len(first) == len(second):
        return all(map(may_be_one, first, second))
    if len(second) - len(first) > 1 or is_other_cut:
        return False
    # All before whom only the longer list has fit from the beginning on, all after from the end.
    return _fitting(first, second) + _fitting(first[::-1], second[::-1]) >= len(first)


def _fitting(first, second):
    """How many names at the beginning of both can be the same."""
    return len(list(takewhile(bool, map(may_be_one, first, second))))


DIGITS = re.compile(r"\d+")
PAGES = re.compile(r"[a-z]?(\d{1,7})(?:\s*[-–—]+\s*[a-z]?(\d{1,7}))?", re.I)
WORDS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
ORDINALS = {word: str(number) for number, word in enumerate(WORDS, 1)}


def _other_number(one, other, is_sure):
    """The name of the number in which they differ; '' if there is none.

    Under one identifier, and one title, the volume or issue of an article may be a slip.
    """
    always = {"edition", "version", "chapter"} | ({"volume"} if one.is_book else set())
    first, second = (dict(zip(NUMBERS, f.numbers, strict=True)) | f.fields for f in (one, other))
    for name, value in first.items():
        second_value = second.get(name, "")
        if value != second_value and value and second_value and (not is_sure or name in always):
            is_other = OTHER.get(name, are_other_numbers)
            if is_other(value, second_value):
                return name
    return ""


def _is_later_edition(one, other):
    """Whether one names an edition that is not the first, and the other names none."""
    editions = {
        form.numbers[NUMBERS.index("edition")].strip("{} ").lower() for form in (one, other)
    }
    return "" in editions and not editions <= {"", "1", "1st", "first"}


def _version(text):
    """Return a version number so that "v1.0" and "1" are equal."""
    return re.sub(r"(?:\.0)+$", "", text.strip("{} ").lower().removeprefix("version").strip(" v"))


# Instead of `are_other_numbers`. A volume that is told by its key has its own papers, whatever they
# are called.
OTHER = {
    "version": lambda one, other: _version(one) != _version(other),
    "crossref": lambda one, other: one.casefold() != other.casefold(),
}


def are_other_numbers(one, other):
    """ "8" and "9", "A" and "B"; not "12" and "TR-2015-12", "2" and "Second", "3" and "March"."""
    texts = [ORDINALS.get(text.strip("{} ").lower(), text.lower()) for text in (one, other)]
    numbers = [{digits.lstrip("0") for digits in DIGITS.findall(text)} for text in texts]
    if numbers[0] and numbers[1]:
        return not (numbers[0] <= numbers[1] or numbers[1] <= numbers[0])
    return not any(numbers) and normalise_title(texts[0]) != normalise_title(texts[1])


def _pages_meet(one, other):
    """Whether they may be the same: also the first page alone, or a count beside a number."""
    pages, others = PAGES.fullmatch(one), PAGES.fullmatch(other)
    if not pages or not others:
        return True
    (first, last), (start, end) = (
        (int(match[1]), int(match[2] or match[1])) for match in (pages, others)
    )
    if first > last or start > end:  # "1234-41"
        return True
    if bool(pages[2]) != bool(others[2]) and 1 in (first, start):  # "1-12" of number 103421
        return True
    return first <= end and start <= last


SCHEME = re.compile(r"^https?://(?:www\.)?", re.I)
# What leads to an identifier, and is compared as one.
RESOLVERS = re.compile(r"(?:dx\.)?doi\.org/|(?:\w+\.)?arxiv\.org/|pubmed\.|hdl\.handle")
REVISION = re.compile(r"[/.]?v\d+$")


def _same_url(one, other):
    """Neither scheme, "www." nor the last slash make another address."""
    return bare_url(one.url) == bare_url(other.url) != ""


def _other_url(one, other):
    urls = {bare_url(form.url) for form in (one, other)} - {""}
    return len(urls) > 1 and not any(map(RESOLVERS.match, urls))


def is_resolver(url: str) -> bool:
    """Whether the address leads to an identifier, which says as much."""
    return bool(RESOLVERS.match(bare_url(url)))


def bare_url(url: str) -> str:
    """For comparing: without the scheme and a slash at the end."""
    host, slash, path = SCHEME.sub("", url).partition("/")
    return (host.lower() + slash + path).rstrip("/")
