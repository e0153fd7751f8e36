"""Pictures put into a text by the editor."""

import base64

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from profiles.models import Delegation, Picture
from tests.conftest import make_user

# A red GIF of one pixel.
GIF = base64.b64decode("R0lGODlhAQABAPAAAP8AAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==")


@pytest.fixture
def url():
    return reverse("admin:markdown-upload")


def picture(content=GIF, name="a.gif"):
    return SimpleUploadedFile(name, content, "image/gif")


def test_uploaded_picture_becomes_markdown(client, alice, url):
    client.force_login(alice.owner)
    answer = client.post(url, {"image": picture()})
    stored = Picture.objects.get()
    assert answer.json()["image_code"] == f"![describe this picture]({stored.image.url})"
    assert (stored.researcher, stored.uploaded_by) == (alice, alice.owner)
    assert stored.image.name.endswith(".webp")


def test_anonymous_stores_nothing(client, db, url):
    answer = client.post(url, {"image": picture()})
    assert answer.status_code == 403
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert not Picture.objects.exists()


def test_account_without_record_stores_nothing(client, charlie, url):
    client.force_login(charlie)
    assert client.post(url, {"image": picture()}).status_code == 403
    assert not Picture.objects.exists()


def test_a_disk_that_does_not_answer_stores_nothing(client, alice, url, monkeypatch):
    def fails(name, content, max_length=None):
        raise OSError("No space left on device")

    monkeypatch.setattr(default_storage, "save", fails)
    client.force_login(alice.owner)
    answer = client.post(url, {"image": picture()})
    assert (answer.status_code, Picture.objects.exists()) == (503, False)
    assert "Try again later" in answer.content.decode()


@pytest.mark.parametrize("content", [b"<svg onload='alert(1)'/>", b"", b"GIF89a"])
def test_what_is_no_picture_stores_nothing(client, alice, url, content):
    client.force_login(alice.owner)
    answer = client.post(url, {"image": picture(content)})
    assert answer.status_code == 400
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert not Picture.objects.exists()


def test_missing_file_is_refused(client, alice, url):
    client.force_login(alice.owner)
    assert client.post(url).status_code == 400


def test_naming_anothers_record_stores_to_ones_own(client, alice, bob, url):
    client.force_login(alice.owner)
    client.post(url, {"image": picture(), "researcher": bob.pk})
    assert Picture.objects.get().researcher == alice


def test_delegate_stores_to_the_record_of_the_form(client, alice, bob, url):
    dora = make_user("dora")
    for researcher in (alice, bob):
        Delegation.objects.create(researcher=researcher, user=dora)
    client.force_login(dora)
    client.post(url, {"image": picture(), "researcher": bob.pk})
    assert Picture.objects.get().researcher == bob


def test_of_several_records_one_has_to_be_named(client, alice, bob, url):
    """What is nobody's would be a manager's to place."""
    dora = make_user("dora")
    for researcher in (alice, bob):
        Delegation.objects.create(researcher=researcher, user=dora)
    client.force_login(dora)
    answer = client.post(url, {"image": picture()})
    assert (answer.status_code, Picture.objects.exists()) == (400, False)
    assert "whose entry" in answer.content.decode()
