"""With the second factor on, a password alone opens nothing."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from django_otp.oath import totp
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts import second_factor
from tests.accounts.conftest import is_in, sign_in

pytestmark = pytest.mark.django_db
ADDRESS = "/admin/code/"


@pytest.fixture
def halfway(client, alice, codes):
    assert sign_in(client, "alice", "alice-password").headers["Location"] == ADDRESS
    return client


def now(alice):
    return f"{totp(TOTPDevice.objects.get(user=alice.owner).bin_key):06}"


def test_code_completes_signing_in(halfway, alice):
    assert not is_in(halfway)
    assert halfway.post(ADDRESS, {"code": now(alice)}).headers["Location"] == "/admin/"
    assert is_in(halfway)


def test_a_code_works_once(halfway, alice):
    code = now(alice)
    halfway.post(ADDRESS, {"code": code})
    other = Client()
    sign_in(other, "alice", "alice-password")
    assert "not right, or was used" in other.post(ADDRESS, {"code": code}).text
    assert not is_in(other)


@pytest.mark.parametrize("as_typed", [str, str.upper, lambda code: code.replace("-", " ")])
def test_a_recovery_code_works_once(halfway, codes, as_typed):
    halfway.post(ADDRESS, {"code": as_typed(codes[0])})
    assert is_in(halfway)
    other = Client()
    sign_in(other, "alice", "alice-password")
    other.post(ADDRESS, {"code": codes[0]})
    assert not is_in(other)


def test_new_codes_end_the_old_ones_and_nobodys_session(halfway, codes):
    halfway.post(ADDRESS, {"code": codes[0]})
    halfway.post("/admin/account/recovery-codes/", {"password": "alice-password"})
    assert is_in(halfway)
    other = Client()
    sign_in(other, "alice", "alice-password")
    other.post(ADDRESS, {"code": codes[1]})
    assert not is_in(other)


@pytest.mark.parametrize("code", ["", "000000", "0" * 20, "٠٠٠٠٠٠", "aaaa-aaaa", "\x00"])
def test_a_wrong_code_is_refused(halfway, code):
    assert halfway.post(ADDRESS, {"code": code}).status_code == 200
    assert not is_in(halfway)


def test_who_guesses_waits(halfway, alice):
    halfway.post(ADDRESS, {"code": "000000"})
    answer = halfway.post(ADDRESS, {"code": now(alice)})
    assert "Too many wrong codes. Wait" in answer.text
    assert not is_in(halfway)


def test_wrong_codes_of_the_app_do_not_close_the_recovery_codes(halfway, codes):
    halfway.post(ADDRESS, {"code": "000000"})
    halfway.post(ADDRESS, {"code": codes[0]})
    assert is_in(halfway)


def test_without_a_password_there_is_no_code_to_enter(client, alice, codes):
    assert client.post(ADDRESS, {"code": now(alice)}).headers["Location"] == "/admin/login/"
    assert not is_in(client)


@pytest.mark.parametrize("change", ["password", "is_active", "late"])
def test_a_password_is_not_accepted_for_ever(halfway, alice, change):
    if change == "late":
        session = halfway.session
        session["password_accepted"] |= {"at": timezone.now().timestamp() - 601}
        session.save()
    elif change == "password":
        alice.owner.set_password("another")
    else:
        alice.owner.is_active = False
    alice.owner.save()
    assert halfway.post(ADDRESS, {"code": now(alice)}).headers["Location"] == "/admin/login/"


def test_a_session_from_before_it_was_on_asks_for_it(client, alice):
    client.force_login(alice.owner)
    assert is_in(client)
    TOTPDevice.objects.create(user=alice.owner, confirmed=True)
    assert not is_in(client)
    assert client.post("/admin/markdown/preview/", {"content": "x"}).status_code == 403


def test_keys_have_no_page_in_the_admin(client, manager, codes):
    client.force_login(manager)
    for app in ("otp_totp/totpdevice", "otp_static/staticdevice"):
        assert client.get(f"/admin/{app}/").status_code == 404


def test_the_operator_helps_a_superuser_who_lost_both(alice, codes):
    call_command("reset_second_factor", "alice", stdout=StringIO())
    assert not second_factor.is_enabled(alice.owner)
    for name in ("alice", "nobody"):
        with pytest.raises(CommandError):
            call_command("reset_second_factor", name)
