"""Whatever is typed as a search costs little more than a plain word does."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from profiles.models import NewsItem
from tests.conftest import make_researcher
from tests.cpu import user_seconds
from website.search import index, query

pytestmark = pytest.mark.django_db
MORE = "There may be more"
CUT = "only its first words were looked for"
QUERIES = [
    *("word " * 13_000, "a" * 60_000, '"' * 60_000, "*" * 60_000, "(a|b)*" * 10_000),
    *(
        "吴" * 20_000,
        "ä" * 30_000,
        "\0%_" * 9_000,
        "a b " * 9_000,
        " " * 60_000,
        "https://" * 8_000,
    ),
    "https://" * 8_000,
    '"a OR (' * 8_000 + ")" * 8_000,
    " ".join(f"w{number}" for number in range(1_000)),
]


def test_one_statement_asks_for_all_kinds_and_ranks(alice):
    NewsItem.objects.create(researcher=alice, date="2025", body="Of tides and Ahlgren")
    index.update_outdated()
    for typed in ("ahlgren", "tides ahlgren", "nobody"):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            query.find(typed)
        assert len([each for each in queries if "UNION ALL" in each["sql"]]) == 1
        # The other one: who is called so.
        assert len([each for each in queries if "searchdocument" in each["sql"]]) <= 2


def test_a_correction_counts_no_rows_of_a_beginning(alice):
    """Of "on", which may stand in every title, SQLite would count them."""
    NewsItem.objects.create(researcher=alice, date="2025", headline="On onions", body="Tides")
    index.update_outdated()
    assert query._known("on") == {"onions": 1}


def test_of_a_common_word_a_bounded_number_is_read_and_that_is_said(client, alice, monkeypatch):
    monkeypatch.setattr(query, "CANDIDATES", 3)
    for number in range(5):
        NewsItem.objects.create(researcher=alice, date=f"202{number}", body="Of tides")
        make_researcher(f"Bob Tides{number}")
    index.update_outdated()
    found = {each.kind.name: each for each in query.find("tides")}
    assert [len(found[kind].keys) for kind in ("people", "news")] == [3, 3]
    assert client.get("/search/?q=tides").content.decode().count('found-count">3+') == 2
    assert MORE in client.get("/?q=tides").content.decode()
    assert MORE not in client.get("/?q=ahlgren").content.decode()


def test_no_search_is_dear(alice):
    for number in range(20):
        NewsItem.objects.create(researcher=alice, date="2025", body=f"A word of {number} " * 200)
        make_researcher(f"Word{number} Ahlgren")
    index.rebuild()

    def cpu(query):
        start = user_seconds()
        assert Client().get("/search/", {"q": query}).status_code == 200
        return user_seconds() - start

    cpu("word")
    plain = max(cpu("word of the ahlgren") for _again in range(3))
    # Again where it was: a collection of garbage may have fallen into it.
    dear = [query for query in QUERIES if cpu(query) > 5 * plain]
    dear = [query[:20] for query in dear if cpu(query) > 5 * plain]
    assert not dear, plain


def test_it_says_what_was_not_looked_for(alice):
    for typed in ("word " * 60, " ".join(f"w{number}" for number in range(13))):
        assert CUT in Client().get("/search/", {"q": typed}).content.decode()
    assert CUT not in Client().get("/search/", {"q": "word of the ahlgren"}).content.decode()
