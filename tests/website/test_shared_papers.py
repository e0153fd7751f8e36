"""What colleagues change on a shared paper is told on the dashboard, and can be undone there."""

from datetime import timedelta

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse
from django.utils import timezone

from history.models import Revision
from history.snapshots import track_changes
from profiles.models import Delegation
from publications.importer import undo
from publications.models import Authorship, AuthorshipSuggestion, ImportBatch, Publication, Venue
from tests.conftest import make_researcher, make_user
from tests.isolation.forms import sent_by
from tests.publications.importing import KELP, take
from website import inbox

INDEX = reverse("admin:index")


def a_paper(owner, *others, **values):
    values = {"title": "Notes", "slug": "notes"} | values
    paper = Publication.objects.create(owner=owner, **values)
    for person in (owner, *others):
        name = {"family": person.family_name, "given": person.given_name}
        Authorship.objects.create(publication=paper, researcher=person, **name)
    return paper


@pytest.fixture
def paper(alice, bob):
    """Brought by Alice, with Bob confirmed."""
    return a_paper(alice, bob)


def change(user, paper, **values):
    paper = Publication.objects.get(pk=paper.pk)
    with track_changes(user, paper):
        for name, value in values.items():
            setattr(paper, name, value)
        paper.save()


def changes(person, user=None):
    return inbox.find_changes(person, user or person.owner)


def told(person):
    return " | ".join(each.text for each in changes(person))


def press(client, person, each, user=None):
    """“Undo”, of this notice."""
    client.force_login(user or person.owner)
    data = {"record": person.slug, "key": each.key, "seen": each.digest}
    return client.post(reverse("admin:dashboard-undo-change"), data)


def note(client, person):
    client.force_login(person.owner)
    until = changes(person)[0].made_at.isoformat()
    client.post(reverse("admin:dashboard-noted"), {"record": person.slug, "until": until})


def test_colleagues_change_is_shown_and_undone(client, alice, bob, paper):
    """By the form, as one sees it, and its undo."""
    client.force_login(bob.owner)
    address = reverse("admin:publications_publication_change", args=[paper.pk])
    client.post(address, sent_by(client.get(address)) | {"title": "Better notes"})
    client.force_login(alice.owner)
    page = client.get(INDEX)
    assert "Bob Brandt changed the title of “Better notes”" in page.text
    assert "<ins>Better notes</ins>" in client.get(page.context["changes"][0].url).text
    press(client, alice, page.context["changes"][0])
    page = client.get(INDEX)
    assert "Undone." in page.text
    assert page.context["changes"] == []
    assert Publication.objects.get().title == "Notes"
    assert told(bob) == "Alice Ahlgren changed the title of “Notes”:"


def test_who_changed_it_is_not_told(bob, paper):
    change(bob.owner, paper, title="Better notes")
    assert told(bob) == ""


def test_authors_venue_and_state(client, alice, bob, paper):
    kelp = Venue.objects.create(name="Kelp Symposium")
    with track_changes(alice.owner, paper):
        paper.authorships.filter(researcher=alice).update(given="A.")
        paper.container_title, paper.venue, paper.published_at = "Proceedings", kelp, None
        paper.save()
    words = [each.text.split(" the ")[1].split(" of ")[0] for each in changes(bob)]
    assert sorted(words) == ["authors", "journal or proceedings", "status", "venue"]
    for each in changes(bob):
        assert each.may_undo == (each.name != "published_at")  # hers to say
        press(client, bob, each)
    paper.refresh_from_db()
    assert paper.authorships.get(researcher=alice).given == "Alice"
    assert (paper.container_title, paper.venue, paper.is_public) == ("", None, False)


def test_a_draft_that_a_coauthor_publishes(client, alice, bob, paper):
    Publication.objects.update(published_at=None)
    change(bob.owner, paper, published_at=timezone.now())
    press(client, alice, *changes(alice))
    assert Publication.objects.get().published_at is None


def test_other_fields_are_not_told(alice, bob, paper):
    change(bob.owner, paper, abstract="Words.", doi="10.5555/x")
    assert told(alice) == ""


def test_several_changes_are_one(client, alice, bob, paper):
    change(bob.owner, paper, title="Better notes")
    change(bob.owner, paper, title="Best notes")
    (each,) = changes(alice)
    assert each.words == [("out", "Notes"), ("in", "Best notes")]
    press(client, alice, each)
    assert Publication.objects.get().title == "Notes"


def test_what_was_taken_back_is_not_told(alice, bob, paper):
    change(bob.owner, paper, title="Better notes")
    change(bob.owner, paper, title="Notes")
    assert told(alice) == ""


@pytest.mark.parametrize("again", ["alice", "bob"])
def test_what_was_changed_again_is_not_undone(client, alice, bob, paper, again):
    change(bob.owner, paper, title="Better notes")
    (seen,) = changes(alice)
    change({"alice": alice, "bob": bob}[again].owner, paper, title="Other notes")
    assert bool(told(alice)) == (again == "bob")
    (message,) = get_messages(press(client, alice, seen).wsgi_request)
    assert "changed again" in str(message)
    assert Publication.objects.get().title == "Other notes"


def test_noted_is_not_told_again(client, alice, bob, paper):
    change(bob.owner, paper, title="Better notes")
    note(client, alice)
    assert told(alice) == ""
    assert "Show again" not in client.get(INDEX).text  # no check was dismissed
    change(bob.owner, paper, title="Best notes")
    (each,) = changes(alice)
    assert each.before["fields"]["title"] == "Better notes"


# In UTC it is of no year.
LONG_AGO = "0001-01-01T00:00+01:00"


def test_no_time_is_now(alice, bob, paper):
    for until in ("", "x", "2026-99-99T00:00", "2026-01-01T00:00", "2999-01-01T00:00Z", LONG_AGO):
        change(bob.owner, paper, title=f"Notes {until}.")
        assert told(alice)
        inbox.mark_seen(alice, until)
        assert told(alice) == ""


def test_it_goes_after_a_season(alice, bob, paper):
    change(bob.owner, paper, title="Better notes")
    Revision.objects.update(made_at=timezone.now() - timedelta(days=91))
    assert told(alice) == ""


# --- Who is told ----------------------------------------------------------------------------------


def test_a_stranger_is_told_nothing(client, alice, bob, paper):
    charlie = make_researcher("Charlie Curie", make_user("charlie"))
    AuthorshipSuggestion.objects.create(authorship=paper.authorships.first(), researcher=charlie)
    change(bob.owner, paper, title="Better notes")
    assert told(charlie) == ""
    (each,) = changes(alice)
    press(client, charlie, each)
    assert press(client, alice, each, user=charlie.owner).status_code == 404
    assert Publication.objects.get().title == "Better notes"


def test_who_was_linked_later_is_not_told(alice, bob, paper):
    row = Authorship.objects.filter(researcher=alice)
    pk = row.get().pk
    row.update(researcher=None)
    Publication.objects.update(owner=None)
    change(bob.owner, paper, title="Better notes")
    Authorship.objects.filter(pk=pk).update(researcher=alice)
    assert told(alice) == ""


def test_whose_name_it_is_not_any_more_is_not_told(alice, bob, paper):
    change(bob.owner, paper, title="Better notes")
    Authorship.objects.filter(researcher=alice).update(researcher=None)
    Publication.objects.update(owner=bob)
    assert told(alice) == ""


def test_ones_own_paper_is_not_shared(alice, manager):
    change(manager, a_paper(alice), title="Better notes")
    assert told(alice) == ""


def test_a_managers_change_is_told_to_both(alice, bob, manager, paper):
    change(manager, paper, title="Better notes")
    assert told(alice) == told(bob) == "manager changed the title of “Better notes”:"


def test_a_draft_profile_is_called_by_its_account(alice, bob, paper):
    change(bob.owner, paper, title="Better notes")
    type(bob).objects.filter(pk=bob.pk).update(published_at=None)
    assert told(alice) == "bob changed the title of “Better notes”:"


def test_who_writes_drafts_for_one_undoes_nothing(client, alice, bob, paper):
    dora = make_user("dora")
    Delegation.objects.create(researcher=alice, user=dora, may_publish=False)
    change(bob.owner, paper, title="Better notes")
    (each,) = changes(alice, dora)
    assert not each.may_undo
    press(client, alice, each, user=dora)
    assert Publication.objects.get().title == "Better notes"


# --- Other views than the form --------------------------------------------------------------------

OTHER = KELP.replace("Growing", "Losing")
OTHER = OTHER.replace("Ahlgren, Alice", "Ahlgren, A. B. and Curie, Marie")


@pytest.fixture
def imported(alice, bob):
    take(KELP, alice)
    Authorship.objects.filter(family="Brandt").update(researcher=bob)
    return Publication.objects.get()


def overwrite(bob, **options):
    options = {"apply_options": {"user": bob.owner}} | options
    take(OTHER, bob, by_operator=False, update="overwrite", **options)


def test_an_import_that_overwrites(client, alice, bob, imported):
    overwrite(bob)
    assert "An import by Bob Brandt changed the authors of “Losing" in told(alice)
    for each in changes(alice):
        press(client, alice, each)
    imported.refresh_from_db()
    assert [row.name for row in imported.authorships.all()] == ["Alice Ahlgren", "Bob Brandt"]
    assert imported.title.startswith("Growing")
    assert told(alice) == ""


def test_from_the_command_line(alice, bob, imported):
    overwrite(bob, apply_options={})
    for person in (alice, bob):
        assert "The import command changed the title" in told(person)


def test_and_its_undo(client, alice, bob, imported):
    overwrite(bob)
    note(client, alice)
    undo.undo(ImportBatch.objects.latest("pk"), user=bob.owner)
    assert "Bob Brandt changed the title of “Growing" in told(alice)


def test_an_import_of_papers_of_ones_own_leaves_no_versions(alice):
    take(KELP, alice)
    take(OTHER, alice, update="overwrite")
    assert not Revision.objects.exists()


def test_a_merge(client, alice, bob, paper):
    other = a_paper(bob, slug="more", title="More notes", container_title="Proceedings")
    client.force_login(bob.owner)
    address = f"{reverse('admin:publications_publication_merge')}?ids={paper.pk},{other.pk}"
    client.post(address, sent_by(client.get(address)) | {"lead": paper.pk, "merge": "x"})
    assert told(alice) == "Bob Brandt changed the journal or proceedings of “Notes”:"


# --- Its price ------------------------------------------------------------------------------------


def test_it_takes_the_same_queries_for_many(alice, bob, django_assert_num_queries):
    for number in range(8):
        change(bob.owner, a_paper(alice, bob, slug=f"p{number}"), title="Better notes")
        if number in (0, 7):
            with django_assert_num_queries(13):
                assert len(changes(alice)) == number + 1


def test_and_few_where_nothing_was_changed(alice, bob, paper, django_assert_num_queries):
    with django_assert_num_queries(2):
        assert changes(alice) == []
