"""EMAIL_URL: one address for a mail server."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env


def read(monkeypatch, url):
    monkeypatch.setenv("EMAIL_URL", url)
    return env.mail("EMAIL_URL")


def test_mail_address_becomes_settings(monkeypatch):
    mail = read(monkeypatch, "smtp://vitae%40lab.example:p%3Aw@mail.lab.example:2525")
    assert (mail["EMAIL_HOST"], mail["EMAIL_PORT"]) == ("mail.lab.example", 2525)
    assert (mail["EMAIL_HOST_USER"], mail["EMAIL_HOST_PASSWORD"]) == ("vitae@lab.example", "p:w")
    assert mail["DEFAULT_FROM_EMAIL"] == "vitae@lab.example"
    assert mail["EMAIL_USE_TLS"] is True


@pytest.mark.parametrize(
    ("url", "port", "starttls", "tls"),
    [
        ("smtp://h?from=a@b.example", 587, True, False),
        ("smtp://h?from=a@b.example&tls=0", 587, False, False),
        ("smtps://h?from=a@b.example", 465, False, True),
    ],
)
def test_encryption(monkeypatch, url, port, starttls, tls):
    mail = read(monkeypatch, url)
    found = (mail["EMAIL_PORT"], mail["EMAIL_USE_TLS"], mail["EMAIL_USE_SSL"])
    assert found == (port, starttls, tls)


def test_none_is_none(monkeypatch):
    assert read(monkeypatch, "") == {}
    assert "console" in read(monkeypatch, "console:")["EMAIL_BACKEND"]


@pytest.mark.parametrize(
    "url",
    [
        "mail.example.org",
        "http://mail.example.org",
        "smtp://?from=a@b.example",
        "smtp://user:secret@host",  # who writes?
        "smtp://user:secret@host:port?from=a@b.example",
        "smtp://[half?from=a@b.example",
    ],
)
def test_nonsense_is_named_and_tells_no_password(monkeypatch, url):
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL") as refused:
        read(monkeypatch, url)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(("value", "number"), [("", 0), ("0", 0), ("1", 1), ("yes", 1), ("2", 2)])
def test_a_count(monkeypatch, value, number):
    monkeypatch.setenv("VITAE_X", value)
    assert env.integer("VITAE_X") == number


@pytest.mark.parametrize("value", ["many", "-1", "1.5", "²"])
def test_no_count(monkeypatch, value):
    monkeypatch.setenv("VITAE_X", value)
    with pytest.raises(ImproperlyConfigured, match="VITAE_X"):
        env.integer("VITAE_X")
