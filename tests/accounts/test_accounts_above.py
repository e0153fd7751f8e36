"""A manager does nothing to an account of more rights: not by making it an owner either."""

import re

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse

from profiles import access
from profiles.models import Delegation, Researcher
from tests.conftest import make_researcher, make_user
from tests.isolation.forms import sent_by

pytestmark = pytest.mark.django_db
ADD = "/admin/profiles/researcher/add/"


def page(name, researcher):
    return reverse(f"admin:profiles_researcher_{name}", args=[researcher.pk])


def save(client, address, **fields):
    return client.post(address, sent_by(client.get(address)) | fields)


@pytest.fixture
def mona(manager):
    """The superuser's own profile."""
    return make_researcher("Mona Manager", manager)


def test_manager_names_those_of_no_more_rights_as_owner(minna):
    """Her own, another manager's, and one without rights."""
    other = make_user("other-manager")
    other.groups.add(Group.objects.get(name=access.MANAGERS))
    edith = make_user("edith")
    save(minna.client, ADD, display_name="New", slug="new", owner=edith.pk)
    assert Researcher.objects.get(slug="new").owner == edith
    assert set(access.nameable(minna)) == {minna, other, edith}


def test_a_superuser_is_made_no_owner(minna, manager):
    answer = save(minna.client, ADD, display_name="New", slug="new", owner=manager.pk)
    assert "Select a valid choice" in answer.text
    assert not Researcher.objects.exists()


def test_nor_of_a_profile_that_is_there(minna, manager, alice):
    save(minna.client, page("change", alice), owner=manager.pk)
    alice.refresh_from_db()
    assert alice.owner != manager


def test_a_superusers_profile_is_edited_but_stays_theirs(minna, manager, mona, alice):
    answer = save(minna.client, page("change", mona), headline="Tides", owner=minna.pk)
    assert answer.status_code == 302
    mona.refresh_from_db()
    assert (mona.headline, mona.owner) == ("Tides", manager)


def test_what_is_of_the_account_is_a_superusers_own(minna, manager, mona):
    form = minna.client.get(page("change", mona)).text
    for name in ("data", "erase", "delete", "address", "invite"):
        assert minna.client.get(page(name, mona)).status_code == 404
        sent = {"slug": mona.slug, "password": "charlie-password"}
        assert minna.client.post(page(name, mona), sent).status_code == 404
        assert page(name, mona) not in form
    assert Researcher.objects.get(pk=mona.pk).slug == mona.slug


def test_the_archive_of_another_manager_is_their_own(minna):
    other = make_user("other-manager")
    other.groups.add(Group.objects.get(name=access.MANAGERS))
    theirs = make_researcher("Olga Other", other)
    assert minna.client.post(page("data", theirs)).status_code == 404
    mine = make_researcher("Minna Mine", minna)
    assert minna.client.post(page("data", mine)).status_code == 200


def delegate(client, alice, name):
    row = {"delegations-TOTAL_FORMS": 1, "delegations-0-account": name}
    return save(client, f"{page('change', alice)}?_part=delegates", **row)


def test_no_delegate_has_more_rights_than_who_names_them(client, alice, bob, manager, minna):
    """The refusal is that of a name that nobody has."""
    client.force_login(alice.owner)
    refusals = set()
    for name in ("manager", "charlie", "nobody"):
        refusals.add(
            re.search("No account of this name[^<]*", delegate(client, alice, name).text)[0]
        )
    assert len(refusals) == 1
    assert not Delegation.objects.exists()


def test_a_delegate_who_became_a_manager_or_left_is_in_nobodys_way(client, alice, minna):
    for user in (minna, make_user("left", is_active=False)):
        Delegation.objects.create(researcher=alice, user=user)
    client.force_login(alice.owner)
    assert save(client, page("change", alice), headline="Tides").status_code == 302
