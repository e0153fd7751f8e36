"""A list of the admin: what it says without a row, and how it counts."""

import pytest
from django.urls import reverse

from profiles.models import NewsItem

LIST = reverse("admin:profiles_newsitem_changelist")


@pytest.fixture
def page(client, alice):
    client.force_login(alice.owner)
    return lambda **query: client.get(LIST, query).content.decode()


def test_list_counts_its_rows(page, alice):
    NewsItem.objects.create(researcher=alice, date="2026", body="A talk.")
    html = page()
    assert "1 entry" in html
    assert 'id="searchbar"' in html
    assert "Nothing here yet" not in html


def test_an_empty_list_says_what_it_is_for(page):
    html = page()
    assert "Nothing here yet" in html
    assert "Short notes" in html
    assert 'id="searchbar"' not in html
    assert 'name="action"' not in html


def test_a_search_without_result_keeps_its_box(page):
    html = page(q="xyz")
    assert "0 results" in html
    assert "Nothing here yet" not in html
