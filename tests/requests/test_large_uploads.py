"""A file that is far too large: a clear refusal; it fills neither memory nor disk."""

import tempfile
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from publications.admin import import_forms
from uploads import documents, images

MB = 1024 * 1024
LARGE = b"%PDF-1.4\n" + b"0" * (5 * MB)
VIEWS = {
    "profiles_redirect_add": ("file", "larger than"),
    "profiles_picture_add": ("image", "larger than"),
    "publications_importbatch_add": ("file", "larger than"),
    "markdown-upload": ("image", "larger than"),
}


@pytest.fixture
def written(monkeypatch, tmp_path):
    """Sizes of what was written by the end of each upload; a file may have a MB, a request two."""
    sizes, folder = [], tmp_path / "uploading"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    for module in (documents, images, import_forms):
        monkeypatch.setattr(module, "MAX_BYTES", MB)
    monkeypatch.setattr(documents, "MAX_LARGE_FILES", 2)
    complete = documents.CappedUploadHandler.file_complete

    def noted(handler, size):
        sizes.append(handler.file.tell())
        return complete(handler, size)

    monkeypatch.setattr(documents.CappedUploadHandler, "file_complete", noted)
    yield sizes
    assert list(folder.iterdir()) == []


@pytest.mark.django_db
@pytest.mark.parametrize("name", VIEWS)
def test_huge_upload_is_refused_and_cut(name, client, alice, settings, written):
    client.force_login(alice.owner)
    box, words = VIEWS[name]
    sent = {box: SimpleUploadedFile("a.pdf", LARGE), "old_path": "/x/"}
    sent |= {"alt": "x", "update": "fill", "state": "publish"}
    answer = client.post(reverse(f"admin:{name}"), sent)
    assert words in answer.content.decode()
    assert written[0] <= 2 * MB
    assert not list(Path(settings.MEDIA_ROOT).rglob("*.*"))


@pytest.mark.django_db
def test_who_is_not_signed_in_fills_no_disk_either(client, written):
    client.post("/admin/login/", {"username": SimpleUploadedFile("a.pdf", LARGE)})
    assert written[0] <= 2 * MB


@pytest.mark.django_db
def test_many_files_fill_no_disk_either(client, written):
    files = [SimpleUploadedFile(f"{number}.pdf", LARGE) for number in range(4)]
    client.post("/admin/login/", {"username": files})
    assert len(written) == 4
    assert sum(written) <= 2 * MB


def test_a_small_one_that_found_no_room_is_too_large(monkeypatch):
    monkeypatch.setattr(documents, "MAX_LARGE_FILES", 0)
    handler = documents.CappedUploadHandler()
    handler.new_file("file", "a.pdf", "application/pdf", 1)
    handler.receive_data_chunk(b"x", 0)
    assert handler.file_complete(1).size > documents.MAX_BYTES


def test_no_form_takes_more():
    """Else a file that is cut short could pass for a whole one."""
    taken = [module.MAX_BYTES for module in (documents, images, import_forms)]
    assert max(taken) == documents.MAX_BYTES


def test_one_file_may_have_the_room_of_all():
    """The ZIP of a site: the import takes what fits of it, and needs its end, where its list is."""
    handler = documents.CappedUploadHandler()
    handler.new_file("file", "site.zip", "application/zip", 1)
    handler.receive_data_chunk(b"PK", 0)
    handler.receive_data_chunk(b"its list", documents.MAX_BYTES + 1)
    assert handler.file_complete(10).read() == b"PKits list"
