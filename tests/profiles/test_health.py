import pytest
from django.conf import settings
from django.db import DatabaseError
from django.db.migrations.executor import MigrationExecutor


def test_health_addresses_answer_ok(client, db):
    for path, text in (("/healthz", "ok\n"), ("/readyz", f"ok {settings.VERSION}\n")):
        response = client.get(path)
        assert (response.status_code, response.content.decode()) == (200, text)
        assert "no-store" in response["Cache-Control"]


def test_health_asks_no_database(client):
    # Without the db fixture, pytest-django refuses any query.
    assert client.get("/healthz").status_code == 200


@pytest.mark.django_db
def test_it_is_not_ready_while_a_migration_waits(client, monkeypatch):
    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda *args: ["0002"])
    response = client.get("/readyz")
    assert (response.status_code, response.content) == (503, b"not ready\n")


@pytest.mark.django_db
def test_it_is_not_ready_without_a_database_and_says_no_more(client, monkeypatch):
    def fail(*args):
        raise DatabaseError("password of the database")

    monkeypatch.setattr(MigrationExecutor, "migration_plan", fail)
    response = client.get("/readyz")
    assert (response.status_code, response.content) == (503, b"not ready\n")
