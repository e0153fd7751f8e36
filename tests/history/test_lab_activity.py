"""Who changed what in the whole lab, imports among it, and what was deleted anywhere."""

import pytest
from django.urls import reverse
from django.utils import timezone

from history.snapshots import save_revision
from profiles.models import NewsItem
from publications.models import ImportBatch

ACTIVITY = "/admin/profiles/researcher/activity/"
TRASH = "/admin/profiles/researcher/trash/"


@pytest.fixture
def lab(client, manager):
    client.force_login(manager)
    return client


def write(researcher, body):
    row = NewsItem.objects.create(researcher=researcher, date="2025", body=body)
    save_revision(row, researcher.owner, "added")
    return row


def read(client, **query):
    return client.get(ACTIVITY, query).content.decode()


def test_lab_activity_lists_edits_and_imports_newest_first(lab, alice, bob):
    write(alice, "Alice measured")
    batch = ImportBatch.objects.create(user=bob.owner, researcher=bob, files=["bob.bib"])
    write(bob, "Bob counted")
    page = read(lab)
    places = [page.index(text) for text in ("Bob counted", "bob.bib", "Alice measured")]
    assert places == sorted(places)
    assert f"/admin/publications/importbatch/{batch.pk}/change/" in page
    assert f"/admin/profiles/researcher/{alice.pk}/activity/" in page


def test_an_import_that_was_undone_says_so(lab, bob):
    ImportBatch.objects.create(researcher=bob, files=["bob.bib"], undone_at=timezone.now())
    assert "Import of bob.bib for Bob Brandt, undone since" in read(lab)


def test_what_one_account_did(lab, alice, bob):
    write(alice, "Alice measured")
    ImportBatch.objects.create(user=alice.owner, files=["alice.bib"])
    write(bob, "Bob counted")
    page = read(lab, by=alice.owner.pk)
    assert "Alice measured" in page
    assert "alice.bib" in page
    assert "Bob counted" not in page
    assert "Bob counted" in read(lab, by="x")


def test_each_import_stands_on_one_page(lab, alice, monkeypatch):
    monkeypatch.setattr("profiles.admin.activity.PAGE_SIZE", 1)
    for name in ("first", "second", "third"):
        ImportBatch.objects.create(files=[f"{name}.bib"])
        write(alice, f"News {name}")
    ImportBatch.objects.create(files=["last.bib"])
    pages = [read(lab, p=number) for number in (1, 2, 3)]
    listed = [
        [name for name in ("first", "second", "third", "last") if f"{name}.bib" in page]
        for page in pages
    ]
    assert listed == [["last"], ["third"], ["first", "second"]]


def test_nothing_yet(lab):
    assert "Nothing yet" in read(lab)


def test_what_was_deleted_anywhere_comes_back(lab, alice, bob):
    rows = [write(alice, "Alice measured"), write(bob, "Bob counted")]
    for row in rows:
        lab.post(reverse("admin:profiles_newsitem_delete", args=[row.pk]), {"post": "yes"})
    page = lab.get(TRASH).content.decode()
    assert "Alice measured · Alice Ahlgren" in page
    address = page.partition('class="button" href="')[2].partition('"')[0]
    lab.post(address)
    assert NewsItem.objects.get().body == "Bob counted"


def test_managers_are_led_there_from_every_list(lab, alice):
    for model in ("newsitem", "page", "researcher"):
        assert TRASH in lab.get(reverse(f"admin:profiles_{model}_changelist")).content.decode()
    front = lab.get(reverse("admin:index")).content.decode()
    assert ACTIVITY in front
    assert TRASH in front


def test_researchers_do_not_read_it(at_work):
    assert at_work.get(ACTIVITY).status_code == 404
    assert at_work.get(TRASH).status_code == 404
    assert ACTIVITY not in at_work.get(reverse("admin:index")).content.decode()
