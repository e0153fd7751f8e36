import pytest

from tests.conftest import make_researcher

pytestmark = pytest.mark.django_db


def get(client, query=""):
    return client.get(f"/{query}").content.decode()


def test_it_works(client, alice, bob):
    html = get(client)
    assert 'href="/alice-ahlgren/"' in html
    assert html.index("Alice Ahlgren") < html.index("Bob Brandt")


def test_it_finds_by_name(client, alice, bob):
    html = get(client, "?q=brandt")
    assert "Bob Brandt" in html
    assert "Alice Ahlgren" not in html


@pytest.mark.parametrize("field", ["native_name", "other_names", "interests"])
def test_it_finds_by(client, alice, bob, field):
    setattr(bob, field, "翁祈桢 topology")
    bob.save()
    assert "Bob Brandt" in get(client, "?q=topology+翁祈")


def test_it_needs_every_word(client, alice):
    assert "Alice Ahlgren" not in get(client, "?q=alice+brandt")


def test_it_leaves_out_drafts(client, alice):
    make_researcher("Dora Draft", published_at=None)
    assert "Dora" not in get(client)
    assert "Dora" not in get(client, "?q=x").replace("“x”", "")


def test_it_says_when_nobody_is_found(client, alice):
    assert "0 people found" in get(client, "?q=nobody")


def test_it_says_when_it_is_empty(client, db):
    assert "Nobody has published a page here yet." in get(client)


@pytest.mark.parametrize("query", ["%00", "%ff", "a" * 500, "%27%22<b>", "%F0%9F%98%80"])
def test_it_survives(client, alice, query):
    assert client.get(f"/?q={query}").status_code == 200


def test_it_asks_three_times_however_many_there_are(client, django_assert_max_num_queries):
    for number in range(30):
        make_researcher(f"Person N{number}")
    with django_assert_max_num_queries(3):
        client.get("/")
