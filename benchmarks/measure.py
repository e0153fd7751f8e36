"""One measurement, made by a process of its own: `measure.py WHAT FILE`, an answer in JSON.

CPU seconds are user and system time of the call alone; `process` is that of the whole process,
imports of modules included.
"""

import json
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main(what: str, file: str) -> None:
    told = {"bibtexparser": bibtexparser, "pybtex": pybtex, "lab": lab, "import": run_import}[what]
    answer = told(Path(file)) or {}
    usage = resource.getrusage(resource.RUSAGE_SELF)
    answer["process"] = usage.ru_utime + usage.ru_stime
    answer["peak"] = usage.ru_maxrss / 1024  # Linux tells kilobytes
    sys.stdout.write(json.dumps(answer))


def timed(call: Callable) -> dict:
    cpu, wall = time.process_time(), time.perf_counter()
    result = call()
    return {
        "cpu": time.process_time() - cpu,
        "wall": time.perf_counter() - wall,
        "result": result,
    }


def bibtexparser(file: Path) -> dict:
    import bibtexparser

    text = file.read_text(encoding="utf-8")
    answer = timed(lambda: bibtexparser.parse_string(text))
    answer["entries"] = len(answer.pop("result").entries)
    return answer


def pybtex(file: Path) -> dict:
    from pybtex.database import parse_string

    text = file.read_text(encoding="utf-8")
    answer = timed(lambda: parse_string(text, "bibtex"))
    answer["entries"] = len(answer.pop("result").entries)
    return answer


def lab(_file: Path) -> None:
    """A migrated database with a few researchers, in the folder that DATA names."""
    _set_up()
    from django.core.management import call_command
    from entries import lab

    from profiles.models import Researcher

    call_command("migrate", verbosity=0)
    for number, (given, family) in enumerate(lab()):
        slug = f"member-{number}"
        Researcher.objects.create(given_name=given, family_name=family, slug=slug)


def run_import(file: Path) -> dict:
    """The command as one types it, with its report of counts."""
    _set_up()
    from django.core.management import call_command
    from django.db import connection

    log = Statements(connection)
    with connection.execute_wrapper(log), open(os.devnull, "w") as nowhere:
        answer = timed(
            lambda: call_command(
                "import_bibtex", str(file), researcher="member-0", stdout=nowhere, stderr=nowhere
            )
        )
    del answer["result"]
    return answer | {"queries": log.count, "locked": log.locked, "longest": log.longest}


class Statements:
    """Counts the statements, and times each transaction from its BEGIN to after its COMMIT."""

    def __init__(self, connection):
        self.count, self.locked, self.longest, self._since = 0, 0.0, 0.0, None
        self._commit = connection._commit
        connection._commit = self.commit

    def __call__(self, execute, sql, params, many, context):
        self.count += 1
        answer = execute(sql, params, many, context)
        if sql.startswith("BEGIN"):
            self._since = time.perf_counter()
        return answer

    def commit(self):
        self._commit()
        if self._since is not None:
            took, self._since = time.perf_counter() - self._since, None
            self.locked, self.longest = self.locked + took, max(self.longest, took)


def _set_up():
    sys.path.insert(0, str(ROOT))
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()


if __name__ == "__main__":
    main(*sys.argv[1:])
