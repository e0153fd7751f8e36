"""A note that says "To appear" goes with the status that it names."""

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

from publications.bibtex import is_outdated
from publications.models import Publication
from tests.publications.importing import KELP, take
from tests.publications.papers import make_paper
from tests.publications.test_admin_shared_papers import EMPTY, PAPER

pytestmark = pytest.mark.django_db
TO_APPEAR = KELP.replace("year =", "note = {To appear},\n year =")


def publish(client, paper, **values):
    url = reverse("admin:publications_publication_change", args=[paper.pk])
    state = {"published_at_state": "public"}
    answer = client.post(url, EMPTY | PAPER | state | {"note": paper.note} | values)
    paper.refresh_from_db()
    return " ".join(str(message) for message in get_messages(answer.wsgi_request))


@pytest.fixture
def paper(alice):
    return make_paper("Notes", alice, owner=alice, status="in-press", note="To appear.")


def test_outdated_note_is_removed_at_publication(at_work, paper):
    said = publish(at_work, paper)
    assert (paper.status, paper.note) == ("published", "")
    assert "“To appear.” was its status and is no longer its note." in said


def test_what_is_typed_stays(at_work, paper):
    publish(at_work, paper, note="Accepted")
    assert paper.note == "Accepted"


def test_a_note_that_says_more_stays_and_is_named(at_work, paper):
    Publication.objects.update(note="To appear in the Kelp Review")
    paper.refresh_from_db()
    said = publish(at_work, paper)
    assert paper.note == "To appear in the Kelp Review"
    assert "The note still says “To appear in the Kelp Review”." in said


def test_the_entry_no_longer_says_so(alice):
    take(TO_APPEAR, alice)
    assert Publication.objects.get().note == "To appear"
    report = take(KELP, alice)
    paper = Publication.objects.get()
    assert (paper.status, paper.note, report.conflicts) == ("published", "", 0)


def test_a_note_by_hand_stays(alice):
    take(TO_APPEAR, alice)
    Publication.objects.update(note="To appear soon")
    take(KELP, alice)
    assert Publication.objects.get().note == "To appear soon"


@pytest.mark.parametrize(
    ("note", "status", "expected"),
    [
        ("(In press)", "published", True),
        ("Accepted for publication", "published", True),
        ("Submitted", "accepted", True),
        ("To appear", "in-press", False),
        ("Accepted", "in-press", False),
        ("Code under review", "published", False),
        ("", "published", False),
    ],
)
def test_which_notes(note, status, expected):
    assert is_outdated(note, status) is expected
