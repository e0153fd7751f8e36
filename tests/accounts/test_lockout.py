"""Guessing: a name is closed after five tries from an address; the address is slowed only."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.hashers import MD5PasswordHasher
from django.utils import timezone

from accounts import passwords
from tests.accounts.conftest import is_in, sign_in

pytestmark = pytest.mark.django_db


def guess(client, names, **headers):
    return [sign_in(client, name, "wrong", **headers).status_code for name in names]


def test_five_wrong_passwords_lock_the_name(client, alice):
    assert guess(client, ["alice"] * 5) == [200, 200, 200, 200, 429]
    assert sign_in(client, "alice", "alice-password").status_code == 429
    assert not is_in(client)


def test_the_page_says_how_long_to_wait(client, alice):
    guess(client, ["alice"] * 5)
    answer = sign_in(client, "alice", "alice-password")
    assert "Wait 15 minutes" in answer.text
    assert "css/sign-in.css" in answer.text
    assert answer.headers["Retry-After"] == "900"


def test_a_colleague_and_another_place_are_not_locked_out(client, alice, bob):
    guess(client, ["alice"] * 5)
    assert sign_in(client, "bob", "bob-password").status_code == 302
    client.logout()
    answer = sign_in(client, "alice", "alice-password", REMOTE_ADDR="198.51.100.7")
    assert answer.status_code == 302


def test_a_right_password_forgives(client, alice):
    guess(client, ["alice"] * 4)
    sign_in(client, "alice", "alice-password")
    assert guess(client, ["alice"] * 4) == [200] * 4


def test_after_the_time_all_is_forgiven(client, alice):
    guess(client, ["alice"] * 5)
    pass_time(minutes=16)
    assert sign_in(client, "alice", "alice-password").status_code == 302


# --- The address of a campus ----------------------------------------------------------------------

NAMES = [f"name-{number}" for number in range(20)]


def pass_time(**delta):
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(**delta))


def test_a_campus_is_not_locked_out(client, alice, bob):
    """By twenty wrong passwords, or by forty, for whoever's name was not tried."""
    guess(client, NAMES * 2)
    assert sign_in(client, "alice", "alice-password").status_code == 302


def test_it_takes_twenty_wrong_passwords_a_minute(client, alice):
    """Further ones wait, for names that were tried: a right password among them, too."""
    guess(client, ["alice", *NAMES[:19]])
    answer = sign_in(client, "alice", "alice-password")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "60")
    pass_time(seconds=61)
    assert sign_in(client, "alice", "alice-password").status_code == 302


def test_what_is_refused_unread_closes_no_name(client, alice):
    guess(client, ["alice", *NAMES[:19]])
    assert guess(client, ["alice"] * 10) == [429] * 10
    pass_time(seconds=61)
    assert sign_in(client, "alice", "alice-password").status_code == 302


def test_a_flood_of_names_costs_no_hash(client, alice, monkeypatch):
    monkeypatch.setattr(passwords, "ADDRESS_FLOOD", 25)
    guess(client, [f"name-{number}" for number in range(25)])
    monkeypatch.setattr(MD5PasswordHasher, "encode", None)
    assert guess(client, ["another"]) == [429]
    assert sign_in(client, "alice", "alice-password").status_code == 429
    assert AccessAttempt.objects.count() == 25


def test_another_place_is_not_slowed(client, alice):
    guess(client, ["alice", *NAMES[:19]])
    answer = sign_in(client, "alice", "alice-password", REMOTE_ADDR="198.51.100.7")
    assert answer.status_code == 302


def test_a_made_up_header_changes_nothing(client, alice):
    for number in range(5):
        guess(client, ["alice"], headers={"x-forwarded-for": f"198.51.100.{number}"})
    assert sign_in(client, "alice", "alice-password").status_code == 429


def test_passwords_are_not_written_down(client, alice):
    sign_in(client, "alice", "a-wrong-secret")
    assert "a-wrong-secret" not in str(list(AccessAttempt.objects.values()))
