"""Writes a plan: one transaction, in batches. The only writer of imported papers."""

from collections.abc import Callable

from django.db import transaction
from django.utils import timezone

from profiles.dates import PartialDate
from publications.importer import undo
from publications.importer.authors import ROW
from publications.importer.columns import CITABLE, COLUMNS
from publications.importer.report import Report
from publications.importer.steps import Plan
from publications.models import (
    Authorship,
    AuthorshipSuggestion,
    ImportBatch,
    Publication,
    PublicationAward,
    PublicationLink,
    Source,
    Venue,
    Version,
)

BATCH = 500


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
    if plan.writes:
        with transaction.atomic():
            Writer(plan, report, progress).write(origin, user)
    return report


class Writer:
    def __init__(self, plan, report, progress):
        self.plan, self.report, self.progress = plan, report, progress
        self.new = [state for state in plan.papers if state.is_new]
        self.old = [state for state in plan.papers if not state.is_new]

    def write(self, origin, user):
        self._check()
        self.now = timezone.now()
        self.batch = self._make_batch(origin, user)
        self.report.batch = self.batch.pk
        undo.remember(self.batch, [state.pk for state in self.old])
        steps = (
            self._venues,
            self._new_papers,
            self._changed_papers,
            self._authors,
            self._suggestions,
            self._links,
            self._awards,
            self._versions,
            self._sources,
        )
        for number, step in enumerate(steps, start=1):
            step()
            self.progress(number, len(steps))
        self._stamp()

    def _stamp(self):
        """What the undo goes by: papers of this import bear its time, until somebody edits them."""
        for states in _batches(self.new):
            papers = Publication.objects.filter(pk__in=[state.pk for state in states])
            papers.update(created_at=self.now, updated_at=self.now)
        for states in _batches(self.old):
            papers = Publication.objects.filter(pk__in=[state.pk for state in states])
            papers.update(updated_at=self.now)
        self.batch.venues = [venue.pk for venue in self.plan.new_venues]
        self.batch.save(update_fields=["venues"])

    def _check(self):
        last = ImportBatch.objects.order_by("-pk").values_list("pk", flat=True).first()
        if last != self.plan.stamp:
            raise Stale
        for states in _batches(self.old):
            keys = [state.pk for state in states]
            now = dict(Publication.objects.filter(pk__in=keys).values_list("pk", "updated_at"))
            if any(now.get(state.pk) != state.updated_at for state in states):
                raise Stale
        taken = Publication.objects.order_by()
        for states in _batches(self.new):
            if taken.filter(slug__in=[state.slug for state in states]).exists():
                raise Stale

    def _make_batch(self, origin, user):
        told = self.report.as_json() | {"refused_entries": self.plan.refused}
        told["changes"] = list(_changes(self.plan))
        return ImportBatch.objects.create(
            researcher=self.plan.researcher,
            user=user,
            origin=origin,
            files=self.plan.files,
            report=told,
            counts=self.report.totals(),
            written_at=self.now,
        )

    def _venues(self):
        venues = [Venue(name=v.name, short_name=v.short_name) for v in self.plan.new_venues]
        rows = Venue.objects.bulk_create(venues, BATCH)
        for venue, row in zip(self.plan.new_venues, rows, strict=True):
            venue.pk = row.pk

    def _new_papers(self):
        rows = []
        for state in self.new:
            row = _publication(state)
            row.slug, row.owner_id = state.slug, state.owner
            row.published_at = None if state.is_draft else self.now
            rows.append(row)
        for state, row in zip(self.new, Publication.objects.bulk_create(rows, BATCH), strict=True):
            state.pk = row.pk

    def _changed_papers(self):
        changed = [state for state in self.old if state.changed]
        names = set().union(*(state.changed for state in changed)) & {*COLUMNS, "venue", "fields"}
        if "date" in names:
            names.add("date_text")
        rows = [_publication(state) for state in changed]
        if rows and names:
            Publication.objects.bulk_update(rows, sorted(names), BATCH)

    def _authors(self):
        gone = [author.pk for state in self.plan.papers for author in state.removed]
        for keys in _batches(gone):
            Authorship.objects.filter(pk__in=keys).delete()
        pairs = list(_authorships(self.plan.papers))
        changed = [row for author, row in pairs if author.pk]
        names = ["position", "researcher", "is_selected", *ROW]
        Authorship.objects.bulk_update(changed, names, BATCH)
        new = [(author, row) for author, row in pairs if not author.pk]
        rows = Authorship.objects.bulk_create([row for _author, row in new], BATCH)
        for (author, _row), row in zip(new, rows, strict=True):
            author.pk = row.pk

    def _suggestions(self):
        rows = [
            AuthorshipSuggestion(authorship_id=author.pk, researcher_id=pk, reason=reason)
            for state in self.plan.papers
            for author in state.authors
            for pk, reason in author.reasons.items()
        ]
        AuthorshipSuggestion.objects.bulk_create(rows, BATCH, ignore_conflicts=True)

    def _links(self):
        _write_rows(self.new, self.old, PublicationLink, "links", ("kind", "label", "url"))

    def _awards(self):
        _write_rows(self.new, self.old, PublicationAward, "awards", ("name", "url"))

    def _versions(self):
        pairs = [
            (version, Version(pk=version.pk, publication_id=state.pk, **_columns(version.values)))
            for state in self.plan.papers
            for version in state.versions
            if version.is_changed
        ]
        changed = [row for version, row in pairs if version.pk]
        Version.objects.bulk_update(changed, CITABLE, BATCH)
        new = [(version, row) for version, row in pairs if not version.pk]
        rows = Version.objects.bulk_create([row for _version, row in new], BATCH)
        for (version, _row), row in zip(new, rows, strict=True):
            version.pk = row.pk

    def _sources(self):
        fed = [(state, s) for state in self.plan.papers for s in state.sources if s.is_changed]
        new = [self._source(state, source) for state, source in fed if not source.pk]
        Source.objects.bulk_create(new, BATCH)
        moved = [
            Source(pk=s.pk, version_id=s.version.pk)
            for _state, s in fed
            if s.pk and not s.raw and s.version
        ]
        Source.objects.bulk_update(moved, ["version"], BATCH)
        again = [self._source(state, source) for state, source in fed if source.pk and source.raw]
        names = ("version", "batch", "entry_type", "raw", "fields", "values", "checksum", "line")
        Source.objects.bulk_update(again, names, BATCH)

    def _source(self, state, source):
        return Source(
            pk=source.pk,
            publication_id=state.pk,
            version_id=source.version.pk if source.version else None,
            batch=self.batch,
            citation_key=source.key,
            entry_type=source.entry_type,
            raw=source.raw,
            fields=source.fields,
            values=source.values,
            checksum=source.fingerprint,
            file=source.file,
            line=source.line,
        )


def _publication(state):
    row = Publication(pk=state.pk, **_columns(state.columns))
    row.fields = state.fields
    row.venue_id = getattr(state.venue, "pk", state.venue)
    return row


def _columns(values):
    """What is not among them is empty; the date takes its text along."""
    columns = dict(values)
    if stored := columns.get("date"):
        columns["date"] = PartialDate.from_stored(stored, columns.get("date_text", ""))
    return columns


def _authorships(states):
    for state in states:
        for position, author in enumerate(state.authors):
            if author.is_changed:
                values = dict(zip(ROW, author.row, strict=True))
                yield (
                    author,
                    Authorship(
                        pk=author.pk,
                        publication_id=state.pk,
                        position=position,
                        researcher_id=author.researcher,
                        is_selected=author.is_selected,
                        **values,
                    ),
                )


def _write_rows(new, old, model, name, columns):
    """What is no longer wanted goes, what is missing comes; rows that stay are not touched."""
    changed = [state for state in old if name in state.changed]
    kept = _kept(changed, model, name, columns)
    rows = [
        model(publication_id=state.pk, position=at, **dict(zip(columns, values, strict=True)))
        for state in (*new, *changed)
        for at, values in enumerate(getattr(state, name))
        if (state.pk, *values) not in kept
    ]
    model.objects.bulk_create(rows, BATCH)


def _kept(states, model, name, columns):
    """The rows that are there and stay; the others are deleted."""
    wanted = {(state.pk, *values) for state in states for values in getattr(state, name)}
    kept, gone = set(), []
    for some in _batches(states):
        rows = model.objects.filter(publication__in=[state.pk for state in some])
        rows = rows.filter(file="") if name == "links" else rows
        for pk, *row in rows.values_list("pk", "publication", *columns):
            (kept.add(tuple(row)) if tuple(row) in wanted else gone.append(pk))
    for keys in _batches(gone):
        model.objects.filter(pk__in=keys).delete()
    return kept


def _changes(plan):
    """What an undo must know of papers that were here before: what stood there."""
    for step in plan.steps:
        if step.changes and step.paper and not step.paper.is_new:
            yield {
                "publication": step.paper.pk,
                "file": step.file,
                "line": step.line,
                "fields": [[c.field, c.mine, c.theirs] for c in step.changes],
            }


def _batches(items):
    for start in range(0, len(items), BATCH):
        yield items[start : start + BATCH]
