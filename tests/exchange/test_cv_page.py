"""The CV: everything public, whatever the home page leaves out."""

import pytest

from exchange import cv
from exchange.cv import build
from profiles.models import Affiliation, Award, Education, Section, Teaching
from publications.models import Authorship, Publication

pytestmark = pytest.mark.django_db


def get(client):
    return client.get("/alice-ahlgren/cv/").content.decode()


def test_cv_shows_a_public_degree(client, alice):
    Education.objects.create(researcher=alice, degree="Ph.D.", organisation="Uppsala", start="2015")
    html = get(client)
    assert "Curriculum vitae" in html
    assert "Ph.D." in html
    assert 'id="education"' in html


def test_it_lists_the_papers_as_references(client, alice):
    paper = Publication.objects.create(title="On $x^2$", slug="x", date="2024")
    Authorship.objects.create(publication=paper, given="Alice", family="Ahlgren", researcher=alice)
    html = get(client)
    assert '<strong class="self">Alice Ahlgren</strong>. <a href="/publications/x/">On ' in html
    assert "<math" in html


def test_it_leaves_out_what_is_hidden_from_ones_pages(client, alice):
    paper = Publication.objects.create(title="Tides", slug="tides", date="2024")
    Authorship.objects.create(publication=paper, researcher=alice, is_hidden=True)
    assert "Tides" not in get(client)


def test_it_shows_what_the_home_page_leaves_out(client, alice):
    Award.objects.create(researcher=alice, name="A prize", dates="2020")
    Section.objects.create(researcher=alice, kind="awards", is_shown=False)
    assert "A prize" in get(client)


def test_it_has_no_empty_part(alice):
    assert build(alice).parts == []


def test_it_protects_the_email(alice):
    alice.email, alice.email_display = "alice@example.org", "protected"
    [contact] = build(alice).contacts
    assert (contact.text, contact.url) == ("alice [at] example [dot] org", "")
    alice.email_display = "hidden"
    assert build(alice).contacts == []


def test_it_writes_several_terms(alice):
    Teaching.objects.create(researcher=alice, code="CS 1", title="Rings", dates="2024-09~23;2023")
    [entry] = build(alice).parts[0].entries
    assert (entry.title, entry.when) == ("CS 1 Rings", "Fall 2024, 2023")


def test_it_names_the_positions(alice):
    place = {"role": "Professor", "organisation": "Uppsala", "start": "2020", "end": "present"}
    Affiliation.objects.create(researcher=alice, **place)
    [position] = build(alice).positions
    assert (position.title, position.when) == ("Professor, Uppsala", "2020 – present")


def test_a_text_that_falls_back_says_in_which_language(client, alice):
    words = {"zh-hans": {"degree": "博士"}}
    at = {"researcher": alice, "organisation": "Uppsala University"}
    Education.objects.create(degree="Ph.D.", field_of_study="Algebra", translations=words, **at)
    Education.objects.create(degree="B.Sc.", field_of_study="Algebra", **at)
    html = client.get("/zh-hans/alice-ahlgren/cv/").content.decode()
    assert "<h3>博士，Algebra</h3>" in html  # in two languages, so in none
    assert '<h3 lang="en">B.Sc., Algebra</h3>' in html
    assert '<p class="entry-detail" lang="en">Uppsala University</p>' in html


def test_of_thousands_of_papers_the_newest_stand_there_and_where_all_are(
    client, alice, monkeypatch
):
    monkeypatch.setattr(cv, "WHOLE_UP_TO", 4)
    monkeypatch.setattr(cv, "NEWEST", 2)
    for year in range(2000, 2005):
        kind = "book" if year == 2004 else "article"
        paper = Publication.objects.create(
            title=f"Of {year}", slug=f"of-{year}", date=f"{year}", entry_type=kind
        )
        Authorship.objects.create(publication=paper, family="Ahlgren", researcher=alice)
    html = get(client)
    assert [f"Of {year}" in html for year in (2002, 2003, 2004)] == [False, True, True]
    # Numbers count from the oldest, as in the whole list.
    [papers] = build(alice).parts
    assert [g.references[0].number for g in papers.entries] == ["J4", "O1"]
    assert '<a href="/alice-ahlgren/publications/">All 5 publications</a>' in html
