"""Venue and topics of several papers, set in one go."""

import pytest
from django.urls import reverse

from publications.models import Publication, Topic, Venue
from tests.publications.papers import make_paper

pytestmark = pytest.mark.django_db
URL = reverse("admin:publications_publication_changelist")


@pytest.fixture
def chosen(alice, bob):
    papers = [make_paper(title, alice, owner=alice) for title in ("One", "Two")]
    papers.append(make_paper("Secret of Bob", bob, owner=bob, published_at=None))
    return {"action": "describe", "_selected_action": [paper.pk for paper in papers]}


def test_venue_and_topics_are_set_for_several(client, alice, chosen):
    venue = Venue.objects.create(name="Networks")
    topic = Topic.objects.create(name="Logic", slug="logic")
    client.force_login(alice.owner)
    asked = client.post(URL, chosen).content.decode()
    assert "Two" in asked
    assert "Secret of Bob" not in asked
    client.post(URL, chosen | {"apply": "Save", "venue": venue.pk, "topics": [topic.pk]})
    assert set(venue.publications.values_list("title", flat=True)) == {"One", "Two"}
    assert topic.publications.count() == 2


def test_what_is_left_empty_stays(client, alice, chosen):
    venue = Venue.objects.create(name="Networks")
    Publication.objects.update(venue=venue)
    client.force_login(alice.owner)
    client.post(URL, chosen | {"apply": "Save"})
    assert Publication.objects.filter(venue=venue).count() == 3
