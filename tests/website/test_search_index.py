"""The index is right or missing, whoever wrote: an entry is gone once what it holds has changed."""

import pytest
from django.core.management import call_command
from django.db import connection

from profiles.models import Affiliation, Section
from publications.models import Authorship, Publication, Topic, Venue, Version
from tests.conftest import make_researcher
from website.search import index, upkeep

pytestmark = pytest.mark.django_db


def indexed(kind="papers"):
    index.fill()
    with connection.cursor() as cursor:
        cursor.execute("SELECT words FROM search_index WHERE kind = %s", [kind])
        return " ".join(words for (words,) in cursor.fetchall())


@pytest.fixture
def paper(db):
    venue = Venue.objects.create(name="Annals")
    paper = Publication.objects.create(title="Tides", slug="tides", venue=venue, doi="10.1000/x")
    Authorship.objects.create(publication=paper, family="Ahlgren")
    paper.topics.add(Topic.objects.create(name="Lakes", slug="lakes"))
    Version.objects.create(publication=paper, title="Early tides", citation_key="early")
    return paper


def test_it_works(paper):
    for word in ("ntides", "aahlgren", "aannals", "alakes", "aearly", "a1000"):
        assert word in indexed().split()


@pytest.mark.parametrize(
    "change",
    [
        lambda: Publication.objects.update(title="Changed"),
        lambda: Authorship.objects.update(family="Changed"),
        lambda: Version.objects.update(title="Changed"),
        lambda: Venue.objects.update(name="Changed"),
        lambda: Topic.objects.update(name="Changed"),
        lambda: Authorship.objects.bulk_create(
            [Authorship(publication=Publication.objects.get(), family="Changed")]
        ),
        lambda: Publication.objects.get().topics.add(Topic.objects.create(name="Changed")),
    ],
)
def test_it_follows_a_change_in_bulk(paper, change):
    assert "changed" not in indexed()
    change()
    assert "changed" in indexed()


@pytest.mark.parametrize("model", [Authorship, Version, Publication.topics.through, Publication])
def test_it_follows_a_deletion(paper, model):
    before = indexed()
    model.objects.all().delete()
    assert indexed() != before


def test_it_holds_no_draft(paper):
    Publication.objects.update(published_at=None)
    assert indexed() == ""


def test_it_follows_what_belongs_to_a_person(alice):
    Affiliation.objects.create(researcher=alice, organisation="Uppsala")
    type(alice).objects.update(biography="Sailor", email="alice@example.org")
    assert {"auppsala", "bsailor"} <= set(indexed("people").split())
    assert "example" not in indexed("people")
    Affiliation.objects.all().delete()
    Section.objects.create(researcher=alice, kind="biography", is_shown=False)
    assert not {"auppsala", "bsailor"} & set(indexed("people").split())


def test_saves_of_one_transaction_fill_it_once(db, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as calls:
        alice = make_researcher("Alice Ahlgren")
        Affiliation.objects.create(researcher=alice, organisation="Uppsala")
    assert len(calls) == 1


def test_it_is_made_anew_after_a_migration(paper, monkeypatch):
    indexed()
    upkeep.before_migrating("default", plan=["one"])
    assert not index._is_current("default")
    upkeep.after_migrating("default")
    assert "ntides" in indexed()


def test_it_is_made_anew_for_another_format(paper, monkeypatch):
    monkeypatch.setattr(index, "FORMAT", -1)
    assert not index._is_current("default")
    index.refresh()
    assert index._is_current("default")


def test_the_command_makes_it_anew(paper, capsys):
    call_command("rebuild_search")
    assert "1 texts are" in capsys.readouterr().out


def test_without_an_index_a_save_goes_on(alice, caplog):
    index.remove()
    assert index.fill() == 0
    assert "manage.py rebuild_search" in caplog.text
