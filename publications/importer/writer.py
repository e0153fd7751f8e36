"""Writes a plan in one transaction, five hundred papers at a time. The only writer of imports."""

from collections.abc import Callable, Collection, Iterable

from django.db import IntegrityError, transaction
from django.utils import timezone

from history.models import Revision
from history.snapshots import track_many
from profiles.compiled_queries import batched
from profiles.slugs import make_slug
from publications import claims
from publications.fields import AUTHOR_COLUMNS, COLUMNS, VERSION_COLUMNS
from publications.importer import undo
from publications.importer.paper_store import AWARD, LINK, PaperState, SourceState, model_values
from publications.importer.report import Plan
from publications.models import (
    Authorship,
    AuthorshipSuggestion,
    FormerAddress,
    ImportBatch,
    Publication,
    PublicationAward,
    PublicationLink,
    Source,
    Topic,
    Venue,
    Version,
)
from publications.signals import publications_changed

BATCH = 500
CHOICES = ("is_selected", "is_hidden")
ENTRY = ("citation_key", "entry_type", "raw", "fields", "values", "checksum", "file", "line")


class PlanOutdated(Exception):  # noqa: N818 - says what the plan is
    """Something the plan stands on was changed since it was made: plan again."""


def apply(
    plan: Plan,
    *,
    origin: str = ImportBatch.Origin.COMMAND,
    user=None,
    progress: Callable[[int, int], None] = lambda done, total: None,
    further: Callable[[ImportBatch], None] | None = None,
) -> Plan:
    """Does what the plan says, and returns it with its number. Raises PlanOutdated before anything
    is written.

    `further` writes what came along with the papers, in the same import and transaction.
    """
    if not (plan.writes or further):
        return plan
    try:
        with transaction.atomic():
            batch = _write(plan, origin, user, progress)
            if further:
                further(batch)
            plan.batch = batch.pk
    except IntegrityError as error:  # an address that is taken now, a venue that is gone
        raise PlanOutdated from error
    return plan


def _write(plan, origin, user, progress):
    last = ImportBatch.objects.order_by("-pk").values_list("pk", flat=True).first()
    if last != plan.stamp:
        raise PlanOutdated
    venues = Venue.objects.bulk_create(Venue(**v._asdict()) for v in plan.new_venues.values())
    kept = {"refused_entries": plan.refused, "outside": plan.outside}
    batch = ImportBatch.objects.create(
        researcher=plan.researcher,
        user=user,
        origin=origin,
        files=plan.files,
        report=plan.kept_as_json() | kept,
        counts=plan.totals(),
        venues=[venue.pk for venue in venues],
        written_at=timezone.now(),
    )
    if changed := [pk for pk in plan.papers if pk > 0]:
        undo.save_snapshots(batch, changed)
    writer = Writer(batch, {n: v.pk for n, v in zip(plan.new_venues, venues, strict=True)})
    written, papers = [], plan.papers.values()
    for some in batched(papers, BATCH):
        # Of papers that colleagues have, too, who changed what: their dashboards tell it.
        changed = [paper.pk for paper in some if not paper.is_new]
        shared = claims.shared_papers(changed) if changed else Publication.objects.none()
        with track_many(shared, user, Revision.Action.IMPORTED):
            written += writer.write(some)
        progress(len(written), len(plan.papers))
    if writer.made_topics:
        batch.report["topics"] = [list(made) for made in writer.made_topics.items()]
        batch.save(update_fields=["report"])
    publications_changed.send(Publication, publications=written)
    return batch


class Writer:
    """Some hundred papers at a time, table by table. `venues`: number of a new one -> its key."""

    def __init__(self, batch: ImportBatch, venues: dict[int, int]):
        self.batch, self.now, self.venues = batch, batch.written_at, venues
        # Key -> name of the topics that this run made.
        self.made_topics: dict[int, str] = {}

    def write(self, papers: list[PaperState]) -> Collection[int]:
        """Store the papers and return their keys; raise PlanOutdated if others changed them."""
        # PlanOutdated where somebody else has changed a paper, or given an address away.
        slugs = [paper.slug for paper in papers if paper.is_new]
        if slugs and FormerAddress.objects.filter(slug__in=slugs).exists():
            raise PlanOutdated
        planned = {paper.pk: paper.updated_at for paper in papers if not paper.is_new}
        rows = Publication.objects.order_by().filter(pk__in=planned).select_for_update()
        if planned and dict(rows.values_list("pk", "updated_at")) != planned:
            raise PlanOutdated
        self._papers(papers)
        self._authors(papers)
        self._lists(PublicationLink, "links", LINK, papers)
        self._lists(PublicationAward, "awards", AWARD, papers)
        self._topics(papers)
        self._versions(papers)
        self._sources(papers)
        return self.keys.values()

    def _papers(self, papers):
        rows = [
            Publication(
                id=None if paper.is_new else paper.pk,
                slug=paper.slug,
                owner_id=paper.owner,
                venue_id=self.venues.get(paper.venue, paper.venue),
                published_at=None if paper.is_draft else self.now,
                fields=paper.fields,
                **model_values(paper.columns),
            )
            for paper in papers
        ]
        changed = set().union(*(paper.changed for paper in papers if not paper.is_new))
        _save(Publication, rows, sorted(changed & {*COLUMNS, "venue", "fields"}))
        self.keys = {paper.pk: row.pk for paper, row in zip(papers, rows, strict=True)}
        # The moment of the import on all of them: undo knows by it what was edited since.
        changed = [paper.pk for paper in papers if not paper.is_new]
        made = [self.keys[paper.pk] for paper in papers if paper.is_new]
        Publication.objects.filter(pk__in=changed).update(updated_at=self.now)
        Publication.objects.filter(pk__in=made).update(updated_at=self.now, created_at=self.now)

    def _authors(self, papers):
        removed = [author.pk for paper in papers for author in paper.removed if author.pk]
        Authorship.objects.filter(pk__in=removed).delete()
        states, rows = [], []
        for paper in papers:
            for position, author in enumerate(paper.authors):
                if author.is_changed:
                    # In the order of its columns: they are many, and names take twice the time.
                    who = author.orcid, author.researcher
                    choices = author.is_selected, 0, author.is_hidden
                    states.append(author)
                    rows.append(
                        Authorship(
                            author.pk, self.keys[paper.pk], position, *author.row, *who, *choices
                        )
                    )
        _save(Authorship, rows, ("position", "researcher", *CHOICES, "orcid", *AUTHOR_COLUMNS))
        for author, row in zip(states, rows, strict=True):
            author.pk = row.pk
        suggestions = [
            AuthorshipSuggestion(
                authorship_id=author.pk,
                researcher_id=researcher,
                reason=reason,
                state=author.suggestions[researcher],
                created_at=self.now,
            )
            for paper in papers
            for author in paper.authors
            for researcher, reason in author.reasons.items()
        ]
        AuthorshipSuggestion.objects.bulk_create(suggestions, BATCH, ignore_conflicts=True)

    def _lists(self, model, name, columns, papers):
        """What is no longer wanted goes, what is missing comes; rows that stay are not touched."""
        papers = [paper for paper in papers if paper.is_new or name in paper.changed]
        wanted = [
            (self.keys[paper.pk], *row, position)
            for paper in papers
            for position, row in enumerate(getattr(paper, name))
        ]
        changed = [paper.pk for paper in papers if not paper.is_new]
        stored = model.objects.filter(publication__in=changed)
        stored = stored.filter(file="") if name == "links" else stored
        kept = _keep(stored, ("publication", *columns), {row[:-1] for row in wanted})
        names = ("publication_id", *columns, "position")
        rows = [model(**dict(zip(names, r, strict=True))) for r in wanted if r[:-1] not in kept]
        model.objects.bulk_create(rows, BATCH)

    def _topics(self, papers):
        papers = [paper for paper in papers if paper.is_new or "topics" in paper.changed]
        keys = _topic_keys((n for paper in papers for n in paper.topics), self.made_topics)
        wanted = dict.fromkeys(
            (self.keys[paper.pk], keys[name]) for paper in papers for name in paper.topics
        )
        changed = [paper.pk for paper in papers if not paper.is_new]
        model = Publication.topics.through
        stored = model.objects.filter(publication__in=changed)
        kept = _keep(stored, ("publication", "topic"), wanted.keys())
        rows = [model(publication_id=p, topic_id=t) for p, t in wanted if (p, t) not in kept]
        model.objects.bulk_create(rows, BATCH)

    def _versions(self, papers):
        changed = [(paper, form) for paper in papers for form in paper.versions if form.is_changed]
        rows = [
            Version(id=form.pk, publication_id=self.keys[paper.pk], **model_values(form.values))
            for paper, form in changed
        ]
        _save(Version, rows, VERSION_COLUMNS)
        for (_paper, form), row in zip(changed, rows, strict=True):
            form.pk = row.pk

    def _sources(self, papers):
        whole, moved, settled = [], [], []
        for paper in papers:
            for source in paper.sources:
                is_settled = source.is_settled and not paper.is_disputed
                if source.is_changed and (source.raw or not source.pk):
                    row = Source(
                        id=source.pk,
                        publication_id=self.keys[paper.pk],
                        version_id=_version(source),
                        batch_id=self.batch.pk,
                        settled_at=self.now if is_settled else None,
                        **{name: getattr(source, name) for name in ENTRY},
                    )
                    whole.append(row)
                    continue
                if source.is_changed:
                    moved.append(Source(pk=source.pk, version_id=_version(source)))
                if is_settled:
                    settled.append(source.pk)
        _save(Source, whole, ("publication", "version", "batch", "settled_at", *ENTRY))
        Source.objects.bulk_update(moved, ["version"], BATCH)
        if settled:
            Source.objects.filter(pk__in=settled).update(settled_at=self.now)


def _topic_keys(names: Iterable[str], made: dict[int, str]) -> dict[str, int]:
    """Name -> primary key, small and capital letters alike; what is missing is `made`."""
    names = list(dict.fromkeys(names))
    named, keys, slugs = {}, {}, set()
    rows = Topic.objects.order_by("-pk").values_list("pk", "name", "slug")
    for pk, name, slug in rows if names else ():
        named[name] = keys[name.casefold()] = pk
        slugs.add(slug)
    missing = {name.casefold(): name for name in names if name.casefold() not in keys}
    rows = []
    for name in missing.values():
        slug = make_slug(name, slugs, fallback="topic")
        slugs.add(slug)
        rows.append(Topic(name=name, slug=slug))
    for row in Topic.objects.bulk_create(rows):
        keys[row.name.casefold()] = row.pk
        made[row.pk] = row.name
    return {name: named.get(name) or keys[name.casefold()] for name in names}


def _version(source: SourceState) -> int | None:
    return source.version.pk if source.version else None


def _save(model, rows, names):
    """Makes the rows that have no key, and writes these columns of those that have one."""
    changed = [row for row in rows if row.pk is not None]
    model.objects.bulk_create([row for row in rows if row.pk is None], BATCH)
    if changed and names:
        model.objects.bulk_update(changed, names, BATCH)


def _keep(stored, names, wanted):
    """Deletes the rows of a query that are not wanted; returns those that are."""
    rows = {pk: tuple(row) for pk, *row in stored.values_list("pk", *names)}
    stored.filter(pk__in=[pk for pk, row in rows.items() if row not in wanted]).delete()
    return wanted & set(rows.values())
