"""Rows -> JSON-clean values, as record.json holds them."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType
from django.db.models import BinaryField, Field, ForeignKey, Model
from django.utils import translation
from django.utils.encoding import is_protected_type

from profiles.models import Researcher
from website.personal_data.tables import Holding, Person

SOMEONE_ELSE = "someone else"


def rows_of(holding: Holding, person: Person) -> list[dict[str, Any]]:
    """Every column of every row about `person`, but secrets and what is another's."""
    rows = holding.rows(person).order_by("pk").distinct()
    return [holding.describe(person, row, values_of(holding, person, row)) for row in rows]


def values_of(holding: Holding, person: Person, row: Model) -> dict[str, Any]:
    columns = [*row._meta.concrete_fields, *row._meta.many_to_many]
    return {
        column.name: _value(person, row, column)
        for column in columns
        if column.name not in holding.without
    }


def labels_of(holding: Holding) -> dict[str, str]:
    """What each column is called on the forms of the admin."""
    columns = [*holding.model._meta.concrete_fields, *holding.model._meta.many_to_many]
    with translation.override("en"):
        return {c.name: str(c.verbose_name) for c in columns if c.name not in holding.without}


def _value(person, row, column: Field):
    if column.many_to_many:
        return [str(other) for other in getattr(row, column.name).all()]
    if isinstance(column, ForeignKey):
        return _reference(person, row, column)
    value = column.value_from_object(row)
    if isinstance(column, BinaryField):
        return bytes(value).decode(errors="replace")
    return value if is_protected_type(value) or _is_json(value) else column.value_to_string(row)


def _is_json(value):
    return isinstance(value, list | dict | str | bool)


def _reference(person, row, column):
    """People by their address or account name if it is the person's own; a shared name in words;
    anything else by its key, under which it stands in this file if it is the person's."""
    if getattr(row, column.attname) is None:
        return None
    named = NAMED.get(column.related_model)
    if named:
        return named(person, getattr(row, column.name))
    if getattr(column.related_model, "shared", False):
        return str(getattr(row, column.name))
    return getattr(row, column.attname)


def _researcher(person, other):
    return other.slug if other == person.researcher else SOMEONE_ELSE


def _account(person, user):
    return user.get_username() if user == person.account else SOMEONE_ELSE


NAMED: dict[type[Model], Callable] = {
    Researcher: _researcher,
    get_user_model(): _account,
    ContentType: lambda person, kind: f"{kind.app_label}.{kind.model}",
}
