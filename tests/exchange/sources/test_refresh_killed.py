"""A power cut while news is looked for: a proposal is whole, or the former one, or not there yet;
the next run ends with the same ones.
"""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from publications.models import PendingImport
from tests.exchange.sources.conftest import orcid_group, orcid_work
from tests.publications.papers import make_paper

ROOT = Path(__file__).resolve().parents[3]
LEAST_POINTS = 10
BEFORE = b"of the night before"
PROPOSALS = "SELECT researcher_id, name, data FROM publications_pendingimport ORDER BY 1, 2"


@pytest.fixture
def night(services, alice, bob, tmp_path):
    """Two people, each with three new works; alice has a proposal of the night before."""
    if connection.vendor != "sqlite":
        pytest.skip("copies files of SQLite")
    services.say_usual()
    for person, orcid in ((alice, "0000-0002-1825-0097"), (bob, "0000-0001-5109-3700")):
        person.orcid = orcid
        person.save()
        works = [orcid_work(number, f"Kelp of {person} {number}") for number in (11, 12, 13)]
        base = f"pub.orcid.org/v3.0/{orcid}/works"
        services.say(base, {"group": [orcid_group(work) for work in works]})
        services.say(f"{base}/11,12,13", {"bulk": [{"work": work} for work in works]})
    make_paper("Kelp and the tide", alice, arxiv="2301.01234", doi="")
    PendingImport.objects.create(
        user=alice.owner, researcher=alice, name="ORCID", data=BEFORE, is_found=True
    )
    return Night(tmp_path, services.port)


class Night:
    def __init__(self, folder, port):
        self.folder, self.port = folder, str(port)
        (folder / "vitae.sqlite3").write_bytes(connection.connection.serialize())
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("VITAE_", "DATABASE_"))}
        own = {"DATA": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings"}
        self.environment = kept | own

    def run(self, *points):
        command = [sys.executable, "-m", "tests.exchange.sources.killed", self.port, "refresh"]
        options = {"cwd": ROOT, "env": self.environment, "stdout": subprocess.PIPE}
        return subprocess.run([*command, *points], text=True, check=True, **options).stdout

    def proposals(self, point):
        """Whose, from where, and what, once SQLite has recovered what the dead process left."""
        with closing(sqlite3.connect(self.folder / f"killed-{point}.sqlite3")) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            return database.execute(PROPOSALS).fetchall()


@pytest.mark.slow
def test_each_proposal_is_whole_or_the_former_and_the_next_run_ends_alike(night, alice):
    before = [(alice.pk, "ORCID", BEFORE)]
    last = int(night.run().split()[1])
    whole = night.proposals("count")
    assert len({person for person, _name, _data in whole}) == 2
    assert before[0] not in whole

    points = [str(point) for point in range(1, last + 1)]
    assert last >= LEAST_POINTS
    assert night.run(*points).split() == [word for p in points for word in (p, "killed")]
    left = [night.proposals(point) for point in points]
    assert all(set(rows) <= {*before, *whole} for rows in left)
    of_orcid = [[row for row in rows if row[:2] == (alice.pk, "ORCID")] for rows in left]
    assert [len(rows) for rows in of_orcid] == [1] * last
    assert left[0] == before
    assert left[-1] == whole

    night.run("again", *points)
    assert [night.proposals(point) for point in points] == [whole] * last
