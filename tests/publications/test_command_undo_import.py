"""undo_import NUMBER, and its exit codes."""

import io

import pytest
from django.core.management import CommandError, call_command

from publications.models import ImportBatch, Publication
from tests.publications.importing import DATA, KELP, take

pytestmark = pytest.mark.django_db


def run(*args, **options):
    """(exit code, what it printed, the one line of an error)."""
    out = io.StringIO()
    try:
        call_command("undo_import", *args, stdout=out, **options)
    except CommandError as error:
        return error.returncode, out.getvalue(), str(error)
    return 0, out.getvalue(), ""


def number():
    return ImportBatch.objects.latest("pk").pk


def test_import_is_undone_by_number(alice):
    take(KELP, alice)
    code, told, _message = run(number())
    assert code == 0
    assert "taken back: Growing Consensus in Kelp Forests" in told
    assert told.endswith("1 paper taken back, 0 restored, 0 kept.\n")
    assert not Publication.objects.exists()


def test_an_import_tells_its_number(alice):
    out = io.StringIO()
    call_command("import_bibtex", str(DATA / "alice.bib"), researcher=alice.slug, stdout=out)
    assert f"undo it with: manage.py undo_import {number()}" in out.getvalue()


def test_a_dry_run_changes_nothing(alice):
    take(KELP, alice)
    code, told, _message = run(number(), dry_run=True)
    assert code == 0
    assert "taken back: Growing Consensus" in told
    assert Publication.objects.count() == 1


def test_what_was_kept_is_named_with_its_reason(alice):
    take(KELP, alice)
    Publication.objects.get().save()
    code, told, message = run(number())
    assert (code, message) == (2, "1 paper kept.")
    assert "kept: Growing Consensus in Kelp Forests" in told
    assert "It was edited since." in told


def test_twice_is_refused(alice):
    take(KELP, alice)
    run(number())
    assert run(number()) == (1, "", "This import was undone already.")


def test_an_unknown_number_is_refused(db):
    assert run(99) == (1, "", "There is no import 99.")
