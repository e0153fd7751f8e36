"""A list of more papers than are counted: nothing on its page costs more for more papers."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from publications import listing
from publications.list_filters import Filters
from publications.models import Publication, Topic, Venue
from tests.publications.papers import make_paper
from website.search import index

pytestmark = pytest.mark.django_db
LAB = "/publications/"


@pytest.fixture
def papers(alice, bob, monkeypatch):
    monkeypatch.setattr(listing, "COUNTED_AT_MOST", 6)
    monkeypatch.setattr(listing, "READ_AT_MOST", 6)
    venue = Venue.objects.create(name="Memoirs", short_name="MEM")
    logic = Topic.objects.create(name="Logic", slug="logic")
    make_paper("A Book of Tides", alice, date="1999", entry_type="book", venue=venue)
    make_paper("On Müller", bob, date="2001-05", entry_type="inproceedings").topics.add(logic)
    for number in range(5):
        make_paper(f"Engine {number}", alice, date=f"20{10 + number // 2}")
    make_paper("To Come", alice, date="", status="in-press")
    make_paper("Of No Year", alice, date="")
    make_paper("Withheld", alice, date="1850", entry_type="patent", published_at=None)
    index.rebuild()


def html(client, query=""):
    return client.get(LAB + query).content.decode()


def titles(client, query=""):
    return re.findall(r'paper-title"><a[^>]*>([^<]*)<', html(client, query))


def test_choices_say_no_numbers(client, papers):
    page = html(client)
    assert '<option value="2011">2011</option>' in page
    assert '<option value="book">Book</option>' in page
    assert ">MEM</option>" not in page  # one venue alone is no choice
    assert "6+ papers" in page


@pytest.mark.parametrize("hide", ["is_hidden", "published_at"])
def test_papers_that_nobody_shows_make_no_list_long(hide, client, papers, alice):
    """Nine are stored and public; hidden, or of a draft page, they are not in the list."""
    if hide == "is_hidden":
        alice.authorships.update(is_hidden=True)
    else:
        type(alice).objects.filter(pk=alice.pk).update(published_at=None)
    assert titles(client) == ["On Müller"]
    assert "6+ papers" not in html(client)


def test_its_years_lead_on(client, papers):
    rail = re.search(r'class="year-rail".*?</nav>', html(client), re.S)[0]
    years = re.findall(r'href="\?year=(\w+)"', rail)
    assert years == ["forthcoming", "2012", "2011", "2010", "2001", "1999", "undated"]


def test_each_year_heads_its_papers_once(client, papers, alice):
    """Also where forthcoming papers stand among the undated."""
    make_paper("Also to Come", alice, date="", status="in-press")
    for paper in Publication.objects.filter(date=""):
        paper.topics.add(Topic.objects.get())
    page = html(client, "?topic=logic")
    assert titles(client, "?topic=logic") == ["On Müller", "Also to Come", "To Come", "Of No Year"]
    assert [page.count(f'id="year-{year}"') for year in ("2001", "forthcoming", "undated")] == [
        1
    ] * 3


def test_a_draft_adds_no_choice(client, papers):
    assert "1850" not in html(client)
    assert "patent" not in html(client)


def test_its_pages_end(client, papers, monkeypatch):
    monkeypatch.setattr("publications.views.ListMixin.paginate_by", 2)
    assert client.get(f"{LAB}?page=3").status_code == 200
    assert client.get(f"{LAB}?page=4").status_code == 404
    assert "A year or another filter leads to the rest." in html(client)
    assert "leads to the rest" not in html(client, "?year=2010")


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("?year=1999", ["A Book of Tides"]),
        ("?year=forthcoming", ["To Come"]),
        ("?year=undated", ["Of No Year"]),
        ("?year=2010", ["Engine 1", "Engine 0"]),
        ("?type=inproceedings", ["On Müller"]),
        ("?topic=logic", ["On Müller"]),
        ("?q=muller", ["On Müller"]),
        ("?q=engine+2&year=2011", ["Engine 2"]),
        ("?q=withheld", []),
    ],
)
def test_filters_find_what_they_find_in_a_short_one(client, papers, query, shown):
    assert titles(client, query) == shown


def test_a_filter_that_leaves_many_tells_alone_that_all_are(papers, monkeypatch):
    monkeypatch.setattr(listing, "COUNTED_AT_MOST", 4)
    with CaptureQueriesContext(connection) as queries:
        assert listing.site_list(Filters(type="article")).is_cut
    assert len([each for each in queries if "DISTINCT" in each["sql"]]) == 1


def test_a_persons_list_is_counted_by_itself(client, papers):
    page = client.get("/bob-brandt/publications/").content.decode()
    assert "1 paper" in page
    assert "year-rail" not in page


@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads SQLite's plan of a query")
def test_an_index_answers(papers):
    for filters in (Filters(), Filters(year="2010"), Filters(type="article")):
        page = listing.site_list(filters).passing[:100]
        plan = page.explain()
        assert re.search(r"publications_publication USING INDEX publication_(newest|type)", plan)
        assert "FOR ORDER BY" not in plan, plan
