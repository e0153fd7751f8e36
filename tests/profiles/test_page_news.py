import pytest

from profiles.models import NewsItem, Page
from tests.publications.papers import make_paper

pytestmark = pytest.mark.django_db


def news(researcher, date="2025", body="Something happened.", **fields):
    return NewsItem.objects.create(researcher=researcher, date=date, body=body, **fields)


def get(client):
    return client.get("/alice-ahlgren/news/").content.decode()


def test_news_item_has_date_and_anchor(client, alice):
    item = news(alice, "2025-11")
    html = get(client)
    assert "Something happened." in html
    assert '<time datetime="2025-11">Nov 2025</time>' in html
    assert f'id="news-{item.pk}"' in html


def test_its_title_in_the_admin_says_which_paper_it_is_about(alice):
    make_paper("On Tides", alice, citation_key="tides20")
    item = news(alice, body="[@tides20] was accepted.")
    assert str(item) == "On Tides, 2024 was accepted."


def test_it_groups_by_year_newest_first(client, alice):
    news(alice, "2023-05")
    news(alice, "2025")
    html = get(client)
    assert html.index('id="news-of-2025"') < html.index('id="news-of-2023"')


def test_it_puts_pinned_news_on_top(client, alice):
    news(alice, "2025", "Fresh")
    news(alice, "2019", "Old but pinned", pinned=True)
    html = get(client)
    assert html.index("Old but pinned") < html.index("Fresh")


def test_it_links_the_page_with_the_whole_story(client, alice):
    page = Page.objects.create(researcher=alice, title="Story", slug="story")
    news(alice, page=page)
    assert 'href="/alice-ahlgren/story/"' in get(client)


def test_it_does_not_link_a_draft_page(client, alice):
    page = Page.objects.create(researcher=alice, title="Secret", slug="secret", published_at=None)
    news(alice, page=page)
    assert "secret" not in get(client).lower()


def test_it_shows_only_ones_own_news(client, alice, bob):
    news(bob, body="Of Bob")
    assert "Of Bob" not in get(client)


def test_it_says_so_when_there_is_none(client, alice):
    assert "No news yet." in get(client)
