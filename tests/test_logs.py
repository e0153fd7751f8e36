"""What is written to the log of warnings and errors: what happened, never whom it was about."""

import io
import logging
import runpy
import sys
from types import SimpleNamespace
from urllib.parse import quote

import pytest
from django.test import Client
from django.views.debug import ExceptionReporter
from gunicorn.config import Config
from gunicorn.glogging import Logger

from tests.profiles.test_admin_own_record import NEWS
from tests.publications.admin_import import upload

pytestmark = pytest.mark.django_db
SECRETS = ["zebrafinch", "zebra@example.org", "zebra-token", "zebra-password"]


@pytest.fixture
def logged(caplog):
    caplog.handler.setLevel(logging.INFO)
    return lambda: "\n".join(record.getMessage() for record in caplog.records)


def test_error_is_logged_without_the_query(client, logged, monkeypatch):
    client.raise_request_exception = False
    monkeypatch.setattr("website.views.DirectoryView.get", lambda *args: 1 / 0)
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


# --- As it is written ----------------------------------------------------------------------------


@pytest.fixture
def console(monkeypatch):
    """What the handler of the settings writes; caplog has a handler of its own."""
    written = io.StringIO()
    [handler] = [each for each in logging.getLogger().handlers if each.name == "console"]
    monkeypatch.setattr(handler, "stream", written)
    return written


def test_an_error_behind_a_one_time_link_is_logged_without_it(client, console, monkeypatch):
    client.raise_request_exception = False
    monkeypatch.setattr("accounts.one_time_links.link_user", lambda *args, **kwargs: 1 / 0)
    client.get("/admin/link/invitation/Mg/zebra-token/")
    assert "Internal Server Error: /admin/link/…" in console.getvalue()
    assert "ZeroDivisionError" in console.getvalue()
    assert "zebra-token" not in console.getvalue()


@pytest.mark.parametrize(
    ("path", "host"),
    [
        ("/", "evil.example"),
        ("/", "evil.example\x01"),
        ("/admin/profiles/talk/?researcher__owner__password__startswith=zebra", "testserver"),
        ("/admin/profiles/talk/?researcher__owner__password%0A__startswith=zebra", "testserver"),
    ],
)
def test_an_attack_is_one_line_of_warning(path, host, client, alice, console, caplog):
    client.force_login(alice.owner)
    assert client.get(path, headers={"host": host}).status_code == 400
    assert len(console.getvalue().splitlines()) == 1
    assert "Traceback" not in console.getvalue()
    assert "zebra" not in console.getvalue()
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def fail_in_a_form(client, monkeypatch):
    monkeypatch.setattr("profiles.models.NewsItem.save", lambda *args, **kwargs: 1 / 0)
    sent = NEWS | {"body": "zebrafinch"}
    assert client.post("/admin/profiles/newsitem/add/", sent).status_code == 500


def fail_in_an_import(client, monkeypatch):
    """Of a file that ends in the middle of an entry."""
    answer = upload(client, b"@misc{zebrafinch, title={zebrafinch}, note={zebra@example.org")
    assert client.get(answer.url).status_code == 200
    monkeypatch.setattr("publications.importer.plan", lambda *args, **kwargs: 1 / 0)
    assert client.get(answer.url).status_code == 500


def send_too_much(client, monkeypatch):
    monkeypatch.setattr("django.conf.settings.DATA_UPLOAD_MAX_NUMBER_FIELDS", 2)
    sent = dict.fromkeys(["zebrafinch", "b", "c"], "zebra-password")
    assert client.post("/admin/profiles/newsitem/add/", sent).status_code == 400


@pytest.mark.parametrize("visit", [fail_in_a_form, fail_in_an_import, send_too_much])
def test_what_was_typed_and_by_whom_is_in_no_line(visit, client, alice, console, monkeypatch):
    """Not in the traceback either."""
    client.force_login(alice.owner)
    client.raise_request_exception = False
    visit(client, monkeypatch)
    assert visit is send_too_much or "ZeroDivisionError" in console.getvalue()
    session = client.cookies["sessionid"].value
    assert [word for word in [*SECRETS, session, "alice"] if word in console.getvalue()] == []


def test_gunicorn_names_no_address_and_no_one_time_link_either(settings, tmp_path):
    written = tmp_path / "visits"
    server_config = Config()
    server_config.set("accesslog", str(written))
    server_config.set("errorlog", str(written))
    server = SimpleNamespace(log=Logger(server_config))
    runpy.run_path(str(settings.BASE_DIR / "config" / "gunicorn.py"))["on_starting"](server)
    server.log.access_log.info('"GET /admin/link/invitation/Mg/zebra-token/ HTTP/1.1" 200')
    server.log.error("Error handling request %s", "/office/link/forgotten/Mg/zebra-token/?x")
    server.log.warning("Invalid request from ip=192.0.2.7: Invalid HTTP Version '9'")
    assert written.read_text().count("/link/…") == 2
    assert "192.0.2.7" not in written.read_text()
    assert "zebra-token" not in written.read_text()


FORGED = ["\r\nWARNING forged", "\x1b[2Jforged", "\u2028forged", "\x9b2J%s %(x)s {}forged"]


@pytest.mark.parametrize("line", FORGED, ids=ascii)
def test_what_is_sent_begins_no_line_and_moves_no_cursor(line, client, console, monkeypatch):
    """In an address, and in the words of an error that quotes it."""

    def fail(*args):
        raise ValueError(line)

    client.raise_request_exception = False
    monkeypatch.setattr("website.views.DirectoryView.get", fail)
    monkeypatch.setattr("config.views.moved", fail)
    for path in ("/", f"/{quote(line)}/"):
        assert client.get(path).status_code == 500
    lines = console.getvalue().splitlines()
    assert [each for each in lines if not each.startswith(("Internal Server Error: /", "  "))] == []
    assert "".join(lines).isprintable()
    assert "forged" in console.getvalue()


# --- Error reports -------------------------------------------------------------------------------


def test_nothing_is_mailed(client, mailoutbox, monkeypatch, settings):
    settings.ADMINS = [("Zoe", "zoe@lab.example")]
    client.raise_request_exception = False
    monkeypatch.setattr("website.views.DirectoryView.get", lambda *args: 1 / 0)
    assert client.get("/").status_code == 500
    assert mailoutbox == []


@pytest.mark.parametrize("write", ["get_traceback_text", "get_traceback_html"])
def test_a_report_holds_nothing_typed_and_no_password(rf, settings, write):
    word = SECRETS[0]  # reports quote the lines of this file
    settings.CACHE_URL = f"redis://:{word}@host:6379/0"
    settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": settings.CACHE_URL}}
    settings.EMAIL_HOST_PASSWORD = word
    request = rf.post("/admin/profiles/talk/add/", {"title": word})
    request.COOKIES["sessionid"] = word
    report = getattr(ExceptionReporter(request, *_failure(word)), write)()
    assert "ZeroDivisionError" in report
    assert word not in report


def _failure(title):
    try:
        return len(title) / 0
    except ZeroDivisionError:
        return sys.exc_info()
