"""A paper that somebody else brought is found again, though it is on nobody's page."""

import pytest

from publications.models import Publication, papers_of, public_papers
from tests.conftest import make_researcher
from tests.publications.importing import KELP, actions, take

pytestmark = pytest.mark.django_db
OF_BOB = KELP.replace("Ahlgren, Alice and ", "")


def keys(researcher):
    return [paper.citation_key for paper in papers_of(researcher)]


def test_an_import_under_the_wrong_name_and_then_the_right_one_is_one_paper(alice, bob):
    take(OF_BOB, alice)
    assert not public_papers().exists()
    report = take(OF_BOB, bob)
    assert actions(report) == ["updated"]
    assert (keys(alice), keys(bob)) == ([], ["kelp"])


def test_a_third_time_nothing_changes(alice, bob):
    take(OF_BOB, alice)
    take(OF_BOB, bob)
    assert actions(take(OF_BOB, bob)) == actions(take(OF_BOB, alice)) == ["unchanged"]
    assert Publication.objects.count() == 1


def test_the_operator_finds_what_a_profile_that_is_a_draft_has(alice):
    xenia = make_researcher("Xenia Hidden", published_at=None)
    text = KELP.replace("Brandt, Bob", "Hidden, Xenia")
    take(text, xenia)
    assert not public_papers().exists()
    take(text, alice)
    assert Publication.objects.count() == 1


def test_a_draft_of_another_is_not_found_by_the_operator_either(alice, bob):
    take(OF_BOB, alice, draft=True)
    assert actions(take(OF_BOB, bob)) == ["created"]


def test_who_is_named_by_a_reading_list_finds_it_without_a_manager(alice, bob):
    take(OF_BOB, alice, by_operator=False)
    take(OF_BOB, bob, by_operator=False)
    assert Publication.objects.count() == 1
    assert keys(bob) == ["kelp"]


def test_who_is_not_named_learns_nothing_of_a_reading_list(alice, bob):
    others = OF_BOB.replace("Brandt, Bob", "Brenner, Sydney")
    take(others, alice, by_operator=False)
    report = take(others, bob, by_operator=False)
    assert (actions(report), report.problems) == (["created"], [])


def test_a_name_that_one_gives_oneself_opens_no_reading_list(alice, bob):
    others = OF_BOB.replace("Brandt, Bob", "Brenner, Sydney")
    take(others, alice, by_operator=False)
    bob.other_names = "Sydney Brenner"
    bob.save()
    assert actions(take(others, bob, by_operator=False)) == ["created"]
