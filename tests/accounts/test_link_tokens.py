"""One-time links: for one account, once, and not for long."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.urls import resolve
from django.utils import timezone

from accounts import one_time_links
from profiles.access import MANAGERS

pytestmark = pytest.mark.django_db


def holder(path, **changed):
    return one_time_links.link_user(**resolve(path).kwargs | changed)


@pytest.mark.parametrize("kind", one_time_links.LIFETIMES)
def test_link_names_its_account(alice, kind):
    assert holder(one_time_links.make_link(alice.owner, kind)) == alice.owner


@pytest.mark.parametrize("kind", one_time_links.LIFETIMES)
def test_it_ends_after_its_days(alice, kind, monkeypatch):
    path = one_time_links.make_link(alice.owner, kind)
    now = PasswordResetTokenGenerator()._now()
    for late, works in ((timedelta(seconds=-5), True), (timedelta(seconds=5), False)):
        then = now + one_time_links.LIFETIMES[kind] + late
        monkeypatch.setattr(one_time_links.LinkTokenGenerator, "_now", lambda self, then=then: then)
        assert (holder(path) is not None) is works


@pytest.mark.parametrize(
    "change",
    [
        lambda user: user.set_password("another-password-1"),
        lambda user: setattr(user, "last_login", timezone.now()),
        lambda user: setattr(user, "email", "new@lab.example"),
        lambda user: setattr(user, "is_active", False),
        lambda user: setattr(user, "is_superuser", True),
    ],
    ids=["password", "sign-in", "address", "switched off", "superuser"],
)
def test_it_ends_when_the_account_changes(alice, change):
    path = one_time_links.make_link(alice.owner, "invitation")
    change(alice.owner)
    alice.owner.save()
    assert holder(path) is None


def test_it_ends_when_the_account_becomes_a_managers(alice):
    path = one_time_links.make_link(alice.owner, "invitation")
    alice.owner.groups.add(Group.objects.get(name=MANAGERS))
    assert holder(path) is None


def test_it_opens_nothing_of_an_account_that_is_off(alice):
    alice.owner.is_active = False
    alice.owner.save()
    assert holder(one_time_links.make_link(alice.owner, "invitation")) is None


def test_it_is_nobody_elses(alice, bob):
    theirs = resolve(one_time_links.make_link(bob.owner, "invitation")).kwargs
    assert holder(one_time_links.make_link(alice.owner, "invitation"), uid=theirs["uid"]) is None


def test_a_letters_link_is_no_invitation(alice):
    """Else it would live for a week."""
    path = one_time_links.make_link(alice.owner, "forgotten")
    assert holder(path, kind="invitation") is None


@pytest.mark.parametrize(
    "changed",
    [
        {"kind": "other"},
        {"uid": "!!"},
        {"uid": "OTk5OTk5OTk5OTk5OTk5OTk5OTk5"},
        {"uid": "é"},
        {"token": ""},
        {"token": "zzzzzzzzzzzzzzzz-1"},
        {"token": "a-b-c"},
    ],
)
def test_nonsense_is_nobodys(alice, changed):
    assert holder(one_time_links.make_link(alice.owner, "invitation"), **changed) is None
