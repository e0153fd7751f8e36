"""Before something is deleted: what goes, and whether it can come back."""

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from profiles.models import Award

LIST = reverse("admin:profiles_award_changelist")


@pytest.fixture
def award(client, alice):
    client.force_login(alice.owner)
    return Award.objects.create(researcher=alice, name="Tide prize")


def test_deletion_is_confirmed_with_what_goes(client, award):
    page = reverse("admin:profiles_award_delete", args=[award.pk])
    html = client.get(page).content.decode()
    assert "Delete “Tide prize”?" in html
    assert "You can restore it later" in html
    client.post(page, {"post": "yes"})
    assert not Award.objects.exists()


def test_several_at_once(client, award):
    data = {"action": "delete_selected", "_selected_action": [award.pk]}
    html = client.post(LIST, data).content.decode()
    assert "Tide prize" in html
    assert "You can restore it later" in html
    client.post(LIST, data | {"post": "yes"})
    assert not Award.objects.exists()


def test_an_account_does_not_come_back(client, manager, alice):
    gone = get_user_model().objects.create(username="gone", is_staff=True)
    client.force_login(manager)
    html = client.get(reverse("admin:auth_user_delete", args=[gone.pk])).content.decode()
    assert "This cannot be taken back" in html
