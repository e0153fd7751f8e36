"""VITAE_HTTPS=1: visitors are sent to HTTPS and kept there, and no cookie leaves it."""

import runpy
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
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


@pytest.mark.parametrize("hosts", ["*", ".lab.example", "a.example,*", "a.example,.b.example"])
def test_each_host_is_named(monkeypatch, tmp_path, hosts):
    monkeypatch.setenv("VITAE_HTTPS", "1")
    monkeypatch.setenv("VITAE_HOSTS", hosts)
    monkeypatch.setenv("DATA", str(tmp_path))
    with pytest.raises(ImproperlyConfigured, match="VITAE_HOSTS"):
        runpy.run_path(str(SETTINGS))


@pytest.mark.parametrize("proxies", ["0", "1"])
@pytest.mark.parametrize("https", ["0", "1"])
def test_only_a_proxy_of_ours_says_how_one_came(monkeypatch, tmp_path, proxies, https):
    monkeypatch.setenv("VITAE_HTTPS", https)
    monkeypatch.setenv("VITAE_HOSTS", "lab.example")
    monkeypatch.setenv("VITAE_BEHIND_PROXY", proxies)
    monkeypatch.setenv("DATA", str(tmp_path))
    header = runpy.run_path(str(SETTINGS)).get("SECURE_PROXY_SSL_HEADER")
    assert header == (("HTTP_X_FORWARDED_PROTO", "https") if proxies == "1" else None)


@pytest.fixture
def visitor(deployed):
    return Client(SERVER_NAME="lab.example")


def test_https_page_has_hsts_and_no_cookie(visitor, alice):
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
