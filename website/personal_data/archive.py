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
from django.db.models import BinaryField, DateTimeField, Model
from django.template.loader import render_to_string
from django.utils import timezone, translation

from history import snapshots
from profiles.data_policy import Subject, get_data_policy
from profiles.models import Delegation, Membership, Researcher
from profiles.site import site_settings
from publications import citations
from publications.models import AuthorshipSuggestion, public_papers
from uploads.images import picture_files
from website.personal_data.tables import Person, PersonalTable, personal_tables, redact

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
    """Return the name under which a browser stores it: ada-lovelace-2025-11-20.zip."""
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
    with translation.override("en"):
        return {column.name: str(column.verbose_name) for column in _visible_columns(table)}


def _visible_columns(table):
    columns = [*table.model._meta.concrete_fields, *table.model._meta.many_to_many]
    return [column for column in columns if column.name not in table.policy.secret]


def _rows(table, person):
    columns = _visible_columns(table)
    return [_row(person, row, columns) for row in table.rows(person).order_by("pk").distinct()]


def _row(person, row: Model, columns) -> dict:
    """Every column of a row about `person`, but secrets and what is another's."""
    stored = redact(person, type(row), snapshots.values_of(row))
    values = {}
    for column in columns:
        if column.many_to_many:
            values[column.name] = [str(other) for other in getattr(row, column.name).all()]
        elif isinstance(column, DateTimeField):  # DjangoJSONEncoder writes these
            values[column.name] = column.value_from_object(row)
        elif isinstance(column, BinaryField):
            values[column.name] = bytes(stored[column.name]).decode(errors="replace")
        elif column.name in stored:
            is_key = column.is_relation and stored[column.name] is not None
            values[column.name] = _name(person, row, column) if is_key else stored[column.name]
    return values | _explain(person, row)


def _name(person, row, column):
    """Of what a row refers to: people by their address or account name if it is the person's own; a
    shared name in words; anything else by its key, under which it stands in this file if it is the
    person's.
    """
    model, key = column.related_model, getattr(row, column.attname)
    is_shared = get_data_policy(model).subject is Subject.VOCABULARY
    if not (is_shared or model in (Researcher, get_user_model(), ContentType)):
        return key  # the row may be gone: an old address remembers where it led
    other = getattr(row, column.name)
    if model is ContentType:
        return f"{other.app_label}.{other.model}"
    if model is Researcher:
        return other.slug if other == person.researcher else SOMEONE_ELSE
    if model is get_user_model():
        return other.get_username() if other == person.account else SOMEONE_ELSE
    return str(other)


def _explain(person, row) -> dict:
    """What the keys of a row would not say."""
    if isinstance(row, Membership):
        return {"group": row.group.name}
    if isinstance(row, Delegation) and row.researcher_id == person.researcher.pk:
        # Their delegates the owner has chosen, and sees by name in the admin.
        return {"user": row.user.get_username()}
    if isinstance(row, AuthorshipSuggestion):
        # Which paper it is about, unless that is another's draft.
        paper = row.authorship.publication
        if person.papers.filter(pk=paper.pk) or public_papers().filter(pk=paper.pk):
            return {"paper": paper.slug, "printed_name": row.authorship.name}
    return {}
