"""One printed form of a work, as far as matching must know it."""

import re
from dataclasses import dataclass
from functools import lru_cache
from sys import intern

from publications import entry_types
from publications.identifiers import is_preprint_doi
from publications.matching.titles import (
    is_about_another,
    is_short,
    names_a_work,
    normalise_title,
)

# How the places where preprints stand begin, letters and digits only.
PREPRINT_SERVERS = (
    "arxiv",
    "biorxiv",
    "chemrxiv",
    "computingresearchrepository",
    "corr",
    "cryptologyeprint",
    "eprintarxiv",
    "iacrcryptol",
    "medrxiv",
    "osfpreprints",
    "preprintsorg",
    "psyarxiv",
    "researchsquare",
    "ssrn",
    "techrxiv",
)
# "Corrosion Science" begins with the letters of CoRR.
WHOLE_WORDS = {"corr"}
# With an arXiv number and no place to appear in, these are preprints.
PLACELESS = {"article", "misc", "online", "unpublished"}


def is_preprint(values: dict) -> bool:
    """Whether these column values describe a form that stands on a preprint server."""
    doi = values.get("doi", "")
    if doi:
        return is_preprint_doi(doi)
    container = values.get("container_title", "")
    if container:
        return is_preprint_server(container)
    kind = entry_types.known(values.get("entry_type", ""))
    if kind == "unpublished":
        return True
    return bool(values.get("arxiv")) and kind in PLACELESS


@lru_cache(maxsize=5_000)
def is_preprint_server(container: str) -> bool:
    """ "arXiv preprint arXiv:2602.09609", "CoRR", "bioRxiv"."""
    folded = normalise_title(container)
    if not folded.startswith(PREPRINT_SERVERS):
        return False
    first_word = normalise_title(container.split()[0])
    return not any(folded.startswith(w) and first_word != w for w in WHOLE_WORDS)


PART = ("volume", "number", "edition")
PAGES = re.compile(r"(\d{1,6})\s*[-–—]+\s*(\d{1,6})")
UNDIVIDED = ("", "", "")


@dataclass(slots=True)
class Form:
    """The lead of a paper, or one of its versions. `paper` is any handle of the caller's.

    A run holds one for each paper in sight: what they have in common, they share.
    """

    paper: object
    title: str
    # Of the title as normalised: what it is filed under.
    title_key: int
    kind: str
    year: int | None
    family: str
    doi: str
    arxiv: str
    pmid: str
    isbn: str
    is_preprint: bool
    # Volume, number, edition, pages: two parts, or two editions, share a title.
    part: tuple = UNDIVIDED
    pages: str = ""

    @classmethod
    def of(cls, values: dict, family: str, paper: object = None) -> "Form":
        """`values`: column -> value, dates in stored form. `family`: the first author's, folded."""
        title, date = values.get("title", ""), values.get("date", "")
        return cls(
            paper=paper,
            title=title,
            title_key=hash(normalise_title(title)),
            kind=entry_types.known(values.get("entry_type", "")),
            year=_year(date[:4]),
            family=intern(family),
            doi=values.get("doi", "").lower(),
            arxiv=values.get("arxiv", "").lower(),
            pmid=values.get("pmid", ""),
            isbn=values.get("isbn", "").replace("-", ""),
            is_preprint=is_preprint(values),
            part=_part(values),
            pages=values.get("pages", ""),
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
        """Two words, which may name a work but prove nothing."""
        return is_short(self.title, normalise_title(self.title))

    def contradicts(self, other: "Form") -> bool:
        """Each has its own DOI, or its own arXiv number: two works, whatever the titles say."""
        dois = {form.doi for form in (self, other) if form.doi and not is_preprint_doi(form.doi)}
        numbers = {form.arxiv for form in (self, other) if form.arxiv}
        return len(dois) > 1 or len(numbers) > 1

    def is_another_part(self, other: "Form") -> bool:
        """Both say which volume, edition or book they are, and say different things."""
        if self.is_book and other.is_book and self.isbn and other.isbn and self.isbn != other.isbn:
            return True
        if _are_apart(PAGES.fullmatch(self.pages), PAGES.fullmatch(other.pages)):
            return True
        pairs = zip(self.part, other.part, strict=False)
        return any(mine and theirs and mine != theirs for mine, theirs in pairs)

    def is_sibling(self, other: "Form") -> bool:
        """A conference paper and its journal version, with one preprint between them."""
        return not self.is_preprint and not other.is_preprint and self.kind != other.kind


def _are_apart(one: re.Match | None, other: re.Match | None) -> bool:
    """Two ranges of pages that share none: two parts of one title in the same volume."""
    if not one or not other:
        return False
    (first, last), (start, end) = map(int, one.groups()), map(int, other.groups())
    return first <= last and start <= end and (last < start or end < first)


@lru_cache(maxsize=512)
def _year(text: str) -> int | None:
    return int(text) if text.isdigit() else None


def _part(values):
    part = tuple([intern(values.get(name, "")) for name in PART])
    return part if any(part) else UNDIVIDED
