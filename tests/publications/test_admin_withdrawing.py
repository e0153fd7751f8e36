"""Only who brought a shared paper, or a manager, unpublishes it: others take it off their page."""

from datetime import timedelta

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse
from django.utils import timezone

from history.snapshots import save_revision
from profiles.models import Delegation
from publications.models import Authorship, Publication
from tests.conftest import make_user
from tests.publications.importing import KELP, take
from tests.publications.test_admin_shared_papers import change

LIST = "/admin/publications/publication/"
DRAFT = {"published_at_state": "draft", "title": "Better notes"}
LATER = {"published_at_state": "from", "published_at_0": "2099-01-01", "published_at_1": ""}


@pytest.fixture
def paper(alice, bob):
    """Brought by Alice, with Bob confirmed."""
    paper = Publication.objects.create(title="Notes", slug="notes", owner=alice)
    for person in (alice, bob):
        name = {"family": person.family_name, "given": person.given_name}
        Authorship.objects.create(publication=paper, researcher=person, **name)
    return paper


def withdraw(client, paper, user):
    """Returns what the user is told."""
    client.force_login(user)
    data = {"action": "withdraw", "_selected_action": [paper.pk]}
    return [str(each) for each in get_messages(client.post(LIST, data).wsgi_request)]


def save(client, paper, user, **fields):
    """By the form, without opening it. Returns what the user is told."""
    client.force_login(user)
    answer = change(client, paper, **fields)
    assert answer.status_code == 302
    return [str(each) for each in get_messages(answer.wsgi_request)]


def is_public(paper):
    return Publication.objects.get(pk=paper.pk).is_public


def hidden_from(paper):
    names = paper.authorships.filter(is_hidden=True).values_list("family", flat=True)
    return ", ".join(names)


def test_owner_unpublishes_a_shared_paper(client, alice, paper):
    withdraw(client, paper, alice.owner)
    assert not is_public(paper)
    assert hidden_from(paper) == ""


def test_a_coauthor_takes_it_off_their_own_page(client, bob, paper):
    (message,) = withdraw(client, paper, bob.owner)
    assert is_public(paper)
    assert hidden_from(paper) == "Brandt"
    assert "It stays published, and is off your page now." in message


@pytest.mark.parametrize("state", [DRAFT, LATER])
def test_by_the_form_too(client, bob, paper, state):
    """What else the form says is saved, of the names, too."""
    names = {"title": "Better notes", "authorships-1-marks": "*"}
    assert "off your page now" in save(client, paper, bob.owner, **names | state)[0]
    assert is_public(paper)
    assert hidden_from(paper) == "Brandt"
    assert Publication.objects.get().title == "Better notes"
    assert paper.authorships.get(family="Brandt").marks == "*"


def test_the_form_says_so_before(client, alice, bob, paper):
    address = reverse("admin:publications_publication_change", args=[paper.pk])
    client.force_login(bob.owner)
    assert "takes it off your page alone" in client.get(address).text
    client.force_login(alice.owner)
    assert "takes it off your page alone" not in client.get(address).text


def test_a_schedule_is_not_put_off(client, alice, bob, paper):
    soon = timezone.now().replace(microsecond=0) + timedelta(days=3)
    Publication.objects.update(published_at=soon)
    save(client, paper, bob.owner, **LATER)
    assert Publication.objects.get().published_at == soon
    save(client, paper, alice.owner, **LATER)
    assert Publication.objects.get().published_at > soon


def test_an_older_draft_is_not_restored(client, bob, paper):
    Publication.objects.update(published_at=None)
    version = save_revision(Publication.objects.get(), bob.owner)
    Publication.objects.update(published_at=timezone.now(), title="Now")
    client.force_login(bob.owner)
    address = reverse("admin:publications_publication_restore", args=[paper.pk, version.pk])
    client.post(address, {"chosen": ["title", "published_at"]})
    assert Publication.objects.get().title == "Notes"
    assert is_public(paper)


def test_an_import_of_drafts_unpublishes_nothing(alice, bob):
    take(KELP, alice)
    Authorship.objects.filter(family="Brandt").update(researcher=bob)
    text = KELP.replace("Growing Consensus", "Consensus")
    take(text, bob, by_operator=False, draft=True, update="overwrite")
    assert Publication.objects.get().title.startswith("Consensus")
    assert Publication.objects.get().is_public


def test_a_manager_unpublishes(client, manager, paper):
    withdraw(client, paper, manager)
    assert not is_public(paper)


def test_so_does_who_publishes_for_the_owner(client, alice, paper):
    dora = make_user("dora")
    Delegation.objects.create(researcher=alice, user=dora)
    save(client, paper, dora, **DRAFT)
    assert not is_public(paper)


def test_ones_own_paper_that_nobody_brought(client, bob, paper):
    """Nobody else has it."""
    paper.authorships.exclude(researcher=bob).update(researcher=None)
    Publication.objects.update(owner=None)
    withdraw(client, paper, bob.owner)
    assert not is_public(paper)
