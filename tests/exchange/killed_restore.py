"""Restores FILE into copies of the folder DATA, and is killed on the way.

    python -m tests.exchange.killed_restore FILE            prints how many points there are
    python -m tests.exchange.killed_restore FILE POINT…     makes a copy for each, and kills there

The points are what the interpreter reports of itself: each file that is opened, renamed or deleted,
each database that is connected to; and each page that SQLite copies. Each run is a fork.
"""

import os
import shutil
import signal
import sqlite3
import sys
from functools import partial

import django

EVENTS = ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "sqlite3.connect")


def main(file: str, *points: str) -> None:
    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection
    from django.test import override_settings

    call_command("restore", file, dry_run=True, stdout=sys.stderr)  # all is imported by now
    connection.close()
    here, pages = settings.DATA_DIR, sqlite3.Connection.backup
    for point in map(int, points or ("0",)):
        copy = here.with_name(f"killed-{point}")
        shutil.copytree(here, copy)
        if child := os.fork():
            _pid, status = os.waitpid(child, 0)
            print(point, "killed" if os.WIFSIGNALED(status) else "finished")
            continue
        override_settings(DATA_DIR=copy, MEDIA_ROOT=copy / "media").enable()
        connection.settings_dict["NAME"] = str(copy / "vitae.sqlite3")
        met = 0

        def meet(event, _arguments=None, last=point):
            nonlocal met
            if event in EVENTS:
                met += 1
                if met == last:
                    os.kill(os.getpid(), signal.SIGKILL)

        class Paged(sqlite3.Connection):
            def backup(self, target, *, progress, sleep):
                def step(*counts):
                    meet("open")
                    progress(*counts)

                pages(self, target, pages=8, progress=step, sleep=sleep)

        sqlite3.connect = partial(sqlite3.connect, factory=Paged)
        sys.addaudithook(meet)
        call_command("restore", file, stdout=sys.stderr)
        if not points:
            print(met, flush=True)
        os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
