"""Four writers replace pictures while backups are made: each backup is of one moment, and whole."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.db import connection

from profiles.models import Researcher
from uploads.images import picture_files

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 20
WRITER = f"""
import sys, time
import django; django.setup()
from django.db import transaction
from profiles.models import Researcher
from tests.website.test_media import picture
row = Researcher.objects.create(slug=f"w{{sys.argv[1]}}", display_name="W")
end, count = time.monotonic() + {SECONDS}, 0
while time.monotonic() < end:
    count += 1
    with transaction.atomic():
        row.portrait.save("a.png", picture(170 + count % 30), save=False)
        row.display_name = row.headline = f"Writer {{count}}"
        row.save()
print(count)
"""


@pytest.mark.slow
def test_backups_under_load_are_consistent(lived_in, tmp_path):
    connection.close()
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("VITAE_", "DATABASE_"))}
    kept |= {"DATA": str(lived_in.folder), "DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [sys.executable, "-c", WRITER]
    writers = [
        subprocess.Popen([*command, str(n)], cwd=ROOT, env=kept, stdout=subprocess.PIPE, text=True)
        for n in range(4)
    ]
    backups = []
    while any(writer.poll() is None for writer in writers):
        backups.append(tmp_path / f"{len(backups)}.backup")
        call_command("backup", str(backups[-1]), verbosity=0)
    assert [writer.returncode for writer in writers] == [0] * 4
    assert all(int(writer.communicate()[0]) > 3 for writer in writers)
    assert len(backups) > 3
    lived_in.move_to(tmp_path / "elsewhere")
    seen = set()
    for backup in backups:
        call_command("restore", str(backup), verbosity=0)
        for row in Researcher.objects.all():
            seen.add((row.slug, row.headline))
            if row.portrait:
                assert all(map(default_storage.exists, picture_files(row.portrait.name)))
            if row.slug.startswith("w"):
                assert row.headline in ("", row.display_name)
    assert len(seen) > 8, "they wrote meanwhile"
