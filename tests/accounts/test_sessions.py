"""How long one stays signed in: 12 hours without a page, 14 days in all."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.accounts.conftest import is_in, sign_in

pytestmark = pytest.mark.django_db
NOW = timezone.now()
MARKDOWN = reverse("admin:markdown-preview")


@pytest.fixture
def later(monkeypatch):
    """Let it be so much later."""

    def at(**delta):
        monkeypatch.setattr("django.utils.timezone.now", lambda: NOW + timedelta(**delta))

    at()
    return at


@pytest.fixture
def at_work(later, client, alice):
    client.force_login(alice.owner)
    return client


def works(client):
    """The cheapest page that wants a session."""
    return client.get(reverse("admin:account-signed-in")).status_code == 200


def test_session_ends_after_fourteen_days(at_work, later, alice):
    """Used every ten hours it lives on, for 14 days; then one signs in again, and is in."""
    for hours in range(10, 14 * 24, 10):
        later(hours=hours)
        assert works(at_work)
    later(days=14, seconds=1)
    assert not works(at_work)
    sign_in(at_work, "alice", "alice-password")
    assert works(at_work)


def test_unused_for_twelve_hours_it_ends(at_work, later):
    later(hours=11)
    assert works(at_work)
    later(hours=23, minutes=1)
    assert not works(at_work)
    assert at_work.post(MARKDOWN, {"content": "x"}).status_code == 403


def test_purge_finds_it_by_then(at_work, later):
    later(hours=12, minutes=1)
    assert Session.objects.filter(expire_date__lt=timezone.now()).exists()


def test_its_use_is_written_every_ten_minutes_only(at_work, later):
    def writes():
        with CaptureQueriesContext(connection) as asked:
            assert works(at_work)
        return sum(each["sql"].startswith("UPDATE") for each in asked)

    later(minutes=9)
    assert writes() == 0
    later(minutes=11)
    assert writes() == 1
    later(minutes=12)
    assert writes() == 0


def test_only_its_end_is_written(at_work, later):
    """What another request puts into it meanwhile stays."""
    later(hours=1)
    session = at_work.session
    assert session["signed_in_at"]  # read, and so prolonged
    assert not session.modified
    assert Session.objects.get().expire_date == timezone.now() + timedelta(hours=12)


def test_a_disk_that_is_full_signs_nobody_out(at_work, later, monkeypatch):
    def fail(*args, **kwargs):
        raise OperationalError

    later(hours=1)
    monkeypatch.setattr("django.db.models.query.QuerySet.update", fail)
    assert works(at_work)


def test_a_session_from_before_the_limit_ends(at_work):
    session = at_work.session
    del session["signed_in_at"]
    session.save()
    Session.objects.update(expire_date=NOW + timedelta(days=10))  # as it was stored then
    assert not is_in(at_work)


def test_the_browser_is_told_the_longest_time(later, client, alice):
    sign_in(client, "alice", "alice-password")
    assert client.cookies["sessionid"]["max-age"] == 14 * 24 * 3600


def test_public_pages_ask_for_no_session(at_work, alice):
    with CaptureQueriesContext(connection) as asked:
        answer = at_work.get("/alice-ahlgren/")
    assert "django_session" not in str(asked.captured_queries)
    assert "Cookie" not in answer.headers.get("Vary", "")


# --- Saving after it has ended -----------------------------------------------------------------


def test_the_login_says_that_nothing_was_saved(at_work, later):
    page = reverse("admin:profiles_talk_add")
    later(days=1)
    answer = at_work.post(page, {"title": "Tides"}, follow=True)
    assert "You were signed out meanwhile, so nothing was saved." in answer.text
    assert f'name="next" value="{page}"' in answer.text
    assert "signed out" not in Client().get(page, follow=True).text


def test_who_logs_out_too_late_saved_nothing_and_hears_of_nothing(at_work, later):
    later(days=1)
    answer = at_work.post(reverse("admin:logout"), follow=True)
    assert "nothing was saved" not in answer.text


def test_a_form_of_before_the_last_signing_in_is_refused_in_words(alice):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice.owner)
    answer = client.post(reverse("admin:profiles_talk_add"), {"csrfmiddlewaretoken": "x" * 64})
    assert answer.status_code == 403
    assert "This form is too old" in answer.text


def test_a_form_may_ask_as_whom_it_would_be_sent(at_work, alice):
    answer = at_work.get(reverse("admin:account-signed-in"))
    assert answer.json()["account"] == str(alice.owner_id)
    assert len(answer.json()["token"]) == 64
    assert "no-store" in answer.headers["Cache-Control"]
    assert Client().get(reverse("admin:account-signed-in")).status_code == 302
