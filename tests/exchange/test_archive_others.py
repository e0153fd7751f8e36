"""Into an installation with people on it; one researcher alone; what export_person wrote."""

import json
from io import StringIO
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command

from history.models import Revision
from history.snapshots import track_changes
from profiles.models import Delegation, FormerSlug, NewsItem, Redirect, Researcher
from publications.importer.undo import save_snapshots
from publications.models import AuthorshipSuggestion, ImportBatch, Publication, Source, Topic, Venue
from tests.conftest import make_researcher, make_user
from tests.exchange import archives
from tests.exchange.site_import.importing import PDF, record, take, tree_of
from tests.profiles.test_markdown_upload import GIF
from tests.publications.papers import as_author, make_paper


@pytest.fixture
def alice(lived_in):
    return Researcher.objects.get()


@pytest.fixture
def bob(lived_in):
    return make_researcher("Bob Brandt", make_user("bob", email="bob@example.org"))


@pytest.fixture
def elsewhere(lived_in, tmp_path):
    """Where Charlie has a record; call it to go there."""

    def go():
        archives.move_to_an_empty_one(lived_in, tmp_path / "elsewhere")
        charlie = make_researcher("Charlie Chen", make_user("charlie"))
        make_paper("Sand", charlie, owner=charlie)
        return charlie

    return go


# --- One researcher -------------------------------------------------------------------------------


def test_one_researcher_comes_alone(lived_in, alice, bob, tmp_path):
    make_paper("Foam", alice, as_author(bob), owner=alice)
    file = archives.export(tmp_path / "alice.zip", "--researcher", "alice-ahlgren")
    archives.move_to_an_empty_one(lived_in, tmp_path / "elsewhere")
    archives.restore(file)
    assert Researcher.objects.get().slug == "alice-ahlgren"
    foam = Publication.objects.get(title="Foam")
    assert [(a.family, a.researcher_id is None) for a in foam.authorships.all()] == [
        ("Ahlgren", False),
        ("Brandt", True),
    ]
    again = archives.export(tmp_path / "again.zip", "--researcher", "alice-ahlgren")
    assert again.read_bytes() == file.read_bytes()


def test_what_moved_in_moves_on(lived_in, alice, tmp_path):
    """An old address may lead to a file that lies in the store as a paper's or as a picture."""
    made = record()
    made.researcher.pop("email")
    files = {"files/talk.pdf": PDF, "files/kelp.pdf": PDF, "images/kelp.png": GIF}
    take(tree_of(tmp_path / "site", **files), made, alice)
    before = set(Redirect.objects.exclude(file="").values_list("old_path", "file"))
    file = archives.export(tmp_path / "alice.zip", "--researcher", "alice-ahlgren")
    archives.move_to_an_empty_one(lived_in, tmp_path / "elsewhere")
    archives.restore(file)
    assert set(Redirect.objects.exclude(file="").values_list("old_path", "file")) == before
    assert {path for path, _file in before} == {f"/{path}" for path in files}


def test_nothing_of_a_colleague_is_in_it(alice, bob, tmp_path):
    """No draft, no choice, no entry of a file, no version, no account."""
    NewsItem.objects.create(researcher=bob, date="2025", body="Secretnews", published_at=None)
    make_paper("Secretpaper", bob, "Alice Ahlgren", owner=bob, published_at=None)
    name = bob.authorships.get().publication.authorships.get(researcher=None)
    AuthorshipSuggestion.objects.create(authorship=name, researcher=alice)
    shared = make_paper("Foam", alice, as_author(bob, is_hidden=True), owner=alice)
    batch = ImportBatch.objects.create(researcher=bob, user=bob.owner, files=["Secretfile.bib"])
    Source.objects.create(publication=shared, batch=batch, entry_type="misc", raw="Secretentry")
    Venue.objects.create(name="Secretvenue", added_by=bob.owner)
    own = ImportBatch.objects.create(researcher=alice, user=bob.owner)
    save_snapshots(own, [shared.pk])
    with track_changes(bob.owner, shared):
        Publication.objects.filter(pk=shared.pk).update(note="now")
    bob.links.create(kind="website", url="https://secret.example.org")
    file = archives.export(tmp_path / "alice.zip", "--researcher", "alice-ahlgren")
    held = archives.text(file)
    assert "Foam" in held
    for secret in ("Secret", "secret", "bob", '"is_hidden": true', "bob-brandt"):
        assert secret not in held
    assert archives.rows(file, "history.revision")


def test_who_edits_for_one_comes_along(lived_in, alice, bob, tmp_path):
    Delegation.objects.create(researcher=alice, user=bob.owner)
    file = archives.export(tmp_path / "alice.zip", "--researcher", "alice-ahlgren")
    assert "bob@" not in archives.text(file)
    archives.move_to_an_empty_one(lived_in, tmp_path / "elsewhere")
    archives.restore(file)
    assert Delegation.objects.get().user.username == "bob"


def test_nobody_of_that_address(lived_in, tmp_path):
    with pytest.raises(CommandError, match="No researcher has the address “nobody”"):
        archives.export(tmp_path / "nobody.zip", "--researcher", "nobody")


# --- Where people are -----------------------------------------------------------------------------


def test_it_comes_in_beside_others(alice, elsewhere, tmp_path):
    with track_changes(alice.owner, alice):
        Researcher.objects.update(headline="Tides")
    file = archives.export(tmp_path / "alice.zip")
    charlie = elsewhere()
    archives.restore(file)
    assert {row.slug for row in Researcher.objects.all()} == {"alice-ahlgren", "charlie-chen"}
    alice = Researcher.objects.get(slug="alice-ahlgren")
    assert alice.pk > charlie.pk
    assert [paper.title for paper in Publication.objects.filter(owner=alice)] == ["Tides"]
    assert [paper.title for paper in Publication.objects.filter(owner=charlie)] == ["Sand"]
    versions = Revision.objects.filter(kind="profiles.researcher")
    assert {(v.object_id, v.researcher_id, v.state["fields"]["id"]) for v in versions} == {
        (alice.pk, alice.pk, alice.pk)
    }


def test_a_taken_address_is_shown_first(lived_in, alice, elsewhere, tmp_path, capsys):
    make_paper("Sand", alice, owner=alice, doi="10.1000/sand")
    file = archives.export(tmp_path / "alice.zip")
    charlie = elsewhere()
    FormerSlug.objects.create(slug="alice-ahlgren", researcher=charlie)
    Publication.objects.update(slug="other-sand", doi="10.1000/sand")
    before = lived_in.state()
    out = StringIO()
    with pytest.raises(CommandError, match="nothing was changed: see above, or add --rename"):
        call_command("import_archive", str(file), stdout=out)
    assert "The address “alice-ahlgren” of “Alice Ahlgren” is taken." in out.getvalue()
    assert "“Sand” is here already, as “other-sand”." in out.getvalue()
    assert lived_in.state() == before
    assert "it comes in as “alice-ahlgren-2”" in archives.restore(file, "--rename")
    assert Researcher.objects.filter(slug="alice-ahlgren-2").exists()
    assert Publication.objects.filter(doi="10.1000/sand").count() == 2


def test_a_venue_and_a_topic_that_are_here_are_used_as_they_are(alice, elsewhere, tmp_path):
    venue = Venue.objects.create(name="Journal of Tides", short_name="JT")
    venue.ranks.create(scheme="CORE", level="A")
    paper = make_paper("Foam", alice, owner=alice, venue=venue)
    paper.topics.add(Topic.objects.create(name="Water", slug="water"))
    file = archives.export(tmp_path / "alice.zip")
    elsewhere()
    venue = Venue.objects.create(name="journal of tides", short_name="JT")
    topic = Topic.objects.create(name="Water", slug="wet")
    assert "The venue “Journal of Tides” is here already" in archives.restore(file)
    foam = Publication.objects.get(title="Foam")
    assert (foam.venue, [*foam.topics.all()]) == (venue, [topic])
    assert not venue.ranks.exists()
    assert Topic.objects.count() == Venue.objects.count() == 1


def test_an_account_with_a_profile_gets_no_second_one(alice, elsewhere, tmp_path):
    file = archives.export(tmp_path / "alice.zip")
    charlie = elsewhere()
    charlie.owner.username = "alice"
    charlie.owner.save()
    assert "comes in without an account" in archives.restore(file)
    assert Researcher.objects.get(slug="alice-ahlgren").owner is None


def test_the_plan_as_json(alice, elsewhere, tmp_path):
    file = archives.export(tmp_path / "alice.zip")
    elsewhere()
    planned = json.loads(archives.restore(file, "--json", "--dry-run"))
    assert planned["rows"]["profiles.researcher"] == 1
    assert (planned["scope"], planned["conflicts"], planned["imported"]) == ("lab", [], False)
    assert json.loads(archives.restore(file, "--json"))["imported"] is True


# --- What export_person wrote ---------------------------------------------------------------------


@pytest.fixture
def of_person(lived_in, alice, bob, tmp_path):
    venue = Venue.objects.create(name="Journal of Tides", short_name="JT")
    paper = make_paper("Foam", alice, as_author(bob), owner=alice, venue=venue)
    paper.topics.add(Topic.objects.create(name="Water", slug="water"))
    alice.award_set.create(name="Medal", dates="2019", dates_text="in 2019")
    with track_changes(alice.owner, paper):
        Publication.objects.filter(pk=paper.pk).update(note="now")
    call_command("export_person", "alice-ahlgren", str(tmp_path / "person.zip"), verbosity=0)
    archives.move_to_an_empty_one(lived_in, tmp_path / "elsewhere")
    return tmp_path / "person.zip"


def test_it_is_read_as_far_as_it_holds(of_person):
    assert "does not hold the ranks and other names of venues" in archives.restore(of_person)
    alice = Researcher.objects.get()
    foam = Publication.objects.get(title="Foam")
    assert (foam.owner, foam.venue.short_name, foam.topics.get().name) == (alice, "JT", "Water")
    assert alice.award_set.get().dates_text == "in 2019"
    assert alice.portrait.storage.exists(alice.portrait.name)
    assert Revision.objects.filter(kind="publications.publication", object_id=foam.pk).count() == 2


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": "vitae-person 2"}, "in the format “vitae-person 2”"),
        ({"rows": 7}, "no file of export_person"),
        ({"rows": {"profiles.researcher": [{"id": 1, "slug": "a/b"}]}}, "slug:"),
        ({"rows": {"profiles.researcher": [[]]}}, "no file of export_person"),
    ],
)
def test_another_is_refused(lived_in, of_person, change, reason):
    before = lived_in.state()
    with ZipFile(of_person) as archive:
        record = json.loads(archive.read("record.json")) | change
    with ZipFile(of_person, "w") as archive:
        archive.writestr("record.json", json.dumps(record))
    with pytest.raises(CommandError, match=reason):
        archives.restore(of_person)
    assert lived_in.state() == before


def test_an_odd_address_is_refused_among_people_too(alice, elsewhere, tmp_path):
    file = archives.export(tmp_path / "alice.zip")
    with archives.altered_row(file, "profiles.researcher") as row:
        row["slug"] = ["alice"]
    elsewhere()
    with pytest.raises(CommandError, match="slug: It is no text"):
        archives.restore(file)
