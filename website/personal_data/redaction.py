"""How papers stood before, as imports and versions keep it: for a person's archive without what
is another's, and for colleagues without a person who is erased.
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
    "researcher": None,
    "is_selected": False,
    "is_hidden": False,
    "selected_position": 0,
    "orcid": "",
}


def for_archive(state: dict, researcher: Researcher, batches: set[int]) -> dict:
    """A state of a paper without colleagues' choices and the entries of other than `batches`."""

    def authorship(row):
        if row.get("researcher") == researcher.pk:
            return row
        return {name: row[name] for name in row if name not in CHOICES}

    return _each_row(
        state,
        authorship=authorship,
        authorshipsuggestion=lambda row: row if row["researcher"] == researcher.pk else None,
        source=lambda row: row if row.get("batch") in batches else None,
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
        if before.get("fields", {}).get("owner") == researcher.pk:
            before["fields"] = before["fields"] | {"owner": None}
        if before != change.before:
            ImportChange.objects.filter(pk=change.pk).update(before=before)
    revisions = Revision.objects.filter(kind=Publication._meta.label_lower)
    for revision in revisions.exclude(researcher=researcher).iterator():
        state = _without(revision.state, researcher, batches)
        if state != revision.state:
            Revision.objects.filter(pk=revision.pk).update(state=state)


def _without(state, researcher, batches):
    def authorship(row):
        if row.get("researcher") != researcher.pk:
            return row
        return row | {name: CLEARED[name] for name in row if name in CLEARED}

    return _each_row(
        state,
        authorship=authorship,
        authorshipsuggestion=lambda row: None if row["researcher"] == researcher.pk else row,
        source=lambda row: None if row.get("batch") in batches else row,
    )


def _each_row(state: dict, **changes: Callable[[dict], dict | None]) -> dict:
    """`changes`: by the model's name; None takes the row out."""
    rows = dict(state.get("rows", {}))
    for label, some in rows.items():
        if change := changes.get(label.rpartition(".")[2]):
            rows[label] = [new for row in some if (new := change(row)) is not None]
    return state | {"rows": rows}
