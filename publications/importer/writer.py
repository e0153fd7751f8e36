"""Writes a plan: one transaction, by the hundred. The only writer of imported papers."""

from collections.abc import Callable, Iterable
from itertools import islice

from django.db import IntegrityError, transaction
from django.utils import timezone

from publications.fields import COLUMNS, VERSION_COLUMNS
from publications.importer import undo
from publications.importer.authors import ROW
from publications.importer.packing import Packed
from publications.importer.report import Report
from publications.importer.rows import Table, stored
from publications.importer.steps import Plan
from publications.importer.topics import Topics
from publications.models import (
    Authorship,
    AuthorshipSuggestion,
    FormerAddress,
    ImportBatch,
    Publication,
    PublicationAward,
    PublicationLink,
    Source,
    Venue,
    Version,
)

BATCH = 500
ENTRY = ("citation_key", "entry_type", "raw", "fields", "values", "checksum", "file", "line")
RAW = ENTRY.index("raw")
PAPERS = Table(
    Publication,
    *("slug", "owner_id", "published_at", "created_at", "updated_at", "venue_id", "fields"),
    *COLUMNS,
)
CHANGED_PAPERS = Table(Publication, "updated_at", "venue_id", "fields", *COLUMNS)
AUTHORS = Table(
    Authorship, "publication_id", "position", *ROW, "researcher_id", "is_selected", "orcid"
)
# Nearly all authors are a given and a family name, and nothing else.
NAME = ("publication_id", "position", *ROW[:3])
NAMES = Table(Authorship, *NAME)
NOTHING_ELSE = ("", "", "", "", False, False, None, False, "")
SUGGESTIONS = Table(AuthorshipSuggestion, "authorship_id", "researcher_id", "reason", "created_at")
LINKS = Table(PublicationLink, "publication_id", "position", "kind", "label", "url")
AWARDS = Table(PublicationAward, "publication_id", "position", "name", "url")
TOPICS = Table(Publication.topics.through, "publication_id", "topic_id")
VERSIONS = Table(Version, "publication_id", *VERSION_COLUMNS)
SOURCES = Table(Source, "publication_id", "version_id", "batch_id", "settled_at", *ENTRY)
MOVED_SOURCES = Table(Source, "version_id")
SETTLED_SOURCES = Table(Source, "settled_at")


class Stale(Exception):  # noqa: N818 - says what the plan is
    """Something the plan stands on was changed since it was made: plan again."""


def apply(
    plan: Plan,
    *,
    origin: str = ImportBatch.Origin.COMMAND,
    user=None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Report:
    """Does what the plan says and tells what was done. Raises Stale; then nothing was written."""
    report = plan.report()
    if not plan.writes:
        return report
    told = report.kept_as_json() | {"refused_entries": plan.refused, "outside": plan.outside}
    try:
        with transaction.atomic():
            batch = Writer(plan, progress).write(origin, user, told, report.totals())
    except IntegrityError as error:  # an address that is taken now, a venue that is gone
        raise Stale from error
    report.batch = batch.pk
    return report


class Writer:
    def __init__(self, plan, progress):
        self.plan, self.progress = plan, progress
        self.now = timezone.now()
        self.moment = stored(Publication._meta.get_field("updated_at"), self.now)

    def write(self, origin, user, told, counts):
        last = ImportBatch.objects.order_by("-pk").values_list("pk", flat=True).first()
        if last != self.plan.stamp:
            raise Stale
        venues = self._venues()
        batch = ImportBatch.objects.create(
            researcher=self.plan.researcher,
            user=user,
            origin=origin,
            files=self.plan.files,
            report=told,
            counts=counts,
            venues=list(venues.values()),
            written_at=self.now,
        )
        undo.remember(batch, self.plan.papers.changed())
        done, topics = 0, Topics()
        for papers in _batches(self.plan.papers.papers()):
            self._check(papers)
            Chunk(papers, batch.pk, self.moment, venues, topics).write()
            done += len(papers)
            self.progress(done, len(self.plan.papers))
        if topics.made:
            batch.report["topics"] = [list(made) for made in topics.made.items()]
            batch.save(update_fields=["report"])
        return batch

    def _check(self, papers):
        """Raises Stale where somebody else has changed a paper, or given an address away."""
        slugs = [paper.slug for paper in papers if paper.pk < 0]
        if slugs and FormerAddress.objects.filter(slug__in=slugs).exists():
            raise Stale
        stood = {paper.pk: paper.updated_at for paper in papers if paper.pk > 0}
        if not stood:
            return
        rows = Publication.objects.order_by().filter(pk__in=stood).select_for_update()
        now = {pk: at.isoformat() for pk, at in rows.values_list("pk", "updated_at")}
        if now != stood:
            raise Stale

    def _venues(self):
        new = self.plan.new_venues
        rows = Venue.objects.bulk_create(Venue(**venue._asdict()) for venue in new.values())
        return {number: row.pk for number, row in zip(new, rows, strict=True)}


class Chunk:
    """Some hundred papers, table by table. `moment`: now, as the database has it."""

    def __init__(
        self,
        papers: list[Packed],
        batch: int,
        moment: object,
        venues: dict[int, int],
        topics: Topics,
    ):
        self.papers, self.batch, self.moment = papers, batch, moment
        self.venues, self.topics = venues, topics
        self.new = [paper for paper in papers if paper.pk < 0]
        self.old = [paper for paper in papers if paper.pk > 0]

    def write(self) -> None:
        self._papers()
        self._authors()
        self._rows(LINKS, "links")
        self._rows(AWARDS, "awards")
        self._topics()
        self._versions()
        self._sources()

    def _papers(self):
        keys = zip(self.new, PAPERS.new_keys(len(self.new)), strict=True)
        self.keys = {paper.pk: key for paper, key in keys} | {p.pk: p.pk for p in self.old}
        PAPERS.insert([self._paper(paper) for paper in self.new])
        CHANGED_PAPERS.update(
            [(self.moment, *self._content(paper), paper.pk) for paper in self.old]
        )

    def _paper(self, paper):
        published_at = None if paper.is_draft else self.moment
        moments = (published_at, self.moment, self.moment)
        return (self.keys[paper.pk], paper.slug, paper.owner, *moments, *self._content(paper))

    def _content(self, paper):
        venue = self.venues.get(paper.venue, paper.venue)
        return (venue, paper.fields, *paper.columns)

    def _authors(self):
        AUTHORS.delete([pk for paper in self.papers for pk in paper.removed])
        changed, new, reasons = [], [], []
        for paper in self.papers:
            for position, author in enumerate(paper.authors):
                pk, is_changed, researcher, is_selected, row, _told, why, orcid = author
                values = (self.keys[paper.pk], position, *row, researcher, is_selected, orcid)
                if is_changed and pk:
                    changed.append((*values, pk))
                elif is_changed:
                    new.append((values, why))
                if why and pk:
                    reasons.append((pk, why))
        AUTHORS.update(changed)
        keys = AUTHORS.new_keys(len(new))
        _insert_authors([(key, *values) for key, (values, _why) in zip(keys, new, strict=True)])
        self._suggestions(
            reasons + [(key, why) for key, (_row, why) in zip(keys, new, strict=True) if why]
        )

    def _suggestions(self, reasons):
        rows = [
            (author, researcher, reason, self.moment)
            for author, why in reasons
            for researcher, reason in why.items()
        ]
        keys = SUGGESTIONS.new_keys(len(rows))
        rows = [(key, *row) for key, row in zip(keys, rows, strict=True)]
        SUGGESTIONS.insert(rows, ignore_conflicts=True)

    def _rows(self, table, name):
        """What is no longer wanted goes, what is missing comes; rows that stay are not touched."""
        changed = [paper for paper in self.old if name in paper.changed]
        kept = _kept(changed, table, name)
        rows = [
            (self.keys[paper.pk], position, *row)
            for paper in (*self.new, *changed)
            for position, row in enumerate(getattr(paper, name))
            if (paper.pk, *row) not in kept
        ]
        keys = table.new_keys(len(rows))
        table.insert([(key, *row) for key, row in zip(keys, rows, strict=True)])

    def _topics(self):
        changed = [paper for paper in self.old if "topics" in paper.changed]
        papers = [paper for paper in (*self.new, *changed) if paper.topics]
        keys = self.topics.keys(name for paper in papers for name in paper.topics)
        wanted = {
            (self.keys[paper.pk], keys[name]): None for paper in papers for name in paper.topics
        }
        kept = _kept_topics(changed, wanted)
        rows = [row for row in wanted if row not in kept]
        keys = TOPICS.new_keys(len(rows)) if rows else ()
        TOPICS.insert([(key, *row) for key, row in zip(keys, rows, strict=True)])

    def _versions(self):
        changed, new = [], []
        for paper in self.papers:
            for at, (pk, is_changed, row) in enumerate(paper.versions):
                if is_changed and pk:
                    changed.append((self.keys[paper.pk], *row, pk))
                elif is_changed:
                    new.append(((paper.pk, at), (self.keys[paper.pk], *row)))
        VERSIONS.update(changed)
        keys = VERSIONS.new_keys(len(new))
        VERSIONS.insert([(key, *row) for key, (_place, row) in zip(keys, new, strict=True)])
        self.new_versions = {place: key for key, (place, _row) in zip(keys, new, strict=True)}

    def _sources(self):
        new, again, moved, settled = [], [], [], []
        for paper in self.papers:
            for pk, is_changed, is_settled, at, row in paper.sources:
                version = None if at is None else self._version(paper, at)
                moment = self.moment if is_settled and not paper.is_disputed else None
                values = (self.keys[paper.pk], version, self.batch, moment, *row)
                if pk is None:
                    new.append(values)
                elif is_changed and row[RAW]:
                    again.append((*values, pk))
                else:
                    moved += [(version, pk)] if is_changed else ()
                    settled += [(moment, pk)] if moment else ()
        keys = SOURCES.new_keys(len(new))
        SOURCES.insert([(key, *values) for key, values in zip(keys, new, strict=True)])
        SOURCES.update(again)
        MOVED_SOURCES.update(moved)
        SETTLED_SOURCES.update(settled)

    def _version(self, paper, at):
        return paper.versions[at][0] or self.new_versions[paper.pk, at]


def _insert_authors(rows):
    end = 1 + len(NAME)
    NAMES.insert([row[:end] for row in rows if row[end:] == NOTHING_ELSE])
    AUTHORS.insert([row for row in rows if row[end:] != NOTHING_ELSE])


def _kept(papers, table, name):
    """The rows that are there and stay; the others are deleted."""
    if not papers:
        return ()
    wanted = {(paper.pk, *row) for paper in papers for row in getattr(paper, name)}
    rows = table.model.objects.filter(publication__in=[paper.pk for paper in papers])
    rows = rows.filter(file="") if name == "links" else rows
    there = rows.values_list("pk", "publication", *table.columns[2:])
    table.delete([pk for pk, *row in there if tuple(row) not in wanted])
    return {tuple(row) for _pk, *row in there} & wanted


def _kept_topics(papers, wanted):
    """The same for topics."""
    if not papers:
        return ()
    rows = TOPICS.model.objects.filter(publication__in=[paper.pk for paper in papers])
    there = list(rows.values_list("pk", *TOPICS.columns))
    TOPICS.delete([pk for pk, *row in there if tuple(row) not in wanted])
    return {tuple(row) for _pk, *row in there} & wanted.keys()


def _batches(papers: Iterable[Packed]):
    papers = iter(papers)
    while some := list(islice(papers, BATCH)):
        yield some
