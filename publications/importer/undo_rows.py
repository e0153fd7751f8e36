"""Takes back what the import of a site made and changed beside papers: rows, files, old addresses.

What it made goes unless it was edited since; of what it changed, each column that still says what
the import wrote is as before. What is edited, or was imported again later, stays and is named.
"""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import partial

from django.apps import apps
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Model, TextField
from django.db.models.functions import Cast
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from history import snapshots
from history.models import Revision, VersionedModel, get_form_row
from history.recording import save_baseline, save_revision
from history.snapshots import put
from profiles.models import Link, Picture, Redirect, Researcher
from publications.models import ImportBatch, ImportedRow, Publication
from uploads.fields import names_in_rows
from uploads.images import delete_stored_picture

# Not of a row's own content: where it stands in a list is a choice about the list.
PLACE = "position"


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


@dataclass(slots=True)
class RowsUndone:
    """`taken` were made by the import, `restored` changed by it; of one row, some columns may be
    `restored` and others `kept`. `gone` are keys of ImportedRow that nothing is left of.
    """

    taken: list[RowUndo] = field(default_factory=list)
    restored: list[RowUndo] = field(default_factory=list)
    kept: list[RowUndo] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)


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


def preview(batch: ImportBatch) -> RowsUndone:
    """Return what `undo` would do, changing nothing."""
    result, kept = RowsUndone(), []
    by_kind = defaultdict(list)
    for imported in batch.rows.exclude(kind=Publication._meta.label_lower).order_by("pk"):
        by_kind[imported.kind].append(imported)
    # Addresses, pictures and links last: they stay where what they belong to does.
    belongs = (Redirect, Picture, Link)
    kinds = sorted(by_kind, key=lambda kind: issubclass(apps.get_model(kind), belongs))
    for kind in kinds:
        _preview(apps.get_model(kind), by_kind[kind], batch, result, kept)
    return result


def keep_addresses(result: RowsUndone, papers: Collection[int]) -> None:
    """Old addresses of papers that are kept stay, too."""
    result.taken = [
        row
        for row in result.taken
        if not (isinstance(row.stored, Redirect) and row.stored.publication_id in papers)
    ]


def undo(result: RowsUndone, user=None) -> None:
    """Does it, inside the transaction of whoever calls."""
    made = [row.stored for row in result.taken]
    forms = {get_form_row(row.stored) for row in (*result.taken, *result.restored)} - set(made)
    for row in forms:
        save_baseline(row)
    for row in result.restored:
        put(row.stored, row.before)
        row.stored.save()
    for row in made:
        if type(row)._base_manager.filter(pk=row.pk).exists():  # else it went with another
            row.delete()
    for row in forms:
        save_revision(row, user, Revision.Action.RESTORED)
    gone = [*result.gone, *(row.imported for row in result.taken)]
    ImportedRow.objects.filter(pk__in=gone).delete()


def delete_unnamed_files(before: set[str]) -> None:
    """Of the uploads that rows named `before`, those that none names now, and no version that could
    be brought back; once the transaction has committed.
    """
    versions = Revision.objects.annotate(text=Cast("state", TextField())).order_by()
    for name in before and before - names_in_rows():
        if not versions.filter(text__contains=name).exists():
            delete = partial(delete_stored_picture, default_storage, name)
            transaction.on_commit(delete, robust=True)


def _preview(model, imported, batch, result, kept):
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
            text = _("Import %(number)s changed it later: undo that one first.")
            shown.why = text % {"number": later[row.pk]}
        elif one.before is None:
            if now[row.pk] != one.digest:
                shown.why = _("It was edited since.")
            elif _belongs_to_any(row, kept):
                continue
        if shown.why:
            result.kept.append(shown)
            kept.append(row)
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
