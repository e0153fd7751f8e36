"""Matching on behalf of one researcher sees what that researcher may see."""

import pytest

from publications.models import Publication
from tests.publications.importing import KELP, actions, take

pytestmark = pytest.mark.django_db
ALONE = KELP.replace("Ahlgren, Alice and ", "")


def test_colleagues_share_one_paper(alice, bob):
    take(KELP, alice, by_operator=False)
    take(KELP, bob, by_operator=False)
    assert Publication.objects.count() == 1


def test_another_s_draft_is_not_found(alice, bob):
    take(ALONE, bob, draft=True)
    report = take(ALONE, alice, by_operator=False)
    assert actions(report) == ["created"]
    assert Publication.objects.filter(owner=alice).count() == 1
    assert not report.problems or "Brandt" not in str(report.problems)


def test_one_s_own_draft_is(alice):
    take(KELP, alice, draft=True)
    assert actions(take(KELP.replace("2024}", "2024}, note={n}", 1), alice, by_operator=False)) == [
        "updated"
    ]
    assert not Publication.objects.get().is_public


def test_a_public_paper_that_does_not_name_me_is_not_mine_to_write_on(alice, bob):
    take(ALONE, bob)
    changed = ALONE.replace("Imaginary Systems", "Stolen Systems")
    assert actions(take(changed, alice, by_operator=False)) == ["created"]
    theirs = Publication.objects.get(owner=bob)
    assert theirs.container_title == "Symposium on Imaginary Systems"
    assert [a.researcher for a in theirs.authorships.all()] == [bob]
    assert actions(take(changed, alice, by_operator=False)) == ["unchanged"]


def test_the_operator_sees_all(alice, bob):
    take(ALONE, bob, draft=True)
    assert actions(take(ALONE)) == ["unchanged"]
