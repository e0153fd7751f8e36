"""Managers invite researchers, and help who lost a password or a phone."""

import re

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from accounts import second_factor
from profiles import access
from profiles.models import Researcher
from tests.accounts.conftest import is_in
from tests.conftest import make_researcher, make_user

pytestmark = pytest.mark.django_db
NEW = {"new_password1": "three tidal gauges", "new_password2": "three tidal gauges"}


@pytest.fixture
def dora(db):
    """A profile that nobody signs in for."""
    return make_researcher("Dora Duval", email="dora@lab.example")


def invite(client, researcher, **data):
    return client.post(reverse("admin:profiles_researcher_invite", args=[researcher.pk]), data)


def view(name, user):
    return reverse(f"admin:auth_user_{name}", args=[user.pk])


def link_on(page):
    return re.search(r'value="http://testserver(/admin/link/[^"]+)"', page.text)[1]


def test_invited_researcher_signs_in_and_owns_the_page(minna, dora):
    page = minna.client.get(reverse("admin:profiles_researcher_invite", args=[dora.pk]))
    assert 'value="dora-duval"' in page.text
    link = link_on(invite(minna.client, dora, username="dora", email="dora@lab.example"))
    guest = Client()
    assert guest.post(link, NEW).headers["Location"] == "/admin/"
    assert is_in(guest)
    dora.refresh_from_db()
    assert access.administers(dora.owner, dora)
    assert not access.is_manager(dora.owner)


def test_an_account_without_a_profile_is_attached(minna, dora):
    edith = make_user("edith")
    invite(minna.client, dora, username="edith")
    dora.refresh_from_db()
    assert dora.owner == edith


@pytest.mark.parametrize("name", ["manager", "charlie", "alice", "off", "no blanks", "x" * 151])
def test_a_name_that_cannot_be_is_refused(minna, manager, alice, dora, name):
    """Above the inviter, the inviter, one with a profile, one switched off, and no names."""
    make_user("off", is_active=False)
    before = User.objects.count()
    assert "errorlist" in invite(minna.client, dora, username=name).text
    assert Researcher.objects.get(pk=dora.pk).owner is None
    assert User.objects.count() == before


def test_a_researcher_invites_nobody(client, alice):
    client.force_login(alice.owner)
    assert invite(client, alice, username="x").status_code == 404
    assert client.get(view("link", alice.owner)).status_code == 404
    assert "/invite/" not in client.get(f"/admin/profiles/researcher/{alice.pk}/change/").text


def test_who_has_an_account_gets_a_new_link(minna, alice):
    answer = minna.client.get(reverse("admin:profiles_researcher_invite", args=[alice.pk]))
    assert answer.headers["Location"] == view("link", alice.owner)
    guest = Client()
    guest.post(link_on(minna.client.post(view("link", alice.owner))), NEW)
    assert is_in(guest)


def test_asking_for_the_page_makes_no_link(minna, alice):
    assert "/admin/link/" not in minna.client.get(view("link", alice.owner)).text


@pytest.mark.parametrize("name", ["link", "second_factor"])
def test_a_manager_reaches_no_superuser_and_no_manager(minna, manager, name):
    other = make_user("other-manager")
    other.groups.add(Group.objects.get(name=access.MANAGERS))
    second_factor.enable(second_factor.start_enrolment(manager))
    for user in (manager, other, minna):
        assert minna.client.get(view(name, user)).status_code == 404
        assert minna.client.post(view(name, user)).status_code == 404
    assert second_factor.is_enabled(manager)


def test_a_superusers_own_profile_gives_no_link(minna, manager):
    own = make_researcher("Mona Manager", manager)
    answer = minna.client.get(reverse("admin:profiles_researcher_invite", args=[own.pk]))
    assert answer.status_code == 404


def test_an_account_switched_off_gets_no_link(minna, alice):
    alice.owner.is_active = False
    alice.owner.save()
    assert "Switch it on first" in minna.client.post(view("link", alice.owner)).text


def test_a_lost_phone(minna, alice, codes):
    minna.client.post(view("second_factor", alice.owner))
    assert not second_factor.is_enabled(alice.owner)
    assert "sign-in code" in minna.client.get(view("history", alice.owner)).text


def test_it_is_mailed_where_letters_can_be_sent(minna, dora, settings, mailoutbox):
    settings.EMAIL_ENABLED = True
    page = invite(minna.client, dora, username="dora", email="dora@lab.example")
    assert "The link was mailed to dora@lab.example" in page.text
    assert link_on(page) in mailoutbox[0].body


def test_no_mail_has_an_address_that_a_request_chose(minna, dora, settings, mailoutbox):
    settings.EMAIL_ENABLED, settings.ALLOWED_HOSTS = True, ["*"]
    values = {"username": "dora", "email": "dora@lab.example"}
    page = minna.client.post(
        f"/admin/profiles/researcher/{dora.pk}/invite/", values, headers={"host": "their.example"}
    )
    assert "their.example/admin/link/" in page.text
    assert mailoutbox == []


def test_a_letter_that_does_not_go_out_is_told(minna, dora, settings, monkeypatch):
    settings.EMAIL_ENABLED = True
    monkeypatch.setattr("django.core.mail.EmailMessage.send", lambda self: 0)
    page = invite(minna.client, dora, username="dora", email="dora@lab.example")
    assert "could not be mailed" in page.text
    assert link_on(page)
