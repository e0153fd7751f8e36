from xml.etree import ElementTree

import pytest

from profiles.models import NewsItem

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def item(alice):
    return NewsItem.objects.create(researcher=alice, date="2025-11", body="I won **a prize**.")


def entries(client, path="/alice-ahlgren/news/feed/"):
    response = client.get(path)
    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ElementTree.fromstring(response.content)  # noqa: S314 written by us
    return feed.findall(f"{ATOM}entry")


def test_news_entry_has_title_content_and_link(client, item):
    [entry] = entries(client)
    assert entry.findtext(f"{ATOM}title") == "I won a prize."
    assert "<strong>a prize</strong>" in entry.findtext(f"{ATOM}content")
    link = entry.find(f"{ATOM}link").get("href")
    assert link == f"http://testserver/alice-ahlgren/news/#news-{item.pk}"


def test_it_is_as_old_as_its_own_date(client, item):
    [entry] = entries(client)
    assert entry.findtext(f"{ATOM}published") == "2025-11-01T00:00:00+00:00"


def test_it_prefers_the_headline(client, item):
    NewsItem.objects.update(headline="Prize!")
    assert entries(client)[0].findtext(f"{ATOM}title") == "Prize!"


def test_it_begins_addresses_with_the_configured_origin(client, item, settings):
    settings.ORIGIN = "https://lab.example"
    xml = client.get("/alice-ahlgren/news/feed/").content.decode()
    assert "testserver" not in xml
    assert "https://lab.example/alice-ahlgren/news/feed/" in xml


def test_it_leaves_out_drafts(client, item):
    NewsItem.objects.update(published_at=None)
    assert entries(client) == []


def test_it_is_not_there_for_a_draft_researcher(client, item, alice):
    type(alice).objects.update(published_at=None)
    assert client.get("/alice-ahlgren/news/feed/").status_code == 404


def test_it_is_found_from_the_page(client, item):
    assert 'type="application/atom+xml"' in client.get("/alice-ahlgren/").content.decode()


def test_it_survives_control_characters(client, item):
    NewsItem.objects.update(body="a\x0bb \ud83d".encode("utf-8", "ignore").decode())
    assert len(entries(client)) == 1
