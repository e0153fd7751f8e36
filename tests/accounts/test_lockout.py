"""Guessing: five tries for a name from an address, twenty for an address over all names."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.utils import timezone

from tests.accounts.conftest import is_in, sign_in

pytestmark = pytest.mark.django_db


def guess(client, names, **headers):
    return [sign_in(client, name, "wrong", **headers).status_code for name in names]


def test_it_works(client, alice):
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


def test_one_name_after_the_other_ends_too(client, alice):
    """A right password among them helps nobody: it wipes out that one name's failures only."""
    names = [f"name-{number}" for number in range(20)]
    assert guess(client, names) == [200] * 19 + [429]
    assert sign_in(client, "alice", "alice-password").status_code == 429
    answer = sign_in(client, "alice", "alice-password", REMOTE_ADDR="198.51.100.7")
    assert answer.status_code == 302


def test_after_the_time_all_is_forgiven(client, alice):
    guess(client, [f"name-{number}" for number in range(20)])
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=16))
    assert sign_in(client, "alice", "alice-password").status_code == 302


def test_a_made_up_header_changes_nothing(client, alice):
    for number in range(5):
        guess(client, ["alice"], headers={"x-forwarded-for": f"198.51.100.{number}"})
    assert sign_in(client, "alice", "alice-password").status_code == 429


def test_passwords_are_not_written_down(client, alice):
    sign_in(client, "alice", "a-wrong-secret")
    assert "a-wrong-secret" not in str(list(AccessAttempt.objects.values()))
