"""How papers stood before, as imports and versions keep it: for a person's archive without what
is another's, and for colleagues without a person who is erased.

An import's change holds {"authorship": [rows], …}, a version {"publications.authorship": [rows]};
columns that point somewhere are named researcher_id in the one and researcher in the other.
"""

from collections.abc import Callable, Iterable

from django.apps import apps
from django.core.files.storage import default_storage
from django.db.models import FileField

from history.models import Revision
from profiles.models import Researcher
from publications.models import ImportChange, Publication

# Each author's own, on a row that all authors of the paper see.
CHOICES = ("researcher", "is_selected", "selected_position", "is_hidden")
CLEARED = {
    **dict.fromkeys(("researcher", "researcher_id")),
    **dict.fromkeys(("is_selected", "is_hidden"), False),
    "selected_position": 0,
    "orcid": "",
}


def for_archive(rows: dict, researcher: Researcher, batches: set[int]) -> dict:
    """`rows` by model, without colleagues' choices and the entries of other than `batches`."""

    def authorship(row):
        if _value(row, "researcher") == researcher.pk:
            return row
        return {name: row[name] for name in row if name.removesuffix("_id") not in CHOICES}

    return _each(
        rows,
        authorship=authorship,
        authorshipsuggestion=lambda row: (
            row if _value(row, "researcher") == researcher.pk else None
        ),
        source=lambda row: row if _value(row, "batch") in batches else None,
    )


def files_in_revision(revision: Revision) -> Iterable[str]:
    """The uploads that it names and that are still there."""
    state = revision.state
    rows = [(label, row) for label, some in state.get("rows", {}).items() for row in some]
    for label, row in [(revision.kind, state.get("fields", {})), *rows]:
        try:
            columns = apps.get_model(label)._meta.concrete_fields
        except (LookupError, ValueError):
            continue  # of a release that knew other kinds
        for column in columns:
            name = isinstance(column, FileField) and row.get(column.name)
            if name and default_storage.exists(name):
                yield name


def redact(researcher: Researcher, batches: set[int]) -> None:
    """Takes them, and the entries of their `batches`, out of what colleagues' papers were."""
    for change in ImportChange.objects.exclude(batch__in=batches).iterator():
        before = _without(change.before, researcher, batches)
        if before.get("publication", {}).get("owner_id") == researcher.pk:
            before["publication"] = before["publication"] | {"owner_id": None}
        if before != change.before:
            ImportChange.objects.filter(pk=change.pk).update(before=before)
    revisions = Revision.objects.filter(kind=Publication._meta.label_lower)
    for revision in revisions.exclude(researcher=researcher).iterator():
        rows = _without(revision.state.get("rows", {}), researcher, batches)
        if rows != revision.state.get("rows", {}):
            state = revision.state | {"rows": rows}
            Revision.objects.filter(pk=revision.pk).update(state=state)


def _without(rows, researcher, batches):
    def authorship(row):
        if _value(row, "researcher") != researcher.pk:
            return row
        return row | {name: CLEARED[name] for name in row if name in CLEARED}

    return _each(
        rows,
        authorship=authorship,
        authorshipsuggestion=lambda row: (
            None if _value(row, "researcher") == researcher.pk else row
        ),
        source=lambda row: None if _value(row, "batch") in batches else row,
    )


def _value(row, column):
    return row.get(column, row.get(f"{column}_id"))


def _each(rows: dict, **changes: Callable[[dict], dict | None]) -> dict:
    """`changes`: by the model's name; None takes the row out."""
    result = dict(rows)
    for label, some in rows.items():
        if change := changes.get(label.rpartition(".")[2]):
            result[label] = [new for row in some if (new := change(row)) is not None]
    return result
