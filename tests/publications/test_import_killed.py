"""A power cut in an import: the database is as before it or as after it, never between."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

ROOT = Path(__file__).resolve().parents[2]
POINTS = 20
TABLES = ("publication", "authorship", "source", "publicationlink", "version", "importbatch")


def entries(count):
    for n in range(count):
        fields = f"author = {{Zhu, Zoe and Brandt, Bob}}, year = {1990 + n % 30}"
        yield f"@article{{k{n}, title = {{Paper {n} about kelp}}, {fields}, volume = {n},\n"
        yield f"  url = {{https://example.org/{n}}}, code = {{https://example.org/{n}/code}}}}\n"


class Site:
    def __init__(self, folder, count):
        self.file = folder / "papers.bib"
        self.file.write_text("".join(entries(count)))
        self.folder, self.database = folder, folder / "vitae.sqlite3"
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("VITAE_", "DATABASE_"))}
        self.environment = kept | {
            "DATA": str(folder),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "TMPDIR": str(folder / "tmp"),
        }
        (folder / "tmp").mkdir()
        self.database.write_bytes(connection.connection.serialize())
        self.before = [0] * (len(TABLES) + 1)
        self.after = [count, 2 * count, count, count, 0, 1, count]

    def killed(self, *points):
        command = [sys.executable, "-m", "tests.publications.killed_import", str(self.file)]
        done = subprocess.run(
            [*command, *points],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        return done.stdout

    def kept(self, *points):
        return [self.counts(f"killed-{point}.sqlite3")[:-1] for point in points]

    def indexed(self, *points, after="killed"):
        return [self.counts(f"{after}-{point}.sqlite3")[-1] for point in points]

    def counts(self, name):
        """Rows of each table, once SQLite has recovered what the killed process left behind."""
        with closing(sqlite3.connect(self.folder / name)) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            queries = [f"SELECT COUNT(*) FROM publications_{t}" for t in TABLES]  # noqa: S608
            queries.append("SELECT COUNT(DISTINCT checksum) FROM publications_source")
            queries.append("SELECT COUNT(*) FROM website_searchdocument")
            return [database.execute(query).fetchone()[0] for query in queries]


@pytest.fixture
def site(tmp_path, db):
    if connection.vendor != "sqlite":
        pytest.skip("copies files of SQLite")
    return lambda count: Site(tmp_path, count)


def test_it_is_all_or_nothing_at_the_commit_and_the_next_start_mends_the_index(site):
    site, points = site(60), ("before-1", "after-1", "after-2")
    site.killed(*points, "start", *points)
    assert site.kept(*points) == [site.before, site.after, site.after]
    assert site.indexed(*points) == [0, 0, 50]
    assert site.indexed(*points, after="started") == [0, 60, 60]


@pytest.mark.slow
def test_it_is_all_or_nothing_and_may_be_run_again(site):
    site = site(200)
    empty, last = site.database.read_bytes(), int(site.killed())
    site.database.write_bytes(empty)
    points = [str(1 + n * (last - 1) // (POINTS - 1)) for n in range(POINTS)]
    assert len(set(points)) == POINTS
    assert site.killed(*points).split() == [word for p in points for word in (p, "killed")]
    kept = site.kept(*points)
    # After the commit come the index of the search, and the report.
    committed = kept.index(site.after)
    assert kept == [site.before] * committed + [site.after] * (POINTS - committed)
    assert committed > POINTS // 2
    assert not list((site.folder / "tmp").iterdir())

    site.killed("again", *points)
    assert site.kept(*points) == [site.after] * POINTS


@pytest.mark.slow
def test_it_is_all_or_nothing_within_the_commit(site):
    """Killed at twenty moments from right before the COMMIT on."""
    site = site(200)
    points = [f"before-1+{n * n * 0.00003:.5f}" for n in range(1, POINTS + 1)]
    lines = site.killed(*points, "start", *points).splitlines()
    assert lines[:POINTS] == [f"{point} killed" for point in points]
    kept = site.kept(*points)
    assert all(counts in (site.before, site.after) for counts in kept)
    assert site.indexed(*points, after="started") == [counts[0] for counts in kept]
