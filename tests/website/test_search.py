"""/search/: what is public is found, best first, with what was sought marked."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from profiles.models import NewsItem, Page, Section
from publications.models import Authorship, Publication
from tests.conftest import make_researcher
from website.search import index

pytestmark = pytest.mark.django_db
LATER = timezone.now() + timedelta(days=1)


def get(client, query, **more):
    return client.get("/search/", {"q": query, **more}).content.decode()


@pytest.fixture
def paper(alice):
    paper = Publication.objects.create(title="Tides and moons", slug="tides", date="2024")
    Authorship.objects.create(publication=paper, researcher=alice, family="Ahlgren")
    return paper


def test_search_finds_every_kind(client, alice, paper):
    NewsItem.objects.create(researcher=alice, date="2025", body="A prize for **tides**")
    Page.objects.create(researcher=alice, title="Where tides are", slug="where")
    Section.objects.create(researcher=alice, kind="text", heading="My tides", body="x")
    html = get(client, "tides")
    assert 'href="/publications/tides/"' in html
    assert "A prize for <mark>tides</mark>" in html
    assert 'href="/alice-ahlgren/where/"' in html
    assert 'href="/alice-ahlgren/#section-' in html
    assert 'href="/alice-ahlgren/"' in get(client, "ahlgren")


def test_for_nothing_it_asks_only_for_languages(db, django_assert_num_queries):
    with django_assert_num_queries(2 * 2):  # and for the site
        Client().get("/search/?q=+")
        Client().get("/search/?q=%22*(")


def test_it_asks_as_often_for_ten_papers_as_for_one(alice, paper, django_assert_max_num_queries):
    for number in range(10):
        Publication.objects.create(title=f"Tides {number}", slug=f"tides-{number}")
    index.update_outdated()
    # One look-up for all kinds, and a few more to load what was found.
    with django_assert_max_num_queries(14):
        assert "/tides-9/" in get(Client(), "tides")


def test_it_does_not_find_a_draft_paper(client, paper):
    get(client, "tides")
    Publication.objects.update(published_at=None)
    assert "tides/" not in get(client, "tides")


def test_a_withdrawn_paper_is_gone_before_anything_is_indexed(paper):
    index.update_outdated()
    Publication.objects.update(published_at=None)
    assert "Nothing found" in get(Client(), "tides")


def test_a_scheduled_paper_appears_without_being_indexed_again(paper, monkeypatch):
    Publication.objects.update(published_at=LATER)
    index.update_outdated()
    assert "Nothing found" in get(Client(), "tides")
    monkeypatch.setattr("django.utils.timezone.now", lambda: LATER + timedelta(hours=1))
    assert "tides/" in get(Client(), "tides")


def test_it_does_not_find_news_of_a_draft_researcher(client, alice):
    NewsItem.objects.create(researcher=alice, date="2025", body="Quiet prize")
    type(alice).objects.update(published_at=None)
    assert "Quiet" not in get(client, "prize")


def test_it_does_not_find_a_biography_that_is_not_shown(client, alice):
    type(alice).objects.update(biography="Sailed once.")
    assert "Sailed" not in get(client, "quiet")
    assert "<mark>Sailed</mark>" in get(client, "sailed")
    Section.objects.create(researcher=alice, kind="biography", is_shown=False)
    assert "Nothing found" in get(client, "sailed")


def test_it_finds_neither_comments_nor_where_links_lead(client, alice):
    type(alice).objects.update(biography="Text <!-- unsure --> [here](https://hidden.example/)")
    for word in ("unsure", "hidden"):
        assert "Nothing found" in get(client, word)


@pytest.mark.parametrize("shown", [True, False])
def test_it_finds_papers_by_what_a_public_author_is_called(client, paper, alice, shown):
    type(alice).objects.update(
        native_name="吴健雄", published_at=alice.published_at if shown else None
    )
    Publication.objects.update(owner=None)
    make_paper_of_nobody()
    assert ("/publications/tides/" in get(client, "健雄")) is shown


def make_paper_of_nobody():
    Publication.objects.create(title="Other", slug="other")


def test_it_counts_and_pages_one_kind(client, alice):
    Publication.objects.bulk_create(
        Publication(title=f"Tides {n:02}", slug=f"tides-{n}", date="2024") for n in range(25)
    )
    assert '<span class="found-count">25' in get(client, "tides")
    assert get(client, "tides", kind="papers").count('class="hit"') == 20
    html = get(client, "tides", kind="papers", page="2")
    assert html.count('class="hit"') == 5
    assert "q=tides&amp;kind=papers&amp;page=1" in html


def test_it_says_when_a_kind_has_nothing(client, paper):
    assert "Nothing found" in get(client, "tides", kind="news")


def test_it_is_kept_out_of_search_engines(client, paper):
    assert '<meta name="robots" content="noindex, follow">' in get(client, "tides")


def test_it_writes_the_query_as_text(client, alice):
    assert "<b>x</b>" not in get(client, "<b>x</b>")


def test_it_marks_hostile_text_as_text(client, alice):
    make_researcher("Bob <b>Brandt</b>", slug="bob")
    assert "Bob &lt;b&gt;<mark>Brandt</mark>&lt;/b&gt;" in get(client, "brandt")


def test_it_says_when_nothing_is_found(client, db):
    assert "Nothing found for" in get(client, "xyzzy")
    assert "neither letters nor digits" in get(client, "?!")


FTS = ['"', "'", '" OR 1', "NEAR(a b)", "a*", "-a", "NOT", "x' & 'y", ":*", "a\\", "words:a"]
LONG = ["a" * 10_000, "吴" * 9_000, "é" * 999, "ﷺ" * 99, "x y " * 999, "(" * 99]
ODD = ["\0", "%00", "\u0301", "İ", "\ud7ff", "\U0010ffff", "𝕏", "ß", "ﾟﾟﾟﾟ"]


@pytest.mark.parametrize("query", [*FTS, *LONG, *ODD])
def test_it_survives(client, paper, query):
    assert client.get("/search/", {"q": query, "kind": "papers", "page": "x"}).status_code == 200
