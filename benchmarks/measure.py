"""What the benchmarks share: commands, CPU seconds, one request, and the lines of one table.

CPU seconds are user and system time. tests/server.py starts the server.
"""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
PERSON = "chien-shiung-wu"  # of the demo: has something of nearly every kind


def set_up() -> None:
    """Django, with the project's settings: for the database of the folder that DATA names."""
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


def show(what: str, value: float, unit: str = "", bar: float | None = None) -> None:
    """A line of the table: a figure beside the most that it may be, and whether it is."""
    shown = f"{value:.0f}" if value >= 100 else f"{value:.3g}"
    limit = "" if bar is None else f"≤ {bar:g}"
    verdict = "" if bar is None else "met" if value <= bar else "MISSED"
    print(f"{what:<52}{shown:>8} {unit:<16}{limit:>7}  {verdict}".rstrip(), flush=True)


# --- In this process ------------------------------------------------------------------------------


def cpu_seconds(call: Callable) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


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


# --- Of a server ----------------------------------------------------------------------------------


class Answer(NamedTuple):
    status: str
    headers: dict[str, str]
    body: bytes
    size: int  # bytes in all


def request(path: str, **headers: str) -> bytes:
    lines = [f"GET {path} HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode()


def get(server, sent: bytes) -> Answer:
    """Of tests.server.Server."""
    with socket.create_connection(server.address, timeout=60) as connection:
        connection.sendall(sent)
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += connection.recv(65536)
        head, _blank, body = answer.partition(b"\r\n\r\n")
        first, *lines = head.decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (ln.partition(": ") for ln in lines)}
        status = first.split()[1]
        while status != "304" and len(body) < int(headers.get("content-length", 0)):
            body += connection.recv(65536)
    return Answer(status, headers, body, len(head) + 4 + len(body))


def load(server, sent: bytes, count: int, connections: int) -> tuple[float, float]:
    """CPU seconds of the server for a request that is made so many times, and requests a second."""
    size = get(server, sent).size

    def visit(number):
        with socket.create_connection(server.address, timeout=60) as connection:
            for _request in range(number):
                connection.sendall(sent)
                left = size
                while left > 0:
                    left -= len(connection.recv(65536)) or sys.exit("the server hung up")

    before, start, each = cpu_of(server.pid), time.perf_counter(), count // connections
    with ThreadPoolExecutor(connections) as visitors:
        list(visitors.map(visit, [each] * connections))
    made = each * connections
    return (cpu_of(server.pid) - before) / made, made / (time.perf_counter() - start)


def family(pid: int) -> list[str]:
    """The process and all below it."""
    pids = [str(pid)]
    for parent in pids:
        for children in Path("/proc", parent, "task").glob("*/children"):
            pids += children.read_text().split()
    return pids


def cpu_of(pid: int) -> float:
    """Seconds of all threads of the process and its children so far."""
    tasks = [task for each in family(pid) for task in Path("/proc", each, "task").iterdir()]
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def memory_of(pids: list[str]) -> float:
    """MiB (PSS): what they share counts once."""
    texts = (Path("/proc", pid, "smaps_rollup").read_text() for pid in pids)
    return sum(int(re.search(r"^Pss: +(\d+)", text, re.M)[1]) for text in texts) / 1024
