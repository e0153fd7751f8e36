"""A change brings the index up to date once it is committed, by whatever view it came."""

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection

from profiles.models import Affiliation, Section
from publications.importer import undo
from publications.merging import PublicationMerge, VenueMerge
from publications.models import Authorship, ImportBatch, Publication, Topic, Venue, Version
from tests.conftest import make_researcher
from tests.publications.importing import KELP, take
from website.models import SearchDocument
from website.search import index

pytestmark = pytest.mark.django_db


def indexed(kind="papers"):
    index.update_outdated()
    return " ".join(SearchDocument.objects.filter(kind=kind).values_list("words", flat=True))


@pytest.fixture
def paper(db):
    venue = Venue.objects.create(name="Annals")
    paper = Publication.objects.create(title="Tides", slug="tides", venue=venue, doi="10.1000/x")
    Authorship.objects.create(publication=paper, family="Ahlgren")
    paper.topics.add(Topic.objects.create(name="Lakes", slug="lakes"))
    Version.objects.create(publication=paper, title="Early tides", citation_key="early")
    return paper


def test_every_text_of_a_paper_is_indexed(paper):
    for word in ("ntides", "aahlgren", "aannals", "alakes", "aearly", "a1000"):
        assert word in indexed().split()


def save(model, **values):
    row = model.objects.get()
    vars(row).update(values)
    row.save()


@pytest.mark.parametrize(
    "change",
    [
        lambda paper: save(Publication, title="Changed"),
        lambda paper: save(Authorship, family="Changed"),
        lambda paper: save(Version, title="Changed"),
        lambda paper: save(Venue, name="Changed"),
        lambda paper: save(Topic, name="Changed"),
        lambda paper: Authorship.objects.create(publication=paper, family="Changed"),
        lambda paper: paper.topics.add(Topic.objects.create(name="Changed")),
        lambda paper: Topic.objects.create(name="Changed").publications.add(paper),
    ],
)
def test_it_follows_a_change(paper, change):
    assert "changed" not in indexed()
    change(paper)
    assert "changed" in indexed()


@pytest.mark.parametrize("model", [Authorship, Version, Topic, Publication])
def test_it_follows_a_deletion(paper, model):
    before = indexed()
    model.objects.all().delete()
    assert indexed() != before


def test_it_follows_topics_taken_away(paper):
    assert "alakes" in indexed()
    Topic.objects.get().publications.clear()
    assert "alakes" not in indexed()


def test_it_follows_merged_venues(paper):
    assert "aannals" in indexed()
    VenueMerge(Venue.objects.create(name="Letters"), [paper.venue]).write()
    assert "aletters" in indexed()


def test_it_follows_merged_papers(paper):
    other = Publication.objects.create(title="Waves", slug="waves")
    Authorship.objects.create(publication=other, family="Berg")
    assert "nwaves" in indexed()
    PublicationMerge(paper, [other]).write()
    assert "nwaves" not in indexed()
    assert SearchDocument.objects.get(kind="papers").object_id == paper.pk


def test_it_follows_an_import_and_its_undoing(alice):
    take(KELP, alice)
    assert "nkelp" in indexed()
    take(KELP.replace("Kelp", "Seagrass"), alice, update="overwrite")
    assert "nseagrass" in indexed()
    for batch in ImportBatch.objects.order_by("-pk"):
        undo.undo(batch, by_operator=True)
        assert "nseagrass" not in indexed()
    assert indexed() == ""


def test_it_holds_no_draft(paper):
    assert indexed() != ""
    paper.published_at = None
    paper.save()
    assert indexed() == ""


def test_it_follows_what_belongs_to_a_person(alice):
    Affiliation.objects.create(researcher=alice, organisation="Uppsala")
    alice.biography, alice.email = "Sailor", "alice@example.org"
    alice.save()
    assert {"auppsala", "bsailor"} <= set(indexed("people").split())
    assert "example" not in indexed("people")
    Affiliation.objects.all().delete()
    Section.objects.create(researcher=alice, kind="biography", is_shown=False)
    assert not {"auppsala", "bsailor"} & set(indexed("people").split())


def test_saves_of_one_transaction_update_it_once(db, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True) as calls:
        alice = make_researcher("Alice Ahlgren")
        Affiliation.objects.create(researcher=alice, organisation="Uppsala")
    assert len(calls) == 1
    assert "auppsala" in SearchDocument.objects.get().words


def test_it_is_made_anew_after_a_migration_and_completed_at_each_start(paper):
    index._migrated(plan=[])
    SearchDocument.objects.filter(kind="papers").update(words="nold")
    index._migrated(plan=[])
    assert SearchDocument.objects.get(kind="papers").words == "nold"
    index._migrated(plan=["one"])
    assert "ntides" in SearchDocument.objects.get(kind="papers").words


def test_a_power_cut_behind_a_bulk_change_leaves_nothing_of_before(alice):
    take(KELP, alice)
    assert "nkelp" in indexed()
    take(KELP.replace("Kelp", "Seagrass"), alice, update="overwrite")
    assert not SearchDocument.objects.filter(kind="papers").exists()
    assert index.complete() == 1
    assert "nseagrass" in SearchDocument.objects.get(kind="papers").words


def test_a_migration_drops_what_the_index_was_before(paper):
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE search_index (kind text)")
        if connection.vendor == "sqlite":
            cursor.execute(
                "CREATE TRIGGER search_papers_0_delete AFTER DELETE ON publications_publication"
                " BEGIN DELETE FROM search_index; END"
            )
    index._before_migrating(plan=["one"])
    assert "search_index" not in connection.introspection.table_names()
    paper.delete()


def test_the_command_makes_it_anew(paper, capsys):
    call_command("rebuild_search")
    assert "1 texts are" in capsys.readouterr().out
    assert "ntides" in SearchDocument.objects.get().words


@pytest.mark.parametrize("error", [DatabaseError("locked"), ValueError("odd text")])
def test_without_an_index_a_save_goes_on(
    db, caplog, monkeypatch, django_capture_on_commit_callbacks, error
):
    def fail(*args):
        raise error

    monkeypatch.setattr(index, "_update_some", fail)
    with django_capture_on_commit_callbacks(execute=True):
        make_researcher("Alice Ahlgren")
    assert "manage.py rebuild_search" in caplog.text
