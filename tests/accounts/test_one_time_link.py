"""Opening a one-time link: choose a password, and be in."""

import pytest
from django.test import Client

from accounts import one_time_links, second_factor
from tests.accounts.conftest import is_in

pytestmark = pytest.mark.django_db
GOOD = {"new_password1": "three tidal gauges", "new_password2": "three tidal gauges"}


@pytest.fixture
def link(alice):
    alice.owner.set_unusable_password()
    alice.owner.save()
    return one_time_links.make_link(alice.owner, "invitation")


def test_link_sets_a_password_and_signs_in(client, link, alice):
    page = client.get(link)
    assert 'value="alice"' in page.text
    assert "no-store" in page.headers["Cache-Control"]
    assert page.headers["Referrer-Policy"] == "same-origin"
    assert client.post(link, GOOD).headers["Location"] == "/admin/"
    assert is_in(client)
    alice.owner.refresh_from_db()
    assert alice.owner.check_password("three tidal gauges")


def test_looking_at_it_does_not_use_it_up(client, link):
    for _ in range(3):
        assert client.get(link).status_code == 200


def test_used_link_answers_410(client, link):
    client.post(link, GOOD)
    stranger = Client()
    for answer in (stranger.get(link), stranger.post(link, GOOD)):
        assert answer.status_code == 410
        assert "This link no longer works" in answer.text
    assert not is_in(stranger)


def test_of_two_at_once_one_is_late(client, link, monkeypatch):
    """The second form was found valid before the first was stored."""
    link_user = one_time_links.link_user

    def late(*args, lock=False):
        return None if lock else link_user(*args)

    monkeypatch.setattr(one_time_links, "link_user", late)
    assert client.post(link, GOOD).status_code == 410
    monkeypatch.setattr(one_time_links, "link_user", link_user)
    assert client.get(link).status_code == 200


def test_it_shuts_the_sessions_of_before(client, alice):
    elsewhere = Client()
    elsewhere.force_login(alice.owner)
    alice.owner.refresh_from_db()
    client.post(one_time_links.make_link(alice.owner, "invitation"), GOOD)
    assert not is_in(elsewhere)


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("short", "at least 12 characters"),
        ("123456789012345", "entirely numeric"),
        ("password1234", "too common"),
        ("alice", "too similar"),
        ("Ahlgren-Alice-1", "too similar to the name"),
    ],
)
def test_a_weak_password_is_refused_in_words(client, link, password, why):
    answer = client.post(link, {"new_password1": password, "new_password2": password})
    assert why in answer.text
    assert not is_in(client)


def test_two_different_ones_are_refused(client, link):
    answer = client.post(link, GOOD | {"new_password2": "three tidal gauge"})
    assert "didn’t match" in answer.text


def test_the_second_factor_is_still_asked_for(client, alice, codes):
    link = one_time_links.make_link(alice.owner, "invitation")
    assert client.post(link, GOOD).headers["Location"] == "/admin/code/"
    assert not is_in(client)
    assert second_factor.is_enabled(alice.owner)


def test_stranger_is_told_whom_to_ask(client, link, settings):
    settings.EMAIL_ENABLED = False
    assert "ask whoever sent it" in client.get(link[:-2] + "x/").text


def test_a_refused_password_is_typed_again_at_once(client, link):
    form = client.post(link, GOOD | {"new_password2": "another"}).context["form"]
    assert ["autofocus" in box.as_widget() for box in form] == [True, False]
