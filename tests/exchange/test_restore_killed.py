"""A power cut in a restore: the site is as before it, or as in the backup, never between."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection

from profiles.models import Researcher
from tests.website.test_media import picture

ROOT = Path(__file__).resolve().parents[2]
POINTS = 60


def site(folder):
    """Its rows, and the picture that they name."""
    with closing(sqlite3.connect(folder / "vitae.sqlite3")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = [line for line in database.iterdump() if "django_session" not in line]
        [[name]] = database.execute("SELECT portrait FROM profiles_researcher")
    return sorted(rows), (folder / "media" / name).read_bytes()


def run(folder, *arguments):
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("VITAE_", "DATABASE_"))}
    done = subprocess.run(
        [sys.executable, "-m", "tests.exchange.killed_restore", *map(str, arguments)],
        cwd=ROOT,
        env=kept | {"DATA": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")


@pytest.mark.slow
def test_killed_restore_leaves_one_whole_state(lived_in, saved):
    in_the_backup = site(lived_in.folder)
    alice = Researcher.objects.get()
    alice.portrait.save("new.png", picture(200))
    default_storage.save("files/4567.pdf", ContentFile(b"%PDF-1.7 newer"))
    before = site(lived_in.folder)
    assert before != in_the_backup
    connection.close()
    count = int(run(lived_in.folder, saved)[0])
    assert count > POINTS
    points = [1 + number * (count - 1) // (POINTS - 1) for number in range(POINTS)]
    run(lived_in.folder, saved, *points)
    outcomes = []
    for point in points:
        folder = lived_in.folder.with_name(f"killed-{point}")
        outcomes.append(site(folder))
        shutil.rmtree(folder)
    assert set(map(repr, outcomes)) == {repr(before), repr(in_the_backup)}
    change = [repr(outcome) for outcome in outcomes].index(repr(in_the_backup))
    assert outcomes == [before] * change + [in_the_backup] * (POINTS - change)
