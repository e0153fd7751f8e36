"""A damaged database is said in one line with what to do, and a page of it answers 503."""

import logging
import os
import sqlite3
import subprocess
import sys

import pytest
from django.db import DatabaseError
from django.test import Client

from config.checks import startup_error

NO_DATABASE = b"zebra" * 1000


@pytest.fixture
def damaged(tmp_path, monkeypatch):
    """What Django raises over a file that is none of SQLite's."""
    file = tmp_path / "none.sqlite3"
    file.write_bytes(NO_DATABASE)

    def fail(*_args):
        try:
            sqlite3.connect(file).execute("SELECT * FROM sqlite_master")
        except sqlite3.DatabaseError as error:
            raise DatabaseError(*error.args) from error

    return fail


def test_damaged_database_answers_503(client, damaged, monkeypatch, caplog, settings):
    monkeypatch.setattr("website.views.DirectoryView.get", damaged)
    client.raise_request_exception = False
    answer = client.get("/")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]
    assert "zebra" not in answer.text
    [record] = caplog.records
    assert len(written(record).splitlines()) == 1
    assert "file is not a database" in written(record)
    assert "manage.py restore" in written(record)


def written(record):
    [console] = [each for each in logging.getLogger().handlers if each.name == "console"]
    assert console.filter(record)
    return console.format(record)


def test_the_server_does_not_start(damaged, monkeypatch):
    monkeypatch.setattr("config.checks.connection.ensure_connection", damaged)
    [line] = startup_error().splitlines()
    assert "file is not a database" in line


def test_the_command_line_says_it_in_one_line(tmp_path):
    (tmp_path / "vitae.sqlite3").write_bytes(NO_DATABASE)
    run = subprocess.run(
        [sys.executable, "manage.py", "migrate"],
        env=os.environ | {"DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    [line] = run.stderr.splitlines()
    assert f"{tmp_path / 'vitae.sqlite3'} is damaged" in line


@pytest.mark.django_db
def test_another_error_of_the_database_keeps_its_traceback(client, monkeypatch, caplog):
    def fail(*_args):
        raise DatabaseError("no such column")

    monkeypatch.setattr("website.views.DirectoryView.get", fail)
    client = Client(raise_request_exception=False)
    assert client.get("/").status_code == 500
    assert "Traceback" in written(caplog.records[-1])
