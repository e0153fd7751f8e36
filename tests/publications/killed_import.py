"""Imports a file into the database of DATA, or into copies of it, and is killed on the way.

    python -m tests.publications.killed_import FILE          prints how many points there are
    python -m tests.publications.killed_import FILE POINT…   makes a copy for each, and kills there
    python -m tests.publications.killed_import FILE again POINT…   finishes those copies

The points are the statements sent to the database, from 1 on, and one more: the report, when all
is written. Nothing in the program knows of this. Each run is a fork of this one process, which is
what makes twenty of them quick.
"""

import os
import shutil
import signal
import sys
from pathlib import Path

import django


class Stdout:
    """Where the report goes."""

    def __init__(self, meet):
        self.meet = meet

    def write(self, _text):
        self.meet()


def main(file: str, *points: str) -> None:
    django.setup()
    from django.db import connection

    from publications.importer import planner, writer

    planner.CHUNK = writer.BATCH = 50  # so that a short file has several
    connection.close()  # a connection is not for two processes
    if not points:
        print(run(file, 0) - 1)
    again = points[:1] == ("again",)
    for point in map(int, points[again:]):
        copy = Path(connection.settings_dict["NAME"]).with_name(f"killed-{point}.sqlite3")
        if not again:
            shutil.copy(connection.settings_dict["NAME"], copy)
        print(point, in_a_fork(file, 0 if again else point, copy))


def in_a_fork(file, point, database):
    from django.db import connection

    if not (child := os.fork()):
        connection.settings_dict["NAME"] = str(database)
        run(file, point)
        os._exit(0)
    _pid, status = os.waitpid(child, 0)
    return "killed" if os.WIFSIGNALED(status) else "finished"


def run(file, last):
    """Kills the process at the point `last`; returns how many were met."""
    from django.core.management import call_command
    from django.db import connection

    met = 0

    def meet():
        nonlocal met
        met += 1
        if met == last:
            os.kill(os.getpid(), signal.SIGKILL)

    def execute(do, *arguments):
        meet()
        return do(*arguments)

    connection.ensure_connection()
    with connection.execute_wrapper(execute):
        call_command("import_bibtex", file, stdout=Stdout(meet))
    return met


if __name__ == "__main__":
    main(*sys.argv[1:])
