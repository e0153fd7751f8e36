"""Uploaded files: only of a known shape and kind, and only while something public shows them."""

import io

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from PIL import Image

from profiles.models import Project
from publications.models import Authorship, Publication, PublicationLink

pytestmark = pytest.mark.django_db


def picture(width=400):
    content = io.BytesIO()
    Image.new("RGB", (width, width), "teal").save(content, "PNG")
    return ContentFile(content.getvalue(), "me.png")


@pytest.fixture
def portrait(alice):
    alice.portrait.save("me.png", picture())
    return alice.portrait


def test_public_portrait_is_served(client, portrait):
    response = client.get(portrait.url)
    assert response.status_code == 200
    assert response["Content-Type"] == "image/webp"
    assert response["Content-Disposition"].startswith("inline")
    assert b"".join(response.streaming_content)[8:12] == b"WEBP"


def test_it_gives_out_the_smaller_sizes(client, portrait):
    small = portrait.url.replace(".webp", "-160.webp")
    assert client.get(small).status_code == 200


def test_it_shuts_the_content_in(client, portrait):
    headers = client.get(portrait.url).headers
    assert headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "Vary" not in headers or "Cookie" not in headers["Vary"]


def test_it_answers_304_to_who_has_it(client, portrait):
    known = client.get(portrait.url)
    default_storage.delete(portrait.name)
    answer = client.get(portrait.url, headers={"if-none-match": known["ETag"]})
    assert (answer.status_code, answer.content) == (304, b""), "without a look at the file"
    assert answer["Cache-Control"] == known["Cache-Control"]
    assert client.get(portrait.url, headers={"if-none-match": '"another"'}).status_code == 404


def test_it_keeps_a_draft_researchers_portrait(client, portrait, alice):
    type(alice).objects.update(published_at=None)
    assert client.get(portrait.url).status_code == 404


def test_it_keeps_a_portrait_that_was_replaced(client, portrait, alice):
    type(alice).objects.update(portrait="")
    assert client.get(portrait.url).status_code == 404


def test_it_keeps_a_draft_projects_cover(client, alice):
    project = Project(researcher=alice, title="Secret", published_at=None)
    project.cover.save("x.png", picture())
    assert client.get(project.cover.url).status_code == 404
    Project.objects.update(published_at=alice.published_at)
    assert client.get(project.cover.url).status_code == 200


def test_no_question_confirms_what_is_kept_back(client, portrait, alice):
    etag = client.get(portrait.url)["ETag"]
    type(alice).objects.update(published_at=None)
    nothing = "/media/portraits/0-4x4.webp"
    unknown = client.get(nothing)
    asked = [{}, {"if-none-match": etag}, {"if-none-match": "*"}, {"range": "bytes=0-9"}]
    for headers in asked:
        answer = client.get(portrait.url, headers=headers)
        assert (answer.status_code, answer.content) == (404, unknown.content)
        assert answer.headers == unknown.headers
    assert client.head(portrait.url).headers == client.head(nothing).headers


def test_it_hands_a_document_over_as_a_download(client, alice):
    paper = Publication.objects.create(title="Tides", slug="tides")
    Authorship.objects.create(publication=paper, researcher=alice)
    link = PublicationLink(publication=paper)
    link.file.save("x.pdf", ContentFile(b"%PDF-1.7"))
    response = client.get(link.file.url)
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"].startswith("attachment")
    old = link.file.url
    link.file.save("y.pdf", ContentFile(b"%PDF-1.7"))
    assert client.get(old).status_code == 404, "replaced; kept on the disk for the history"
    assert default_storage.exists(old.removeprefix("/media/"))
    Publication.objects.update(published_at=None)
    assert client.get(link.file.url).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "../secret_key",
        "..%2fsecret_key",
        "portraits/../../secret_key",
        "portraits/..%5c..%5csecret_key",
        "portraits/%00.webp",
        "portraits/",
        "portraits",
        "portraits/x.webp",
        "/etc/passwd",
        "portraits/x.svg",
        "strange/abc.webp",
    ],
)
def test_it_refuses(client, portrait, path):
    assert client.get(f"/media/{path}").status_code in (400, 404)


def test_it_refuses_a_file_that_nothing_shows(client, db):
    name = default_storage.save("portraits/abc-4x4.webp", ContentFile(b"RIFF"))
    assert client.get(f"/media/{name}").status_code == 404


def test_it_says_so_while_the_disk_does_not_answer(client, portrait, monkeypatch):
    def fails(path):
        raise OSError("Input/output error")

    monkeypatch.setattr(default_storage, "open", fails)
    answer = client.get(portrait.url)
    assert (answer.status_code, answer["Cache-Control"]) == (503, "no-store")
    assert answer["Content-Type"].startswith("text/plain")


def test_it_survives_a_lost_file(client, portrait):
    default_storage.delete(portrait.name)
    assert client.get(portrait.url).status_code == 404
