import re

import pytest
from django.db import connection

from profiles.models import Affiliation, NewsItem
from tests.conftest import make_researcher
from tests.publications.papers import make_paper
from website import views

pytestmark = pytest.mark.django_db


def get(client, query=""):
    return client.get(f"/{query}").content.decode()


def test_directory_lists_members_by_name(client, alice, bob):
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


@pytest.mark.parametrize("count", [1, 30])
def test_it_asks_as_often_however_many_there_are(client, count, django_assert_max_num_queries):
    for number in range(count):
        make_paper(f"Paper {number}", make_researcher(f"Person N{number}"))
    with django_assert_max_num_queries(13):
        client.get("/")


def test_news_and_newest_papers_stand_first(client, alice):
    make_paper("On Notes", alice)
    make_paper("On Drafts", alice, published_at=None)
    NewsItem.objects.create(researcher=alice, date="2025-03", body="A **prize**!")
    NewsItem.objects.create(researcher=alice, date="2025", body="Secret", published_at=None)
    html = get(client)
    places = [html.index(words) for words in ("A prize!", "On Notes", ">People</h2>")]
    assert places == sorted(places)
    assert "On Drafts" not in html
    assert "Secret" not in html


@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads plans of SQLite")
def test_the_latest_news_come_by_an_index(alice):
    plan = views.latest_news().explain()
    assert "news_newest" in plan
    assert "TEMP B-TREE" not in plan


def test_news_of_who_has_no_public_page_stay_away(client, alice, bob):
    NewsItem.objects.create(researcher=bob, date="2025", body="Hidden")
    type(bob).objects.filter(pk=bob.pk).update(published_at=None)
    assert "Hidden" not in get(client)


def test_people_stand_by_where_they_work(client, db):
    for number, place in enumerate(("Uppsala", "Uppsala", "Lund", "Lund", "Lund", "Umeå")):
        person = make_researcher(f"Person N{number}")
        Affiliation.objects.create(researcher=person, organisation=place)
    html = get(client)
    places = [html.index(f">{name}</h3>") for name in ("Lund", "Uppsala", "Others")]
    assert places == sorted(places)


def test_one_place_needs_no_heading(client, alice, bob):
    for person in (alice, bob):
        Affiliation.objects.create(researcher=person, organisation="Uppsala")
    assert 'class="group-name"' not in get(client)


def test_the_labs_own_words(client, alice, settings):
    settings.WELCOME = "We **compute**."
    assert "<p>We <strong>compute</strong>.</p>" in get(client)


def test_the_labs_pages_have_a_picture_to_share(client, alice):
    page = client.get("/").content.decode()
    [address] = re.findall(r'og:image" content="http://testserver(/cards/[^"]+)"', page)
    answer = client.get(address)
    assert answer["Content-Type"] == "image/jpeg"
    former = client.get("/cards/0000000000000000.jpg")
    assert (former.status_code, former["Location"]) == (302, address)
    assert address in client.get("/publications/").content.decode()


def test_the_footer_names_the_licence(client, alice, settings):
    settings.LICENCE = {"name": "CC BY 4.0", "url": "https://example.org/by"}
    page = client.get("/alice-ahlgren/").content.decode()
    assert '<a href="https://example.org/by" rel="license noopener">CC BY 4.0</a>' in page
    settings.LICENCE = {}
    assert "license" not in client.get("/alice-ahlgren/").content.decode()


def test_the_footer_leads_to_ones_other_places(client, alice):
    alice.links.create(kind="github", url="https://github.com/alice")
    for path in ("/alice-ahlgren/", "/alice-ahlgren/cv/"):
        footer = client.get(path).content.decode().split("<footer")[1]
        assert '<a href="https://github.com/alice" rel="me">GitHub</a>' in footer


def test_it_takes_ten_queries(client, alice, bob, django_assert_max_num_queries):
    for person in (alice, bob):
        Affiliation.objects.create(researcher=person, organisation="Uppsala")
        NewsItem.objects.create(researcher=person, date="2024", body="News")
        make_paper(f"Notes of {person}", person)
    with django_assert_max_num_queries(10):
        assert client.get("/").content.count(b"Uppsala") == 2


def test_a_style_sheet_of_portraits_is_linked_once(client, alice, bob):
    type(alice).objects.update(portrait="portraits/a-400x300.webp", portrait_focus_y=20)
    html = get(client)
    assert (html.count("focus-y-20"), html.count("css/focus.css")) == (2, 1)
