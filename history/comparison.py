"""Two states of a row -> what differs, in words."""

from dataclasses import dataclass
from functools import cached_property

from django.db import models
from django.utils.text import capfirst

from history import field_display, snapshots
from history.field_display import Names
from history.models import Revision
from history.versioned import FIXED, Kind, Rows, kind_named
from profiles import languages


@dataclass
class Difference:
    """`name`: the column, "body@zh-hans" for a translation, or "app.model" for rows."""

    name: str
    label: str
    before: str
    after: str

    @cached_property
    def words(self) -> list[tuple[str, str]]:
        return field_display.words(self.before, self.after)


def differences(kind: Kind, before: dict, after: dict, names: Names) -> list[Difference]:
    """In the order of the columns; rows last. What reads the same is left out."""
    one, other = snapshots.edited(kind, before), snapshots.edited(kind, after)
    found = [
        *_of_columns(kind.model, one["fields"], other["fields"], names),
        *_of_translations(kind.model, one["fields"], other["fields"]),
        *_of_rows(kind, one["rows"], other["rows"], names),
    ]
    return [difference for difference in found if difference.before != difference.after]


def said(revision: Revision, names: Names) -> list[Difference]:
    """Everything that a version says."""
    nothing = {"fields": {}, "rows": {}}
    return differences(kind_named(revision.kind), nothing, revision.state, names)


def columns(model: type[models.Model]) -> list[models.Field]:
    """Those that a person fills; the text of a date belongs to the date."""
    every = [*model._meta.concrete_fields, *model._meta.many_to_many]
    texts = {getattr(field, "text_field", None) for field in every} | {"translations"}
    return [field for field in every if field.name not in FIXED | texts]


def _of_columns(model, before, after, names):
    for field in columns(model):
        values = (_shown(field, state, names) for state in (before, after))
        yield Difference(field.name, field_display.label(field), *values)


def _shown(field, state, names):
    text = state.get(getattr(field, "text_field", ""), "")
    return field_display.shown(field, state.get(field.name), names, text)


def _of_translations(model, before, after):
    one, other = before.get("translations") or {}, after.get("translations") or {}
    for code in sorted({*one, *other}):
        for name in getattr(model, "translatable", ()):
            label = (
                f"{field_display.label(model._meta.get_field(name))} ({languages.own_name(code)})"
            )
            texts = (texts.get(code, {}).get(name, "") for texts in (one, other))
            yield Difference(f"{name}@{code}", label, *texts)


def _of_rows(kind, before, after, names):
    for rows in kind.edited():
        label = capfirst(str(rows.model._meta.verbose_name_plural))
        texts = (lines(rows, state.get(rows.name, ()), names) for state in (before, after))
        yield Difference(rows.name, label, *texts)


def lines(rows: Rows, values: list[dict], names: Names) -> str:
    """A line for each row, in their order."""
    ordered = sorted(values, key=lambda row: (row.get("position", 0), row["id"]))
    return "\n".join(_line(rows, row, names) for row in ordered)


def _line(rows, row, names):
    return " · ".join(filter(None, (_told(field, row, names) for field in _told_of(rows))))


def _told_of(rows):
    hidden = rows.private | {rows.parent, "position"}
    linked = [f for f in rows.model._meta.concrete_fields if f.name == "researcher"]
    found = [*columns(rows.model), *linked]
    return [field for field in found if field.name not in hidden and field.editable]


def _told(field, row, names):
    """What is as usual goes without saying."""
    value = row.get(field.name)
    if isinstance(value, bool):
        return str(field.verbose_name) if value else ""
    if value == field.get_default():
        return ""
    return _shown(field, row, names)
