"""“Your account”: each keeps the own view."""

import re

import pytest
from axes.models import AccessAttempt
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django_otp.oath import totp
from django_otp.plugins.otp_totp.models import TOTPDevice

import config.settings
from accounts import second_factor
from accounts.forms import CodeForm
from tests.accounts.conftest import is_in

pytestmark = pytest.mark.django_db
MINE = {"password": "alice-password"}


def step(name):
    return reverse("admin:account-action", args=[name])


def switch_on(client, alice):
    enrol = client.post(step("switch-on"), MINE).headers["Location"]
    page = client.get(enrol)
    code = totp(TOTPDevice.objects.get(user=alice.owner).bin_key)
    return page, client.post(enrol, {"code": f"{code:06}"})


def test_second_factor_is_switched_on_by_its_code(at_work, alice):
    page, shown = switch_on(at_work, alice)
    assert '<path d="M4 4h1v1h-1z' in page.text
    assert len(re.findall(r"<code>[a-z2-7]{4}-[a-z2-7]{4}</code>", shown.text)) == 10
    assert second_factor.is_enabled(alice.owner)
    assert is_in(at_work)


def test_nothing_is_on_before_a_code_proves_it(at_work, alice):
    enrol = at_work.post(step("switch-on"), MINE).headers["Location"]
    at_work.post(enrol, {"code": "000000"})
    assert not second_factor.is_enabled(alice.owner)
    assert is_in(at_work)


def test_switching_on_shuts_the_other_sessions(at_work, alice):
    elsewhere = Client()
    elsewhere.force_login(alice.owner)
    switch_on(at_work, alice)
    assert not is_in(elsewhere)
    assert is_in(at_work)


def test_switching_off(at_work, alice):
    switch_on(at_work, alice)
    at_work.post(step("switch-off"), MINE)
    assert not second_factor.is_enabled(alice.owner)
    assert second_factor.recovery_codes_left(alice.owner) == 0
    assert is_in(at_work)


def test_new_recovery_codes_void_the_old(at_work, alice):
    _page, shown = switch_on(at_work, alice)
    old = re.search(r"<code>([a-z2-7]{4}-[a-z2-7]{4})</code>", shown.text)[1]
    assert old not in at_work.post(step("recovery-codes"), MINE).text
    assert not CodeForm({"code": old}, user=alice.owner).is_valid()


def test_signing_out_everywhere_else(at_work, alice):
    elsewhere = Client()
    elsewhere.force_login(alice.owner)
    at_work.post(step("sign-out"), MINE)
    assert not is_in(elsewhere)
    assert is_in(at_work)
    alice.owner.refresh_from_db()
    assert alice.owner.check_password("alice-password")


@pytest.mark.parametrize("name", ["switch-on", "sign-out"])
def test_a_found_session_is_not_enough(at_work, alice, name):
    for data in ({}, {"password": "wrong"}):
        assert at_work.post(step(name), data).status_code == 200
    assert AccessAttempt.objects.get().failures_since_start == 1
    assert not TOTPDevice.objects.filter(user=alice.owner).exists()


def test_guessing_ones_password_here_is_counted_too(at_work, alice):
    change = {"password": "wrong", "new_password1": "x", "new_password2": "x"}
    answers = [at_work.post(reverse("admin:password_change"), change) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200] * 4 + [429]


def test_a_new_password_shuts_the_other_sessions(at_work, alice):
    elsewhere = Client()
    elsewhere.force_login(alice.owner)
    new = {"new_password1": "three tidal gauges", "new_password2": "three tidal gauges"}
    at_work.post(reverse("admin:password_change"), new | {"password": "alice-password"})
    assert is_in(at_work)
    assert not is_in(elsewhere)


def test_a_deactivated_account_is_out_at_once(at_work, alice):
    alice.owner.is_active = False
    alice.owner.save()
    assert not is_in(at_work)


@pytest.mark.parametrize("name", ["account", "account-second-factor"])
def test_strangers_are_led_to_the_login(client, db, name):
    assert "/admin/login/" in client.get(reverse(f"admin:{name}")).headers["Location"]


def test_an_unknown_step_is_no_page(at_work):
    assert at_work.get(step("nonsense")).status_code == 404


@pytest.mark.parametrize("what", ["password", "sign-out", "second factor on", "second factor off"])
def test_it_goes_on_under_another_session_key(at_work, alice, what):
    if what == "second factor off":
        switch_on(at_work, alice)
    before = at_work.session.session_key
    if what == "password":
        new = {"new_password1": "three tidal gauges", "new_password2": "three tidal gauges"}
        at_work.post(reverse("admin:password_change"), new | MINE)
    elif what == "second factor on":
        switch_on(at_work, alice)
    else:
        at_work.post(step(what.replace("second factor", "switch").replace(" ", "-")), MINE)
    assert is_in(at_work)
    assert at_work.session.session_key != before
    assert not Session.objects.filter(pk=before).exists()


def test_passwords_are_kept_as_scrypt():
    """As the settings say; these tests use a hash that costs nothing."""
    assert config.settings.PASSWORD_HASHERS[0] == "django.contrib.auth.hashers.ScryptPasswordHasher"
