"""The login page: two boxes, and no word on who has an account."""

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.sessions.models import Session

from tests.accounts.conftest import SIGN_IN, is_in, sign_in

pytestmark = pytest.mark.django_db


def test_password_opens_the_admin(client, alice):
    answer = sign_in(client, "alice", "alice-password")
    assert answer.headers["Location"] == "/admin/"
    assert is_in(client)


def test_it_is_the_labs_page(client, settings):
    settings.SITE_NAME, settings.THEME = "Tides Lab", "moss"
    page = client.get(SIGN_IN)
    assert "Tides Lab" in page.text
    assert 'data-theme="moss"' in page.text
    assert page.headers["Referrer-Policy"] == "same-origin"
    assert "no-store" in page.headers["Cache-Control"]


def test_every_refusal_is_the_same_and_costs_the_same(client, alice, bob, charlie, monkeypatch):
    """Counted, not timed: the password is hashed once, whoever is named."""
    bob.owner.is_active = False
    bob.owner.save()
    charlie.set_unusable_password()  # invited, and not here yet
    charlie.save()
    hashed = []
    encode = MD5PasswordHasher.encode
    monkeypatch.setattr(
        MD5PasswordHasher,
        "encode",
        lambda self, *args: hashed.append(1) or encode(self, *args),
    )
    seen = set()
    for name, password in (
        ("alice", "wrong"),
        ("nobody", "wrong"),
        ("bob", "wrong"),
        ("bob", "bob-password"),
        ("charlie", "wrong"),
    ):
        hashed.clear()
        answer = sign_in(client, name, password)
        refusal = answer.context["form"].non_field_errors()
        seen.add((answer.status_code, str(refusal), len(hashed)))
    assert len(seen) == 1
    assert seen.pop()[2] == 1


@pytest.mark.parametrize("to", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_it_leads_to_no_other_site(client, alice, to):
    data = {"username": "alice", "password": "alice-password", "next": to}
    assert client.post(SIGN_IN, data).headers["Location"] == "/admin/"


# What names no path of this site, though Django's check lets it pass.
NO_PLACES = [
    "foo",
    "publications",
    "admin:index",
    "%2f%2fevil",
    "..",
    "?x=1",
    "#x",
    ".",
    "é",
]
NO_PLACES += ["foo/bar", "evil.example/", "/x" * 2000, "/" + " " * 20000 + "x", " ", "\\\\evil"]
NO_PLACES += [
    "http://testserver",
    "/\t/evil.example",
    "///evil.example",
    "//[",
    "\x00/",
    "testserver",
]


@pytest.mark.parametrize("to", NO_PLACES, ids=lambda to: ascii(to[:20]))
def test_no_place_of_ours_is_the_front_page(client, alice, to):
    """By sign-in and by sign-out."""
    data = {"username": "alice", "password": "alice-password", "next": to}
    assert client.post(SIGN_IN, data).headers["Location"] == "/admin/"
    out = client.post("/admin/logout/", {"next": to})
    assert out.headers.get("Location", "/admin/") == "/admin/"


def test_after_the_code_too(client, alice, codes):
    data = {"username": "alice", "password": "alice-password", "next": "publications"}
    client.post(SIGN_IN, data)
    answer = client.post("/admin/code/", {"code": codes[0]})
    assert answer.headers["Location"] == "/admin/"


def test_it_leads_back_to_the_page_that_was_asked_for(client, alice):
    data = {"username": "alice", "password": "alice-password", "next": "/admin/account/"}
    assert client.post(SIGN_IN, data).headers["Location"] == "/admin/account/"


def test_signing_in_begins_a_new_session(client, alice):
    client.cookies["sessionid"] = "planted"
    sign_in(client, "alice", "alice-password")
    assert client.cookies["sessionid"].value != "planted"


def test_signing_in_once_more_does_too(client, alice):
    sign_in(client, "alice", "alice-password")
    before = client.session.session_key
    sign_in(client, "alice", "alice-password")
    assert client.session.session_key != before
    assert not Session.objects.filter(pk=before).exists()


def test_after_a_refusal_the_password_is_typed_again(client, alice):
    first, refused = client.get(SIGN_IN), sign_in(client, "alice", "a wrong one")
    for page, name in ((first, "username"), (refused, "password")):
        focused = [box.name for box in page.context["form"] if "autofocus" in box.as_widget()]
        assert focused == [name]
