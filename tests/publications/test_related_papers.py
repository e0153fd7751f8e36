import re
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from publications import paper_page
from publications.models import Authorship, Publication, Topic, Venue
from publications.paper_page import newest_of_venue, related
from tests.publications.papers import make_paper


def titles(paper):
    return [other.title for other in related(paper.pk)]


def test_related_papers_share_topics_or_authors(alice, bob):
    logic = Topic.objects.create(name="Logic", slug="logic")
    paper = make_paper("On Notes", alice, bob)
    make_paper("Alone", alice, date="2025")
    make_paper("Together", alice, bob, date="1999")
    paper.topics.add(logic)
    make_paper("Of One Topic", bob, date="1990").topics.add(logic)
    make_paper("Of Others", "Grace Hopper")
    assert titles(paper) == ["Of One Topic", "Together", "Alone"]


def test_the_page_shows_them(client, alice):
    make_paper("On Notes", alice)
    make_paper("On Engines", alice, container_title="Nature")
    page = client.get("/publications/on-notes/").content.decode()
    assert "By the same people" in page
    assert '<a href="/publications/on-engines/">On Engines</a>' in page


def test_four_at_most(alice):
    paper = make_paper("On Notes", alice)
    for number in range(6):
        make_paper(f"Paper {number}", alice)
    assert len(titles(paper)) == 4


def test_a_draft_is_not_related(alice):
    paper = make_paper("On Notes", alice)
    make_paper("Draft", alice, published_at=None)
    make_paper("Tomorrow", alice, published_at=timezone.now() + timedelta(days=1))
    assert titles(paper) == []


def test_what_one_hides_is_not_related_by_them(alice, bob):
    paper = make_paper("On Notes", alice)
    make_paper("Hidden", alice, bob)
    Authorship.objects.filter(researcher=alice, publication__title="Hidden").update(is_hidden=True)
    assert titles(paper) == []
    assert titles(make_paper("On Engines", alice, bob)) == ["Hidden", "On Notes"]


def test_a_paper_of_nobody_here_has_none(client, alice):
    make_paper("On Notes", "Grace Hopper")
    make_paper("On Engines", "Grace Hopper")
    assert "By the same people" not in client.get("/publications/on-notes/").content.decode()
    assert Publication.objects.count() == 2


def test_of_thousands_the_last_to_come_are_compared(alice, monkeypatch):
    monkeypatch.setattr(paper_page, "COMPARED_AT_MOST", 3)
    paper, *_others = [make_paper(f"Paper {n}", alice, date=str(2020 - n)) for n in range(6)]
    assert titles(paper) == ["Paper 3", "Paper 4", "Paper 5"]


def test_the_last_of_several_people_are_compared_together(alice, bob, monkeypatch):
    monkeypatch.setattr(paper_page, "COMPARED_AT_MOST", 3)
    paper = make_paper("On Notes", alice, bob)
    for n in range(4):
        make_paper(f"Of Alice {n}", alice)
    make_paper("Of Bob", bob)
    assert titles(paper) == ["Of Bob", "Of Alice 3", "Of Alice 2"]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads SQLite's plan of a query")
def test_an_index_has_each_persons_last(alice):
    paper = make_paper("On Notes", alice)
    assert re.search(
        r"authorship_researcher \(researcher_id=\? AND \w+>\?\)", related(paper.pk).explain()
    )


@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads SQLite's plan of a query")
def test_an_index_has_the_newest_of_a_venue(alice):
    paper = make_paper("On Notes", alice)
    plan = newest_of_venue(paper.pk, Venue.objects.create(name="Nature").pk).explain()
    assert "USING INDEX publication_of_venue" in plan
    assert "FOR ORDER BY" not in plan
