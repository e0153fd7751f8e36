"""Everything about one person as a ZIP file that a person and a program can read.

README.txt says in words what is what; record.json holds the rows; files/ the uploads, with every
size of each picture; and whatever an app adds, such as publications.bib.
"""

import json
import shutil
from collections.abc import Iterable
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile

from django.conf import settings
from django.core.files.storage import default_storage
from django.core.serializers.json import DjangoJSONEncoder
from django.template.loader import render_to_string
from django.utils import timezone

from profiles.models import Researcher
from uploads.images import picture_files
from website.personal_data import values
from website.personal_data.tables import Person, documents, holdings

# Of the keys of record.json. A change that a program would notice is a new one.
FORMAT = "vitae-person 1"


def write_archive(researcher: Researcher, out: BinaryIO) -> list[str]:
    """Writes the ZIP file to `out`; returns the stored files that could not be read."""
    person = Person(researcher)
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        archive.writestr("record.json", _json(record(person)))
        for document in documents():
            archive.writestr(document.name, document.write(person))
        lost = [name for name in stored_names(person) if not _copy(name, archive)]
        archive.writestr("README.txt", _readme(person, lost))
    return lost


def file_name(researcher: Researcher) -> str:
    return f"{researcher.slug}-{timezone.localdate():%Y-%m-%d}.zip"


def record(person: Person) -> dict:
    """{"format", "site", "made_at", "person", "columns": {table: {column: what it is}},
    "rows": {table: [{column: value}]}}; a table without rows is left out.
    """
    found = [(holding, values.rows_of(holding, person)) for holding in holdings()]
    found = [(holding, rows) for holding, rows in found if rows]
    return {
        "format": FORMAT,
        "site": settings.SITE_NAME,
        "made_at": timezone.now(),
        "person": person.researcher.slug,
        "columns": {holding.label: values.labels_of(holding) for holding, _rows in found},
        "rows": {holding.label: rows for holding, rows in found},
    }


def stored_names(person: Person) -> list[str]:
    """The uploads in the person's rows, each picture with all its sizes."""
    names: dict[str, None] = {}
    for holding in holdings():
        names |= dict.fromkeys(_names(holding, holding.rows(person).order_by("pk")))
    return [stored for name in names for stored in picture_files(name)]


def _names(holding, rows) -> Iterable[str]:
    for row in rows.iterator():
        yield from holding.files(row)


def _json(data):
    return json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1) + "\n"


def _copy(name, archive):
    try:
        with default_storage.open(name) as stored, archive.open(f"files/{name}", "w") as copy:
            shutil.copyfileobj(stored, copy)
    except OSError:
        return False
    return True


def _readme(person, lost):
    context = {"researcher": person.researcher, "site_name": settings.SITE_NAME, "lost": lost}
    context["documents"] = [document.name for document in documents()]
    return render_to_string("website/personal_data/readme.txt", context)
