import pytest
from django.db import connection

from profiles.items import with_possessions
from profiles.models import Researcher
from tests.publications.papers import as_author, make_paper


def headings(client):
    return client.get("/alice-ahlgren/").content.decode()


def test_selected_papers_lead_the_home_page(client, alice):
    make_paper("On Notes", as_author(alice, is_selected=True))
    assert ">Selected publications</h2>" in headings(client)


def test_without_a_choice_the_newest_are_called_recent(client, alice):
    make_paper("On Notes", alice)
    assert ">Recent publications</h2>" in headings(client)
    assert "Selected publications" not in headings(client)


def test_an_own_heading_stays(client, alice):
    alice.section_set.create(kind="publications", heading="What I wrote")
    make_paper("On Notes", alice)
    assert ">What I wrote</h2>" in headings(client)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads SQLite's plan of a query")
def test_an_index_says_whether_there_are_selected_papers(alice):
    plan = with_possessions(Researcher.objects.filter(pk=alice.pk)).explain()
    assert "authorship_selected (researcher_id=? AND selected_position>?)" in plan
