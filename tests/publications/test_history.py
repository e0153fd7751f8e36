"""Versions of a paper: with its authors, links and versions; whose they are, and an import's."""

import pytest
from django.urls import reverse

from history import snapshots
from history.models import Revision
from profiles import versions
from publications.models import AuthorshipSuggestion, ImportBatch, Publication, Venue, Version
from tests.publications.importing import KELP, take
from tests.publications.papers import make_paper
from website import personal_data


@pytest.fixture
def paper(alice):
    row = make_paper("On Notes", alice, "Bo Berg", owner=alice)
    row.links.create(kind="pdf", url="https://example.org/notes.pdf")
    return row


def deleted(user, paper):
    """Its last version, and the paper gone."""
    version = snapshots.save_revision(paper, user, Revision.Action.DELETED)
    Publication.objects.filter(pk=paper.pk).delete()
    return version


def restore(paper, version, user, *chosen):
    return versions.restore(version, Publication.objects.get(pk=paper.pk), chosen, user)


def test_deleted_paper_is_restored_with_its_rows(alice, paper):
    Version.objects.create(publication=paper, title="On Notes", arxiv="2001.00001")
    link, created = paper.links.get(), paper.created_at
    row, told = versions.undelete(deleted(alice.owner, paper), alice.owner)
    assert (row.pk, row.slug, row.created_at, told) == (paper.pk, "on-notes", created, [])
    assert [str(name) for name in row.authorships.all()] == ["Alice Ahlgren", "Bo Berg"]
    assert row.authorships.get(position=0).researcher == alice
    assert row.links.get().pk == link.pk
    assert row.versions.get().arxiv == "2001.00001"


def test_deleting_it_in_the_admin_keeps_it(client, alice, paper):
    client.force_login(alice.owner)
    client.post(reverse("admin:publications_publication_delete", args=[paper.pk]), {"post": "yes"})
    assert not Publication.objects.exists()
    url = reverse("admin:profiles_researcher_trash", args=[alice.pk])
    assert "On Notes" in client.get(url).content.decode()


def test_an_address_taken_meanwhile_is_replaced(alice, paper):
    version = deleted(alice.owner, paper)
    other = make_paper("On Notes")
    row, told = versions.undelete(version, alice.owner)
    assert row.slug not in ("", other.slug)
    assert told == ["Another paper has its address now; it has a new one."]


def test_a_colleague_is_asked_again(alice, bob, paper):
    paper.authorships.filter(position=1).update(researcher=bob)
    row, _told = versions.undelete(deleted(alice.owner, paper), alice.owner)
    assert row.authorships.get(position=1).researcher is None
    assert AuthorshipSuggestion.objects.get().researcher == bob


def test_a_manager_s_word_stands_for_theirs(alice, bob, paper, manager):
    paper.authorships.filter(position=1).update(researcher=bob)
    row, _told = versions.undelete(deleted(manager, paper), manager)
    assert row.authorships.get(position=1).researcher == bob


def test_an_older_version_unlinks_no_colleague(alice, bob, paper):
    version = snapshots.save_revision(paper, alice.owner)
    late = paper.authorships.create(position=2, family="Brandt", researcher=bob)
    restore(paper, version, alice.owner, "publications.authorship")
    late.refresh_from_db()
    assert late.researcher == bob


def test_an_older_version_links_nobody(alice, bob, paper):
    name = paper.authorships.get(position=1)
    paper.authorships.filter(pk=name.pk).update(researcher=bob)
    version = snapshots.save_revision(paper, alice.owner)
    name.delete()
    restore(paper, version, alice.owner, "publications.authorship")
    assert paper.authorships.get(position=1).researcher is None


def test_each_one_s_choices_are_in_no_version(alice, bob, paper):
    snapshots.save_revision(paper, alice.owner)
    paper.authorships.update(is_selected=True, is_hidden=True)
    assert snapshots.save_revision(paper, bob.owner) is None


def test_a_draft_colleague_s_name_is_not_told(client, alice, bob, paper):
    bob.published_at = None
    bob.save()
    snapshots.save_revision(paper, alice.owner)
    paper.authorships.filter(position=1).update(researcher=bob)
    snapshots.save_revision(paper, None)
    client.force_login(alice.owner)
    html = client.get(reverse("admin:publications_publication_history", args=[paper.pk]))
    assert "Bob Brandt" not in html.content.decode()


def history_of(client, user, paper):
    client.force_login(user)
    url = reverse("admin:publications_publication_history", args=[paper.pk])
    return client.get(url).content.decode()


def test_an_import_writes_no_version_and_is_named(client, alice, bob):
    take(KELP, alice)
    paper, batch = Publication.objects.get(), ImportBatch.objects.get()
    assert not Revision.objects.exists()
    address = reverse("admin:publications_importbatch_change", args=[batch.pk])
    assert f'<a href="{address}">Imported from' in history_of(client, alice.owner, paper)
    paper.authorships.create(position=9, family="Brandt", researcher=bob)
    html = history_of(client, bob.owner, paper)
    assert "Imported from" in html
    assert address not in html


def test_a_merge_of_its_venue_is_named(client, alice, paper, manager):
    venue = Venue.objects.create(name="Journal of Notes")
    Publication.objects.update(venue=venue)
    snapshots.save_revision(venue, manager, Revision.Action.MERGED)
    assert "Duplicates of its venue, Journal of Notes, were merged" in history_of(
        client, alice.owner, paper
    )


def test_a_shared_paper_is_on_both_lists(client, alice, bob, paper):
    snapshots.save_revision(paper, alice.owner)
    url = reverse("admin:profiles_researcher_activity", args=[bob.pk])
    client.force_login(bob.owner)
    assert "On Notes" not in client.get(url).content.decode()
    paper.authorships.filter(position=1).update(researcher=bob)
    assert "On Notes" in client.get(url).content.decode()


def test_merging_is_a_version(client, alice, paper):
    other = make_paper("On Notes, again", alice, owner=alice)
    client.force_login(alice.owner)
    address = reverse("admin:publications_publication_merge") + f"?ids={paper.pk},{other.pk}"
    seen = client.get(address).context["seen"]
    data = {"merge": "1", "seen": seen, "lead": paper.pk, "versions": []}
    client.post(address, data)
    actions = set(Revision.objects.values_list("object_id", "action"))
    assert {(paper.pk, "merged"), (other.pk, "merged")} <= actions


def test_a_person_who_is_erased_leaves_the_printed_name_only(alice, bob, paper):
    paper.authorships.filter(position=1).update(researcher=bob)
    shared = snapshots.save_revision(paper, alice.owner)
    nobodys = make_paper("Bob's alone", bob)
    own = snapshots.save_revision(nobodys, bob.owner)
    personal_data.erase(bob)
    shared.refresh_from_db()
    names = shared.state["rows"]["publications.authorship"]
    assert [(name["family"], name["researcher"]) for name in names] == [
        ("Ahlgren", alice.pk),
        ("Berg", None),
    ]
    assert not Revision.objects.filter(pk=own.pk).exists()
