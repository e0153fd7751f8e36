"""The home page: the researcher, the rows of all sections, the site, and what its papers show."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from profiles import models as m
from profiles.sections import home_sections
from publications.models import Authorship, Publication, PublicationLink, Venue

pytestmark = pytest.mark.django_db


def papers(researcher, number):
    venue, _ = Venue.objects.get_or_create(name="Annals", short_name="Ann.")
    made = Publication.objects.bulk_create(
        Publication(title=f"Paper {n}", slug=f"paper-{n}", date="2024", venue=venue)
        for n in range(number)
    )
    Authorship.objects.bulk_create(
        Authorship(publication=p, family="Ahlgren", researcher=researcher, is_selected=i < 10)
        for i, p in enumerate(made)
    )
    Authorship.objects.bulk_create(Authorship(publication=p, family="Other") for p in made)
    PublicationLink.objects.bulk_create(
        PublicationLink(publication=p, url="https://example.org/") for p in made
    )


def fill(researcher):
    researcher.biography = researcher.interests = "Text"
    researcher.save()
    m.Affiliation.objects.create(researcher=researcher, organisation="Uppsala")
    m.Advisorship.objects.create(researcher=researcher, name="Grete")
    m.ResearcherLink.objects.create(researcher=researcher, url="https://example.org/")
    m.Page.objects.create(researcher=researcher, title="Join", slug="join")
    m.Section.objects.create(researcher=researcher, kind="text", heading="Own", body="x")
    for n in range(5):
        m.NewsItem.objects.create(researcher=researcher, date="2024", body=f"News {n}")
        m.Experience.objects.create(researcher=researcher, role=f"Role {n}")
        m.Education.objects.create(researcher=researcher, degree=f"Degree {n}")
        m.Award.objects.create(researcher=researcher, name=f"Award {n}")
        project = m.Project.objects.create(researcher=researcher, title=f"Project {n}")
        m.ProjectLink.objects.create(project=project, url="https://example.org/")
        talk = m.Talk.objects.create(researcher=researcher, title=f"Talk {n}")
        m.TalkLink.objects.create(talk=talk, url="https://example.org/")
        m.Teaching.objects.create(researcher=researcher, title=f"Course {n}")
        m.Grant.objects.create(researcher=researcher, title=f"Grant {n}")
        m.Student.objects.create(researcher=researcher, name=f"Student {n}")
        m.Service.objects.create(researcher=researcher, body=f"Journal {n}")


def queries(client, path="/alice-ahlgren/"):
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


def test_home_takes_six_queries(client, alice):
    fill(alice)
    papers(alice, 60)
    assert {"projects", "talks"} <= {section.kind for section in home_sections(alice)}
    assert queries(client) <= 6


def test_it_asks_as_often_with_600_papers_as_with_60(client, alice, bob):
    papers(alice, 60)
    few = queries(client)
    Publication.objects.all().delete()
    papers(alice, 600)
    assert queries(client) == few


def test_it_asks_nothing_for_what_is_not_there(client, alice, django_assert_max_num_queries):
    with django_assert_max_num_queries(2):
        client.get("/alice-ahlgren/")


def test_papers_alone_stay_within_the_bound(client, alice, django_assert_max_num_queries):
    papers(alice, 60)
    with django_assert_max_num_queries(4):
        client.get("/alice-ahlgren/")


@pytest.mark.parametrize(("path", "most"), [("news/", 6), ("join/", 3), ("news/feed/", 4)])
def test_the_other_pages_are_light(client, alice, django_assert_max_num_queries, path, most):
    fill(alice)
    with django_assert_max_num_queries(most):
        client.get(f"/alice-ahlgren/{path}")


def test_the_cv_asks_as_often_with_600_papers_as_with_60(client, alice):
    fill(alice)
    papers(alice, 60)
    few = queries(client, "/alice-ahlgren/cv/")
    assert few <= 5
    Publication.objects.all().delete()
    papers(alice, 600)
    # How many there are, beyond the newest that it lists.
    assert queries(client, "/alice-ahlgren/cv/") == few + 1


def test_a_schedule_comes_true_on_a_page_that_was_asked_for_before(client, alice, monkeypatch):
    """The statement is kept, the moment in it is not."""
    tomorrow = timezone.now() + timedelta(days=1)
    m.NewsItem.objects.create(researcher=alice, date="2024", body="Soon", published_at=tomorrow)
    assert b"/alice-ahlgren/news/" not in client.get("/alice-ahlgren/").content
    monkeypatch.setattr(timezone, "now", lambda: tomorrow + timedelta(minutes=1))
    assert b"/alice-ahlgren/news/" in client.get("/alice-ahlgren/").content
    assert client.get("/bob-berg/").status_code == 404
