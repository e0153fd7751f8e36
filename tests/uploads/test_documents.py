"""PDFs and slides: what they are is read from what is in them; together they fit a quota."""

import io
from zipfile import ZipFile

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from profiles.models import Redirect
from uploads.documents import validate_document


def archive(*names):
    stored = io.BytesIO()
    with ZipFile(stored, "w") as made:
        for name in names:
            made.writestr(name, "x")
    return stored.getvalue()


SLIDES = archive("[Content_Types].xml", "ppt/presentation.xml")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.pdf", b"%PDF-1.7"),
        ("b.pdf", b"\xef\xbb\xbf\r\n%PDF-1.4"),
        ("a.PPTX", SLIDES),
        ("a.odp", archive("content.xml")),
    ],
)
def test_document_is_known_by_its_content(name, content):
    validate_document(SimpleUploadedFile(name, content))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.pdf", b"<script>"),
        ("a.html", b"%PDF-1.7"),
        ("a.pptx", b"PK\x03\x04 and nothing more"),
        ("a.pptx", archive("word/document.xml")),
        ("a.odp", SLIDES),
        ("a.zip", b"PK\x03\x04"),
    ],
)
def test_what_it_is_not_is_refused(name, content):
    with pytest.raises(ValidationError, match="is not a PDF"):
        validate_document(SimpleUploadedFile(name, content))


def upload(client, old_path):
    data = {"old_path": old_path, "file": SimpleUploadedFile("cv.pdf", b"%PDF-1.7" + b" " * 600)}
    return client.post(reverse("admin:profiles_redirect_add"), data)


@pytest.mark.django_db
def test_a_row_whose_file_is_lost_can_still_be_saved(client, alice):
    row = Redirect.objects.create(researcher=alice, old_path="/cv.pdf", file="files/lost.pdf")
    client.force_login(alice.owner)
    url = reverse("admin:profiles_redirect_change", args=[row.pk])
    assert client.post(url, {"old_path": "/cv/", "target": "", "loaded": ""}).status_code == 302
    row.refresh_from_db()
    assert (row.old_path, row.file) == ("/cv/", "files/lost.pdf")


@pytest.mark.django_db
def test_more_than_the_quota_is_refused_in_words(client, alice, settings):
    settings.UPLOAD_QUOTA = 1000
    client.force_login(alice.owner)
    upload(client, "/cv.pdf")
    answer = upload(client, "/second.pdf")
    assert "608 bytes of 1000 bytes" in answer.content.decode().replace("\xa0", " ")
    assert Redirect.objects.count() == 1
    shown = client.get(reverse("admin:profiles_picture_files")).content.decode()
    assert "/cv.pdf" in shown
