"""What is written to the log of warnings and errors: what happened, never whom it was about."""

import logging

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
SECRETS = ["zebrafinch", "zebra@example.org", "zebra-token", "zebra-password"]


@pytest.fixture
def logged(caplog):
    caplog.handler.setLevel(logging.INFO)
    return lambda: "\n".join(record.getMessage() for record in caplog.records)


def test_it_works(client, logged, monkeypatch):
    client.raise_request_exception = False
    monkeypatch.setattr("profiles.views.DirectoryView.get", lambda *args: 1 / 0)
    client.get("/?q=zebrafinch")
    assert "Internal Server Error: /" in logged()
    assert "zebrafinch" not in logged()


def sign_in(client):
    sent = {"username": "zebrafinch", "password": "zebra-password"}
    for _try in range(7):
        client.post("/admin/login/?next=/admin/?q=zebrafinch", sent)


def ask_for_a_link(client):
    client.post("/admin/forgotten/", {"name": "zebra@example.org", "email": "zebra@example.org"})


def open_an_old_link(client):
    for kind in ("password", "invitation", "none"):
        for send in (client.get, client.post):
            send(f"/admin/link/{kind}/Mg/zebra-token/", {"password": "zebra-password"})


def search(client):
    client.get("/search/?q=zebrafinch")
    client.get("/no/such/page/?q=zebrafinch")
    client.get("/admin/profiles/talk/?q=zebrafinch")
    client.post("/search/?q=zebrafinch", {"q": "zebrafinch"})


def send_without_a_token(client):
    strict = Client(enforce_csrf_checks=True)
    sent = {"username": "zebrafinch", "email": "zebra@example.org", "body": "zebrafinch"}
    strict.post("/admin/login/?next=zebrafinch", sent)
    strict.post("/admin/link/password/Mg/zebra-token/", sent)


@pytest.mark.parametrize(
    "visit", [sign_in, ask_for_a_link, open_an_old_link, search, send_without_a_token]
)
def test_it_says_nothing_of_whom(visit, client, logged):
    visit(client)
    assert [secret for secret in SECRETS if secret in logged()] == []
