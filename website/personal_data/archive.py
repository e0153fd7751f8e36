"""Everything about one person as a ZIP file that a person and a program can read.

README.txt says in words what is what; record.json holds the rows; files/ the uploads, with every
size of each picture; publications.bib and publications.json the papers.
"""

import json
import shutil
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile

from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType
from django.core.files.storage import default_storage
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import BinaryField, Field, ForeignKey, Model
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.encoding import is_protected_type

from profiles.models import Researcher
from profiles.site import site_settings
from publications import citations
from uploads.images import picture_files
from website.personal_data.tables import Person, PersonalTable, personal_tables

# Of the keys of record.json. A change that a program would notice is a new one.
FORMAT = "vitae-person 1"
# The papers once more, as other programs read them: file -> citation format.
DOCUMENTS = {"publications.bib": "bibtex", "publications.json": "csl-json"}
SOMEONE_ELSE = "someone else"


def write_archive(researcher: Researcher, out: BinaryIO) -> list[str]:
    """Writes the ZIP file to `out`; returns the stored files that could not be read."""
    person = Person(researcher)
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        data = json.dumps(record(person), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
        archive.writestr("record.json", data + "\n")
        papers = person.papers.order_by("-date", "pk")
        for name, format_name in DOCUMENTS.items():
            cited = citations.with_citation_data(papers.all())
            archive.writestr(name, citations.FORMATS[format_name].write(cited))
        # Each picture with all its sizes.
        names: dict[str, None] = {}
        for table in personal_tables():
            for row in table.rows(person).order_by("pk").iterator():
                names |= dict.fromkeys(table.files(row))
        stored_names = [stored for name in names for stored in picture_files(name)]
        lost = [name for name in stored_names if not _copy(name, archive)]
        context = {"researcher": researcher, "site_name": site_settings().site_name, "lost": lost}
        context["documents"] = list(DOCUMENTS)
        readme = render_to_string("website/personal_data/readme.txt", context)
        archive.writestr("README.txt", readme)
    return lost


def file_name(researcher: Researcher) -> str:
    """As a browser stores it: ada-lovelace-2025-11-20.zip"""
    return f"{researcher.slug}-{timezone.localdate():%Y-%m-%d}.zip"


def record(person: Person) -> dict:
    """{"format", "site", "made_at", "person", "columns": {table: {column: what it is}},
    "rows": {table: [{column: value}]}}; a table without rows is left out.
    """
    tables = [(table, _rows(table, person)) for table in personal_tables()]
    tables = [(table, rows) for table, rows in tables if rows]
    return {
        "format": FORMAT,
        "site": site_settings().site_name,
        "made_at": timezone.now(),
        "person": person.researcher.slug,
        "columns": {table.label: _columns(table) for table, _ in tables},
        "rows": {table.label: rows for table, rows in tables},
    }


def _copy(name, archive):
    try:
        with default_storage.open(name) as stored, archive.open(f"files/{name}", "w") as copy:
            shutil.copyfileobj(stored, copy)
    except OSError:
        return False
    return True


def _columns(table: PersonalTable) -> dict[str, str]:
    """What each column is called on the forms of the admin."""
    columns = _visible_columns(table)
    with translation.override("en"):
        return {column.name: str(column.verbose_name) for column in columns}


def _visible_columns(table):
    columns = [*table.model._meta.concrete_fields, *table.model._meta.many_to_many]
    return [column for column in columns if column.name not in table.hidden]


def _rows(table, person):
    """Every column of every row about `person`, but secrets and what is another's."""
    columns = _visible_columns(table)
    return [
        table.describe(person, row, {c.name: _value(person, row, c) for c in columns})
        for row in table.rows(person).order_by("pk").distinct()
    ]


def _value(person, row: Model, column: Field):
    """As JSON holds it."""
    if column.many_to_many:
        return [str(other) for other in getattr(row, column.name).all()]
    if isinstance(column, ForeignKey):
        return _reference(person, row, column)
    value = column.value_from_object(row)
    if isinstance(column, BinaryField):
        return bytes(value).decode(errors="replace")
    is_json = is_protected_type(value) or isinstance(value, list | dict | str | bool)
    return value if is_json else column.value_to_string(row)


def _reference(person, row, column):
    """People by their address or account name if it is the person's own; a shared name in words;
    anything else by its key, under which it stands in this file if it is the person's."""
    if getattr(row, column.attname) is None:
        return None
    model = column.related_model
    if model is Researcher:
        other = getattr(row, column.name)
        return other.slug if other == person.researcher else SOMEONE_ELSE
    if model is get_user_model():
        user = getattr(row, column.name)
        return user.get_username() if user == person.account else SOMEONE_ELSE
    if model is ContentType:
        kind = getattr(row, column.name)
        return f"{kind.app_label}.{kind.model}"
    if getattr(model, "shared", False):
        return str(getattr(row, column.name))
    return getattr(row, column.attname)
