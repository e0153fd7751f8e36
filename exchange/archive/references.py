"""What in the rows of an archive refers to other rows.

A row is {column: value} as history.snapshots makes it. Rows refer to each other by their ids, to an
account by its user name. `convert_row` replaces each reference by what
its `References` says: on the way out and on the way in it is the same walk.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Protocol

from django.apps import apps
from django.contrib.auth import get_user_model
from django.db.models import Field, Model

from profiles.data_policy import archived_models

FORMAT = "vitae-archive 1"
ISSUE_KEY = re.compile(
    r"(?P<check>[^:]*):(?P<label>[a-z]+\.[a-z_]+)\.(?P<key>\d{1,15})(?P<rest>\D.*)"
)


class OutsideError(Exception):
    """A row cannot stand without another that is not in the archive."""


class References(Protocol):
    def key(self, label: str, key: int) -> int | None:
        """Of a row of the model `label`; None where it is not among them."""

    def account(self, account: int | str) -> int | str | None:
        """A key becomes a user name, and the other way round."""


@cache
def references(model: type[Model]) -> dict[str, str]:
    """Column -> label of the model that it refers to."""
    fields = [field for field in model._meta.concrete_fields if field.is_relation]
    return {field.name: field.related_model._meta.label_lower for field in fields}


@cache
def needed(model: type[Model]) -> dict[str, str]:
    """The same, of the columns whose row has to be there: others lead to rows that may be gone."""
    fields = fields_by_name(model)
    return {n: label for n, label in references(model).items() if fields[n].db_constraint}


@cache
def fields_by_name(model: type[Model]) -> dict[str, Field]:
    """{name: field} of the columns of a model."""
    return {field.name: field for field in model._meta.concrete_fields}


def convert_row(model: type[Model], row: dict, refs: References) -> dict:
    """The row with every reference replaced. Raises OutsideError."""
    label, fields = model._meta.label_lower, fields_by_name(model)
    row = dict(row)
    if "id" in row:
        row["id"] = refs.key(label, row["id"])
        if row["id"] is None:
            raise OutsideError
    for name, other in references(model).items():
        if row.get(name) is None:
            continue
        is_account = other == get_user_model()._meta.label_lower
        row[name] = refs.account(row[name]) if is_account else refs.key(other, row[name])
        if row[name] is None and not fields[name].null:
            raise OutsideError
    return convert_documents(model, row, refs)


def convert_documents(model: type[Model], row: dict, refs: References) -> dict:
    """The row with the references within its documents, such as earlier versions, replaced."""
    convert = _WITHIN.get(model._meta.label_lower)
    return convert(row, refs) if convert else row


# --- References within documents ------------------------------------------------------------------


def convert_state(label: str, state: dict, refs: References) -> dict:
    """A state of a row of the model `label` and of its inlines, as history.snapshots takes it."""
    model = apps.get_model(label)
    fields = convert_row(model, state["fields"], refs)
    for field in model._meta.many_to_many:
        if field.name in fields:
            other = field.related_model._meta.label_lower
            fields[field.name] = _keys(other, fields[field.name], refs)
    rows = {}
    for name, some in state.get("rows", {}).items():
        if name in archived_models():
            kept = (_convert_kept(archived_models()[name], row, refs) for row in some)
            rows[name] = [row for row in kept if row is not None]
    return state | {"fields": fields, "rows": rows}


def _convert_kept(model, row, refs):
    """A row of a state; None without what it cannot stand without."""
    try:
        return convert_row(model, row, refs)
    except OutsideError:
        return None


def _keys(label, keys, refs):
    return [key for key in (refs.key(label, key) for key in keys) if key is not None]


def _convert_revision(row, refs):
    """`kind` is "profiles.award", or "profiles.award/order": then the row is a researcher."""
    label, _slash, is_order = row["kind"].partition("/")
    if label not in archived_models():
        raise OutsideError  # of a release that knew other kinds
    key = refs.key("profiles.researcher" if is_order else label, row["object_id"])
    if key is None:
        raise OutsideError
    state = row["state"]
    if is_order:
        state = state | {
            name: _convert_order(label, state[name], refs)
            for name in ("order", "on", "hidden")
            if name in state
        }
    else:
        state = convert_state(label, state, refs)
    return row | {"object_id": key, "state": state}


def _convert_order(label, keys, refs):
    """Rows of a list by their keys, written as texts; other texts name what has no row."""
    numbers = ((key, str(key).isdecimal()) for key in keys)
    pairs = [(key, refs.key(label, int(key)) if is_key else key) for key, is_key in numbers]
    return [type(old)(new) for old, new in pairs if new is not None]


def _convert_batch(row, refs):
    report = row["report"]
    if "topics" in report:
        topics = ((refs.key("publications.topic", key), name) for key, name in report["topics"])
        report = report | {"topics": [[key, name] for key, name in topics if key is not None]}
    return row | {"report": report, "venues": _keys("publications.venue", row["venues"], refs)}


def _convert_dismissal(row, refs):
    """Rewrite the primary key in an issue's key (Issue.key in website.review)."""
    match = ISSUE_KEY.fullmatch(row["key"])
    if match is None or match["label"] not in archived_models():
        return row
    key = refs.key(match["label"], int(match["key"]))
    if key is None:
        raise OutsideError
    return row | {"key": f"{match['check']}:{match['label']}.{key}{match['rest']}"[:200]}


def _convert_imported(row, refs):
    """What the import of a site left of a row: some of its columns, and what stood there."""
    model = archived_models().get(row["kind"])
    key = refs.key(row["kind"], row["object_id"]) if model else None
    if key is None:
        raise OutsideError
    columns = {
        name: row[name] and convert_row(model, row[name], refs) for name in ("values", "before")
    }
    return row | columns | {"object_id": key}


def _convert_change(row, refs):
    return row | {"before": convert_state("publications.publication", row["before"], refs)}


# Label -> what else a row holds keys in.
_WITHIN: dict[str, Callable[[dict, References], dict]] = {
    "history.revision": _convert_revision,
    "publications.importbatch": _convert_batch,
    "publications.importchange": _convert_change,
    "publications.importedrow": _convert_imported,
    "website.dismissal": _convert_dismissal,
}
