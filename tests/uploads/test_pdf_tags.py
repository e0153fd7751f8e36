"""A PDF that a screen reader cannot follow is pointed out to who uploads it, and stored."""

import io

import pytest
from django.core.files.storage import Storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.urls import reverse
from pypdf import PdfWriter
from pypdf.generic import BooleanObject, DictionaryObject, NameObject

from profiles.models import Redirect
from tests.isolation.forms import sent_by
from uploads import documents
from uploads.documents import SECONDS, is_untagged

pytestmark = pytest.mark.django_db
HINT = "it has no tags"


def pdf(*, marked=None, with_tree=False):
    writer, written = PdfWriter(), io.BytesIO()
    writer.add_blank_page(72, 72)
    root = writer.root_object
    if marked is not None:
        root[NameObject("/MarkInfo")] = DictionaryObject(
            {NameObject("/Marked"): BooleanObject(marked)}
        )
    if with_tree:
        root[NameObject("/StructTreeRoot")] = DictionaryObject()
    writer.write(written)
    return written.getvalue()


@pytest.fixture
def upload(at_work, alice):
    """What the page says after a file was uploaded."""

    def send(content, name="kelp.pdf"):
        address = reverse("admin:profiles_redirect_add")
        boxes = {"old_path": "/kelp.pdf", "file": SimpleUploadedFile(name, content)}
        page = at_work.post(address, sent_by(at_work.get(address)) | boxes, follow=True)
        assert Redirect.objects.get().file.read() == content
        return page.text

    return send


def test_without_tags_there_is_a_hint_with_help(upload):
    text = upload(pdf())
    assert f"“kelp.pdf” is stored, but {HINT}" in text
    assert "/admin/help/accessibility/#tagged-pdfs" in text


def test_tags_without_a_tree_are_none(upload):
    assert HINT in upload(pdf(marked=True))


def test_of_a_tagged_one_nothing_is_said(upload):
    assert HINT not in upload(pdf(marked=True, with_tree=True))


def test_of_one_that_cannot_be_read_nothing_is_said(upload):
    assert HINT not in upload(b"%PDF-1.7 and no more")


def test_a_tree_that_says_it_is_no_mark_is_none(upload):
    assert HINT in upload(pdf(marked=False, with_tree=True))


def test_it_is_read_when_the_row_is_committed(upload, monkeypatch):
    outside, seen = list(connection.savepoint_ids), []
    monkeypatch.setattr(
        documents, "is_untagged", lambda *_: seen.append(list(connection.savepoint_ids))
    )
    upload(pdf())
    assert seen == [outside]


def test_of_one_that_the_storage_does_not_give_nothing_is_said():
    class Gone(Storage):
        def open(self, name):
            raise OSError

    file = Redirect(file="kelp.pdf").file
    file.storage = Gone()
    assert not is_untagged(file)


def test_all_files_of_a_form_have_the_time_of_one(monkeypatch):
    class Form:
        changed_data = ["one", "two", "three"]
        cleaned_data = dict.fromkeys(changed_data, SimpleUploadedFile("kelp.pdf", b""))
        instance = type("Row", (), dict.fromkeys(changed_data))

    given, clock = [], iter([0, 0, SECONDS - 1, SECONDS])
    monkeypatch.setattr(documents, "monotonic", lambda: next(clock))
    monkeypatch.setattr(documents, "is_untagged", lambda _file, seconds: given.append(seconds))
    assert list(documents.untagged_pdfs([Form])) == []
    assert given == [SECONDS, 1]
