"""VITAE_HTTPS=1: visitors are sent to HTTPS and kept there, and no cookie leaves it."""

import runpy
from pathlib import Path

import pytest
from django.test import Client, override_settings

SETTINGS = Path(__file__).resolve().parents[1] / "config" / "settings.py"
PREFIXES = ("SECURE_", "SESSION_COOKIE_", "CSRF_COOKIE_")

pytestmark = pytest.mark.django_db


@pytest.fixture
def deployed(monkeypatch, tmp_path):
    """The settings that the documented variables of a deployment make."""
    monkeypatch.setenv("VITAE_HTTPS", "1")
    monkeypatch.setenv("VITAE_HOSTS", "lab.example")
    monkeypatch.setenv("DATA", str(tmp_path))
    made = runpy.run_path(str(SETTINGS))
    own = {name: value for name, value in made.items() if name.startswith(PREFIXES)}
    with override_settings(ALLOWED_HOSTS=made["ALLOWED_HOSTS"], **own):
        yield


@pytest.fixture
def visitor(deployed):
    return Client(SERVER_NAME="lab.example")


def test_it_works(visitor, alice):
    page = visitor.get("/alice-ahlgren/", secure=True)
    assert page.status_code == 200
    assert page.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert not page.cookies


def test_plain_http_is_led_to_https(visitor):
    led = visitor.get("/search/?q=maths")
    assert (led.status_code, led.url) == (301, "https://lab.example/search/?q=maths")


def test_a_probe_of_the_machine_itself_is_answered_without(visitor):
    assert visitor.get("/healthz").status_code == 200


def test_every_cookie_stays_on_https_and_on_this_host(visitor, alice):
    who = {"username": "alice", "password": "alice-password"}
    signed_in = visitor.post("/admin/login/", who, secure=True)
    cookies = signed_in.cookies
    assert set(cookies) == {"__Host-csrftoken", "__Host-sessionid"}
    for cookie in cookies.values():
        assert cookie["secure"]
        assert (cookie["samesite"], cookie["path"], cookie["domain"]) == ("Lax", "/", "")
    assert cookies["__Host-sessionid"]["httponly"]


def test_another_host_is_refused(visitor):
    assert visitor.get("/", secure=True, SERVER_NAME="evil.example").status_code == 400
