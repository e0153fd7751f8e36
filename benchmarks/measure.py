"""What several benchmarks share: CPU seconds, one request, statements, commands of manage.py.

CPU seconds are user and system time of the call alone.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def set_up() -> None:
    """Django, with the project's settings: for the database of the folder that DATA names."""
    sys.path.insert(0, str(ROOT))
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()


def manage(data: Path, *arguments: str, **variables: str) -> subprocess.Popen:
    """manage.py in a process of its own."""
    return subprocess.Popen(  # noqa: S603 nobody else's words
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=os.environ | {"DATA": str(data)} | variables,
        stdout=subprocess.PIPE,
        text=True,
    )


def cpu_seconds(call: Callable) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


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
