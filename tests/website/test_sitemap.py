import re
from datetime import date, timedelta

import pytest
from django.utils import timezone

from profiles.models import Award, NewsItem, Page, Researcher
from publications.models import Publication
from tests.conftest import make_researcher
from tests.publications.papers import make_paper
from website import sitemaps

pytestmark = pytest.mark.django_db


def get(client):
    response = client.get("/sitemap.xml")
    assert response.status_code == 200
    return response.content.decode()


def test_it_works(client, alice):
    Page.objects.create(researcher=alice, title="Join", slug="join")
    NewsItem.objects.create(researcher=alice, date="2025", body="x")
    xml = get(client)
    for path in ("/", "/alice-ahlgren/", "/alice-ahlgren/cv/", "/alice-ahlgren/join/"):
        assert f"<loc>http://testserver{path}</loc>" in xml
    assert "<loc>http://testserver/alice-ahlgren/news/</loc>" in xml
    assert "<lastmod>" in xml


def test_it_leaves_out_what_is_empty(client, alice):
    assert "/news/" not in get(client)


def test_it_leaves_out_drafts(client, alice):
    make_researcher("Dora Draft", published_at=None)
    Page.objects.create(researcher=alice, title="Soon", slug="soon", published_at=None)
    xml = get(client)
    assert "dora" not in xml
    assert "soon" not in xml


def test_it_begins_with_the_configured_origin(client, alice, settings):
    settings.ORIGIN = "https://lab.example"
    xml = get(client)
    assert "https://lab.example/alice-ahlgren/" in xml
    assert "testserver" not in xml


DAY = timedelta(days=1)


def lastmod(client, path):
    entry = rf"<loc>http://testserver{path}</loc>\s*<lastmod>([^<]+)</lastmod>"
    return date.fromisoformat(re.search(entry, get(client))[1])


def test_a_home_page_is_as_new_as_what_stands_on_it(client, alice):
    today = timezone.now()
    Researcher.objects.update(updated_at=today - 9 * DAY, published_at=today - 8 * DAY)
    assert lastmod(client, "/alice-ahlgren/") == (today - 8 * DAY).date()
    Award.objects.create(researcher=alice, name="Prize", published_at=today - 9 * DAY)
    Award.objects.update(updated_at=today - 5 * DAY)
    assert lastmod(client, "/alice-ahlgren/") == (today - 5 * DAY).date()
    make_paper("On Notes", alice, published_at=today - 9 * DAY)
    Publication.objects.update(updated_at=today - 3 * DAY)
    assert lastmod(client, "/alice-ahlgren/cv/") == (today - 3 * DAY).date()
    assert lastmod(client, "/alice-ahlgren/publications/") == (today - 3 * DAY).date()


def test_a_draft_does_not_make_a_page_newer(client, alice):
    Researcher.objects.update(updated_at=alice.updated_at - 9 * DAY, published_at="2020-01-01T00Z")
    Award.objects.create(researcher=alice, name="Prize", published_at=None)
    assert lastmod(client, "/alice-ahlgren/") == (alice.updated_at - 9 * DAY).date()


def test_a_page_in_two_languages_stands_there_twice(client, alice):
    Researcher.objects.update(translations={"zh-hans": {"headline": "数学家"}})
    xml = get(client)
    assert "<loc>http://testserver/zh-hans/alice-ahlgren/</loc>" in xml
    address = "http://testserver/zh-hans/alice-ahlgren/cv/"
    assert xml.count(f'hreflang="zh-hans" href="{address}"') == 2


def test_too_many_addresses_are_told_in_several_files(client, alice, monkeypatch):
    monkeypatch.setattr(sitemaps, "MOST", 1)
    xml = get(client)
    files = re.findall(r"<loc>http://testserver([^<]+)</loc>", xml)
    assert "<sitemapindex" in xml
    assert "/sitemap-researchers.xml?p=1" in files
    found = "".join(client.get(path).content.decode() for path in files)
    assert "<loc>http://testserver/alice-ahlgren/</loc>" in found
