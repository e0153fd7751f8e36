"""A name on a paper becomes a researcher's by their word."""

import pytest

from publications import claims
from publications.models import Authorship, AuthorshipSuggestion, Publication


@pytest.fixture
def suggestion(alice):
    paper = Publication.objects.create(title="Tides", slug="tides", citation_key="tides")
    name = Authorship.objects.create(publication=paper, given="A.", family="Ahlgren")
    return AuthorshipSuggestion.objects.create(authorship=name, researcher=alice)


def linked(researcher):
    return [row.name for row in Authorship.objects.filter(researcher=researcher)]


def test_confirmed_suggestion_becomes_a_link(suggestion, alice):
    assert claims.confirm(suggestion)
    assert linked(alice) == ["A. Ahlgren"]
    assert not AuthorshipSuggestion.objects.exists()


def test_the_name_takes_the_place_of_a_listed_row(suggestion, alice):
    paper = suggestion.authorship.publication
    Authorship.objects.create(
        publication=paper, role=Authorship.Role.LISTED, researcher=alice, is_selected=True
    )
    assert claims.confirm(suggestion)
    row = Authorship.objects.get(researcher=alice)
    assert row.name == "A. Ahlgren"
    assert row.is_selected


def test_it_refuses_a_name_that_is_linked_already(suggestion, alice, bob):
    Authorship.objects.filter(pk=suggestion.authorship_id).update(researcher=bob)
    assert not claims.confirm(suggestion)
    assert linked(bob) == ["A. Ahlgren"]


def test_it_refuses_a_person_whose_other_name_is_linked(suggestion, alice):
    paper = suggestion.authorship.publication
    Authorship.objects.create(publication=paper, family="Ahlgren-Berg", researcher=alice)
    assert not claims.confirm(suggestion)
    assert linked(alice) == ["Ahlgren-Berg"]


def test_a_refusal_is_remembered(suggestion, alice):
    claims.refuse(suggestion)
    assert not claims.suggest(suggestion.authorship, alice)
