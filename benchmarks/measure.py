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
from functools import partial
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main(what: str, file: str) -> None:
    answer = {"lab": lab, "import": run_import}.get(what, partial(parse, what))(Path(file)) or {}
    usage = resource.getrusage(resource.RUSAGE_SELF)
    answer["process"] = usage.ru_utime + usage.ru_stime
    answer["peak"] = usage.ru_maxrss / 1024  # Linux tells kilobytes
    sys.stdout.write(json.dumps(answer))


def cpu_seconds(call: Callable) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def parse(parser: str, file: Path) -> dict:
    """A bare `parse_string` by bibtexparser or pybtex."""
    text = file.read_text(encoding="utf-8")
    if parser == "bibtexparser":
        from bibtexparser import parse_string
    else:
        from pybtex.database import parse_string as read

        parse_string = partial(read, bib_format="bibtex")
    return {"cpu": cpu_seconds(lambda: parse_string(text))}


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
        options = {"researcher": "member-0", "stdout": nowhere, "stderr": nowhere}
        cpu = cpu_seconds(lambda: call_command("import_bibtex", str(file), **options))
    return {"cpu": cpu, "queries": log.count, "locked": log.locked}


def cost(application: Callable, path: str, times: int) -> float:
    """Microseconds of CPU for one request."""
    return cpu_seconds(lambda: [ask(application, path) for _time in range(times)]) / times * 1e6


def ask(application: Callable, path: str) -> int:
    """One request as a server makes it, with its signals; the size of the answer in bytes."""
    environ = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path,
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "127.0.0.1:8000",
        "wsgi.input": BytesIO(),
        "wsgi.url_scheme": "http",
        "REMOTE_ADDR": "127.0.0.1",
    }
    states = []
    answer = application(environ, lambda status, headers: states.append(status))
    size = sum(map(len, answer))
    answer.close()
    if states != ["200 OK"]:
        raise SystemExit(f"{path}: {states}")
    return size


class Statements:
    """Counts the statements, and times transactions from their BEGIN to after their COMMIT."""

    def __init__(self, connection):
        self.count, self.locked, self._since = 0, 0.0, None
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
            self.locked += time.perf_counter() - self._since
            self._since = None


def _set_up():
    sys.path.insert(0, str(ROOT))
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()


if __name__ == "__main__":
    main(*sys.argv[1:])
