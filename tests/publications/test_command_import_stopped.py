"""manage.py import_bibtex: Ctrl-C ends in one line that says what was stored."""

import pytest

from publications import importer
from publications.management.commands import import_bibtex
from publications.models import ImportBatch, Publication
from tests.publications.importing import KELP, run_command

pytestmark = pytest.mark.django_db


@pytest.fixture
def good(tmp_path):
    path = tmp_path / "good.bib"
    path.write_text(KELP)
    return path


def stop(*args, **kwargs):
    raise KeyboardInterrupt


def test_while_it_plans(good, monkeypatch):
    monkeypatch.setattr(importer, "plan", stop)
    code, _report, message = run_command(good)
    assert (code, message) == (130, "Stopped. Nothing was stored.")


def test_while_it_writes(good, monkeypatch):
    monkeypatch.setattr("publications.importer.writer.publications_changed.send", stop)
    code, _report, message = run_command(good)
    assert (code, message) == (130, "Stopped. Nothing was stored.")
    assert not Publication.objects.exists()


def test_while_it_tells(good, monkeypatch):
    monkeypatch.setattr(import_bibtex.Command, "_print", stop)
    code, _report, message = run_command(good)
    number = ImportBatch.objects.get().pk
    assert (code, message) == (130, f"Stopped. Import {number} is stored whole.")
    assert Publication.objects.exists()
