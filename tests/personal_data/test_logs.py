"""Nobody's name, address or words in the log; and no list of who signed in from where."""

import pytest
from axes.models import AccessLog
from django.conf import settings
from django.urls import reverse

pytestmark = pytest.mark.django_db
MARK = "zebrafinch"


@pytest.fixture
def log(caplog):
    """What reaches the console: the levels are those of the settings."""
    assert settings.LOGGING["root"]["level"] == "WARNING"
    return caplog


def test_wrong_password_is_logged_without_a_name(client, log):
    """Something is logged: a wrong password, without saying whose."""
    data = {"username": MARK, "password": f"{MARK}-password"}
    client.post(reverse("admin:login"), data, REMOTE_ADDR="192.0.2.77")
    assert "login failure" in log.text
    assert MARK not in log.text
    assert "192.0.2.77" not in log.text


@pytest.mark.parametrize(
    "address", [f"/{MARK}/", f"/search/?q={MARK}", f"/admin/{MARK}/", f"/media/{MARK}.webp"]
)
def test_no_address_that_somebody_typed(client, log, address):
    client.get(address)
    assert MARK not in log.text


def test_nothing_of_a_form_that_is_refused(client, alice, log):
    client.handler.enforce_csrf_checks = True
    client.post(reverse("admin:login"), {"username": MARK, "password": MARK})
    assert MARK not in log.text


def test_who_signed_in_is_not_kept(client, alice):
    data = {"username": "alice", "password": "alice-password"}
    assert client.post(reverse("admin:login"), data).status_code == 302
    assert not AccessLog.objects.exists()


def test_the_server_keeps_no_list_of_visits():
    """gunicorn's own default, which neither its settings nor its command line change."""
    for name in ("Makefile", "config/gunicorn.py"):
        text = (settings.BASE_DIR / name).read_text()
        assert "access-logfile" not in text
        assert "accesslog" not in text
