"""Imports a file into the database of DATA, or into copies of it, and is killed on the way.

    python -m tests.publications.killed_import FILE          prints how many points there are
    python -m tests.publications.killed_import FILE POINT…   makes a copy for each, and kills there
    … again POINT…   finishes those copies
    … start POINT…   starts the site on copies of those copies

The points are the statements and commits sent to the database, from 1 on, and one more: the report,
when all is written. Right before and right after the first COMMIT are also called "before-1" and
"after-1"; "before-1+0.0003" is so many seconds later: the kernel ends the process there, wherever
it is. Nothing in the program knows of this. Each run is a fork of this one process, which is what
makes twenty of them quick.
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
    from website.search import index

    planner.CHUNK = writer.BATCH = index.BATCH = 50  # so that a short file has several
    connection.close()  # a connection is not for two processes
    if not points:
        print(run(file, "0") - 1)
    database, what = Path(connection.settings_dict["NAME"]), "kill"
    for point in points:
        if point in ("again", "start"):
            what = point
            continue
        copy = database.with_name(f"killed-{point}.sqlite3")
        if what == "kill":
            shutil.copy(database, copy)
        elif what == "start":
            left, copy = copy, database.with_name(f"started-{point}.sqlite3")
            for end in ("", "-wal"):  # where SQLite keeps what is committed
                shutil.copy(f"{left}{end}", f"{copy}{end}")
        print(point, in_a_fork(file, point, copy, what))


def in_a_fork(file, point, database, what):
    from django.core.management import call_command
    from django.db import connection

    if not (child := os.fork()):
        connection.settings_dict["NAME"] = str(database)
        if what == "start":
            call_command("migrate", verbosity=0)  # as `make run` does before it serves
        else:
            run(file, point if what == "kill" else "0")
        os._exit(0)
    _pid, status = os.waitpid(child, 0)
    return "killed" if os.WIFSIGNALED(status) else "finished"


def run(file, last):
    """Kills the process at the point `last`; returns how many were met."""
    from django.core.management import call_command
    from django.db import connection

    last, _plus, seconds = last.partition("+")
    met = commits = 0

    def meet(name=""):
        nonlocal met
        met += 1
        if last not in (str(met), name):
            return
        if not seconds:
            os.kill(os.getpid(), signal.SIGKILL)
        signal.setitimer(signal.ITIMER_REAL, float(seconds))  # nobody handles its signal

    def execute(do, *arguments):
        meet()
        return do(*arguments)

    def commit(do=connection._commit):
        nonlocal commits
        commits += 1
        meet(f"before-{commits}")
        do()
        meet(f"after-{commits}")

    connection.ensure_connection()
    connection._commit = commit
    with connection.execute_wrapper(execute):
        call_command("import_bibtex", file, stdout=Stdout(meet))
    return met


if __name__ == "__main__":
    main(*sys.argv[1:])
