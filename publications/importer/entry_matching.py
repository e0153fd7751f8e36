"""Which paper an entry is: by what it was when it came before, by its key, by matching.

And which venue it appeared in: only names that are equal link; nothing alike does. An existing
venue is taken where its name, short name or alias is the container or the `abbr` of the entry,
letters and digits compared. A new one is made only where the entry has both a container and an
abbreviation that stands in that container's name or in brackets after it, or is written like one
("NSDI"): a journal alone makes none, since a misspelling would make two.
"""

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePath
from typing import NamedTuple

from django.db.models import F, Q

from profiles.models import Researcher
from profiles.slugs import make_slug
from publications.bibtex import Record
from publications.importer import mapping
from publications.importer.linking import Linker
from publications.importer.paper_store import PaperState, PaperStore
from publications.matching import PaperIndex, normalise_title, titles_agree, visible_to
from publications.matching.paper_index import Form, first_family, is_preprint_server, stored_forms
from publications.models import (
    Authorship,
    FormerAddress,
    Publication,
    Source,
    Venue,
    VenueAlias,
)

NOBODY = ["", "", "", "", "", ""]

# "NSDI 2025", "KDD'24", "[NSDI]": the year is the meeting's, not the venue's.
YEAR = re.compile(r"[\s,'’]*(?:(?:19|20)\d\d|['’]\d\d)\s*$")
BRACKETS = re.compile(r"\s*\(([^()]*)\)\s*$")
PROCEEDINGS = re.compile(r"^(?:in:?\s+)?(?:the\s+)?proceedings of (?:the\s+)?", re.IGNORECASE)
ORDINAL = re.compile(
    r"^(?:(?:19|20)\d\d\s+)?(?:\d+(?:st|nd|rd|th)\s+)?(?:(?:annual|biennial)\s+)?(?:(?:19|20)\d\d\s+)?",
    re.IGNORECASE,
)
SHORT = re.compile(r"[^\W\d_][\w&+/.\-]*(?: [\w&+/.\-]+){0,3}")
# What stands in `abbr` and names no venue.
NAMES_OF_NO_VENUE = """
    arxiv preprint patent thesis phdthesis book report techreport technicalreport workshop
    journal conference underreview submitted toappear inpress misc demo poster survey new best
    oral
"""
NO_VENUE = frozenset(NAMES_OF_NO_VENUE.split())
WITH_MEETINGS = {"article", "inproceedings"}


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
    handle of the store.
    """

    file: str
    record: Record
    fingerprint: str
    known: KnownSource | None = None
    paper: int | None = None
    # Nothing is left to do for it.
    is_done: bool = False
    reading: mapping.Reading | None = None

    @property
    def source_file(self) -> str:
        """The folder does not count: the same file may be given by another path."""
        return base_name(self.file)

    @property
    def key(self) -> str:
        return self.record.key[:200]


@lru_cache(maxsize=64)
def base_name(file: str) -> str:
    return PurePath(file).name[-500:]


class EntryMatcher:
    """For one run; new papers go to its store. `warn`: (entry, reason)."""

    def __init__(
        self,
        researcher: Researcher | None,
        files: list[str],
        store: PaperStore,
        linker: Linker,
        warn: Callable,
    ):
        self.files, self.store, self.linker, self.warn = files, store, linker, warn
        self.own = researcher.pk if researcher else None
        self.papers = visible_to(researcher)
        # Sources that entries of this run were recognised by, and those that it has overwritten.
        self.consumed, self.rewritten = set(), set()
        self.index = self.visible = None
        self.mine = self.linked = frozenset()
        # Whether to look also at papers that nobody seems to have touched.
        self.closely = False
        if researcher:
            self.visible = set(self.papers.values_list("pk", flat=True))
            self.linked = set(researcher.authorships.values_list("publication", flat=True))
            brought = Publication.objects.filter(owner=researcher).values_list("pk", flat=True)
            self.mine = self.linked.union(brought)

    # --- as it was before ---------------------------------------------------------------------

    def recognise(self, entries: list[Entry]) -> None:
        """Finds, without reading them, those that were imported before as they are."""
        checksums = [entry.fingerprint for entry in entries if entry.fingerprint]
        sources = self._sources(checksums)
        for entry in entries:
            if known := self._choose(sources.get(entry.fingerprint, ())):
                entry.known, entry.paper = known, known.paper
                is_linked = not self.own or known.paper in self.linked
                entry.is_done = known.is_settled and is_linked and not self.closely
                self.consumed.add(known.source)
        # Who came since may be named on papers that are else as they were.
        doubtful = {e.paper for e in entries if e.is_done and not e.known.is_recent}
        if not doubtful:
            return
        rows = Authorship.objects.filter(publication__in=doubtful, researcher=None).order_by()
        rows = rows.exclude(role=Authorship.Role.LISTED)
        names = ("given", "family", "particle", "suffix", "literal")
        rows = rows.values_list("publication", "publication__updated_at", *names)
        named = {p for p, since, *name in rows if self.linker.is_newcomer(["", *name], since)}
        for entry in entries:
            entry.is_done = entry.is_done and entry.paper not in named

    def _sources(self, checksums):
        """Checksum -> the entries that had it, in one query."""
        rows = Source.objects.filter(checksum__in=checksums).order_by("pk")
        rows = rows.annotate(
            is_settled=Q(settled_at=F("publication__updated_at")),
            is_recent=Q(publication__updated_at__gte=self.linker.latest_change),
        )
        sources, names = defaultdict(list), ("pk", "publication", "publication__slug")
        for checksum, *row in rows.values_list("checksum", *names, "is_settled", "is_recent"):
            sources[checksum].append(KnownSource(*row))
        return sources

    def _choose(self, sources):
        seen = [s for s in sources if self._may_see(s.paper) and s.source not in self.rewritten]
        own = [source for source in seen if source.paper in self.mine] or seen
        free = [source for source in own if source.source not in self.consumed]
        return next(iter(free or own), None)

    def _may_see(self, paper):
        return self.visible is None or paper in self.visible

    def rewrite(self, source: int) -> bool:
        """Takes a source for an entry that was changed in its file; False where it is taken."""
        if source in self.consumed:
            return False
        self.consumed.add(source)
        self.rewritten.add(source)
        return True

    # --- as another form of what is here ------------------------------------------------------

    def identify(self, entries: list[Entry]) -> None:
        """Sets the readings of entries that are not as before, and their papers, new ones too."""
        if not entries:
            return
        self._prepare()
        keys = {pk for e in entries for pk in self.by_key.get((e.source_file, e.key), ())}
        sources = {}
        if keys:  # Django's answer to an empty list would keep the entries in a circle
            rows = Source.objects.filter(pk__in=keys)
            rows = rows.values_list("pk", "publication", "values__title")
            sources = {pk: row for pk, *row in rows}
        for entry in entries:
            entry.reading = mapping.read(entry.record)
            values = entry.reading.values
            author = next(iter(values.get("authors", ())), NOBODY)
            form = Form.of(values, first_family(author[2], author[5]))
            entry.paper = self._by_key(entry, form, sources)
            if entry.paper is None:
                match = self.index.find(form)
                for doubt in match.doubts:
                    self.warn(entry, doubt)
                entry.paper = match.paper or self.new_paper(entry).pk
            form.paper = entry.paper
            self.index.add(form)

    def _prepare(self):
        """Everything in sight, in a handful of queries; not needed where nothing is new."""
        if self.index is not None:
            return
        self.index = PaperIndex(stored_forms(self.papers), prefer=self.mine)
        self.slugs = set(Publication.objects.order_by().values_list("slug", flat=True))
        self.slugs |= set(FormerAddress.objects.values_list("slug", flat=True))
        names = {base_name(name) for name in self.files}
        rows = Source.objects.filter(file__in=names).exclude(citation_key="").order_by("pk")
        self.by_key = defaultdict(list)
        for pk, *file_and_key in rows.values_list("pk", "file", "citation_key").iterator():
            self.by_key[tuple(file_and_key)].append(pk)

    def _by_key(self, entry, form, sources):
        """The entry was changed in its file: the same key there, and a title that agrees."""
        keys = self.by_key.get((entry.source_file, entry.key), ())
        papers = {
            paper
            for paper, title in (sources[key] for key in keys if key not in self.consumed)
            if self._may_see(paper) and titles_agree(form.title, title or "")
        }
        return papers.pop() if len(papers) == 1 else None

    def new_paper(self, entry: Entry) -> PaperState:
        """An empty one with an address of its own."""
        entry.reading = entry.reading or mapping.read(entry.record)
        self._prepare()
        slug = make_slug(entry.reading.values["title"], self.slugs, fallback="")
        slug = slug or make_slug(entry.record.key, self.slugs, fallback="paper")
        self.slugs.add(slug)
        return self.store.make(slug, owner=self.own, is_draft=entry.reading.is_draft)


# --- Its venue -----------------------------------------------------------------------------------


class NewVenue(NamedTuple):
    """A venue that the import makes."""

    name: str
    short_name: str


class Venues:
    """All venues of the site, in two queries; and those that this run adds."""

    def __init__(self):
        self.by_name = {}
        # By numbers below zero, which stand for primary keys to come.
        self.new: dict[int, NewVenue] = {}
        rows = Venue.objects.order_by("-pk").values_list("pk", "name", "short_name")
        for pk, *names in rows:
            self._know(pk, *names)
        aliases = VenueAlias.objects.order_by("-pk").values_list("venue", "name")
        for pk, name in aliases:
            self.by_name.setdefault(normalise_title(name), pk)
        self.by_name.pop("", None)

    def _know(self, venue, *names):
        for name in names:
            if key := normalise_title(name):
                self.by_name[key] = venue

    def find(self, container: str, abbr: str, kind: str):
        """A primary key, the number of a new one, or None."""
        short, name = short_name(abbr), full_name(container)
        if is_preprint_server(container) or normalise_title(short) in NO_VENUE:
            return None
        brackets = BRACKETS.search(container)
        for candidate in (container, name, short, short_name(brackets[1]) if brackets else ""):
            if venue := self.by_name.get(normalise_title(candidate)):
                return venue
        if not name or kind not in WITH_MEETINGS or len(short) > 30 or is_preprint_server(short):
            return None
        if not SHORT.fullmatch(short) or not any(map(str.isupper, short)):
            return None
        venue = -1 - len(self.new)
        self.new[venue] = NewVenue(name[:300], short[:60])
        self._know(venue, name, short)
        return venue


def short_name(abbr: str) -> str:
    """ "NSDI'25", "KDD 2026" -> "NSDI", "KDD"."""
    return YEAR.sub("", abbr.strip("[]() ")).strip()


def full_name(container: str) -> str:
    """ "Proceedings of the 22nd USENIX Symposium on X (NSDI)" -> "USENIX Symposium on X"."""
    name = YEAR.sub("", BRACKETS.sub("", PROCEEDINGS.sub("", container.strip())))
    return YEAR.sub("", ORDINAL.sub("", name)).strip(" ,.-") or container.strip()
