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
from publications.models import ImportChange, Publication
from website.personal_data import Person

# Each author's own, on a row that all authors of the paper see.
CHOICES = ("researcher", "is_selected", "selected_position", "is_hidden")
CLEARED = {
    **dict.fromkeys(("researcher", "researcher_id")),
    **dict.fromkeys(("is_selected", "is_hidden"), False),
    "selected_position": 0,
    "orcid": "",
}


# --- For the archive ------------------------------------------------------------------------------


def change_for(person: Person, change: ImportChange, values: dict, batches: set[int]) -> dict:
    before = _for_archive(values["before"], person, batches)
    paper = before.get("publication", {})
    before["publication"] = {name: paper[name] for name in paper if name != "owner_id"}
    return values | {"before": before}


def version_for(person: Person, version: Revision, values: dict, batches: set[int]) -> dict:
    rows = _for_archive(version.state.get("rows", {}), person, batches)
    return values | {"state": version.state | {"rows": rows}}


def files_of(version: Revision) -> Iterable[str]:
    """The uploads that it names and that are still there."""
    state = version.state
    rows = [(label, row) for label, some in state.get("rows", {}).items() for row in some]
    for label, row in [(version.kind, state.get("fields", {})), *rows]:
        for name in _uploads(label, row):
            if default_storage.exists(name):
                yield name


def _uploads(label, row):
    try:
        columns = apps.get_model(label)._meta.concrete_fields
    except (LookupError, ValueError):
        return []  # of a release that knew other kinds
    return [row[f.name] for f in columns if isinstance(f, FileField) and row.get(f.name)]


def _for_archive(rows, person, batches):
    mine = person.researcher.pk
    return _each(
        rows,
        authorship=lambda row: row if _told(row, "researcher") == mine else _printed(row),
        authorshipsuggestion=lambda row: row if _told(row, "researcher") == mine else None,
        source=lambda row: row if _told(row, "batch") in batches else None,
    )


def _printed(row):
    return {name: row[name] for name in row if name.removesuffix("_id") not in CHOICES}


# --- For those who stay ---------------------------------------------------------------------------


def let_go(person: Person, batches: set[int]) -> None:
    """Takes the person, and the entries of their `batches`, out of what colleagues' papers were."""
    for change in ImportChange.objects.exclude(batch__in=batches).iterator():
        before = _without(change.before, person, batches)
        if before.get("publication", {}).get("owner_id") == person.researcher.pk:
            before["publication"] = before["publication"] | {"owner_id": None}
        if before != change.before:
            ImportChange.objects.filter(pk=change.pk).update(before=before)
    versions = Revision.objects.filter(kind=Publication._meta.label_lower)
    for version in versions.exclude(researcher=person.researcher).iterator():
        rows = _without(version.state.get("rows", {}), person, batches)
        if rows != version.state.get("rows", {}):
            state = version.state | {"rows": rows}
            Revision.objects.filter(pk=version.pk).update(state=state)


def _without(rows, person, batches):
    mine = person.researcher.pk
    return _each(
        rows,
        authorship=lambda row: _cleared(row) if _told(row, "researcher") == mine else row,
        authorshipsuggestion=lambda row: None if _told(row, "researcher") == mine else row,
        source=lambda row: None if _told(row, "batch") in batches else row,
    )


def _cleared(row):
    return row | {name: CLEARED[name] for name in row if name in CLEARED}


# --- Rows in either form --------------------------------------------------------------------------


def _told(row, column):
    return row.get(column, row.get(f"{column}_id"))


def _each(rows: dict, **changes: Callable[[dict], dict | None]) -> dict:
    """`changes`: by the model's name; None takes the row out."""
    result = dict(rows)
    for label, some in rows.items():
        if change := changes.get(label.rpartition(".")[2]):
            result[label] = [new for row in some if (new := change(row)) is not None]
    return result
