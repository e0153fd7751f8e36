"""profiles.access: who may see, edit, publish and pick what."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone

from profiles import access
from profiles.models import Delegation, NewsItem, Page, Redirect, Researcher
from tests.conftest import make_researcher, make_user


@pytest.fixture
def draft(alice):
    return NewsItem.objects.create(researcher=alice, date="2025", body="x", published_at=None)


@pytest.fixture
def news(alice):
    return NewsItem.objects.create(researcher=alice, date="2025", body="x")


def delegate(alice, **values):
    user = make_user("dora")
    Delegation.objects.create(researcher=alice, user=user, **values)
    return user


def test_owner_edits_and_publishes_own_news(alice, news):
    assert access.can_edit(news, alice.owner)
    assert access.can_publish(news, alice.owner)


def test_colleague_neither_sees_nor_edits(alice, bob, news):
    assert not access.can_see(news, bob.owner)
    assert not access.can_edit(news, bob.owner)


def test_another_group_makes_no_manager(charlie):
    charlie.groups.add(Group.objects.create(name="Readers"))
    assert not access.is_manager(charlie)


def test_account_without_record_sees_no_shared_vocabulary(charlie):
    from publications.models import Venue

    Venue.objects.create(name="Networks")
    assert not access.visible(Venue.objects.all(), charlie).exists()
    assert not access.can_add(Venue, charlie)


def test_inactive_owner_has_no_record(alice):
    alice.owner.is_active = False
    assert not access.records_of(alice.owner).exists()


def test_delegate_edits(alice, news):
    assert access.can_edit(news, delegate(alice))


def test_ended_delegate_does_not(alice, news):
    user = delegate(alice, ends_at=timezone.now() - timedelta(minutes=1))
    assert not access.can_see(news, user)


def test_delegate_who_may_not_publish_edits_drafts_only(alice, news, draft):
    user = delegate(alice, may_publish=False)
    assert access.can_see(news, user)
    assert not access.can_edit(news, user)
    assert access.can_edit(draft, user)
    assert not access.can_publish(draft, user)
    assert not access.can_add(Redirect, user)
    assert access.can_add(Page, user)


def test_delegate_administers_nothing(alice):
    assert access.administers(alice.owner, alice)
    assert not access.administers(delegate(alice), alice)


def test_owner_does_not_delete_the_record(alice, manager):
    assert not access.can_delete(alice, alice.owner)
    assert access.can_delete(alice, manager)


def test_draft_colleague_is_in_no_picker(alice, bob):
    make_researcher("Hidden Hana", published_at=None)
    names = {r.display_name for r in access.pickable(Researcher.objects.all(), alice.owner)}
    assert names == {"Alice Ahlgren", "Bob Brandt"}


def test_member_of_managers_edits_all(news, charlie):
    charlie.groups.add(Group.objects.get(name=access.MANAGERS))
    assert access.can_edit(news, charlie)


def test_manager_reaches_no_equal_account(charlie, manager, alice):
    charlie.groups.add(Group.objects.get(name=access.MANAGERS))
    assert set(access.accounts(charlie)) == {alice.owner}
    assert manager in access.accounts(manager)
