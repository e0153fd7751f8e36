"""What a name alone gives: a question, never a link. A link lets a person edit the paper.

Mallory is a member who calls herself what others are called.
"""

import pytest
from django.urls import reverse

from profiles import access
from profiles.signals import send_names_changed
from publications import claims
from publications.claims import look_for_papers
from publications.models import Authorship, AuthorshipSuggestion, Publication
from tests.conftest import make_researcher, make_user
from tests.publications.importing import KELP, actions, reasons, take

LIST = "admin:publications_authorshipsuggestion_changelist"


@pytest.fixture
def mallory(db):
    return make_researcher("Mallory Moss", make_user("mallory"), other_names="Bob Brandt")


def may_edit(researcher):
    papers = access.editable(Publication.objects.all(), researcher.owner)
    return list(papers.values_list("title", flat=True))


def own_papers(researcher):
    return [row.publication for row in Authorship.objects.filter(researcher=researcher)]


def test_colleagues_name_becomes_a_link_by_their_own_file(alice, bob):
    """Named by a colleague's file, confirmed by one's own: one shared paper."""
    take(KELP, alice, by_operator=False)
    assert may_edit(bob) == []
    take(KELP, bob, by_operator=False)
    assert len(may_edit(bob)) == 1


@pytest.mark.parametrize("by_operator", [True, False])
def test_a_strangers_name_among_ones_own_links_nothing(alice, mallory, by_operator):
    take(KELP, alice, by_operator=by_operator)
    assert may_edit(mallory) == []


def test_nor_on_a_draft(alice, mallory):
    take(KELP, alice, by_operator=True, draft=True)
    assert may_edit(mallory) == []
    assert not claims.answerable(mallory.owner).exists()


def test_nor_on_a_draft_of_the_operators(mallory):
    take(KELP, draft=True)
    assert may_edit(mallory) == []


def test_a_suggestion_on_a_draft_is_not_seen_and_not_confirmed(client, alice, mallory):
    take(KELP, alice, draft=True)
    row = AuthorshipSuggestion.objects.get(researcher=mallory)
    client.force_login(mallory.owner)
    assert "Kelp" not in client.get(reverse(LIST)).content.decode()
    client.post(reverse(LIST), {"row_confirm": row.pk})
    client.post(reverse(LIST), {"action": "confirm", "_selected_action": [row.pk]})
    change = reverse("admin:publications_authorshipsuggestion_change", args=[row.pk])
    assert client.get(change).status_code == 404
    assert may_edit(mallory) == []


def test_a_name_taken_on_later_gives_no_paper_of_anothers(client, alice, mallory):
    """She finds it by the name, says it is hers, and waits for Alice."""
    mallory.other_names = ""
    mallory.save()
    take(KELP, alice)
    mallory.other_names = "Bob Brandt"
    mallory.save()
    look_for_papers(mallory, by_manager=False)
    row = AuthorshipSuggestion.objects.get()
    assert claims.accept(row, mallory.owner) == "claimed"
    assert claims.accept(row, mallory.owner) == "claimed"
    assert may_edit(mallory) == []
    assert own_papers(mallory) == []


def test_nor_does_her_own_file(alice, mallory):
    """The paper is Alice's: hers becomes one of her own, and Alice's stays as it is."""
    mallory.other_names = ""
    mallory.save()
    take(KELP, alice)
    mallory.other_names = "Bob Brandt"
    mallory.save()
    before = Publication.objects.values().get()
    stolen = KELP.replace("year =", "abstract = {Mine},\n  year =")
    report = take(stolen, mallory, by_operator=False)
    assert actions(report) == ["created"]
    assert "brought by somebody else" in reasons(report)
    assert Publication.objects.values().get(pk=before["id"]) == before
    assert [paper.pk for paper in own_papers(mallory)] != [before["id"]]


def test_nor_does_her_file_with_a_find_of_her_own(alice, mallory):
    """A question that she asked herself is no word of Alice's."""
    mallory.other_names = ""
    mallory.save()
    take(KELP, alice)
    mallory.other_names = "Bob Brandt"
    mallory.save()
    look_for_papers(mallory, by_manager=False)
    paper = Publication.objects.get()
    claims.accept(AuthorshipSuggestion.objects.get(), mallory.owner)
    take(KELP, mallory, by_operator=False)
    assert not access.can_edit(paper, mallory.owner)


def test_a_file_that_prints_no_name_of_hers_lists_her_on_no_paper_of_anothers(alice, mallory):
    mallory.other_names = ""
    mallory.save()
    take(KELP, alice)
    paper = Publication.objects.get()
    take(KELP, mallory, by_operator=False)
    assert not access.can_edit(paper, mallory.owner)
    assert not paper.authorships.filter(role="listed").exists()


def test_a_refused_claim_stays_refused(alice, mallory):
    mallory.other_names = ""
    mallory.save()
    take(KELP, alice)
    mallory.other_names = "Bob Brandt"
    mallory.save()
    look_for_papers(mallory, by_manager=False)
    row = AuthorshipSuggestion.objects.get()
    claims.accept(row, mallory.owner)
    assert claims.decline(row, alice.owner)
    row.refresh_from_db()
    assert (row.state, row.reason) == ("refused", "denied")
    assert not claims.take_back(row, mallory.owner)
    assert look_for_papers(mallory, by_manager=False) == 0
    assert claims.accept(row, mallory.owner) == ""
    assert may_edit(mallory) == []


def test_nobody_claims_for_another(alice, bob, mallory):
    take(KELP, alice)
    row = AuthorshipSuggestion.objects.filter(researcher=bob).first()
    assert claims.accept(row, mallory.owner) == ""
    assert claims.accept(row, alice.owner) == ""
    assert not claims.decline(row, mallory.owner)


def test_who_brought_the_paper_agrees(alice, mallory):
    take(KELP, alice, by_operator=False)
    AuthorshipSuggestion.objects.all().delete()
    look_for_papers(mallory, by_manager=False)
    row = AuthorshipSuggestion.objects.get()
    assert claims.accept(row, mallory.owner) == "claimed"
    assert claims.accept(row, alice.owner) == "linked"
    assert len(may_edit(mallory)) == 1


def test_a_managers_name_is_vouched_for(alice, mallory, manager):
    take(KELP, alice)
    AuthorshipSuggestion.objects.all().delete()
    send_names_changed(mallory, by_manager=True)
    assert claims.accept(AuthorshipSuggestion.objects.get(), mallory.owner) == "linked"


def test_naming_who_has_claimed_links_at_once(alice, mallory):
    take(KELP, alice)
    AuthorshipSuggestion.objects.all().delete()
    look_for_papers(mallory, by_manager=False)
    row = AuthorshipSuggestion.objects.get()
    claims.accept(row, mallory.owner)
    assert claims.suggest(row.authorship, mallory)
    assert Authorship.objects.get(pk=row.authorship_id).researcher == mallory


def test_the_operators_file_links_on_papers_it_publishes(alice, bob):
    take(KELP)
    assert [row.researcher for row in Authorship.objects.all()] == [alice, bob]


def test_the_operators_file_asks_about_papers_of_others(alice, bob):
    take(KELP.replace(" and Brandt, Bob", ""), alice)
    take(KELP.replace("2024}", "2024}, note={n}", 1))
    assert not Authorship.objects.filter(researcher=bob).exists()
    assert AuthorshipSuggestion.objects.get().researcher == bob


def test_a_colleague_named_by_hand_sees_the_draft(alice, bob):
    """An import on a draft tells nobody; its author may."""
    take(KELP, alice, draft=True)
    row = AuthorshipSuggestion.objects.get()
    assert not claims.answerable(bob.owner).exists()
    assert claims.suggest(row.authorship, bob)
    assert claims.accept(row, bob.owner) == "linked"
