"""Who may not write any more is told so at the next click; what they wrote stays."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import sessions
from profiles import access
from profiles.models import Delegation, Talk
from tests.conftest import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def talk(alice):
    """A draft: nobody but its editors sees it."""
    return Talk.objects.create(researcher=alice, title="Tides", published_at=None)


@pytest.fixture
def dora(alice):
    return Delegation.objects.create(researcher=alice, user=make_user("dora"))


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


def answers(client, talk):
    """Its form, the preview of its researcher, the preview of a text."""
    pages = [reverse("admin:profiles_talk_change", args=[talk.pk])]
    pages.append(reverse("admin:preview", args=[f"{talk.researcher.slug}/"]))
    asked = [client.get(page).status_code for page in pages]
    return [*asked, client.post(reverse("admin:markdown-preview"), {"content": "x"}).status_code]


def test_delegate_opens_the_pages_while_named(alice, talk, dora):
    for user in (alice.owner, dora.user):
        assert answers(signed_in(user), talk) == [200, 200, 200]


def test_a_profile_that_was_unlinked(alice, talk):
    client = signed_in(alice.owner)
    alice.owner = None
    alice.save()
    assert answers(client, talk) == [404, 404, 403]
    assert client.get(reverse("admin:index")).status_code == 200  # which says so, in words
    assert Talk.objects.filter(pk=talk.pk).exists()


@pytest.mark.parametrize("column", ["is_active", "is_staff"])
def test_an_account_that_was_switched_off(alice, talk, column):
    client = signed_in(alice.owner)
    setattr(alice.owner, column, False)
    alice.owner.save()
    assert answers(client, talk) == [302, 302, 403]
    assert Talk.objects.filter(pk=talk.pk).exists()


@pytest.mark.parametrize("how", ["ended", "deleted"])
def test_a_delegate_whose_time_is_over(talk, dora, how):
    client = signed_in(dora.user)
    if how == "deleted":
        dora.delete()
    else:
        dora.ends_at = timezone.now() - timedelta(seconds=1)
        dora.save()
    assert answers(client, talk) == [404, 404, 403]


# --- Other rights, another session ---------------------------------------------------------------


def save_account(client, user, **boxes):
    values = {"username": user.username, "email": "", "is_active": "on"}
    sent = {name: value for name, value in (values | boxes).items() if value}
    answer = client.post(reverse("admin:auth_user_change", args=[user.pk]), sent)
    assert answer.status_code == 302


@pytest.mark.parametrize(
    "boxes", [{"is_superuser": "on"}, {"is_manager": "on"}, {"is_active": ""}], ids=str
)
def test_other_rights_end_the_sessions_of_before(manager, alice, bob, boxes):
    signed_in(alice.owner)
    signed_in(bob.owner)
    save_account(signed_in(manager), alice.owner, **boxes)
    assert not sessions.user_sessions(alice.owner).exists()
    assert sessions.user_sessions(bob.owner).exists()


def test_the_same_rights_end_none(manager, alice):
    signed_in(alice.owner)
    save_account(signed_in(manager), alice.owner, email="alice@lab.example")
    assert sessions.user_sessions(alice.owner).exists()


def test_who_changes_the_own_rights_stays_under_another_key(manager):
    client, elsewhere = signed_in(manager), signed_in(manager)
    before = client.session.session_key
    Group.objects.get_or_create(name=access.MANAGERS)
    save_account(client, manager, is_superuser="on", is_manager="on")
    assert client.get(reverse("admin:index")).status_code == 200
    assert client.session.session_key != before
    assert not Session.objects.filter(pk=before).exists()
    assert elsewhere.get(reverse("admin:index")).status_code == 302
