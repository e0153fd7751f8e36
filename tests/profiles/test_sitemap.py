import pytest

from profiles.models import NewsItem, Page
from tests.conftest import make_researcher

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
