"""A graceful restart (SIGHUP) while visitors ask: no request fails, all workers are new ones."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path
from threading import Event
from urllib.request import urlopen

import pytest

from tests.server import ROOT, Server, serve

PATHS = ["/", "/admin/login/", "/healthz", "/static/large.bin"]
WORKERS = 2
FORM = b"POST /admin/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n"


def children(pid: int) -> set[int]:
    """The processes that it has started."""
    found = Path("/proc", str(pid), "task").glob("*/children")
    return {int(child) for task in found for child in task.read_text().split()}


def wait_for(condition: Callable[[], bool]):
    """A busy machine may take its time."""
    deadline = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def wait_for_more(answers: list[str]):
    count = len(answers) + 20
    wait_for(lambda: len(answers) >= count)


def visit(url: str, answers: list[str], stopped: Event):
    """Asks for one page after another, each on a connection of its own."""
    while not stopped.is_set():
        for path in PATHS:
            try:
                with urlopen(url + path, timeout=60) as answer:  # noqa: S310 our own
                    length = int(answer.headers["Content-Length"])
                    whole = len(answer.read()) == length
                    answers.append("whole" if whole else f"{path} is cut off")
            except (OSError, HTTPException) as error:
                answers.append(f"{path} {error}")


def is_answered_across(server: Server) -> bool:
    """A form begun before the reload and ended after it; all workers are new ones then."""
    before = children(server.pid)
    with socket.create_connection(server.address, timeout=60) as form:
        form.sendall(FORM + b"a=")
        os.kill(server.pid, signal.SIGHUP)
        wait_for(lambda: children(server.pid) - before)
        form.sendall(b"1\n")
        answered = form.recv(1024).startswith(b"HTTP/1.1 403 ")
    wait_for(lambda: len(before - children(server.pid)) >= WORKERS)
    return answered


@pytest.mark.slow
def test_reload_fails_no_request(tmp_path):
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, cwd=ROOT, env=os.environ | {"DATA": str(tmp_path)}, check=True)
    answers, stopped = [], Event()
    with serve(tmp_path) as server, ThreadPoolExecutor(4) as visitors:
        try:
            for _visitor in range(4):
                visitors.submit(visit, server.url, answers, stopped)
            for _time in range(2):
                wait_for_more(answers)
                assert is_answered_across(server)
            wait_for_more(answers)
        finally:
            stopped.set()
    assert set(answers) == {"whole"}
