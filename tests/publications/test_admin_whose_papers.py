"""The admin's import asks whose papers these are, where they do not print the name."""

import pytest

from publications.importer import undo
from publications.models import (
    AuthorshipSuggestion,
    ImportBatch,
    Publication,
    papers_of,
    public_papers,
)
from tests.publications.admin_import import apply, plan_of
from tests.publications.importing import KELP

OTHERS = """
@article{one, title = {A Word on Moss}, author = {Wax, W. and Lind, L.}, year = {2020}}
@article{two, title = {A Word on Fern}, author = {Lind, L. and others}, year = {2021}}
"""


def text_of(answer):
    return answer.content.decode()


def test_an_import_waits_for_the_answer(at_work, alice):
    page = plan_of(at_work, OTHERS)
    assert "No paper here prints the name of Alice Ahlgren" in page
    assert page.count("required") == 1
    answer = text_of(apply(at_work, page))
    assert "Say below whose papers these are" in answer
    assert not Publication.objects.exists()


def test_a_reading_list_is_stored_and_listed_nowhere(at_work, alice):
    apply(at_work, plan_of(at_work, OTHERS), unnamed="reading-list")
    assert Publication.objects.count() == 2
    assert not papers_of(alice).exists()
    assert not public_papers().exists()
    states = AuthorshipSuggestion.objects.values_list("state", flat=True)
    assert list(states) == ["refused", "refused"]


def test_papers_that_are_theirs_are_listed(at_work, alice):
    apply(at_work, plan_of(at_work, OTHERS), unnamed="theirs")
    assert papers_of(alice).count() == 2


def test_an_answer_that_is_not_offered_is_none(at_work):
    apply(at_work, plan_of(at_work, OTHERS), unnamed="publish")
    assert not Publication.objects.exists()


def test_beside_papers_that_name_them_they_may_be_asked_later(at_work, alice):
    page = plan_of(at_work, KELP + OTHERS)
    assert "2 papers do not print the name of Alice Ahlgren" in page
    assert "Ask me later" in page
    assert "required" not in page
    apply(at_work, page)
    assert [paper.citation_key for paper in papers_of(alice)] == ["kelp"]
    assert AuthorshipSuggestion.objects.filter(state="pending").count() == 2


def test_nothing_is_asked_where_all_name_them(at_work):
    assert 'name="unnamed"' not in plan_of(at_work, KELP)


def test_a_manager_answers_for_whose_import_it_is(admin_client, alice):
    page = plan_of(admin_client, OTHERS, researcher=alice.pk)
    assert "They are by Alice Ahlgren" in page


@pytest.mark.parametrize("answer", ["reading-list", "theirs"])
def test_undo_takes_the_answer_back(at_work, alice, answer):
    apply(at_work, plan_of(at_work, OTHERS), unnamed=answer)
    undo.undo(ImportBatch.objects.get())
    assert not Publication.objects.exists()
    assert not AuthorshipSuggestion.objects.exists()
