"""Two machines on one PostgreSQL: an instance that lacks what the other wrote says so."""

import logging

import pytest
from django.conf import settings
from django.db import OperationalError, connection

from config import checks, views
from tests.backends.conftest import Site
from tests.website.test_media import picture

KEY = "a-key-of-fifty-characters-and-more-for-both-of-the-machines"
SIGN_IN = (
    "from django.test import Client; from django.contrib.auth import get_user_model;"
    "Client().force_login(get_user_model().objects.create_user('alice'))"
)


@pytest.mark.postgresql
def test_second_instance_needs_the_shared_key(tmp_path, postgresql_url):
    """A second machine is ready with the first one's key, and with one of its own it is not."""
    shared = {"DATABASE_URL": postgresql_url, "VITAE_SECRET_KEY": KEY}
    (first := Site(tmp_path / "first", **shared)).manage("migrate", "--verbosity", "0")
    first.manage("shell", "--no-imports", "--verbosity", "0", "-c", SIGN_IN)
    assert first.get("/readyz") == [200, f"ok {settings.VERSION}\n"]
    assert Site(tmp_path / "second", **shared).get("/readyz") == [200, f"ok {settings.VERSION}\n"]
    assert Site(tmp_path / "third", DATABASE_URL=postgresql_url).get("/readyz")[0] == 503


@pytest.fixture
def several(monkeypatch):
    """As on PostgreSQL, without one: SQLite is always of one machine."""
    monkeypatch.setattr(connection, "vendor", "postgresql")
    monkeypatch.setattr(views, "_not_migrated", lambda: "")


def test_another_key_is_said_and_a_former_one_is_none(client, alice, several, settings, caplog):
    client.force_login(alice.owner)
    assert client.get("/readyz").status_code == 200
    former, settings.SECRET_KEY = settings.SECRET_KEY, KEY
    assert client.get("/readyz").status_code == 503
    assert "VITAE_SECRET_KEY" in caplog.text
    settings.SECRET_KEY_FALLBACKS = [former]
    assert client.get("/readyz").status_code == 200


def test_uploads_that_lie_elsewhere_are_said(client, alice, several, settings, tmp_path, caplog):
    alice.portrait.save("me.png", picture())
    assert client.get("/readyz").status_code == 200
    settings.MEDIA_ROOT = tmp_path / "elsewhere"
    assert client.get("/readyz").status_code == 503
    assert alice.portrait.name in caplog.text
    assert "VITAE_S3_BUCKET" in caplog.text


def test_a_bucket_that_does_not_answer_is_said(client, alice, several, monkeypatch, caplog):
    def fail(*_args):
        raise OSError("the bucket does not answer")

    alice.portrait.save("me.png", picture())
    monkeypatch.setattr("django.core.files.storage.FileSystemStorage.exists", fail)
    assert client.get("/readyz").status_code == 503
    assert "the bucket does not answer" in caplog.text


@pytest.mark.skipif(connection.vendor != "sqlite", reason="begins with a database of one machine")
def test_one_machine_is_asked_for_nothing_more(client, alice, settings, tmp_path):
    client.force_login(alice.owner)
    alice.portrait.save("me.png", picture())
    settings.SECRET_KEY, settings.MEDIA_ROOT = KEY, tmp_path / "elsewhere"
    assert client.get("/readyz").status_code == 200


@pytest.mark.skipif(connection.vendor != "sqlite", reason="begins with a database of one machine")
def test_the_check_names_what_each_machine_would_have_of_its_own(monkeypatch, settings):
    assert checks.check_several_machines(None) == []
    monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", "django.db.backends.postgresql")
    key, uploads, cache = checks.check_several_machines(None)
    assert ("VITAE_SECRET_KEY" in key.msg, key.id) == (True, "vitae.W002")
    assert "VITAE_S3_BUCKET" in uploads.hint
    assert "CACHE_URL" in cache.hint
    for name in ("VITAE_SECRET_KEY", "VITAE_S3_BUCKET", "CACHE_URL"):
        monkeypatch.setenv(name, KEY)
    assert checks.check_several_machines(None) == []


@pytest.mark.redis
def test_cards_are_kept_in_common(redis_url, tmp_path):
    site = Site(tmp_path, CACHE_URL=redis_url)
    code = "from django.core.cache import caches; print(type(caches['cards']))"
    printed = site.manage("shell", "--no-imports", "--verbosity", "0", "-c", code)
    assert "django_redis" in printed
    assert not (tmp_path / "cards").exists()


# --- A database that is gone ---------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/alice-ahlgren/", "/readyz"])
def test_a_database_that_is_gone_is_a_503_in_one_line(path, client, alice, monkeypatch, caplog):
    def fail(*_args, **_options):
        raise OperationalError("connection refused") from ConnectionError()

    client.raise_request_exception = False
    monkeypatch.setattr("django.db.backends.utils.CursorWrapper.execute", fail)
    monkeypatch.setattr(views, "_not_migrated", fail)
    answer = client.get(path)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")
    [console] = [each for each in logging.getLogger().handlers if each.name == "console"]
    for record in caplog.records:
        console.filter(record)
        assert len(console.format(record).splitlines()) == 1
