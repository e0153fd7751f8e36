"""A paper that two members share: naming, confirming, refusing, hiding."""

import pytest
from django.urls import reverse

from profiles.models import Delegation
from publications.models import Authorship, AuthorshipSuggestion, Publication
from tests.conftest import make_user

EMPTY = {
    f"{prefix}-{count}_FORMS": 0
    for prefix in ("authorships", "links", "versions", "awards", "sources")
    for count in ("TOTAL", "INITIAL")
}
PAPER = {"title": "Notes", "entry_type": "article", "status": "published"}
ONE_AUTHOR = {"authorships-TOTAL_FORMS": 1, "authorships-0-position": 0} | {
    "authorships-0-role": "author"
}
ADD = "admin:publications_publication_add"


@pytest.fixture
def paper(alice, bob):
    """Brought by Alice, with Bob confirmed."""
    paper = Publication.objects.create(title="Notes", slug="notes", owner=alice)
    for position, researcher in enumerate((alice, bob)):
        Authorship.objects.create(
            publication=paper,
            position=position,
            family=researcher.family_name,
            researcher=researcher,
        )
    return paper


def add(client, **author):
    fields = {f"authorships-0-{name}": value for name, value in author.items()}
    return client.post(reverse(ADD), EMPTY | PAPER | ONE_AUTHOR | fields)


def test_own_name_on_a_new_paper_is_linked(client, alice):
    """One's own name is found; owner and address are settled."""
    client.force_login(alice.owner)
    add(client, given="Alice", family="Ahlgren")
    paper = Publication.objects.get()
    assert (paper.owner, paper.slug) == (alice, "notes")
    assert paper.authorships.get().researcher == alice


def test_naming_a_colleague_asks_them(client, alice, bob):
    client.force_login(alice.owner)
    add(client, given="Bob", family="Brandt", researcher=bob.pk)
    assert Authorship.objects.get().researcher is None
    suggestion = AuthorshipSuggestion.objects.get()
    assert (suggestion.researcher, suggestion.state) == (bob, "pending")


def test_a_manager_links_at_once(client, manager, bob):
    client.force_login(manager)
    add(client, family="Brandt", researcher=bob.pk)
    assert Authorship.objects.get().researcher == bob


def answer(client, action, suggestion):
    client.post(
        reverse("admin:publications_authorshipsuggestion_changelist"),
        {"action": action, "_selected_action": [suggestion.pk]},
    )


@pytest.fixture
def suggestion(alice, bob):
    paper = Publication.objects.create(title="Notes", slug="notes", owner=alice)
    authorship = Authorship.objects.create(publication=paper, family="Brandt")
    return AuthorshipSuggestion.objects.create(authorship=authorship, researcher=bob)


def test_confirming_puts_it_on_the_page(client, bob, suggestion):
    client.force_login(bob.owner)
    answer(client, "confirm", suggestion)
    assert Authorship.objects.get().researcher == bob
    assert not AuthorshipSuggestion.objects.exists()


def test_refusing_is_remembered(client, bob, suggestion):
    client.force_login(bob.owner)
    answer(client, "refuse", suggestion)
    assert Authorship.objects.get().researcher is None
    assert AuthorshipSuggestion.objects.get().state == "refused"


def test_nobody_confirms_for_a_colleague(client, alice, suggestion):
    client.force_login(alice.owner)
    answer(client, "confirm", suggestion)
    assert Authorship.objects.get().researcher is None


def test_delegate_who_may_not_publish_confirms_nothing(client, bob, suggestion):
    dora = make_user("dora")
    Delegation.objects.create(researcher=bob, user=dora, may_publish=False)
    client.force_login(dora)
    answer(client, "confirm", suggestion)
    assert Authorship.objects.get().researcher is None


def test_deleting_a_shared_paper_hides_it_from_ones_own_page(client, alice, bob, paper):
    client.force_login(alice.owner)
    url = reverse("admin:publications_publication_delete", args=[paper.pk])
    page = client.post(url, {"post": "yes"}, follow=True).content.decode()
    assert "off your page now" in page
    assert paper.authorships.get(researcher=alice).is_hidden
    assert not paper.authorships.get(researcher=bob).is_hidden


def delete(client, paper):
    url = reverse("admin:publications_publication_delete", args=[paper.pk])
    client.post(url, {"post": "yes"})


def test_who_writes_drafts_for_a_colleague_deletes_no_public_paper_of_theirs(
    client, alice, bob, paper
):
    Delegation.objects.create(researcher=alice, user=bob.owner, may_publish=False)
    client.force_login(bob.owner)
    delete(client, paper)
    assert Publication.objects.exists()
    Publication.objects.update(published_at=None)
    delete(client, paper)
    assert not Publication.objects.exists()


def test_a_colleagues_draft_is_not_deleted(client, bob, paper):
    Publication.objects.update(published_at=None)
    client.force_login(bob.owner)
    delete(client, paper)
    assert Publication.objects.exists()


def test_bulk_deletion_hides_too(client, bob, paper):
    client.force_login(bob.owner)
    data = {"action": "delete_selected", "_selected_action": [paper.pk], "post": "yes"}
    client.post(reverse("admin:publications_publication_changelist"), data)
    assert paper.authorships.get(researcher=bob).is_hidden


def test_ones_own_paper_is_deleted(client, alice):
    paper = Publication.objects.create(title="Notes", slug="notes", owner=alice)
    client.force_login(alice.owner)
    url = reverse("admin:publications_publication_delete", args=[paper.pk])
    client.post(url, {"post": "yes"})
    assert not Publication.objects.exists()


def change(client, paper, **fields):
    rows = list(paper.authorships.order_by("position"))
    data = EMPTY | PAPER | {"authorships-TOTAL_FORMS": 2, "authorships-INITIAL_FORMS": 2}
    for number, row in enumerate(rows):
        data |= {
            f"authorships-{number}-id": row.pk,
            f"authorships-{number}-position": row.position,
            f"authorships-{number}-role": row.role,
            f"authorships-{number}-family": row.family,
            f"authorships-{number}-researcher": row.researcher_id,
        }
    url = reverse("admin:publications_publication_change", args=[paper.pk])
    return client.post(url, data | fields)


def test_a_coauthor_edits(client, bob, paper):
    client.force_login(bob.owner)
    assert change(client, paper, title="Better notes").status_code == 302
    paper.refresh_from_db()
    assert paper.title == "Better notes"


def test_a_colleague_is_not_unlinked(client, alice, bob, paper):
    client.force_login(alice.owner)
    change(client, paper, **{"authorships-1-researcher": ""})
    assert paper.authorships.filter(researcher=bob).exists()


def test_a_colleagues_name_is_not_removed(client, alice, bob, paper):
    client.force_login(alice.owner)
    assert change(client, paper, **{"authorships-1-DELETE": "on"}).status_code == 200
    assert paper.authorships.filter(researcher=bob).exists()


def test_a_colleagues_choices_are_not_made_for_them(client, alice, bob, paper):
    client.force_login(alice.owner)
    data = {"action": "select_for_page", "_selected_action": [paper.pk]}
    client.post(reverse("admin:publications_publication_changelist"), data)
    assert paper.authorships.get(researcher=alice).is_selected
    assert not paper.authorships.get(researcher=bob).is_selected


def test_one_researcher_on_two_names_is_a_message(client, alice, paper):
    client.force_login(alice.owner)
    paper.authorships.exclude(researcher=alice).update(researcher=None)
    answer = change(client, paper, **{"authorships-1-researcher": alice.pk})
    assert answer.status_code == 200
    assert "already linked" in answer.content.decode()


def test_the_list_of_ones_own_papers_holds_no_row_of_a_colleague(client, alice, bob, paper):
    client.force_login(alice.owner)
    row = paper.authorships.get(researcher=bob)
    url = reverse("admin:publications_authorship_change", args=[row.pk])
    assert client.get(url).status_code == 404
    data = {"form-TOTAL_FORMS": 1, "form-INITIAL_FORMS": 1, "form-0-id": row.pk, "_save": "x"}
    data |= {"form-0-is_hidden": "on"}
    client.post(reverse("admin:publications_authorship_changelist"), data)
    row.refresh_from_db()
    assert not row.is_hidden


def test_ones_own_choices_are_made_in_the_list(client, alice, paper):
    client.force_login(alice.owner)
    row = paper.authorships.get(researcher=alice)
    data = {"form-TOTAL_FORMS": 1, "form-INITIAL_FORMS": 1, "form-0-id": row.pk, "_save": "x"}
    data |= {"form-0-is_selected": "on"}
    client.post(reverse("admin:publications_authorship_changelist"), data)
    row.refresh_from_db()
    assert (row.is_selected, row.selected_position) == (True, 1)


def test_a_published_colleague_can_be_named(client, alice, bob):
    client.force_login(alice.owner)
    query = {"app_label": "publications", "model_name": "authorship", "field_name": "researcher"}
    answer = client.get(reverse("admin:autocomplete"), query | {"term": "brandt"})
    assert [row["text"] for row in answer.json()["results"]] == ["Bob Brandt"]
