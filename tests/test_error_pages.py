import pytest
from django.test import Client, RequestFactory

from config import views


@pytest.mark.django_db
def test_missing_page_offers_search(client):
    response = client.get("/no-such-page/")
    html = response.content.decode()
    assert response.status_code == 404
    assert "There is no such page" in html
    assert "css/site.css" in html
    assert 'action="/search/"' in html


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/a/b/", "/a/b/c/", "/alice-ahlgren/", "/publications/none/"])
def test_it_is_found_at_any_depth(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.django_db
def test_below_the_admin_the_way_back_is_named(client, alice):
    client.force_login(alice.owner)
    html = client.get("/admin/profiles/talk/99/change/").content.decode()
    assert '<a href="/admin/">Back to where you edit</a>' in html
    assert "/admin/" not in client.get("/no-such-page/").content.decode()


@pytest.mark.django_db
def test_it_does_not_repeat_the_path(client):
    assert "zwischen" not in client.get("/zwischen/<b>/").content.decode()


def test_a_server_error_needs_no_database(settings):
    response = views.server_error(RequestFactory().get("/"))
    assert response.status_code == 500
    assert "Something went wrong here" in response.content.decode()


def test_a_server_error_is_shown_even_without_static_files(monkeypatch):
    def fail(*args):
        raise ValueError("no manifest")

    monkeypatch.setattr(views, "render_to_string", fail)
    assert b"try again" in views.server_error(RequestFactory().get("/")).content


@pytest.mark.django_db
def test_a_failing_page_shows_no_detail(monkeypatch, alice):
    def fail(*args):
        raise ValueError("secret detail")

    monkeypatch.setattr("profiles.views.home_sections", fail)
    response = Client(raise_request_exception=False).get("/alice-ahlgren/")
    assert response.status_code == 500
    assert "secret" not in response.content.decode()


@pytest.mark.django_db
def test_an_unknown_host_is_refused(client):
    response = client.get("/", headers={"host": "evil.example"})
    assert response.status_code == 400
    assert "This request cannot be read" in response.content.decode()


def test_a_busy_server_says_when_to_come_again():
    """Without a database, with the headers of any page."""
    page = views.busy_page("/search/")
    assert page.status.startswith("503 ")
    assert page.header("retry-after") == "5"
    assert page.header("cache-control") == "no-store"
    assert "default-src 'none'" in page.header("content-security-policy")
    assert int(page.header("content-length")) == len(page.body)
    assert b"Please try again in a few seconds" in page.body


def test_a_busy_server_says_so_in_the_language_of_the_page():
    assert "请几秒后再试".encode() in views.busy_page("/zh-hans/search/").body
    assert views.busy_page("/zh-wang/").body == views.busy_page("/").body
