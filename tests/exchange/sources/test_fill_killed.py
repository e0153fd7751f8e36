"""A power cut while a page imports: all of it or nothing, and who comes back finishes it."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from tests.exchange.sources import test_fill_from_orcid as records

ROOT = Path(__file__).resolve().parents[3]
orcid = records.orcid
TABLES = (
    *("publications_publication", "publications_importbatch", "publications_importedrow"),
    *("profiles_experience", "profiles_education", "profiles_grant", "profiles_affiliation"),
)
CLOSED = "SELECT batch_id IS NOT NULL FROM publications_pendingimport"
POINTS = 10


@pytest.fixture
def page(alice, orcid, tmp_path):
    """`page(*points)`: what its process says. The database is copied for each point."""
    if connection.vendor != "sqlite":
        pytest.skip("copies files of SQLite")
    (tmp_path / "vitae.sqlite3").write_bytes(connection.connection.serialize())
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("VITAE_", "DATABASE_"))}
    environment = kept | {"DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [sys.executable, "-m", "tests.exchange.sources.killed", str(orcid.port), "fill"]

    def run(*points):
        options = {"cwd": ROOT, "env": environment, "stdout": subprocess.PIPE, "text": True}
        return subprocess.run([*command, *points], check=True, **options).stdout

    return run


def kept(folder, point):
    """(rows of each table; whether the plan is done, for each that is kept)."""
    with closing(sqlite3.connect(folder / f"killed-{point}.sqlite3")) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        queries = [f"SELECT COUNT(*) FROM {table}" for table in TABLES]  # noqa: S608
        counts = [database.execute(query).fetchone()[0] for query in queries]
        return counts, [bool(done) for (done,) in database.execute(CLOSED)]


@pytest.mark.slow
def test_it_is_all_or_nothing_and_the_next_visit_finishes_the_same_plan(page, tmp_path):
    last = int(page().split()[1])
    whole, nothing = kept(tmp_path, "count"), [0] * len(TABLES)
    assert (whole[0][:2], whole[0][3:], whole[1]) == ([1, 1], [1, 1, 1, 1], [True])
    points = [str(1 + n * (last - 1) // (POINTS - 1)) for n in range(POINTS)]
    assert page(*points).split() == [word for p in points for word in (p, "killed")]
    left = [kept(tmp_path, point) for point in points]
    assert all(one in ((nothing, []), (nothing, [False]), whole) for one in left)
    assert (nothing, [False]) in left  # the plan waited

    page("again", *points)
    assert [kept(tmp_path, point) for point in points] == [whole] * POINTS
