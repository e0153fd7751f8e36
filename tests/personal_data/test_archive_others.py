"""The archive tells nothing of other people: what they chose, wrote in drafts, or are called."""

import json
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType

from history import snapshots
from profiles.models import Delegation, NewsItem, PeopleGroup
from publications.importer.undo import save_snapshots
from publications.models import AuthorshipSuggestion, ImportBatch, Source
from tests.conftest import make_user
from tests.publications.papers import as_author, make_paper
from website.personal_data import write_archive

pytestmark = pytest.mark.django_db


@pytest.fixture
def shared(alice, bob):
    return make_paper("Shared", alice, as_author(bob, is_hidden=True), owner=alice)


def said(researcher):
    out = BytesIO()
    write_archive(researcher, out)
    archive = ZipFile(out)
    return "".join(archive.read(name).decode() for name in archive.namelist())


def rows(researcher, label):
    out = BytesIO()
    write_archive(researcher, out)
    return json.loads(ZipFile(out).read("record.json"))["rows"][label]


def test_shared_paper_is_in_the_archive(alice, shared):
    assert [row["title"] for row in rows(alice, "publications.publication")] == ["Shared"]
    assert rows(alice, "publications.authorship")[0]["researcher"] == "alice-ahlgren"


def test_a_group_of_the_lab_is_named_in_words(alice):
    PeopleGroup.objects.create(name="Alumni").memberships.create(researcher=alice)
    assert [row["group"] for row in rows(alice, "profiles.membership")] == ["Alumni"]


def test_no_choice_of_a_coauthor(alice, shared):
    [name] = [r for r in rows(alice, "publications.authorship") if r["family"] == "Brandt"]
    assert not {"is_hidden", "is_selected", "researcher"} & set(name)


def test_no_draft_of_a_colleague(alice, bob):
    make_paper("Secretpaper", bob, "Alice Ahlgren", owner=bob, published_at=None)
    name = bob.authorships.get().publication.authorships.get(researcher=None)
    AuthorshipSuggestion.objects.create(authorship=name, researcher=alice)
    NewsItem.objects.create(researcher=bob, date="2025", body="Secretnews", published_at=None)
    assert "Secret" not in said(alice)
    assert rows(alice, "publications.authorshipsuggestion")


def test_no_entry_of_a_colleagues_file(alice, bob, shared):
    """It may hold notes; and a paper as it stood before has the colleague's choices."""
    batch = ImportBatch.objects.create(researcher=bob, files=["bobs-secret.bib"])
    values = {"entry_type": "misc", "raw": "@misc{a, note={bobs-secret}}", "checksum": "a"}
    Source.objects.create(publication=shared, batch=batch, **values)
    own = ImportBatch.objects.create(researcher=alice)
    save_snapshots(own, [shared.pk])
    assert "bobs-secret" not in said(alice).replace("note", "")
    [change] = rows(alice, "publications.importchange")
    assert "is_hidden" not in change["before"]["rows"]["publications.authorship"][1]


def test_no_account_and_address_of_an_editor(alice):
    dora = make_user("dora", email="dora@example.org")
    ImportBatch.objects.create(researcher=alice, user=dora)
    assert rows(alice, "publications.importbatch")[0]["user"] == "someone else"
    Delegation.objects.create(researcher=alice, user=dora)
    assert rows(alice, "profiles.delegation")[0]["user"] == "dora"  # the owner chose her
    assert "dora@" not in said(alice)


def test_no_name_of_what_was_edited_for_another(alice, bob):
    kind = ContentType.objects.get_for_model(NewsItem)
    LogEntry.objects.create(
        user=alice.owner,
        content_type=kind,
        object_id="1",
        object_repr="Secretnews",
        action_flag=CHANGE,
    )
    assert rows(alice, "admin.logentry")[0]["content_type"] == "profiles.newsitem"
    assert "Secretnews" not in said(alice)


def test_versions_hold_no_choice_and_no_file_of_a_coauthor(alice, bob, shared):
    batch = ImportBatch.objects.create(researcher=bob)
    values = {"entry_type": "misc", "raw": "@misc{bobs-secret}", "checksum": "a"}
    Source.objects.create(publication=shared, batch=batch, **values)
    snapshots.save_revision(shared, bob.owner)
    [version] = rows(alice, "history.revision")
    assert version["user"] == "someone else"
    names = version["state"]["rows"]["publications.authorship"]
    assert [("is_hidden" in name) for name in names] == [True, False]
    assert version["state"]["rows"]["publications.source"] == []
