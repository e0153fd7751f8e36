"""Rows and what hangs on them -> JSON-clean states, and back.

A state is {"fields": {column: value}, "rows": {"app.model": [{"id": 1, column: value, …}, …]}}.
Values are as the database stores them, dates and times in ISO 8601; columns are kept by name, so
one that came or went since is no obstacle.
"""

import hashlib
import json
from collections.abc import Sequence

from django.db.models import Field, Model

from history.models import InlineRows, VersionedModel

# What a version neither compares nor brings back on a row that is there: whose it is and where,
# which are changed by actions of their own, and what the machine keeps for itself.
NOT_COMPARED = frozenset(
    {"id", "slug", "owner", "researcher", "added_by", "uploaded_by", "created_at", "updated_at"}
)


# --- Taking ---------------------------------------------------------------------------------------


def take(row: VersionedModel) -> dict:
    """How the row is stored now. Raises DoesNotExist."""
    model = type(row)
    try:
        return take_all(model, [row.pk], model.get_inlines())[row.pk]
    except KeyError as error:
        raise model.DoesNotExist from error


def take_all(model: type[Model], keys: Sequence[int], inlines: Sequence[InlineRows]) -> dict:
    """Key -> state: a query for the rows, one for each model of `inlines` and each many-to-many."""
    states = {
        pk: {"fields": fields, "rows": {inline.name: [] for inline in inlines}}
        for pk, fields in _read(model, "pk", keys)
    }
    for field in model._meta.many_to_many:
        for state in states.values():
            state["fields"][field.name] = []
        for pk, other in _read_links(field, states.keys()):
            states[pk]["fields"][field.name].append(other)
    for inline in inlines:
        for pk, fields in _read(inline.model, inline.parent, states.keys()):
            states[pk]["rows"][inline.name].append(fields)
    return states


def _read(model, path, keys):
    """(what `path` leads to, columns of a row), for each row where that is one of `keys`."""
    fields = model._meta.concrete_fields
    rows = model._base_manager.filter(**{f"{path}__in": list(keys)}).order_by("pk")
    for key, *values in rows.values_list(path, *(field.attname for field in fields)):
        pairs = zip(fields, values, strict=True)
        yield key, {field.name: _to_json(field, value) for field, value in pairs}


def _read_links(field, keys):
    rows = field.model._base_manager.filter(
        **{"pk__in": list(keys), f"{field.name}__isnull": False}
    )
    return rows.order_by("pk", field.name).values_list("pk", field.name)


def _to_json(field: Field, value):
    if value is None or isinstance(value, str | int | dict | list):
        return value
    value = field.get_prep_value(value)
    return value.isoformat() if hasattr(value, "isoformat") else value


# --- Comparing ------------------------------------------------------------------------------------


def digest(model: type[VersionedModel], state: dict) -> str:
    """Differs where what a person edits does; not by who touched it, or a reader's own choices."""
    text = json.dumps(edited_part(model, state), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def edited_part(model: type[VersionedModel], state: dict) -> dict:
    """The part of a state that versions compare, line breaks as one sign: a browser sends two."""
    rows = {}
    for inline in model.get_edited_inlines():
        # A link to a person counts: who saves on top of a confirmation would take it away.
        hidden = NOT_COMPARED - {"id", "researcher"} | inline.private | {inline.parent}
        values = state.get("rows", {}).get(inline.name, ())
        rows[inline.name] = [_without(row, hidden) for row in values]
    return {"fields": _without(state["fields"], NOT_COMPARED), "rows": rows}


def _without(values, names):
    return {name: _plain(value) for name, value in values.items() if name not in names}


def _plain(value):
    if isinstance(value, str):
        return value.replace("\r\n", "\n")
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    return value
