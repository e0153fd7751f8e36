"""The directory of more people than one page should hold."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from profiles.models import PeopleGroup
from tests.conftest import make_researcher
from website import views

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(db, monkeypatch):
    monkeypatch.setattr(views, "PEOPLE_AT_ONCE", 3)
    names = ("Ada Abel", "Bea Åkesson", "Cy Brandt", "Dan Cole", "Eva Zorn", "翁 祈桢", "Fay Adams")
    return [make_researcher(name, slug=f"p{at}") for at, name in enumerate(names)]


def get(client, query=""):
    return client.get(f"/{query}").content.decode()


def shown(html):
    return re.findall(r'person-name">\s*(?:<a[^>]*>)?([^<]+)<', html)


def test_people_stand_under_their_letters(client, people):
    assert shown(get(client)) == ["Ada Abel", "Fay Adams", "Bea Åkesson"]
    assert shown(get(client, "?page=2")) == ["Cy Brandt", "Dan Cole", "Eva Zorn"]
    assert shown(get(client, "?page=3")) == ["翁 祈桢"]
    assert client.get("/?page=4").status_code == 404


def test_a_page_loads_its_people_once(client, people):
    with CaptureQueriesContext(connection) as queries:
        get(client)
    assert len([each for each in queries if "biography" in each["sql"]]) == 1


def test_each_letter_leads_to_where_it_begins(client, people):
    nav = re.search(r'class="people-marks".*?</nav>', get(client), re.S)[0]
    links = re.findall(r'href="([^"]*)">([^<]*)<', nav)
    assert links == [
        ("#letter-A", "A"),
        ("?page=2#letter-B", "B"),
        ("?page=2#letter-C", "C"),
        ("?page=2#letter-Z", "Z"),
        ("?page=3#letters", "Others"),
    ]
    assert 'id="letter-Z"' in get(client, "?page=2")


def test_groups_stand_before_the_letters(client, people):
    alumni = PeopleGroup.objects.create(name="Alumni")
    alumni.memberships.create(researcher=people[4])
    alumni.memberships.create(name="Grace Hopper")
    html = get(client)
    assert shown(html) == ["Eva Zorn", "Grace Hopper", "Ada Abel"]
    assert f'<h3 class="group-name" id="group-{alumni.pk}">Alumni</h3>' in html
    assert shown(get(client, "?page=2")) == ["Fay Adams", "Bea Åkesson", "Cy Brandt"]
    assert shown(get(client, "?page=3")) == ["Dan Cole", "翁 祈桢"]


def test_drafts_have_no_letter(client, people):
    make_researcher("Xi Xavier", published_at=None)
    html = get(client)
    assert "letter-X" not in html
    PeopleGroup.objects.create(name="Staff").memberships.create(
        researcher=make_researcher("Quin Quist", published_at=None)
    )
    assert "Staff" not in get(client)


def test_who_is_found_stands_on_pages_too(client, people):
    for number in range(4):
        make_researcher(f"Kim Kent{number}", slug=f"k{number}")
    html = get(client, "?q=kim")
    assert "4 people found" in html
    assert len(shown(html)) == 3
    assert len(shown(get(client, "?q=kim&page=2"))) == 1


def test_a_page_costs_the_same_however_many_there_are(
    client, people, django_assert_max_num_queries
):
    for number in range(20):
        make_researcher(f"Lee Lund{number}", slug=f"l{number}")
    with django_assert_max_num_queries(15):
        assert len(shown(get(client, "?page=4"))) == 3
