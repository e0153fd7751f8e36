"""The e-mail address of an account signs in as its name does, and tells as little."""

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.accounts.conftest import SIGN_IN, is_in, sign_in
from tests.conftest import make_user

pytestmark = pytest.mark.django_db
EMAIL = "alice@lab.example"


@pytest.fixture(autouse=True)
def _address(alice):
    alice.owner.email = EMAIL
    alice.owner.save()


@pytest.mark.parametrize("typed", [EMAIL, "Alice@Lab.Example", f" {EMAIL} "])
def test_the_email_address_opens_the_admin(client, typed):
    assert sign_in(client, typed, "alice-password").status_code == 302
    assert is_in(client)


def test_the_second_factor_is_asked_for(client, codes):
    answer = sign_in(client, EMAIL, "alice-password")
    assert answer.headers["Location"] == "/admin/code/"
    assert not is_in(client)


def test_an_address_of_two_accounts_opens_neither(client):
    make_user("bob", email=EMAIL.upper())
    for name in ("alice", "bob"):
        assert sign_in(client, EMAIL, f"{name}-password").status_code == 200
    assert sign_in(client, "bob", "bob-password").status_code == 302


def test_a_name_goes_before_the_same_address(client):
    make_user(EMAIL)
    assert sign_in(client, EMAIL, "alice-password").status_code == 200
    assert sign_in(client, EMAIL, f"{EMAIL}-password").status_code == 302


def test_no_address_is_no_account(client):
    """Bob has none; a pattern of SQL is none either."""
    make_user("bob")
    for typed in ("", "%", "_lice@lab.example", "alice@lab"):
        assert sign_in(client, typed, "alice-password").status_code == 200
        assert sign_in(client, typed, "bob-password").status_code == 200


def test_an_unknown_address_is_refused_in_the_same_words_and_work(client, monkeypatch):
    bob = make_user("bob", email="bob@lab.example")
    bob.is_active = False
    bob.save()
    make_user("dora", email="two@lab.example")
    make_user("edith", email="two@lab.example")
    hashed, seen = [], set()
    encode = MD5PasswordHasher.encode
    monkeypatch.setattr(
        MD5PasswordHasher, "encode", lambda self, *args: hashed.append(1) or encode(self, *args)
    )
    for place, typed in enumerate(
        (EMAIL, "alice", "nobody@lab.example", "bob@lab.example", "two@lab.example"), 1
    ):
        hashed.clear()
        with CaptureQueriesContext(connection) as queries:
            page = sign_in(client, typed, "wrong", REMOTE_ADDR=f"198.51.100.{place}")
        refusal = str(page.context["form"].non_field_errors())
        assert f'value="{typed}"' in page.text  # as it was typed, whoever it is
        seen.add((page.status_code, refusal, len(hashed), len(queries)))
    assert len(seen) == 1


def test_wrong_passwords_count_for_the_account_whichever_is_typed(client):
    typed = ["alice", EMAIL, EMAIL.upper(), "alice", EMAIL]
    answers = [sign_in(client, name, "wrong").status_code for name in typed]
    assert answers == [200, 200, 200, 200, 429]
    for name in ("alice", EMAIL):
        assert sign_in(client, name, "alice-password").status_code == 429
    assert set(AccessAttempt.objects.values_list("username", flat=True)) == {"alice"}


def test_an_unknown_address_is_closed_as_a_known_one_is(client):
    """Else five spellings of an address would tell whether it is known."""
    typed = ["nobody@lab.example", "Nobody@lab.example", "NOBODY@LAB.EXAMPLE"] * 2
    answers = [sign_in(client, name, "wrong").status_code for name in typed]
    assert answers == [200, 200, 200, 200, 429, 429]


def test_a_text_too_long_for_either_is_refused(client):
    page = client.post(SIGN_IN, {"username": "a" * 300, "password": "x"})
    assert page.status_code == 200
    assert not AccessAttempt.objects.exists()
