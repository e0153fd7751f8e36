"""The entries and papers of one run in memory, as they stand and as the import leaves them."""

import pickle
from collections.abc import Collection, Iterator, MutableMapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, islice
from pathlib import PurePath
from typing import NamedTuple

from django.utils import timezone

from profiles.dates import PartialDate
from publications.bibtex import Problem, Record
from publications.bibtex.record import Spool
from publications.fields import AUTHOR_COLUMNS, COLUMNS, VERSION_COLUMNS
from publications.matching.paper_index import Match
from publications.models import (
    Authorship,
    AuthorshipSuggestion,
    Publication,
    PublicationAward,
    PublicationLink,
    Source,
    Version,
)

# What an import does with papers that are here.
FILL, OVERWRITE, NEVER = "fill", "overwrite", "never"
# So many entries speak for one paper: a file made to cost time may have thousands for it.
MOST_ENTRIES = 50
LISTED = Authorship.Role.LISTED.value
# What a row of a paper's links, and of its awards, holds.
LINK = ("kind", "label", "url")
AWARD = ("name", "url")
# So many papers that were asked for last are in memory as they are.
WHOLE = 8_000


@dataclass(slots=True)
class Change:
    """One field of a paper, or of another row: what stands here, what the entry or site says."""

    field: str
    mine: object
    theirs: object


@dataclass(slots=True, eq=False)
class AuthorState:
    row: list
    pk: int | None = None
    researcher: int | None = None
    is_selected: bool = False
    is_hidden: bool = False
    # researcher's pk -> the suggestion's state
    suggestions: dict[int, str] = field(default_factory=dict)
    reasons: dict[int, str] = field(default_factory=dict)
    is_changed: bool = False
    orcid: str = ""

    @property
    def is_listed(self) -> bool:
        return self.row[0] == LISTED


@dataclass(slots=True, eq=False)
class VersionState:
    values: dict
    pk: int | None = None
    is_changed: bool = False


@dataclass(slots=True, eq=False)
class SourceState:
    """`version` is None where the entry feeds the lead."""

    values: dict
    checksum: str
    file: str
    citation_key: str
    pk: int | None = None
    # Whose import brought it.
    researcher: int | None = None
    version: VersionState | None = None
    # What is written of a new or changed entry; not loaded.
    entry_type: str = ""
    raw: str = ""
    fields: list = field(default_factory=list)
    line: int = 0
    is_changed: bool = False
    # Whether the paper says what this entry says, as far as it is to.
    is_settled: bool = False


@dataclass(slots=True)
class Reading:
    """What one entry says. `values` is JSON-clean: column -> value, and the lists beside them:
    "authors", "links", "awards", "topics", "fields". Empty values are absent.
    """

    values: dict
    problems: list[Problem] = field(default_factory=list)
    abbr: str = ""
    is_draft: bool = False


class KnownSource(NamedTuple):
    """An entry that was imported before. `is_settled`: its paper was not touched since.

    `is_recent`: nor was any researcher's record, since the paper was.
    """

    source: int
    paper: int
    slug: str
    is_settled: bool
    is_recent: bool


@dataclass(slots=True)
class Entry:
    """A record on its way: `known` is its memory where it came before as it is; `paper` is a
    handle of the store, and `source` what the entry was on it before, changed since or not.
    """

    file: str
    record: Record
    fingerprint: str
    known: KnownSource | None = None
    paper: int | None = None
    source: SourceState | None = None
    # Nothing is left to do for it.
    is_done: bool = False
    reading: Reading | None = None
    # Why it is the paper of another entry, where it was not that before.
    match: Match | None = None

    @property
    def source_file(self) -> str:
        """The service whose answer it is, whatever the file. Of a file the folder does not count:
        the same one may be given by another path.
        """
        return self.record.service or base_name(self.file)

    @property
    def key(self) -> str:
        return self.record.key[:200]


@lru_cache(maxsize=64)
def base_name(file: str) -> str:
    """As much of the name of a file as its column takes."""
    return PurePath(file).name[-500:]


@dataclass(slots=True, eq=False)
class PaperState:
    """`columns` holds what is not empty. `changed` names the columns and lists to write.

    A negative `pk`, or `venue`, is one that the import makes.
    """

    slug: str
    pk: int
    owner: int | None = None
    venue: int | None = None
    is_draft: bool = False
    # Whether an entry of this run met fields on it that were edited by hand.
    is_disputed: bool = False
    updated_at: object = None
    columns: dict = field(default_factory=dict)
    authors: list[AuthorState] = field(default_factory=list)
    links: list[list] = field(default_factory=list)
    awards: list[list] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)
    fields: list[list] = field(default_factory=list)
    versions: list[VersionState] = field(default_factory=list)
    sources: list[SourceState] = field(default_factory=list)
    changed: set[str] = field(default_factory=set)
    # Rows that the import takes away again.
    removed: list[AuthorState] = field(default_factory=list)

    @property
    def is_new(self) -> bool:
        return self.pk < 0

    @property
    def is_changed(self) -> bool:
        if self.is_new or self.changed or any(author.reasons for author in self.authors):
            return True
        return any(row.is_changed for row in (*self.authors, *self.versions, *self.sources))

    @property
    def printed(self) -> list[list]:
        """The printed names, as a reading has them."""
        return [author.row for author in self.authors if not author.is_listed]

    @property
    def free(self) -> list[AuthorState]:
        """The rows of printed names that are nobody's here."""
        return [row for row in self.authors if not row.researcher and not row.is_listed]

    @property
    def is_asked(self) -> bool:
        """Whether this import asks somebody if they want it, though it does not name them."""
        return any(row.is_listed and row.reasons for row in self.authors)

    def row_of(self, researcher: int) -> AuthorState | None:
        for author in self.authors:
            if author.researcher == researcher:
                return author
        return None

    def question_of(self, researcher: int) -> AuthorState | None:
        """The row that asks whether they want the paper, though it does not name them."""
        rows = (row for row in self.authors if row.is_listed and not row.researcher)
        return next((row for row in rows if researcher in row.suggestions), None)

    def refused_by(self, researcher: int) -> bool:
        """A "not me" on any of the paper's names holds for the paper."""
        return any(a.suggestions.get(researcher) == "refused" for a in self.authors)


class SpooledPaper(NamedTuple):
    """What is asked of all papers, and where the rest of this one is."""

    ticket: tuple[int, int]
    venue: int | None
    is_asked: bool


class PaperStore(MutableMapping):
    """The papers of one run by handle: the primary key, or a negative number for one that the run
    makes.

    Those that wait to be written are in a spool until somebody asks for one by its handle;
    `values` gives them without keeping them.
    """

    def __init__(self):
        self._whole: dict[int, PaperState] = {}
        self._spooled: dict[int, SpooledPaper] = {}
        self._spool = Spool()
        # Papers that entries of this run made, or were found to be, changed or not.
        self.fed: set[int] = set()
        self._made = 0
        self._fetched: list[int] = []

    def __getitem__(self, handle):
        if handle in self._spooled:
            self._whole[handle] = self._read(self._spooled.pop(handle))
        return self._whole[handle]

    def __setitem__(self, handle, paper):
        self._spooled.pop(handle, None)
        self._whole[handle] = paper

    def __delitem__(self, handle):
        del (self._whole if handle in self._whole else self._spooled)[handle]

    def __contains__(self, handle):
        return handle in self._whole or handle in self._spooled

    def __iter__(self):
        """Iterate over the papers, new ones first and in the order in which they were made."""
        return iter(sorted([*self._spooled, *self._whole], key=lambda pk: (pk > 0, abs(pk))))

    def __len__(self):
        return len(self._spooled) + len(self._whole)

    def values(self) -> Iterator[PaperState]:
        return map(self.peek, self)

    def peek(self, handle: int) -> PaperState:
        """The paper as it stands: what is changed on it may be lost."""
        return self._whole.get(handle) or self._read(self._spooled[handle])

    def summaries(self) -> Iterator[tuple[int, SpooledPaper | PaperState]]:
        """(handle, `venue` and `is_asked`), in any order and without reading the spool."""
        return chain(self._spooled.items(), self._whole.items())

    def make(self, slug: str, **values) -> PaperState:
        """Make a paper that is not stored yet, under a negative key."""
        self._made += 1
        state = self[-self._made] = PaperState(slug, -self._made, **values)
        return state

    def fetch(self, handles: Collection[int]) -> None:
        """Gets those that are not here from the database."""
        if wanted := list(set(handles) - self.keys()):
            states = load(wanted)
            self.update(states)
            self._fetched += states

    def release(self) -> None:
        """Lets go of what was fetched and not changed: memory is for what will be written."""
        for pk in self._fetched:
            if not self[pk].is_changed:
                del self[pk]
        self._fetched = []
        self.spool()

    def spool(self) -> None:
        """Puts away all but the WHOLE that were asked for last."""
        for handle in list(islice(self._whole, max(0, len(self._whole) - WHOLE))):
            paper = self._whole.pop(handle)
            ticket = self._spool.put(pickle.dumps(paper, pickle.HIGHEST_PROTOCOL))
            self._spooled[handle] = SpooledPaper(ticket, paper.venue, paper.is_asked)

    def _read(self, spooled):
        return pickle.loads(self._spool.get(spooled.ticket))  # noqa: S301 - our own


def load(keys: list[int]) -> dict[int, PaperState]:
    """Load the papers of `keys` with all their rows in eight queries."""
    states = {state.pk: state for state in _papers(keys)}
    _load_authors(states, keys)
    links = PublicationLink.objects.filter(publication__in=keys, file="").order_by("position", "pk")
    for paper, *row in links.values_list("publication", *LINK):
        states[paper].links.append(row)
    awards = PublicationAward.objects.filter(publication__in=keys).order_by("position", "pk")
    for paper, *row in awards.values_list("publication", *AWARD):
        states[paper].awards.append(row)
    topics = Publication.topics.through.objects.filter(publication__in=keys)
    for paper, name in topics.order_by("topic__name").values_list("publication", "topic__name"):
        states[paper].topics.append(name)
    _load_forms(states, keys)
    return states


def _papers(keys):
    names = ("pk", "slug", "owner", "venue", "published_at", "updated_at", "fields", *COLUMNS)
    rows, now = Publication.objects.filter(pk__in=keys).order_by(), timezone.now()
    for pk, slug, owner, venue, published_at, updated_at, fields, *row in rows.values_list(*names):
        yield PaperState(
            slug,
            pk,
            owner,
            venue,
            is_draft=published_at is None or published_at > now,
            updated_at=updated_at,
            fields=fields,
            columns=stored_values(COLUMNS, row),
        )


_from_stored = lru_cache(4096)(PartialDate.from_stored)


def model_values(values: dict) -> dict:
    """What a model takes, of values in the JSON-clean form of a reading."""
    return values | {"date": _from_stored(values["date"])} if "date" in values else values


def stored_values(names: tuple, row: list) -> dict:
    """What is not empty, in the JSON-clean form of a reading."""
    values = {name: value for name, value in zip(names, row, strict=True) if value}
    if "date" in values:
        values["date"] = values["date"].stored
    return values


def _load_authors(states, keys):
    by_pk = {}
    rows = Authorship.objects.filter(publication__in=keys).order_by("position", "pk")
    for paper, pk, who, selected, hidden, orcid, *row in rows.values_list(
        "publication", "pk", "researcher", "is_selected", "is_hidden", "orcid", *AUTHOR_COLUMNS
    ):
        by_pk[pk] = AuthorState(row, pk, who, selected, hidden, orcid=orcid)
        states[paper].authors.append(by_pk[pk])
    rows = AuthorshipSuggestion.objects.filter(authorship__publication__in=keys).order_by()
    for pk, researcher, state in rows.values_list("authorship", "researcher", "state"):
        by_pk[pk].suggestions[researcher] = state


def _load_forms(states, keys):
    versions = {None: None}
    rows = Version.objects.filter(publication__in=keys).order_by("pk")
    for paper, pk, *row in rows.values_list("publication", "pk", *VERSION_COLUMNS):
        versions[pk] = VersionState(stored_values(VERSION_COLUMNS, row), pk)
        states[paper].versions.append(versions[pk])
    names = ("values", "checksum", "file", "citation_key", "pk", "batch__researcher")
    sources = Source.objects.filter(publication__in=keys).order_by("pk")
    for paper, version, settled_at, *row in sources.values_list(
        "publication", "version", "settled_at", *names
    ):
        state, source = states[paper], SourceState(*row, version=versions[version])
        source.is_settled = settled_at == state.updated_at
        state.sources.append(source)
