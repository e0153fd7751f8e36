"""Kept pages on the databases themselves, and with several processes."""

import os
import subprocess
import sys

import psycopg
import pytest

from config import page_cache
from tests.backends.conftest import ROOT


@pytest.mark.postgresql
def test_the_snapshot_changes_with_each_commit(postgresql_url, monkeypatch):
    with (
        psycopg.connect(postgresql_url, autocommit=True) as ours,
        psycopg.connect(postgresql_url) as theirs,
    ):
        monkeypatch.setattr(page_cache, "connection", ours)
        monkeypatch.setattr(page_cache, "close_old_connections", lambda: None)
        seen = [page_cache.postgresql_snapshot()]
        for statement in ("CREATE TABLE t (a int)", "INSERT INTO t VALUES (1)", "DELETE FROM t"):
            theirs.execute(statement)
            theirs.commit()
            seen.append(page_cache.postgresql_snapshot())
            assert page_cache.postgresql_snapshot() == seen[-1]
        assert len(set(seen)) == 4


@pytest.mark.postgresql
def test_a_long_transaction_keeps_the_snapshot_until_its_commit(postgresql_url, monkeypatch):
    with (
        psycopg.connect(postgresql_url, autocommit=True) as ours,
        psycopg.connect(postgresql_url) as theirs,
    ):
        monkeypatch.setattr(page_cache, "connection", ours)
        monkeypatch.setattr(page_cache, "close_old_connections", lambda: None)
        theirs.execute("CREATE TABLE t (a int)")
        during = page_cache.postgresql_snapshot()
        theirs.execute("INSERT INTO t VALUES (1)")
        assert page_cache.postgresql_snapshot() == during
        theirs.commit()
        assert page_cache.postgresql_snapshot() != during


def stale_pages(**variables):
    """Two servers under random edits."""
    module = ["-m", "tests.backends.stale_pages"]
    command = [sys.executable, *module, "--edits", "60", "--seed", "1"]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("VITAE_")}
    done = subprocess.run(
        command, cwd=ROOT, env=kept | variables, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_no_page_outlives_an_edit():
    status, output = stale_pages()
    assert status == 0, output


@pytest.mark.postgresql
def test_no_page_outlives_an_edit_on_postgresql(postgresql_url):
    status, output = stale_pages(DATABASE_URL=postgresql_url)
    assert status == 0, output
