"""What a colleague has too stays, with the name as printed; and nothing else of the person."""

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session

from history import snapshots
from history.models import Revision
from profiles.models import Delegation, NewsItem
from publications.importer.undo import save_snapshots
from publications.models import (
    AuthorshipSuggestion,
    ImportBatch,
    ImportChange,
    Publication,
    Source,
    Topic,
    Venue,
)
from tests.publications.papers import as_author, make_paper
from website import personal_data

pytestmark = pytest.mark.django_db
ORCID = "0000-0002-1825-0097"


@pytest.fixture
def shared(alice, bob):
    alice.orcid = ORCID
    alice.save()
    own = as_author(alice, is_selected=True, orcid=ORCID, marks="*")
    return make_paper("Shared", own, bob, owner=alice)


def test_shared_paper_keeps_its_printed_names(alice, bob, shared):
    make_paper("Own", alice, "Grace Hopper", owner=alice)
    personal_data.erase(alice)
    assert Publication.objects.get() == shared
    assert [row.name for row in shared.authorships.all()] == ["Alice Ahlgren", "Bob Brandt"]
    name = shared.authorships.first()
    assert (name.researcher, name.orcid, name.is_selected, name.marks) == (None, "", False, "*")
    shared.refresh_from_db()
    assert shared.owner is None


def test_a_paper_that_a_colleague_brought_stays(alice, bob):
    make_paper("His", alice, owner=bob)
    personal_data.erase(alice)
    assert Publication.objects.get().authorships.get().name == "Alice Ahlgren"


def test_a_name_listed_without_print_goes(alice, bob):
    make_paper("His", bob, {"role": "listed", "researcher": alice})
    personal_data.erase(alice)
    assert [row.name for row in Publication.objects.get().authorships.all()] == ["Bob Brandt"]


def test_questions_about_the_person_go_and_others_stay(alice, bob, shared):
    paper = make_paper("His", bob, "Alice Ahlgren")
    name = paper.authorships.get(researcher=None)
    AuthorshipSuggestion.objects.create(authorship=name, researcher=alice, state="refused")
    personal_data.erase(alice)
    assert not AuthorshipSuggestion.objects.exists()
    assert paper.authorships.count() == 2


def test_entries_of_their_own_file_go_and_a_colleagues_stay(alice, bob, shared):
    for researcher in (alice, bob):
        batch = ImportBatch.objects.create(researcher=researcher, files=[f"{researcher}.bib"])
        values = {"entry_type": "misc", "raw": "@misc{a}", "checksum": "a"}
        Source.objects.create(publication=shared, batch=batch, **values)
    personal_data.erase(alice)
    assert Source.objects.get().batch == ImportBatch.objects.get()
    assert ImportBatch.objects.get().researcher == bob


def test_what_an_undo_would_bring_back_is_without_them(alice, bob, shared):
    batch = ImportBatch.objects.create(researcher=bob)
    save_snapshots(batch, [shared.pk])
    personal_data.erase(alice)
    before = ImportChange.objects.get().before
    [name, _bob] = before["rows"]["publications.authorship"]
    assert (name["researcher"], name["orcid"], name["family"]) == (None, "", "Ahlgren")
    assert before["fields"]["owner"] is None


def test_venues_and_topics_go_unless_others_use_them(alice, bob, shared):
    user = alice.owner
    venues = [Venue.objects.create(name=name, added_by=user) for name in ("Used", "Unused")]
    Publication.objects.filter(pk=shared.pk).update(venue=venues[0])
    own = make_paper("Own", alice, venue=venues[1])
    for paper, name in ((own, "alone"), (shared, "both")):
        paper.topics.add(Topic.objects.create(name=name, slug=name))
    personal_data.erase(alice)
    assert Venue.objects.get().name == "Used"
    assert Topic.objects.get().name == "both"


# --- The account ---------------------------------------------------------------------------------


def test_sessions_end(client, alice, charlie):
    client.force_login(alice.owner)
    client.cookies.clear()
    client.force_login(charlie)
    personal_data.erase(alice)
    assert Session.objects.get().get_decoded()["_auth_user_id"] == str(charlie.pk)


def test_an_account_that_edits_for_another_stays(alice, bob):
    Delegation.objects.create(researcher=bob, user=alice.owner)
    assert not personal_data.erase(alice).person.account_goes
    assert Delegation.objects.get().user.username == "alice"


def test_a_managers_account_stays(alice, manager):
    alice.owner = manager
    alice.save()
    personal_data.erase(alice)
    manager.refresh_from_db()


def test_the_log_forgets_rows_that_are_gone(alice, bob, manager):
    """A manager deleted one of hers last year; the entry still says what it was called."""
    kind = ContentType.objects.get_for_model(NewsItem)
    kept = NewsItem.objects.create(researcher=bob, date="2025", body="x")
    for key, name in ((kept.pk, "Of Bob"), (99, "Of Alice")):
        values = {"content_type": kind, "object_id": str(key), "action_flag": CHANGE}
        LogEntry.objects.create(user=manager, object_repr=name, **values)
    personal_data.erase(alice)
    assert LogEntry.objects.get().object_repr == "Of Bob"


def test_the_log_forgets_who_was_a_delegate(alice, bob):
    kind = ContentType.objects.get_for_model(bob)
    said = '[{"deleted": {"name": "delegate", "object": "alice \\u2192 Bob Brandt"}}]'
    values = {"content_type": kind, "object_id": str(bob.pk), "action_flag": CHANGE}
    for message in (said, said.replace("alice", "alicent")):
        LogEntry.objects.create(user=bob.owner, change_message=message, **values)
    personal_data.erase(alice)
    assert "alicent" in LogEntry.objects.get().change_message


def test_versions_of_what_goes_go_and_others_forget_the_name(alice, bob, shared):
    Publication.objects.update(owner=bob)
    shared.refresh_from_db()
    kept = snapshots.save_revision(shared, alice.owner)
    own = make_paper("Own", alice, "Grace Hopper")  # nobody's: linked on the command line
    snapshots.save_revision(own, bob.owner)
    personal_data.erase(alice)
    assert Revision.objects.get() == kept
    kept.refresh_from_db()
    [name, _bob] = kept.state["rows"]["publications.authorship"]
    assert (name["family"], name["researcher"], name["orcid"]) == ("Ahlgren", None, "")
    assert kept.user is None
