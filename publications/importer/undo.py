"""Takes an import back, as long as what it brought was not edited since.

What it made goes, what it changed stands again as before; what a person or a later import
touched is kept and named. "Touched" is a paper's `updated_at`: every form of the admin moves it,
the ones that only write a row beside the paper too (claims.touch). News and projects that are
about a paper do not change it; they keep it all the same.

Of the rows that the import of a site changed beside papers, each column that still says what the
import wrote is as before. A merge of papers is kept like an import: its undo makes them again.
"""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import partial

from django.apps import apps
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Exists, Model, OuterRef, Q, Subquery, TextField
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from history import snapshots
from history.models import InlineRows, Revision, VersionedModel, get_form_row
from history.snapshots import track_changes, track_many
from profiles.compiled_queries import batched
from profiles.models import Link, NewsItem, Picture, Redirect, Researcher
from publications import claims
from publications.models import (
    Authorship,
    AuthorshipSuggestion,
    FormerAddress,
    ImportBatch,
    ImportChange,
    ImportedRow,
    NewsMention,
    NotDuplicate,
    ProjectPaper,
    Publication,
    Topic,
    Venue,
    VenueRank,
)
from publications.signals import publications_changed
from uploads.images import delete_stored_picture, names_in_rows

BATCH = 500
# A person's doing, and no import's. It goes from a merged paper to the one that it becomes part of.
BY_HAND = (NewsMention, ProjectPaper, Redirect, FormerAddress)
MOVED = [InlineRows("publication", model=model) for model in BY_HAND]
MOVED += [InlineRows("one", model=NotDuplicate), InlineRows("other", model=NotDuplicate)]
# What an import writes of a paper, beside its columns and topics: each after what it points at.
INLINES = [inline for inline in Publication.get_inlines() if inline.model not in BY_HAND]
INLINES += [InlineRows("authorship__publication", model=AuthorshipSuggestion)]

# Not of a row's own content: where it stands in a list is a choice about the list.
PLACE = "position"


class UndoError(Exception):
    """This import cannot be undone (any more); the text says why."""


@dataclass(slots=True)
class UndonePaper:
    """`why` is empty, or says in a sentence why the paper is kept."""

    pk: int
    slug: str
    title: str
    why: str = ""

    def __str__(self):
        return f"{self.title} ({self.slug})"


@dataclass(slots=True)
class RowUndo:
    """`kind`: "News item". `why` is empty, or says in a sentence why the row is kept.

    `stored` is the row itself, `imported` the key of its ImportedRow, `before` what its columns
    said before the import.
    """

    kind: str
    name: str
    stored: Model
    imported: int
    why: str = ""
    before: dict = field(default_factory=dict)

    def __str__(self):
        return f"{self.kind}: {self.name}"


@dataclass(slots=True)
class RowsUndone:
    """`taken` were made by the import, `restored` changed by it; of one row, some columns may be
    `restored` and others `kept`. `gone` are keys of ImportedRow that nothing is left of.
    """

    taken: list[RowUndo] = field(default_factory=list)
    restored: list[RowUndo] = field(default_factory=list)
    kept: list[RowUndo] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Undone:
    """`taken` are papers that the import had made, `venues` the names of those that went along;
    `rows` is what it had made and changed beside papers.
    """

    taken: list[UndonePaper] = field(default_factory=list)
    restored: list[UndonePaper] = field(default_factory=list)
    kept: list[UndonePaper] = field(default_factory=list)
    venues: list[str] = field(default_factory=list)
    rows: RowsUndone = field(default_factory=RowsUndone)

    @property
    def does_something(self) -> bool:
        rows = self.rows
        return bool(self.taken or self.restored or self.venues or rows.taken or rows.restored)


def save_snapshots(batch: ImportBatch, papers: list[int], inlines=INLINES) -> None:
    """Keeps how these papers stand, before `batch` changes them; inside its transaction."""
    for some in batched(papers, BATCH):
        rows = [
            ImportChange(batch=batch, publication_id=pk, before=before)
            for pk, before in snapshots.take_all(Publication, some, inlines).items()
        ]
        ImportChange.objects.bulk_create(rows, BATCH, ignore_conflicts=True)


def preview(batch: ImportBatch, *, by_operator: bool = False) -> Undone:
    """What `undo` would do; of an import that was undone, what it kept then and why.

    Raises UndoError for one that was made before there was undo.
    """
    if batch.written_at is None:
        raise UndoError(
            _("This import is older than undo; its papers can only be deleted by hand.")
        )
    result = Undone(rows=_preview_rows(batch))
    for papers, done in ((_made(batch), result.taken), (_changed(batch), result.restored)):
        for paper in _with_reasons(papers, batch, by_operator, result.rows.taken):
            (result.kept if paper.why else done).append(paper)
    _keep_addresses(result)
    # Papers that have an entry of this import, though it neither made nor changed them.
    merged = Publication.objects.filter(pk__in=batch.sources.values("publication")).order_by("pk")
    merged = merged.exclude(created_at=batch.written_at).exclude(
        pk__in=_changed(batch).values("pk")
    )
    for pk, slug, title in merged.values_list("pk", "slug", "title"):
        why = _("A paper of this import was merged into it.")
        result.kept.append(UndonePaper(pk, slug, title, why))
    if batch.origin == ImportBatch.Origin.MERGE:
        _preview_merged(batch, result)
    if result.kept and batch.origin in ImportBatch.WITHOUT_FILE:
        result.taken, result.restored = [], []
    result.venues = [name for _pk, name in _venues(batch, result)]
    return result


@transaction.atomic
def undo(batch: ImportBatch, *, by_operator: bool = False, user=None) -> Undone:
    """Does it. `by_operator`: the command line or a manager asks; else a paper that a colleague
    has, too, is kept. Where papers were kept, asking again takes those whose reason is gone.

    Raises UndoError; then nothing was changed.
    """
    batch = ImportBatch.objects.select_for_update().get(pk=batch.pk)
    for papers in (_made(batch), _changed(batch)):
        list(papers.select_for_update().order_by("pk").values_list("pk"))
    result = preview(batch, by_operator=by_operator)
    # Only a site's import has rows beside papers, and files.
    files = names_in_rows() if batch.rows.exists() else set()
    if batch.undone_at and not result.does_something:
        raise UndoError(_("This import was undone already."))
    if batch.origin in ImportBatch.WITHOUT_FILE and not result.does_something:
        raise UndoError(f"{result.kept[0].title}: {result.kept[0].why}")
    venues = [pk for pk, _name in _venues(batch, result)]
    _undo_rows(result.rows, user)
    for some in batched([paper.pk for paper in result.taken], BATCH):
        Publication.objects.filter(pk__in=some).delete()
    for some in batched([paper.pk for paper in result.restored], BATCH):
        changes = ImportChange.objects.filter(batch=batch, publication__in=some)
        states = dict(changes.values_list("publication", "before"))
        tracked, inlines = claims.shared_papers(some), INLINES
        # A later find by somebody's names stays.
        removable = {AuthorshipSuggestion: Q(created_at=batch.written_at)}
        if batch.origin == ImportBatch.Origin.MERGE:
            tracked, inlines = Publication.objects.filter(pk__in=some), [*INLINES, *MOVED]
            states, removable = _of_merge(states, removable)
        with track_many(tracked, user, Revision.Action.RESTORED):
            snapshots.put_back_all(Publication, states, inlines, removable)
        changes.delete()
        publications_changed.send(Publication, publications=some)
    free = Venue.objects.filter(pk__in=venues, publications=None)
    result.venues = list(free.order_by("pk").values_list("name", flat=True))
    free.delete()
    # Those that it made, that nobody renamed and no paper is about.
    topics = dict(batch.report.get("topics", ()))
    Topic.objects.filter(pk__in=topics, name__in=topics.values(), publications=None).delete()
    attached = batch.rows.filter(kind=Publication._meta.label_lower)
    attached.exclude(object_id__in=[paper.pk for paper in result.kept]).delete()
    batch.undone_at = timezone.now()
    batch.save(update_fields=["undone_at"])
    _delete_unnamed_files(files)
    return result


def _made(batch):
    return Publication.objects.filter(created_at=batch.written_at)


def _changed(batch):
    changes = ImportChange.objects.filter(batch=batch)
    return Publication.objects.filter(pk__in=changes.values("publication"))


def _venues(batch, result):
    """Those that it made, that no other paper is in and nobody did anything with."""
    # With the links and ranks that an imported site gave them.
    links = batch.report.get("site", {}).get("venues", {}).values()
    rows = Venue.objects.filter(pk__in=batch.venues, added_by=None, url__in=["", *links])
    ranked = VenueRank.objects.exclude(pk__in=batch.report.get("ranks", ()))
    rows = rows.filter(aliases=None).exclude(ranks__in=ranked).order_by("pk")
    going = {paper.pk for paper in (*result.taken, *result.restored)}
    papers = Publication.objects.filter(venue__in=rows.values("pk")).values_list("pk", "venue")
    used = {venue for paper, venue in papers if paper not in going}
    return [(pk, name) for pk, name in rows.values_list("pk", "name") if pk not in used]


# --- Papers that were merged ----------------------------------------------------------------------


def _preview_merged(batch, result):
    """The papers that became part of another come back with it, as long as that one is here."""
    here = Publication.objects.values("pk")
    gone = ImportChange.objects.filter(batch=batch).exclude(publication__in=here)
    names = ("publication", "before__fields__slug", "before__fields__title")
    papers = [UndonePaper(*row) for row in gone.order_by("pk").values_list(*names)]
    if result.restored:
        result.restored += papers
    elif not result.kept:
        later = ImportChange.objects.filter(publication__in=[paper.pk for paper in papers])
        later = later.filter(batch__gt=batch.pk, batch__undone_at=None).order_by("-batch").first()
        why = _changed_later(later.batch_id) if later else _("It was deleted since.")
        result.kept = [replace(paper, why=why) for paper in papers]


def _of_merge(states, removable):
    """What was done since to news, projects and old addresses stays. So does, of what the merge
    made, that a third paper is none of these; old addresses that it made go.
    """
    here = set(Redirect.objects.filter(publication__in=states).values_list("pk", flat=True))
    is_here = {Redirect: lambda row: row if row["id"] in here else None}
    slugs = [state["fields"]["slug"] for state in states.values()]
    removable |= {inline.model: Q(pk__in=[]) for inline in MOVED}
    removable[FormerAddress] = Q(slug__in=slugs)
    return {pk: snapshots.map_rows(state, is_here) for pk, state in states.items()}, removable


# --- Why a paper is kept --------------------------------------------------------------------------


def _with_reasons(papers, batch, by_operator, going):
    """`going`: rows that go with the import, and no longer speak of a paper."""
    paper = OuterRef("pk")
    later = ImportChange.objects.filter(
        publication=paper, batch__gt=batch.pk, batch__undone_at=None
    )
    mentions = NewsMention.objects.filter(publication=paper)
    news = [row.stored.pk for row in going if isinstance(row.stored, NewsItem)]
    mentions = mentions.exclude(news_item__in=news)
    rows = papers.order_by("pk").annotate(
        later=Subquery(later.order_by("-batch").values("batch")[:1]),
        is_mentioned=Exists(mentions) | Exists(ProjectPaper.objects.filter(publication=paper)),
    )
    columns = ("pk", "slug", "title", "created_at", "updated_at", "later", "is_mentioned")
    # Of a paper that was split or merged, nobody loses what they did not have before.
    is_ours = by_operator or batch.origin in ImportBatch.WITHOUT_FILE
    shared = set() if is_ours else _shared_with_colleagues(papers, batch)
    for row in rows.values(*columns):
        why = ""
        if row["later"]:
            why = _changed_later(row["later"])
        elif row["updated_at"] != batch.written_at:
            why = _("It was edited since.")
        elif row["is_mentioned"] and row["created_at"] == batch.written_at:
            why = _("News or a project is about it.")
        elif row["pk"] in shared:
            why = _("A colleague has it, too.")
        yield UndonePaper(row["pk"], row["slug"], row["title"], why)


def _changed_later(number):
    text = _("Import %(number)s changed it later: undo that one first.")
    return text % {"number": number}


def _shared_with_colleagues(papers, batch):
    """Papers that would leave a colleague's page, or were never of the import's researcher."""
    importer, linked, linked_before = batch.researcher_id, defaultdict(set), defaultdict(set)
    rows = Authorship.objects.filter(publication__in=papers.values("pk"), researcher__isnull=False)
    for paper, researcher in rows.values_list("publication", "researcher"):
        linked[paper].add(researcher)
    names = "before__rows__publications.authorship"
    changes = ImportChange.objects.filter(batch=batch).values_list("publication", names)
    for paper, rows in changes:
        linked_before[paper] = {row["researcher"] for row in rows or ()}
    return {
        paper
        for paper, owner in papers.values_list("pk", "owner")
        if linked[paper] - {importer} - linked_before[paper]
        or importer not in linked[paper] | {owner}
    }


# --- Rows beside papers, files, old addresses -----------------------------------------------------


def digests(rows: Collection[Model]) -> dict[int, str]:
    """Key -> what differs once somebody edits the row, or what stands on its form."""
    if not rows:
        return {}
    model = type(next(iter(rows)))
    versioned = issubclass(model, VersionedModel) and model is not Researcher
    inlines = model.get_edited_inlines() if versioned else []
    states = snapshots.take_all(model, [row.pk for row in rows], inlines)
    for state in states.values():
        state["fields"].pop(PLACE, None)
    if versioned:
        return {pk: snapshots.digest(model, state) for pk, state in states.items()}
    return {pk: snapshots.digest_of(state["fields"]) for pk, state in states.items()}


def _preview_rows(batch: ImportBatch) -> RowsUndone:
    """Return what `undo` would do with rows that are no papers, changing nothing."""
    result = RowsUndone()
    by_kind = defaultdict(list)
    for imported in batch.rows.exclude(kind=Publication._meta.label_lower).order_by("pk"):
        by_kind[imported.kind].append(imported)
    # Addresses, pictures and links last: they stay where what they belong to does.
    belongs = (Redirect, Picture, Link)
    kinds = sorted(by_kind, key=lambda kind: issubclass(apps.get_model(kind), belongs))
    for kind in kinds:
        _preview_kind(apps.get_model(kind), by_kind[kind], batch, result)
    return result


def _keep_addresses(result):
    """Old addresses of papers that are kept stay, too."""
    papers = {paper.pk for paper in result.kept}
    result.rows.taken = [
        row
        for row in result.rows.taken
        if not (isinstance(row.stored, Redirect) and row.stored.publication_id in papers)
    ]


def _undo_rows(result, user):
    made = [row.stored for row in result.taken]
    forms = {get_form_row(row.stored) for row in (*result.taken, *result.restored)} - set(made)
    with track_changes(user, *forms, action=Revision.Action.RESTORED):
        for row in result.restored:
            snapshots.put(row.stored, row.before)
            row.stored.save()
        for row in made:
            if type(row)._base_manager.filter(pk=row.pk).exists():  # else it went with another
                row.delete()
    gone = [*result.gone, *(row.imported for row in result.taken)]
    ImportedRow.objects.filter(pk__in=gone).delete()


def _delete_unnamed_files(before):
    """Of the uploads that rows named `before`, those that none names now, and no version that could
    be brought back; once the transaction has committed.
    """
    versions = Revision.objects.annotate(text=Cast("state", TextField())).order_by()
    for name in before and before - names_in_rows():
        if not versions.filter(text__contains=name).exists():
            delete = partial(delete_stored_picture, default_storage, name)
            transaction.on_commit(delete, robust=True)


def _preview_kind(model, imported, batch, result):
    rows = model._base_manager.in_bulk([one.object_id for one in imported])
    now = digests(rows.values())
    later = ImportedRow.objects.filter(
        kind=imported[0].kind, object_id__in=rows, batch__gt=batch.pk, batch__undone_at=None
    )
    later = dict(later.order_by("-batch").values_list("object_id", "batch"))
    for one in imported:
        row = rows.get(one.object_id)
        if row is None or one.before == {}:  # deleted by hand, or only compared
            result.gone.append(one.pk)
            continue
        shown = RowUndo(capfirst(model._meta.verbose_name), str(row), row, one.pk)
        if row.pk in later:
            shown.why = _changed_later(later[row.pk])
        elif one.before is None:
            if now[row.pk] != one.digest:
                shown.why = _("It was edited since.")
            elif _belongs_to_any(row, [other.stored for other in result.kept]):
                continue
        if shown.why:
            result.kept.append(shown)
        elif one.before is None:
            result.taken.append(shown)
        else:
            _preview_changed(shown, one, result)


def _preview_changed(shown, one, result):
    """Column by column: on a profile, something is always edited."""
    row, now = shown.stored, snapshots.values_of(shown.stored)
    texts = {name for name in one.before if name.endswith("_text")}
    edited = [
        name for name in one.before if name not in texts and now[name] != one.values.get(name)
    ]
    shown.before = {
        name: value
        for name, value in one.before.items()
        if name.removesuffix("_text") not in edited and name not in edited
    }
    if shown.before:
        result.restored.append(shown)
    if edited:
        labels = ", ".join(str(row._meta.get_field(name).verbose_name) for name in edited)
        why = _("Edited since: %(columns)s.") % {"columns": labels}
        result.kept.append(replace(shown, why=why))
    else:
        result.gone.append(one.pk)


def _belongs_to_any(row, kept):
    """A picture in a text that stays, a link on a row that stays."""
    if isinstance(row, Picture):
        return any(row.image.name in str(snapshots.values_of(other)) for other in kept)
    if isinstance(row, Redirect):
        return row.row in kept
    if isinstance(row, Link):
        parent = row.inline_of[0].parent
        return any(getattr(row, parent) == other for other in kept)
    return False
