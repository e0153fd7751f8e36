"""A power cut in an import: the database is as before it or as after it, never between."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.thorough import thorough

ROOT = Path(__file__).resolve().parents[2]
ENTRIES = 200
POINTS = 20
TABLES = ("publication", "authorship", "source", "publicationlink", "version", "importbatch")


def entries():
    for n in range(ENTRIES):
        fields = f"author = {{Zhu, Zoe and Brandt, Bob}}, year = {1990 + n % 30}"
        yield f"@article{{k{n}, title = {{Paper {n} about kelp}}, {fields}, volume = {n},\n"
        yield f"  url = {{https://example.org/{n}}}, code = {{https://example.org/{n}/code}}}}\n"


class Site:
    def __init__(self, folder):
        self.file = folder / "papers.bib"
        self.file.write_text("".join(entries()))
        self.folder, self.database = folder, folder / "vitae.sqlite3"
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("VITAE_", "DATABASE_"))}
        self.environment = kept | {
            "DATA": str(folder),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "TMPDIR": str(folder / "tmp"),
        }
        (folder / "tmp").mkdir()

    def python(self, *arguments):
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout

    def killed(self, *points):
        return self.python("-m", "tests.publications.killed_import", str(self.file), *points)


def counts(database):
    """Rows of each table, once SQLite has recovered what the killed process left behind."""
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        queries = [f"SELECT COUNT(*) FROM publications_{table}" for table in TABLES]  # noqa: S608
        queries.append("SELECT COUNT(DISTINCT checksum) FROM publications_source")
        return [connection.execute(query).fetchone()[0] for query in queries]


@pytest.fixture
def site(tmp_path):
    site = Site(tmp_path)
    site.python("manage.py", "migrate", "--verbosity", "0")
    return site


@thorough
def test_it_is_all_or_nothing_and_may_be_run_again(site):
    before, empty = counts(site.database), site.database.read_bytes()
    last = int(site.killed())
    after = counts(site.database)
    assert after == [ENTRIES, 2 * ENTRIES, ENTRIES, ENTRIES, 0, 1, ENTRIES]
    site.database.write_bytes(empty)

    points = [str(1 + n * (last - 1) // (POINTS - 1)) for n in range(POINTS)]
    assert len(set(points)) == POINTS
    assert site.killed(*points).split() == [word for p in points for word in (p, "killed")]
    kept = [counts(site.folder / f"killed-{point}.sqlite3") for point in points]
    # After the commit come the index of the search, and the report.
    committed = kept.index(after)
    assert kept == [before] * committed + [after] * (POINTS - committed)
    assert committed > POINTS // 2
    assert not list((site.folder / "tmp").iterdir())

    site.killed("again", *points)
    for point in points:
        assert counts(site.folder / f"killed-{point}.sqlite3") == after
