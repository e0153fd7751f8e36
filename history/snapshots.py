"""Rows and what hangs on them -> JSON-clean states, and back.

A state is {"fields": {column: value}, "rows": {"app.model": [{"id": 1, column: value, …}, …]}}.
Values are as the database stores them, dates and times in ISO 8601; columns are kept by name, so
one that came or went since is no obstacle.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Field, Model, Q, QuerySet
from django.utils import timezone

from history.models import InlineRows, Revision, VersionedModel

BATCH = 500
# What a version neither compares nor brings back on a row that is there: whose it is and where,
# which are changed by actions of their own, and what the machine keeps for itself.
NOT_COMPARED = frozenset(
    {"id", "slug", "owner", "researcher", "added_by", "uploaded_by", "created_at", "updated_at"}
    | {"old_paths_at_root"}
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
        linked = {"pk__in": list(states), f"{field.name}__isnull": False}
        rows = model._base_manager.filter(**linked).order_by("pk", field.name)
        for pk, other in rows.values_list("pk", field.name):
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


def values_of(row: Model) -> dict:
    """The columns of a row as it is in memory."""
    fields = row._meta.concrete_fields
    return {field.name: _to_json(field, field.value_from_object(row)) for field in fields}


def _to_json(field: Field, value):
    if value is None or isinstance(value, str | int | dict | list):
        return value
    value = field.get_prep_value(value)
    return value.isoformat() if hasattr(value, "isoformat") else value


# --- Rows of a state ------------------------------------------------------------------------------


def rows_in(label: str, state: dict) -> list[tuple[str, dict]]:
    """(label, columns) of the row that a state is of, and of its inline rows."""
    inlines = [(name, row) for name, some in state.get("rows", {}).items() for row in some]
    return [(label, state.get("fields", {})), *inlines]


def map_rows(state: dict, changes: dict[type[Model], Callable[[dict], dict | None]]) -> dict:
    """The state with its inline rows of these models changed; None takes a row out."""
    changed = {
        label: [new for row in state["rows"][label] if (new := change(row)) is not None]
        for model, change in changes.items()
        if (label := model._meta.label_lower) in state.get("rows", {})
    }
    return state | {"rows": state["rows"] | changed} if changed else state


# --- Comparing ------------------------------------------------------------------------------------


def digest(model: type[VersionedModel], state: dict) -> str:
    """Differs where what a person edits does; not by who touched it, or a reader's own choices."""
    return digest_of(edited_part(model, state))


def digest_of(state: dict | list) -> str:
    """Return the SHA-256 of a state in hexadecimal, equal for equal states."""
    return hashlib.sha256(json.dumps(state, sort_keys=True, default=str).encode()).hexdigest()


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


# --- Putting back ---------------------------------------------------------------------------------


def build(model: type[Model], values: dict) -> Model:
    """Make an unsaved row with these values of its columns."""
    fields = [field for field in model._meta.concrete_fields if field.name in values]
    return model(**{field.attname: field.to_python(values[field.name]) for field in fields})


def put(row: Model, values: dict) -> None:
    """Sets columns of a row in memory to values of a state, a date's text after the date."""
    fields = {field.name: field for field in row._meta.concrete_fields}
    for name in sorted(values, key=lambda name: name.endswith("_text")):
        if name in fields:
            setattr(row, fields[name].attname, fields[name].to_python(values[name]))


def put_back_all(
    model: type[Model],
    states: dict[int, dict],
    inlines: Sequence[InlineRows],
    removable: dict[type[Model], Q],
) -> None:
    """Makes rows stand as in `states` (key -> state), in a few statements.

    Columns that differ are written, inline rows added since go, rows that went are made again with
    their keys; `inlines` name each model after what it points at. Of a model in `removable`
    only rows of that condition go. A column that points at what is gone keeps what stands there
    now; a row that cannot stand without it stays out.
    """
    now = take_all(model, list(states), inlines)
    fields = ({pk: state["fields"] for pk, state in each.items()} for each in (states, now))
    _write(model, *fields)
    for field in model._meta.many_to_many:
        _put_back_links(field, states, now)
    wanted = {inline.model: _rows_by_key(states, inline.name) for inline in inlines}
    stored = {inline.model: _rows_by_key(now, inline.name) for inline in inlines}
    for other in reversed(wanted):
        added = other._base_manager.filter(pk__in=stored[other].keys() - wanted[other].keys())
        added.filter(removable.get(other, Q())).delete()
    for other in wanted:
        _write(other, wanted[other], stored[other])


def _rows_by_key(states, name):
    return {row["id"]: row for state in states.values() for row in state["rows"].get(name, ())}


def _write(model, wanted, stored):
    """Rows that are there get the columns that differ; the others are made with their keys."""
    fields = {field.name: field for field in model._meta.concrete_fields}
    relations = [name for name, field in fields.items() if field.is_relation]
    gone = {
        name: _missing(fields[name], {row.get(name) for row in wanted.values()})
        for name in relations
    }
    rows = []
    for pk, values in wanted.items():
        lost = [name for name, keys in gone.items() if values.get(name) in keys]
        if pk in stored or all(fields[name].null for name in lost):
            now = stored.get(pk, {})
            row = now | values | {name: now.get(name) for name in lost}
            if row != now:
                rows.append(row)
    # Two rows may have swapped what one alone can have: for a moment neither has it.
    moved = [
        row["id"]
        for row in rows
        if row["id"] in stored and any(row[name] != stored[row["id"]][name] for name in relations)
    ]
    if moved and (nullable := {name: None for name in relations if fields[name].null}):
        model._base_manager.filter(pk__in=moved).update(**nullable)
    # In one statement, several times as fast as bulk_update.
    columns = [name for name, field in fields.items() if not field.primary_key]
    options = {"update_conflicts": True, "unique_fields": ["id"], "update_fields": columns}
    store(model, [build(model, row) for row in rows], **options)


def store(model: type[Model], rows: Sequence[Model], **options) -> None:
    """bulk_create, with `options`, of rows that keep the times of change that they have."""
    moments = defaultdict(list)
    for field in model._meta.concrete_fields:
        if getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False):
            for row in rows:
                moments[field.name, getattr(row, field.name)].append(row.pk)
    model._base_manager.bulk_create(rows, BATCH, **options)
    for (name, moment), keys in moments.items():
        model._base_manager.filter(pk__in=keys).update(**{name: moment})


def _missing(field, keys):
    """Those of `keys` that the relation cannot point at."""
    keys = keys - {None}
    known = field.related_model._base_manager.filter(pk__in=keys).values_list("pk", flat=True)
    return keys.difference(known) if keys else keys


def _put_back_links(field, states, now):
    through = field.remote_field.through
    source, target = f"{field.m2m_field_name()}_id", f"{field.m2m_reverse_field_name()}_id"
    keys = [pk for pk, state in states.items() if field.name in state["fields"]]
    wanted = {(pk, other) for pk in keys for other in states[pk]["fields"][field.name]}
    stored = {(pk, other) for pk in now for other in now[pk]["fields"][field.name]}
    links = through._base_manager.filter(**{f"{source}__in": keys})
    added = [
        pk for pk, *pair in links.values_list("pk", source, target) if tuple(pair) not in wanted
    ]
    through._base_manager.filter(pk__in=added).delete()
    gone = _missing(field, {other for _pk, other in wanted - stored})
    lost = [
        through(**{source: pk, target: other})
        for pk, other in sorted(wanted - stored)
        if other not in gone
    ]
    through._base_manager.bulk_create(lost, BATCH)


# --- Writing versions down, of rows and of the orders of lists, and away again -------------------

# The newest of each row that are kept. docs/write.md says so.
KEPT = 50
Action = Revision.Action


def revisions_of(row: Model) -> QuerySet[Revision]:
    """Return the versions of a row, newest first."""
    return Revision.objects.filter(kind=row._meta.label_lower, object_id=row.pk)


def with_previous(
    shown: list[Revision], revisions: QuerySet[Revision]
) -> list[tuple[Revision, Revision | None]]:
    """Each of a page of `revisions`, newest first, beside the one before it."""
    if not shown:
        return []
    older = revisions.filter(pk__lt=shown[-1].pk).first()
    return list(zip(shown, [*shown[1:], older], strict=True))


def save_baseline(row: Model) -> None:
    """Before `row` is changed: keeps how it stands, unless its newest version says so already."""
    if isinstance(row, VersionedModel) and row.pk is not None:
        _save({row.pk: row}, Action.BASELINE)


def save_revision(row: Model, user, action: str = Action.CHANGED) -> Revision | None:
    """After `row` was saved, or before it is deleted. None where nothing differs."""
    if not isinstance(row, VersionedModel):
        return None
    if row.record_field == "pk" and action == Action.DELETED:
        return None  # a person who goes takes their versions along
    made = _save({row.pk: row}, action, user, always=action != Action.CHANGED)
    return made[0] if made else None


@contextmanager
def track_changes(user, *rows: Model, action: str = Action.CHANGED) -> Iterator[None]:
    """Versions of `rows` before and after what is done to them, or to what hangs on them, inside.

    For changes that no form makes; rows without versions are passed over.
    """
    with transaction.atomic():
        for row in rows:
            save_baseline(row)
        yield
        for row in rows:
            save_revision(row, user, action)


@contextmanager
def track_many(rows: QuerySet, user, action: str) -> Iterator[None]:
    """The same for some hundred rows of one model, in the caller's transaction; five queries at
    most before and after, and one for each kind of row below them.
    """
    _save(rows.in_bulk(), Action.BASELINE)
    yield
    _save(rows.in_bulk(), action, user)


def _save(rows: dict[int, Model], action, user=None, *, always=False) -> list[Revision]:
    """Versions of rows of one model as they are stored now."""
    if not rows:
        return []
    model = type(next(iter(rows.values())))
    owner = model.record_field
    column = owner if owner in ("", "pk") else f"{owner}_id"
    states = take_all(model, list(rows), model.get_inlines())
    made = [
        Revision(
            kind=model._meta.label_lower,
            object_id=pk,
            researcher_id=getattr(rows[pk], column) if column else None,
            name=str(rows[pk])[:300],
            state=state,
            digest=digest(model, state),
            action=action,
            user=user,
            made_at=_moment(rows[pk], action),
        )
        for pk, state in states.items()
    ]
    return _keep(made, always=always) if made else []


def _moment(row, action):
    """How a row stood before it was changed, it has stood since it was changed last."""
    since = getattr(row, "updated_at", None) if action == Action.BASELINE else None
    return since or timezone.now()


def _keep(made: list[Revision], *, always=False) -> list[Revision]:
    """Store versions of one kind, or only those that say something new; the oldest versions of a
    row go where there are too many.
    """
    keys, newest = defaultdict(list), {}
    rows = {"kind": made[0].kind, "object_id__in": [version.object_id for version in made]}
    stored = Revision.objects.filter(**rows).order_by("pk")
    for pk, key in stored.values_list("object_id", "pk"):
        keys[pk].append(key)
    if not always:
        last = Revision.objects.filter(pk__in=[some[-1] for some in keys.values()])
        newest = dict(last.values_list("object_id", "digest"))
    kept = [version for version in made if newest.get(version.object_id) != version.digest]
    Revision.objects.bulk_create(kept)
    if old := [key for version in kept for key in keys[version.object_id][: 1 - KEPT]]:
        Revision.objects.filter(pk__in=old).delete()
    return kept


# --- The order of a list --------------------------------------------------------------------------


@dataclass(frozen=True)
class ListOrder:
    """How a list on one record stands: in which order, and with which ticks.

    An order is a choice about a list, and no text of any row: a version of each of twenty awards,
    for one that was dragged, would bury the rest. `model` ("profiles.award") and `label` name the
    list; `get_state(researcher)` is {"order": [key, …], "on": [key, …], "hidden": [key, …],
    "by_hand": true}.
    """

    SUFFIX = "/order"

    model: str
    label: str
    get_state: Callable[[Model], dict]

    @property
    def kind(self) -> str:
        return self.model + self.SUFFIX

    def revisions(self, researcher: Model) -> QuerySet[Revision]:
        """Return the versions of this list of a researcher, newest first."""
        return Revision.objects.filter(kind=self.kind, object_id=researcher.pk)

    def digest(self, researcher: Model) -> str:
        return digest_of(self.get_state(researcher))

    @contextmanager
    def track_changes(self, researcher: Model, user, action: str = Action.CHANGED) -> Iterator:
        """Versions of the list before and after what is done inside, in one transaction."""
        with transaction.atomic():
            self._save(researcher, Action.BASELINE)
            yield
            self._save(researcher, action, user)

    def _save(self, researcher, action, user=None):
        state = self.get_state(researcher)
        version = Revision(
            kind=self.kind,
            object_id=researcher.pk,
            researcher=researcher,
            name=str(self.label),
            state=state,
            digest=digest_of(state),
            action=action,
            user=user,
        )
        _keep([version])
