"""A row of every table about a person, with a marker in each column that takes text.

Made from the models, so that a new table or column is in it without anybody's doing.
"""

from itertools import count

from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import models
from django.utils import timezone

from profiles.dates import PartialDate, PartialDateField
from profiles.models import Membership, PeopleGroup, Redirect, Researcher
from publications.models import Publication
from website.personal_data import personal_tables

MARK = "Zebrafinch"
# What the program reads rather than keeps, and would stumble over.
FIXED = {"entry_type", "digest", "checksum", "password", "session_key", "session_data", "key"}
number = count(1)


class Person:
    """`rows` by the label of their table."""

    def __init__(self, username="zebrafinch"):
        self.rows = {}
        user = get_user_model()
        self.account = self._keep(
            user(**self._values(user) | {"username": username, "is_superuser": False})
        )
        values = self._values(Researcher) | {"owner": self.account}
        self.researcher = self._keep(Researcher(**values))

    def fill(self):
        """But sessions: they belong to whoever signs in."""
        for table in personal_tables():
            if table.model is Session:
                continue
            self.row_of(table.model)
        return self

    def row_of(self, model):
        """The one row of `model`, and what it hangs on; made the first time."""
        label = model._meta.label_lower
        return self.rows.get(label) or self._keep(model(**self._values(model)))

    def _keep(self, row):
        # Past save(): no form, no signal and no index decides what is stored.
        [stored] = type(row)._base_manager.bulk_create([row])
        return self.rows.setdefault(row._meta.label_lower, stored)

    def _values(self, model):
        columns = [f for f in model._meta.concrete_fields if not f.primary_key]
        return {f.attname: v for f in columns if (v := self._value(f)) is not None}

    def _value(self, column):
        if isinstance(column, models.ForeignKey):
            return self._pointed_at(column)
        for kind, value in VALUES.items():
            if isinstance(column, kind):
                return value(column)
        return None

    def _pointed_at(self, column):
        model = column.related_model
        if model is ContentType:
            return ContentType.objects.get_for_model(Publication).pk
        if model is PeopleGroup:
            return PeopleGroup.objects.get_or_create(name="Staff")[0].pk  # the lab's: it stays
        if column.name in Redirect.ROWS[1:] and column.model is Redirect:
            return None  # it leads to one row
        if model is column.model or model._meta.label_lower not in known():
            return None
        return self.row_of(model).pk


def known():
    return {table.label for table in personal_tables()}


def _text(column):
    if column.model is Membership and column.name == "name":
        return ""  # of who has no profile
    if not type(column).__module__.startswith("django.db"):
        return None  # terms: they would not take it
    if (
        column.choices
        or column.name in FIXED
        or (column.max_length and column.max_length < len(MARK))
    ):
        return None
    if column.name in ("object_id", "username"):
        return {"object_id": "0", "username": MARK.lower()}[column.name]
    return f"{MARK}{next(number)}"[: column.max_length]


def _file(column):
    return default_storage.save(f"{column.folder}/{MARK.lower()}{next(number)}", ContentFile(MARK))


def _json(column):
    if column.name == "venues":
        return []  # keys
    return [[MARK, MARK]] if column.default is list else {"en": {"title": MARK}}


# The first that fits; a more special kind comes before the one that it is made from.
VALUES = {
    PartialDateField: lambda column: PartialDate.from_iso("2024"),
    models.FileField: _file,
    models.SlugField: lambda column: f"{MARK.lower()}-{next(number)}",
    models.EmailField: lambda column: f"{MARK.lower()}{next(number)}@example.org",
    models.CharField: _text,
    models.TextField: _text,
    models.JSONField: _json,
    models.BinaryField: lambda column: MARK.encode(),
    models.GenericIPAddressField: lambda column: "192.0.2.1",
    models.DateTimeField: lambda column: timezone.now(),
    models.DateField: lambda column: timezone.localdate(),
    models.IntegerField: lambda column: 1,
}
