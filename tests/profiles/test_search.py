import pytest

from profiles.models import NewsItem
from publications.models import Authorship, Publication

pytestmark = pytest.mark.django_db


def get(client, query):
    return client.get("/search/", {"q": query}).content.decode()


@pytest.fixture
def paper(alice):
    paper = Publication.objects.create(title="Tides and moons", slug="tides", date="2024")
    Authorship.objects.create(publication=paper, researcher=alice, family="Ahlgren")
    return paper


def test_it_works(client, alice, paper):
    NewsItem.objects.create(researcher=alice, date="2025", body="A prize for **tides**")
    html = get(client, "tides")
    assert 'href="/publications/tides/"' in html
    assert "A prize for tides" in html
    assert 'href="/alice-ahlgren/"' in get(client, "ahlgren")


def test_for_nothing_it_asks_only_for_languages(client, db, django_assert_num_queries):
    with django_assert_num_queries(1):
        client.get("/search/?q=+")


def test_it_does_not_find_a_draft_paper(client, paper):
    Publication.objects.update(published_at=None)
    assert "tides/" not in get(client, "tides")


def test_it_does_not_find_news_of_a_draft_researcher(client, alice):
    NewsItem.objects.create(researcher=alice, date="2025", body="Quiet prize")
    type(alice).objects.update(published_at=None)
    assert "Quiet" not in get(client, "prize")


def test_it_writes_the_query_as_text(client, db):
    assert "<b>x</b>" not in get(client, "<b>x</b>")


def test_it_says_when_nothing_is_found(client, db):
    assert "Nothing found for" in get(client, "xyzzy")
