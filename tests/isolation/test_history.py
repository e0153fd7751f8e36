"""Versions of another's rows: listed, compared, restored, brought back. None of it by strangers."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from history import snapshots
from history.models import Revision, get_versioned_models
from profiles.models import NewsItem
from publications.models import Venue
from tests.conftest import make_researcher, make_user
from tests.isolation.admin_views import everything, silent, url
from tests.isolation.rows import MARK, ROWS, SHARED, item
from tests.isolation.who import MANAGERS_ONLY

KINDS = get_versioned_models()
each_kind = pytest.mark.parametrize("model", KINDS, ids=lambda model: model._meta.label)


def doors_of(row, version):
    model, pair = type(row), f"?from={version.pk}&to={version.pk}"
    return [
        url(model, "history", row.pk),
        url(model, "compare", row.pk) + pair,
        url(model, "restore", row.pk, version.pk),
    ]


def record_views(owner, version):
    return [
        reverse("admin:profiles_researcher_activity", args=[owner.pk]),
        reverse("admin:profiles_researcher_trash", args=[owner.pk]),
        reverse("admin:profiles_researcher_undelete", args=[owner.pk, version.pk]),
    ]


def refused(clients, addresses):
    """404 for who is signed in, the login page for the others; nothing is said or changed."""
    before = everything()
    for who, client in clients.items():
        for address in addresses:
            for answer in (client.get(address), client.post(address, {"chosen": "body"})):
                to_login = who in ("anonymous", "inactive")
                assert answer.status_code == (302 if to_login else 404), (who, address)
                assert silent(answer), (who, address)
    assert everything() == before


@each_kind
def test_versions_of_anothers_row_are_not_there(model, owner, outsiders):
    """For Bob, of every kind; for all others, of news."""
    row = ROWS[model](owner)
    version = snapshots.save_revision(row, owner.owner)
    clients = outsiders if model is NewsItem else {"bob": outsiders["bob"]}
    refused(clients, doors_of(row, version))


def test_the_lists_of_another_record_are_not_there(owner, outsiders):
    row = item(NewsItem, owner, date="2025")
    version = snapshots.save_revision(row, owner.owner, Revision.Action.DELETED)
    row.delete()
    refused(outsiders, record_views(owner, version))


def test_a_version_of_anothers_row_is_not_put_on_ones_own(owner, outsiders):
    """Bob's own address, with the number of the owner's version."""
    bob = get_user_model().objects.get(username="bob").researcher
    version = snapshots.save_revision(item(NewsItem, owner, date="2025"), owner.owner)
    own = item(NewsItem, bob, date="2025", body="Bob's.")
    gone = snapshots.save_revision(item(NewsItem, owner, date="2025"), owner.owner, "deleted")
    addresses = [url(NewsItem, "restore", own.pk, version.pk), record_views(bob, gone)[2]]
    client = outsiders["bob"]
    for address in addresses:
        for answer in (client.get(address), client.post(address, {"chosen": "body"})):
            assert answer.status_code == 404
            assert silent(answer)
    pair = f"?from={version.pk}&to={version.pk}"
    assert client.get(url(NewsItem, "compare", own.pk) + pair).status_code == 404


def test_who_writes_drafts_only_brings_back_drafts_only(owner, everybody):
    public = item(NewsItem, owner, date="2025", published_at=timezone.now())
    draft = item(NewsItem, owner, date="2024")
    gone, kept = (snapshots.save_revision(row, owner.owner, "deleted") for row in (public, draft))
    NewsItem.objects.all().delete()
    drafter, (activity, listed, view) = everybody["drafter"], record_views(owner, gone)
    refused({"drafter": drafter}, [activity, view])
    own = record_views(owner, kept)[2]
    html = drafter.get(listed).content.decode()
    assert own in html
    assert view not in html
    drafter.post(own)
    assert NewsItem.objects.get().pk == draft.pk


def test_what_is_nobodys_comes_back_by_a_managers_hand_only(owner, everybody):
    venue = ROWS[Venue](owner)
    gone = snapshots.save_revision(venue, owner.owner, "deleted")
    venue.delete()
    view = reverse("admin:profiles_researcher_undelete_shared", args=[gone.pk])
    manager = everybody.pop("manager")
    refused(everybody, [reverse("admin:profiles_researcher_trash_shared"), view])
    listed = manager.get(reverse("admin:profiles_researcher_trash_shared"))
    assert view in listed.content.decode()
    assert manager.get(view).status_code == 200
    manager.post(view)
    assert Venue.objects.get().name == venue.name


def test_a_row_deleted_while_open_tells_strangers_nothing(owner, outsiders):
    row = item(NewsItem, owner, date="2025")
    snapshots.save_revision(row, owner.owner, Revision.Action.DELETED)
    pk = row.pk
    row.delete()
    refused(outsiders, [url(NewsItem, "change", pk)])


def test_a_delegate_whose_time_is_over_restores_nothing(owner, outsiders):
    row = item(NewsItem, owner, date="2025")
    version = snapshots.save_revision(row, owner.owner)
    refused({"ended": outsiders["ended"]}, doors_of(row, version))


def test_a_version_names_no_stranger_s_draft(owner):
    """Alice's news led to nothing of the owner's: a number in a version is not a name."""
    alice = make_researcher("Alice Ahlgren", make_user("alice"))
    page = ROWS[next(model for model in KINDS if model.__name__ == "Page")](owner)
    news = item(NewsItem, alice, date="2025", body="Mine.", headline="")
    snapshots.save_revision(news, alice.owner)
    NewsItem.objects.filter(pk=news.pk).update(page=page, headline="H")
    snapshots.save_revision(news, alice.owner)
    client = Client()
    client.force_login(alice.owner)
    answer = client.get(url(NewsItem, "history", news.pk))
    assert answer.status_code == 200
    assert MARK not in answer.content.decode()


@each_kind
def test_its_owner_passes(model, owner, everybody):
    """The views above would open if there were no guard."""
    row = ROWS[model](owner)
    version = snapshots.save_revision(row, owner.owner)
    client = everybody["manager" if model in SHARED | MANAGERS_ONLY else "owner"]
    for address in doors_of(row, version):
        assert client.get(address).status_code == 200, address
