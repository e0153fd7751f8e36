"""Accounts: a manager makes them, and gains no right by it."""

import pytest
from django.contrib.auth.models import Group, User
from django.urls import reverse

from profiles import access

CHANGE = "admin:auth_user_change"


@pytest.fixture
def minna(client, charlie):
    """A manager who is not superuser; `client` is hers."""
    charlie.groups.add(Group.objects.get(name=access.MANAGERS))
    client.force_login(charlie)
    return charlie


def test_manager_makes_account_without_rights_or_password(client, minna):
    client.post(reverse("admin:auth_user_add"), {"username": "newcomer"})
    user = User.objects.get(username="newcomer")
    assert user.is_staff
    assert not user.is_superuser
    assert not user.has_usable_password()


def test_manager_makes_no_superuser(client, minna, alice):
    data = {"username": "alice", "is_active": "on", "is_superuser": "on", "is_staff": "on"}
    data |= {"groups": [minna.groups.get().pk], "user_permissions": [1], "is_manager": "on"}
    client.post(reverse(CHANGE, args=[alice.owner_id]), data)
    user = User.objects.get(username="alice")
    assert not user.is_superuser
    assert not user.groups.exists()
    assert not user.user_permissions.exists()


@pytest.mark.parametrize("view", ["change", "delete", "history", "password_change"])
def test_manager_reaches_no_superuser(client, minna, manager, view):
    url = reverse(f"admin:auth_user_{view}", args=[manager.pk])
    assert client.get(url).status_code == 404
    assert client.post(url, {"post": "yes"}).status_code == 404
    assert "manager" not in User.objects.exclude(pk=manager.pk).values_list("username", flat=True)


def test_manager_adds_no_superuser(client, minna):
    data = {"username": "newcomer", "is_superuser": "on"}
    data |= {"groups": [minna.groups.get().pk], "user_permissions": [1], "is_manager": "on"}
    client.post(reverse("admin:auth_user_add"), data)
    user = User.objects.get(username="newcomer")
    assert not access.is_manager(user)
    assert not user.user_permissions.exists()


def test_manager_deletes_no_superuser_among_others(client, minna, manager, alice):
    ids = [manager.pk, minna.pk, alice.owner_id]
    data = {"action": "delete_selected", "_selected_action": ids, "post": "yes"}
    client.post(reverse("admin:auth_user_changelist"), data)
    assert set(User.objects.all()) == {manager, minna}


def test_manager_sees_no_superuser_in_a_picker(client, minna, manager, alice):
    query = {"app_label": "profiles", "model_name": "researcher", "field_name": "owner"}
    found = client.get(reverse("admin:autocomplete"), query).json()["results"]
    assert [row["text"] for row in found] == ["alice", "charlie"]


def test_manager_does_not_raise_herself(client, minna):
    answer = client.post(reverse(CHANGE, args=[minna.pk]), {"is_superuser": "on"})
    assert answer.status_code == 404


def test_superuser_makes_managers(client, manager, alice):
    client.force_login(manager)
    data = {"username": "alice", "is_active": "on", "is_manager": "on"}
    client.post(reverse(CHANGE, args=[alice.owner_id]), data)
    assert access.is_manager(User.objects.get(username="alice"))


def test_researcher_sees_no_accounts(client, alice):
    client.force_login(alice.owner)
    assert client.get(reverse("admin:auth_user_changelist")).status_code == 404
