"""What a delegate of drafts may not do to one, and what a draft co-author does not tell."""

import pytest
from django.urls import reverse

from profiles.models import Delegation
from publications.models import Authorship, AuthorshipSuggestion, Publication
from tests.conftest import make_researcher, make_user
from tests.publications.papers import make_paper
from tests.publications.test_admin_shared_papers import EMPTY, PAPER

CHANGE = "admin:publications_publication_change"


@pytest.fixture
def hidden(db):
    return make_researcher("Xenia Hidden", published_at=None, native_name="隱名氏")


@pytest.fixture
def joint(alice, hidden):
    return make_paper("Joint", alice, hidden, owner=alice)


def with_authors(paper, **fields):
    data = EMPTY | PAPER
    rows = list(paper.authorships.all())
    data |= {"authorships-INITIAL_FORMS": len(rows), "authorships-TOTAL_FORMS": len(rows)}
    for number, row in enumerate(rows):
        values = {"id": row.pk, "publication": paper.pk, "position": number, "role": row.role}
        values |= {"family": row.family, "given": row.given, "researcher": row.researcher_id or ""}
        data |= {f"authorships-{number}-{name}": value for name, value in values.items()}
    return data | fields


def test_writer_of_drafts_does_not_make_one_their_own(client, alice, bob):
    """Else they would publish it as their own, and keep it after the delegation has ended."""
    paper = make_paper("Secret", alice, "Bob Brandt", owner=alice, published_at=None)
    Delegation.objects.create(researcher=alice, user=bob.owner, may_publish=False)
    client.force_login(bob.owner)
    data = with_authors(paper, **{"authorships-1-researcher": bob.pk})
    assert client.post(reverse(CHANGE, args=[paper.pk]), data).status_code == 302
    assert not paper.authorships.filter(researcher=bob).exists()
    assert paper.authorships.filter(researcher=alice).exists()


def test_draft_coauthor_is_kept_and_not_named(client, alice, hidden, joint):
    client.force_login(alice.owner)
    address = reverse(CHANGE, args=[joint.pk])
    data = with_authors(joint, **{"authorships-1-researcher": "", "title": "Changed"})
    assert client.post(address, data).status_code == 302
    assert Publication.objects.get().title == "Changed"
    assert joint.authorships.filter(researcher=hidden).exists()


def test_a_draft_person_who_was_asked_is_not_named(client, alice, hidden):
    paper = make_paper("Ours", alice, "X. Hid", owner=alice)
    row = Authorship.objects.get(family="Hid")
    AuthorshipSuggestion.objects.create(authorship=row, researcher=hidden)
    client.force_login(alice.owner)
    assert "Xenia" not in client.get(reverse(CHANGE, args=[paper.pk])).content.decode()


def test_an_own_name_of_a_draft_person_finds_nothing(client, hidden, joint):
    address = reverse("publication-list")
    assert "Joint" not in client.get(address, {"q": "隱名氏"}).content.decode()
    hidden.published_at = joint.published_at
    hidden.save()
    assert "Joint" in client.get(address, {"q": "隱名氏"}).content.decode()


def test_a_paper_of_nobody_is_not_a_delegates_to_publish(client, alice, bob):
    """With two records the form asks whose it is: "nobody" would be public at once."""
    dora = make_user("dora")
    for researcher in (alice, bob):
        Delegation.objects.create(researcher=researcher, user=dora, may_publish=False)
    client.force_login(dora)
    client.post(reverse("admin:publications_publication_add"), EMPTY | PAPER | {"owner": ""})
    assert not Publication.objects.exists()
