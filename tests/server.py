"""The server as `make run` starts it, in a process of its own."""

import os
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
LARGE = 32 * 1024 * 1024


class Server(NamedTuple):
    address: tuple[str, int]
    pid: int

    @property
    def url(self) -> str:
        return "http://{}:{}".format(*self.address)


@contextmanager
def serve(
    data: Path,
    *options: str,
    app: str = "config.wsgi",
    config: str = "config/gunicorn.py",
    **variables: str,
):
    """A Server while it runs with the folder `data`, which may be empty.

    There is a /static/large.bin. What it logs is in `data`/log. Another `app` than ours, with a
    `config` of its own, is what benchmarks compare us with.
    """
    (data / "static").mkdir(exist_ok=True)
    with (data / "static" / "large.bin").open("wb") as file:
        file.truncate(LARGE)
    ours = ("VITAE_", "DATABASE_URL", "CACHE_URL", "EMAIL_URL", "DJANGO_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    with socket.create_server(("127.0.0.1", 0), backlog=512) as listener:
        address, number = listener.getsockname(), listener.fileno()
        command = ["-m", "gunicorn", app, "--config", config]
        with (data / "log").open("w") as log:
            server = subprocess.Popen(
                [sys.executable, *command, "--bind", f"fd://{number}", *options],
                cwd=ROOT,
                env=kept | {"DATA": str(data), "VITAE_PLAIN_STATIC": "1"} | variables,
                pass_fds=[number],
                stderr=log,
            )
    try:
        with socket.create_connection(address, timeout=60) as waiting:
            waiting.sendall(b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n")
            assert waiting.recv(1024), "it does not start"
        yield Server(address, server.pid)
    finally:
        server.terminate()
        server.wait()
