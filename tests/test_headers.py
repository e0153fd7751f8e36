"""Every answer carries the same shield; no public one knows who asks.

Every address there is is asked for in tests/requests; here are the answers of other kinds.
"""

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.test import Client

from profiles import views
from profiles.models import NewsItem, Page
from publications.models import Authorship, Publication

pytestmark = pytest.mark.django_db
PUBLIC = [
    "/",
    "/?q=alice",
    "/alice-ahlgren/",
    "/alice-ahlgren/news/",
    "/alice-ahlgren/news/feed/",
    "/alice-ahlgren/cv/",
    "/alice-ahlgren/join/",
    "/alice-ahlgren/publications/",
    "/alice-ahlgren/publications.bib",
    "/publications/",
    "/publications/tides/",
    "/search/?q=tides",
    "/sitemap.xml",
    "/robots.txt",
    "/favicon.ico",
    "/healthz",
    "/readyz",
    "/zh-hans/alice-ahlgren/",
    "/no/such/page/",
    "/media/portraits/none.webp",
]


@pytest.fixture(autouse=True)
def _content(alice):
    NewsItem.objects.create(researcher=alice, date="2025", body="x")
    Page.objects.create(researcher=alice, title="Join", slug="join")
    paper = Publication.objects.create(title="Tides", slug="tides", date="2024")
    Authorship.objects.create(publication=paper, researcher=alice, family="Ahlgren")


def shielded(headers):
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    directives = headers["Content-Security-Policy"].split("; ")
    assert directives == sorted(directives), "else each process has an order of its own"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] in ("strict-origin-when-cross-origin", "same-origin")
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


@pytest.mark.parametrize("path", [*PUBLIC, "/admin/", "/admin/login/", "/static/css/admin.css"])
def test_answer_carries_security_headers(client, path):
    shielded(client.get(path).headers)


def test_refusals_and_moves(client, alice, monkeypatch):
    client.force_login(alice.owner)
    alice.former_slugs.create(slug="alice-before")
    answers = {
        400: client.get("/", headers={"host": "evil.example"}),
        405: client.post("/"),
        301: client.get("/alice-before/"),
        302: client.get("/admin/profiles/"),
        403: Client(enforce_csrf_checks=True).post("/admin/login/"),
        304: client.get("/", headers={"if-none-match": client.get("/")["ETag"]}),
    }
    client.raise_request_exception = False
    monkeypatch.setattr("website.views.DirectoryView.get", lambda *args: 1 / 0)
    answers[500] = client.get("/")
    for status, answer in answers.items():
        assert answer.status_code == status
        shielded(answer.headers)
        assert "Django" not in str(answer.headers)
        assert "Traceback" not in answer.content.decode()


def test_a_file(client, alice, settings):
    """A stored picture runs nothing, whatever it is."""
    alice.portrait.name = "portraits/abc-1x1.webp"
    alice.save()
    default_storage.save(alice.portrait.name, ContentFile(b"x"))
    answer = client.get(alice.portrait.url)
    assert answer.status_code == 200
    headers = dict(answer.headers)
    assert headers.pop("Content-Security-Policy") == "default-src 'none'; sandbox"
    shielded(headers | {"Content-Security-Policy": "default-src 'none'"})


@pytest.mark.parametrize(
    ("path", "ask", "status"),
    [
        ("/static/css/site.css", {}, 200),
        ("/static/css/site.css", {"HTTP_RANGE": "bytes=0-9"}, 206),
        ("/static/css/site.css", {"HTTP_RANGE": "bytes=99999999-"}, 416),
        ("/static/css/site.css", {"REQUEST_METHOD": "POST"}, 405),
        ("/static/css/site.css", {"REQUEST_METHOD": "HEAD"}, 200),
        ("/static/none.css", {}, 404),
        ("/static/../secret_key", {}, 404),
        ("/media/../secret_key", {}, 404),
        ("/media/%00.webp", {}, 404),
        ("//evil.example/admin", {}, 404),
    ],
)
def test_a_part_of_a_file_and_none(client, path, ask, status):
    answer = client.get("/", **{"PATH_INFO": path.replace("%00", "\0")} | ask)
    assert answer.status_code == status
    shielded(answer.headers)


def test_what_is_downloaded_and_what_scripts_ask_for(client, alice):
    client.force_login(alice.owner)
    chosen = {"app_label": "publications", "model_name": "publication", "field_name": "topics"}
    answers = {
        "application/json": client.get("/admin/autocomplete/", chosen | {"term": "x"}),
        "application/zip": client.post(f"/admin/profiles/researcher/{alice.pk}/data/"),
        "text/plain; charset=utf-8": client.get("/admin/dates/words/?text=2025"),
        "image/jpeg": client.get(views.card_address(alice)),
    }
    for kind, answer in answers.items():
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, kind)
        headers = dict(answer.headers)
        if kind == "image/jpeg":
            # Other sites show it beside a link to the page.
            assert headers.pop("Cross-Origin-Resource-Policy") == "cross-origin"
            headers["Cross-Origin-Resource-Policy"] = "same-origin"
        shielded(headers)
        answer.close()


@pytest.mark.parametrize("path", PUBLIC)
def test_a_public_answer_sets_no_cookie(client, path):
    response = client.get(path)
    assert not response.cookies
    assert "cookie" not in response.get("Vary", "").lower()


@pytest.mark.parametrize("path", PUBLIC)
def test_a_public_answer_is_the_same_for_who_is_signed_in(client, manager, path):
    before = _body(client.get(path))
    client.force_login(manager)
    response = client.get(path)
    assert _body(response) == before
    assert "cookie" not in response.get("Vary", "").lower()


def _body(response):
    return b"".join(response.streaming_content) if response.streaming else response.content


def test_a_page_is_not_sent_twice(client):
    etag = client.get("/alice-ahlgren/")["ETag"]
    assert client.get("/alice-ahlgren/", headers={"if-none-match": etag}).status_code == 304


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch", "options", "trace"])
def test_reading_is_all_there_is(client, method):
    for path in PUBLIC:
        assert getattr(client, method)(path).status_code < 500
