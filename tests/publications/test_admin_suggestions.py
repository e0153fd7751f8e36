"""The list "Papers that name you": what it shows, and its buttons."""

import pytest
from django.urls import reverse
from django.utils import translation

from profiles.models import Delegation
from publications import claims
from publications.admin.authorship import OF_ANOTHER
from publications.claims import look_for_papers
from publications.models import Authorship, AuthorshipSuggestion
from tests.publications.importing import KELP, take
from tests.publications.papers import make_paper


def address(**query):
    place = reverse("admin:publications_authorshipsuggestion_changelist")
    return f"{place}?{'&'.join(f'{k}={v}' for k, v in query.items())}" if query else place


def page(client, **query):
    return client.get(address(**query)).content.decode()


@pytest.fixture
def suggestion(alice, bob):
    take(KELP, alice, by_operator=False)
    return AuthorshipSuggestion.objects.get()


def test_suggested_paper_is_confirmed(client, bob, suggestion):
    client.force_login(bob.owner)
    shown = page(client)
    assert "Growing Consensus in Kelp Forests" in shown
    assert reverse("publication", args=[suggestion.authorship.publication.slug]) in shown
    assert "The name is yours." in shown
    client.post(address(), {"row_confirm": suggestion.pk})
    assert Authorship.objects.get(researcher=bob).name == "Bob Brandt"
    assert "Nothing waits for an answer." in page(client)


def test_not_me_and_back(client, bob, suggestion):
    client.force_login(bob.owner)
    client.post(address(), {"row_refuse": suggestion.pk})
    suggestion.refresh_from_db()
    assert suggestion.state == "refused"
    assert "Kelp" not in page(client)
    assert "Ask again" in page(client, answer="no")
    client.post(address(answer="no"), {"row_take_back": suggestion.pk})
    assert "This is me" in page(client)


def test_many_at_once(client, bob, suggestion):
    client.force_login(bob.owner)
    data = {"action": "refuse", "_selected_action": [suggestion.pk]}
    client.post(address(), data)
    suggestion.refresh_from_db()
    assert suggestion.state == "refused"


def test_the_menu_counts_what_waits(client, bob, suggestion):
    client.force_login(bob.owner)
    papers = client.get(reverse("admin:publications_publication_changelist"))
    assert "Papers that name you (1)" in papers.content.decode()


def test_the_reason_is_in_the_readers_language(suggestion):
    assert suggestion.reason == "exact"
    with translation.override("en"):
        assert suggestion.why == "The name is yours."


def test_what_an_older_import_wrote_is_shown_as_it_stands(suggestion):
    suggestion.reason = "The name may be yours."
    assert suggestion.why == "The name may be yours."


def test_a_manager_sees_and_answers_all(client, manager, bob, suggestion):
    client.force_login(manager)
    assert "It is theirs" in page(client)
    client.post(address(), {"row_confirm": suggestion.pk})
    assert Authorship.objects.filter(researcher=bob).exists()


def test_a_colleague_sees_nothing(client, alice, suggestion):
    client.force_login(alice.owner)
    assert "Kelp" not in page(client)


def test_looking_for_ones_papers(client, alice, bob):
    make_paper("Moss", alice, "Bob Brandt", owner=alice)
    client.force_login(bob.owner)
    client.post(address(), {"look": "1"})
    assert "Moss" in page(client)


def test_a_claim_waits_for_who_brought_the_paper(client, alice, bob):
    make_paper("Moss", alice, "Bob Brandt", owner=alice)
    look_for_papers(bob, by_manager=False)
    row = AuthorshipSuggestion.objects.get()
    client.force_login(bob.owner)
    client.post(address(), {"row_confirm": row.pk})
    assert "Waits for who brought the paper." in page(client)
    client.force_login(alice.owner)
    assert "Bob Brandt says that this is their name." in page(client)
    client.post(address(), {"row_confirm": row.pk})
    assert Authorship.objects.filter(researcher=bob).exists()


def test_a_claim_that_is_denied_is_no_question_any_more(client, alice, bob):
    make_paper("Moss", alice, "Bob Brandt", owner=alice)
    look_for_papers(bob, by_manager=False)
    row = AuthorshipSuggestion.objects.get()
    claims.accept(row, bob.owner)
    client.force_login(alice.owner)
    client.post(address(), {"row_refuse": row.pk})
    row.refresh_from_db()
    assert (row.state, row.reason) == ("refused", "denied")
    client.force_login(bob.owner)
    assert "Ask again" not in page(client, answer="no")


@pytest.mark.parametrize("pk", ["", "x", "9" * 30, "0"])
def test_a_forged_answer_is_nothing(client, bob, suggestion, pk):
    client.force_login(bob.owner)
    assert client.post(address(), {"row_confirm": pk}).status_code in (200, 302)
    assert not Authorship.objects.filter(researcher=bob).exists()


def test_a_manager_reads_that_the_name_is_theirs(client, manager, bob, suggestion):
    client.force_login(manager)
    shown = page(client)
    assert "The name is theirs." in shown
    assert "Papers that name people here" in shown
    assert "yours" not in shown


def test_a_delegate_reads_that_the_name_is_theirs(client, charlie, bob, suggestion):
    Delegation.objects.create(researcher=bob, user=charlie, may_publish=True)
    client.force_login(charlie)
    shown = page(client)
    assert "The name is theirs." in shown
    assert "It is theirs" in shown


def test_every_reason_has_words_for_another(suggestion):
    assert set(OF_ANOTHER) == set(AuthorshipSuggestion.Reason)
