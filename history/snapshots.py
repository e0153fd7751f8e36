"""A row and what hangs on it -> a JSON-clean state, and its digest.

{"fields": {column: value}, "rows": {"app.model": [{"id": 1, column: value, …}, …]}}. Values are as
Django's own serializers write them; columns are kept by name, so one that came or went since is
no obstacle.
"""

import hashlib
import json

from django.db.models import Field, Model
from django.utils.encoding import is_protected_type

from history.versioned import FIXED, Kind, Rows


def take(kind: Kind, pk: int) -> dict:
    """How the row is stored now: a query for each kind of rows. Raises DoesNotExist."""
    row = kind.model._base_manager.get(pk=pk)
    return {
        "fields": columns(row) | _many(row),
        "rows": {rows.name: [columns(one) for one in stored(rows, pk)] for rows in kind.rows},
    }


def stored(rows: Rows, parent: int):
    return rows.model._base_manager.filter(**{rows.parent: parent}).order_by("pk")


def columns(row: Model) -> dict:
    return {field.name: value_of(field, row) for field in row._meta.concrete_fields}


def value_of(field: Field, row: Model):
    value = field.value_from_object(row)
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return _plain(value if is_protected_type(value) else field.value_to_string(row))


def _plain(value):
    """With line breaks as texts have them: a browser sends others."""
    if isinstance(value, str):
        return value.replace("\r\n", "\n")
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    return value


def _many(row):
    many = row._meta.many_to_many
    return {f.name: sorted(getattr(row, f.name).values_list("pk", flat=True)) for f in many}


def digest(kind: Kind, state: dict) -> str:
    """Differs where what a person edits does; not by who touched it, or a reader's own choices."""
    text = json.dumps(edited(kind, state), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def edited(kind: Kind, state: dict) -> dict:
    """The part of a state that versions compare."""
    rows = state.get("rows", {})
    return {
        "fields": _without(state["fields"], FIXED),
        "rows": {
            one.name: [_without(row, _hidden(one)) for row in rows.get(one.name, ())]
            for one in kind.edited()
        },
    }


def _hidden(rows):
    """A link to a person counts: who saves on top of a confirmation would take it away."""
    return (FIXED - {"id", "researcher"}) | rows.private | {rows.parent}


def _without(values, names):
    return {name: value for name, value in values.items() if name not in names}
