"""What a new password may not be, wherever one is chosen."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.urls import reverse

from accounts import one_time_links

pytestmark = pytest.mark.django_db


@pytest.fixture
def zoe(alice):
    alice.owner.email = "zoe.brightwater@example.org"
    alice.owner.save()
    alice.display_name, alice.native_name = "Zoë Brightwater", "吳健雄"
    alice.other_names = "Z. Lindqvist-Sørensen"
    alice.save()
    return alice.owner


def reasons(password, user):
    try:
        validate_password(password, user)
    except ValidationError as error:
        return " ".join(error.messages)
    return ""


@pytest.mark.parametrize(
    "password",
    [
        "three tidal gauges",
        "correct-horse-battery",
        "Zoe and three tidal gauges",
        "kV8#qLp2!xTz",
        "bJ3_9sKq-0aZx1Lw",
        "潮汐计与三只海鸥在港口等船",
    ],
)
def test_common_or_similar_password_is_refused_with_a_reason(zoe, password):
    assert reasons(password, zoe) == ""


@pytest.mark.parametrize(
    "password",
    [
        "aaaaaaaaaaaaaa",
        "abababababababab",
        "a1a1a1a1a1a1a1",
        "abcabcabcabcabc",
        "abcdefghijklmnop",
        "zyxwvutsrqponm",
        "000000000000a",
        "!!!!!!!!!!!!??",
    ],
)
def test_it_needs_variety(zoe, password):
    assert "too few different characters" in reasons(password, zoe)


@pytest.mark.parametrize(
    "password",
    [
        "zoe brightwater zoe brightwater",
        "ZoëBrightwaterZoëBrightwater",
        "brightwaterzoe2026!",
        "Brightwater-Brightwater",
        "alice-ahlgren-alice-ahlgren",
        "lindqvist sorensen 1",
        "zoe.brightwater@example.org2x",
        "alicealicealice",
        "吳健雄吳健雄吳健雄吳健雄",
        "4l-zoe-brightwater-zoe",
    ],
)
def test_it_is_more_than_names(zoe, password):
    assert "too similar to the name" in reasons(password, zoe)


@pytest.mark.parametrize(
    "password",
    [
        "passwordpassword",
        "Password2026!!",
        "123password456",
        "qwertyuiop!!!!!",
        "sunshine-sunshine",
        "SUNSHINE20262026",
        "counterstrike",
        "pass word pass word",
    ],
)
def test_it_is_more_than_a_common_one(zoe, password):
    assert "common" in reasons(password, zoe)


def test_an_account_without_a_profile_has_names_too(charlie):
    assert "too similar to the name" in reasons("charlie-charlie-charlie", charlie)


@pytest.mark.parametrize("password", ["aaaaaaaaaaaaaa", "zoe brightwater zoe brightwater"])
def test_the_link_and_the_account_page_refuse_it(client, zoe, password):
    """In words, beside the box that explains what is wanted."""
    new = {"new_password1": password, "new_password2": password}
    link = one_time_links.make_link(zoe, "invitation")
    assert "Not a name, not one that many use" in client.get(link).text
    assert "This password" in client.post(link, new).text
    client.force_login(zoe)
    change = reverse("admin:password_change")
    assert "This password" in client.post(change, new | {"password": "alice-password"}).text
    zoe.refresh_from_db()
    assert zoe.check_password("alice-password")


def test_the_command_line_refuses_it(zoe, monkeypatch):
    monkeypatch.setattr("getpass.getpass", lambda prompt="": "aaaaaaaaaaaaaa")
    with pytest.raises(CommandError, match="Aborting"):
        call_command("changepassword", "alice")


def test_the_first_administrator_is_warned(monkeypatch, db, capsys):
    monkeypatch.setenv("VITAE_ADMIN_PASSWORD", "aaaaaaaaaaaaaa")
    call_command("create_admin")
    assert "too few different characters" in capsys.readouterr().err


def test_a_long_one_costs_little(zoe):
    assert reasons("ab" * 50_000, zoe)
