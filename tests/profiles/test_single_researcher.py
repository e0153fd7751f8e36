"""VITAE_RESEARCHER: one person's pages stand at the root."""

import importlib
import sys

import pytest
from django.core import checks
from django.urls import clear_url_caches

import config.urls
from config.checks import single_researcher_error
from profiles.models import FormerSlug, NewsItem, Page, Redirect
from publications.models import Authorship, Publication
from tests.publications.papers import make_paper

pytestmark = pytest.mark.django_db


def reload_urls():
    importlib.reload(config.urls)
    clear_url_caches()


@pytest.fixture
def site(alice, bob, settings):
    settings.SINGLE_RESEARCHER = "alice-ahlgren"
    reload_urls()
    yield alice
    settings.SINGLE_RESEARCHER = ""
    reload_urls()


@pytest.mark.parametrize("path", ["/", "/cv/", "/news/", "/publications/", "/zh-hans/"])
def test_pages_stand_at_the_root(client, site, path):
    NewsItem.objects.create(researcher=site, date="2025", body="x")
    html = client.get(path).content.decode()
    assert "Alice Ahlgren" in html
    assert "/alice-ahlgren/" not in html


def test_it_serves_own_pages(client, site):
    Page.objects.create(researcher=site, title="Join", slug="join")
    assert client.get("/join/").status_code == 200


def test_it_redirects_from_the_lab_addresses(client, site):
    response = client.get("/alice-ahlgren/news/?page=1")
    assert (response.status_code, response["Location"]) == (301, "/news/?page=1")
    assert client.get("/alice-ahlgren/")["Location"] == "/"
    assert client.get("/zh-hans/alice-ahlgren/cv/")["Location"] == "/zh-hans/cv/"


def test_it_cannot_be_led_to_another_site(client, site):
    assert not client.get("/alice-ahlgren//evil.example/").get("Location", "/").startswith("//")


def test_it_serves_papers_where_they_were(client, site):
    paper = Publication.objects.create(title="Tides", slug="tides", date="2024")
    Authorship.objects.create(publication=paper, family="Ahlgren", researcher=site)
    assert client.get("/publications/tides/").status_code == 200


def test_it_serves_old_addresses_at_the_root(client, site):
    Redirect.objects.create(researcher=site, old_path="/about/", target="cv/")
    assert client.get("/about/")["Location"] == "/cv/"


def test_it_finds_a_former_address(client, site):
    FormerSlug.objects.create(researcher=site, slug="alice-berg")
    assert client.get("/alice-berg/cv/")["Location"] == "/cv/"
    assert client.get("/alice-berg//evil.example/")["Location"] == "/evil.example/"
    assert client.get("/alice-berg/cv/?page=2&a=b")["Location"] == "/cv/?page=2"
    assert client.get("/alice-berg/cv/?" + "x" * 20_000)["Location"] == "/cv/"


@pytest.mark.parametrize("path", ["/bob-brandt/", "/bob-brandt/cv/"])
def test_others_are_not_there(client, site, path):
    assert client.get(path).status_code == 404


def test_others_are_in_no_list(client, site):
    for path in ("/sitemap.xml", "/search/?q=brandt", "/"):
        assert "bob-brandt" not in client.get(path).content.decode()


def test_an_unknown_slug_is_one_clear_line(alice, settings):
    settings.SINGLE_RESEARCHER = "alice"
    message = single_researcher_error()
    assert "VITAE_RESEARCHER=alice is no researcher here (known: alice-ahlgren)" in message
    assert "\n" not in message
    found = checks.run_checks(tags=["database"], databases=["default"])
    assert message in [error.msg for error in found]


def test_a_known_slug_is_no_complaint(alice, settings):
    settings.SINGLE_RESEARCHER = "alice-ahlgren"
    assert single_researcher_error() == ""


def test_the_start_fails_on_an_unknown_slug(db, settings, capsys):
    settings.SINGLE_RESEARCHER = "nobody"
    sys.modules.pop("config.wsgi", None)
    with pytest.raises(SystemExit) as stopped:
        importlib.import_module("config.wsgi")
    assert stopped.value.code == 3
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("VITAE_RESEARCHER=nobody is no researcher here (known: none yet)")


def test_a_preview_and_a_redirect_there(client, site):
    """A draft's page is for its editors; no redirect tells its address meanwhile."""
    make_paper("Secret", site, published_at=None)
    Redirect.objects.create(researcher=site, old_path="/old/", target="publications/secret/")
    assert client.get("/old/").status_code == 404
    client.force_login(site.owner)
    html = client.get("/admin/preview/").content.decode()
    assert 'href="/admin/preview/publications/secret/"' in html
    assert client.get("/admin/preview/publications/secret/").status_code == 200


def test_an_old_address_leads_to_a_row(client, site):
    paper = make_paper("Tides", site)
    page = Page.objects.create(researcher=site, title="Join", slug="join")
    Redirect.objects.create(researcher=site, old_path="/papers/tides.html", row=paper)
    Redirect.objects.create(researcher=site, old_path="/open/", row=page)
    assert client.get("/papers/tides.html")["Location"] == "/publications/tides/"
    assert client.get("/zh-hans/open/")["Location"] == "/zh-hans/join/"
    Page.objects.update(published_at=None)
    assert client.get("/open/").status_code == 404
