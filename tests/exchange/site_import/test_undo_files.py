"""An import that is undone leaves no upload behind that nothing else names."""

import pytest
from django.core.files.storage import default_storage

from exchange.backup import stored_names
from history.models import Revision
from profiles.models import Redirect, Talk
from publications.importer import undo
from publications.models import ImportBatch, PublicationLink
from tests.exchange.site_import.importing import PDF, record, take, tree_of
from tests.profiles.test_markdown_upload import GIF

pytestmark = pytest.mark.django_db


@pytest.fixture
def number(tmp_path, alice):
    """Of an import with a talk's slides, a paper's PDF, a picture, and their old addresses."""
    files = {"files/talk.pdf": PDF, "files/kelp.pdf": PDF, "images/kelp.png": GIF}
    _plan, number = take(tree_of(tmp_path / "site", **files), record(), alice)
    return number


@pytest.fixture
def undone(number, django_capture_on_commit_callbacks):
    def undone():
        with django_capture_on_commit_callbacks(execute=True):
            undo.undo(ImportBatch.objects.get(pk=number))
        return set(stored_names())

    return undone


def pdf():
    return PublicationLink.objects.get(kind="pdf").file.name


def test_undone_import_leaves_no_upload(undone):
    assert len(set(stored_names())) >= 3
    assert undone() == set()


def test_what_another_row_names_stays(undone, bob):
    name = pdf()
    Redirect.objects.create(researcher=bob, old_path="/kelp.pdf", file=name)
    assert undone() == {name}


def test_what_a_version_may_bring_back_stays(undone, alice):
    name = pdf()
    state = {"fields": {}, "rows": {"profiles.researcherlink": [{"id": 1, "file": name}]}}
    Revision.objects.create(
        researcher=alice, kind="profiles.researcher", object_id=alice.pk, state=state
    )
    assert undone() == {name}


def test_what_is_kept_keeps_its_files(undone):
    talk = Talk.objects.get()
    slides = talk.links.get().file.name
    talk.title = "Kelp, edited"
    talk.save()
    assert slides in undone()
    assert default_storage.exists(talk.links.get().file.name)


def test_an_undo_that_fails_deletes_nothing(undone, monkeypatch):
    before = set(stored_names())

    def fail(*args):
        raise RuntimeError

    monkeypatch.setattr("publications.importer.undo.timezone.now", fail)
    with pytest.raises(RuntimeError):
        undone()
    assert set(stored_names()) == before
