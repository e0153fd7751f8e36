"""What the filter of a list of papers tells of people who are not public."""

import pytest
from django.urls import reverse

from tests.conftest import make_researcher
from tests.publications.papers import make_paper


@pytest.fixture
def hidden(db):
    return make_researcher("Xenia Hidden", published_at=None, native_name="隱名氏")


@pytest.fixture
def joint(alice, hidden):
    return make_paper("Joint", alice, hidden, owner=alice)


def test_an_own_name_of_a_draft_person_finds_nothing(client, hidden, joint):
    address = reverse("publication-list")
    assert "Joint" not in client.get(address, {"q": "隱名氏"}).content.decode()
    hidden.published_at = joint.published_at
    hidden.save()
    assert "Joint" in client.get(address, {"q": "隱名氏"}).content.decode()
