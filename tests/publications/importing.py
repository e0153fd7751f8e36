"""What the import tests share: entries in a string, a run of the importer, a dump of its tables."""

import io
import json
from pathlib import Path

from django.core.management import CommandError, call_command
from django.db import connection

from publications import bibtex, importer
from publications.models import (
    Authorship,
    AuthorshipSuggestion,
    ImportBatch,
    Publication,
    PublicationAward,
    PublicationLink,
    Source,
    Venue,
    Version,
)

DATA = Path(__file__).resolve().parents[1] / "data"
WRITTEN = (
    Publication,
    Version,
    Authorship,
    AuthorshipSuggestion,
    PublicationLink,
    PublicationAward,
    Source,
    ImportBatch,
    Venue,
)
KELP = """
@inproceedings{kelp,
  title = {Growing Consensus in Kelp Forests},
  author = {Ahlgren, Alice and Brandt, Bob},
  booktitle = {Symposium on Imaginary Systems},
  year = {2024},
  doi = {10.5555/kelp.2024}
}
"""


def take(text, researcher=None, *, file="papers.bib", by_operator=True, **options):
    """Imports a string as if it were a file."""
    files = [(file, bibtex.parse(text))]
    return importer.run(files, researcher, by_operator=by_operator, **options)


def actions(report):
    return [step.action for step in report.steps]


def reasons(report):
    return " | ".join(problem.reason for problem in report.problems)


def dump():
    return [rows(model._meta.db_table) for model in WRITTEN]


def rows(table):
    """As the database holds them: models are made too often here to be made for a comparison."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} ORDER BY id")  # noqa: S608
        return cursor.fetchall()


def run_command(*files, **options):
    """(exit code, parsed JSON or None, the one line of an error) of import_bibtex --json."""
    out, code, message = io.StringIO(), 0, ""
    try:
        call_command("import_bibtex", *map(str, files), json=True, stdout=out, **options)
    except CommandError as error:
        code, message = error.returncode, str(error)
    return code, json.loads(out.getvalue() or "null"), message
