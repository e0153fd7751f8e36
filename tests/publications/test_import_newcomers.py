"""Who came to the lab after an import is found on its papers by the next run of the same file."""

import pytest

from publications.models import Authorship, AuthorshipSuggestion
from tests.conftest import make_researcher
from tests.publications.importing import KELP, actions, dump, take

pytestmark = pytest.mark.django_db


@pytest.fixture
def kelp(alice):
    take(KELP, alice)


def linked():
    return set(Authorship.objects.exclude(researcher=None).values_list("family", flat=True))


def test_newcomer_is_linked_by_the_next_run(alice):
    take(KELP)
    make_researcher("Bob Brandt")
    assert actions(take(KELP)) == ["updated"]
    assert linked() == {"Ahlgren", "Brandt"}


def test_on_a_paper_that_somebody_brought_it_is_suggested(alice, kelp):
    bob = make_researcher("Bob Brandt")
    for researcher in (alice, None):
        assert actions(take(KELP, researcher)) == ["unchanged"]
    assert AuthorshipSuggestion.objects.get().researcher == bob
    assert linked() == {"Ahlgren"}


def test_untrusted_it_is_suggested(alice, kelp):
    bob = make_researcher("Bob Brandt")
    take(KELP, alice, by_operator=False)
    assert AuthorshipSuggestion.objects.get().researcher == bob
    assert linked() == {"Ahlgren"}


def test_a_name_that_somebody_adds_is_found(alice):
    take(KELP)
    bob = make_researcher("Robert Smith")
    take(KELP)
    assert linked() == {"Ahlgren"}
    bob.other_names = "Bob Brandt"
    bob.save()
    take(KELP)
    assert linked() == {"Ahlgren", "Brandt"}


def test_a_namesake_of_nobody_changes_nothing(alice, kelp):
    make_researcher("Zoe Zhu")
    before = dump()
    assert actions(take(KELP, alice)) == ["unchanged"]
    assert dump() == before


def test_who_was_unlinked_by_hand_stays_so(alice, bob):
    take(KELP)
    author = Authorship.objects.get(researcher=bob)
    author.researcher = None
    author.save()
    author.publication.save()
    take(KELP)
    assert linked() == {"Ahlgren"}
