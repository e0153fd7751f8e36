"""Does any kept page outlive an edit, however it was made?

    .venv/bin/python -m tests.backends.stale_pages [--edits 2000] [--seed 1] [--redis]

Two servers of two processes each share the demo lab's database, and on PostgreSQL nothing else but
the secret key. It is edited at random (random_edits.py): in the admin of either server, by
imports and their undo, by rows and by raw SQL, in this process or another, several in one
transaction, one that is taken back, withdrawals, and moments to come. After each edit both servers
are asked for a page, with ETags that either gave for it, and must answer as a Vitae that keeps
nothing. Prints the counts; fails for a single stale answer. DATABASE_URL: PostgreSQL, an empty
database. --redis: a redis-server is the cache, and is killed after half of the edits.
"""

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from http.client import HTTPConnection
from multiprocessing import get_context
from pathlib import Path
from random import Random

from tests.backends.random_edits import MANAGER, SLUG, Admin, every_edit, wait_for_moment
from tests.server import ROOT, Server, serve

KNOWN = 5  # so many ETags of a page are sent
PAGES = (
    *("/", "/publications/", "/search/?q=edit", f"/{SLUG}/", f"/zh-hans/{SLUG}/news/"),
    *(f"/{SLUG}/{page}" for page in ("news/", "news/feed/", "cv/", "publications/")),
    *("/publications/{paper}/", "/publications/{paper}.bib"),
)
# Of both servers and of this process; the demo's own welcome would lie in DATA.
SETTINGS = {
    "VITAE_PLAIN_STATIC": "1",
    "VITAE_SECRET_KEY": "stale" * 10,
    "VITAE_WELCOME": "Edited at random.",
    "VITAE_LANGUAGES": "en,zh-hans",
}
SERVICES = ("DATABASE_URL", "CACHE_URL")


class Visitor:
    """Asks both servers, and compares with what a Vitae that keeps nothing answers."""

    def __init__(self, servers: tuple[Server, ...]):
        from django.test import Client

        self.servers, self.truth = servers, Client()
        self.known: dict[str, dict[str, bytes]] = defaultdict(dict)  # path -> ETag -> page
        self.counts = Counter(reads=0, changed=0, unchanged=0, stale=0)

    def compare(self, path: str) -> None:
        right, known = self.render(path), self.known[path]
        for server in self.servers:
            status, etag, body = ask(server, path, list(known)[-KNOWN:])
            self.counts["reads"] += 1
            self.counts["changed"] += etag not in known
            self.counts["unchanged"] += status == 304
            shown = (200, known[etag]) if status == 304 else (status, body)
            # A moment may have come since.
            if shown != right and shown != self.render(path):
                self.counts["stale"] += 1
                print(f"stale: {path} of {server}", flush=True)
            if status == 200:
                known.pop(etag, None)
                known[etag] = body

    def render(self, path: str) -> tuple[int, bytes]:
        headers = {"host": "localhost", "accept-encoding": "gzip"}
        answer = self.truth.get(path, headers=headers)
        return answer.status_code, answer.content


def ask(server: Server, path: str, etags: list[str]) -> tuple[int, str, bytes]:
    """The status, the ETag and the page, which is compressed."""
    connection = HTTPConnection(*server.address, timeout=120)
    headers = {"Host": "localhost", "Accept-Encoding": "gzip"}
    if etags:
        headers["If-None-Match"] = ", ".join(etags)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.headers.get("ETag", ""), body


@contextmanager
def redis_server() -> Iterator[subprocess.Popen]:
    """While it runs, or is killed, CACHE_URL names it."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    os.environ["CACHE_URL"] = f"redis://127.0.0.1:{port}/0"
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def set_up():
    """This process, and the other one that edits."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()


def make_demo() -> str:
    """The slug of a paper of it."""
    code = "from publications.models import public_papers as p; print(p().first().slug)"
    for arguments in (["migrate"], ["demo"], ["shell", "--verbosity", "0", "-c", code]):
        command = [sys.executable, "manage.py", *arguments]
        printed = subprocess.check_output(command, cwd=ROOT, text=True)
    return printed.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--edits", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--redis", action="store_true")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        redis_server() if options.redis else nullcontext() as redis,
    ):
        os.environ |= SETTINGS | {"DATA": folder}
        # SQLite is of one machine.
        second = Path(folder, "second" if "DATABASE_URL" in os.environ else "")
        for data in (Path(folder), second):
            (data / "static").mkdir(parents=True, exist_ok=True)
        paper = make_demo()
        set_up()
        from django.contrib.auth import get_user_model

        get_user_model().objects.create_superuser(**MANAGER)
        shared = {name: os.environ[name] for name in SERVICES if name in os.environ}
        with (
            serve(Path(folder), **SETTINGS, **shared) as one,
            serve(second, **SETTINGS, **shared) as other,
            ProcessPoolExecutor(1, get_context("spawn"), set_up) as process,
        ):
            visitor = Visitor((one, other))
            edits = every_edit(Admin((one, other)), process)
            paths = [page.format(paper=paper) for page in PAGES]
            kinds = run(options, edits, visitor, paths, redis)
    print(f"{options.edits} edits ({dict(kinds)}): {dict(visitor.counts)}")
    sys.exit(bool(visitor.counts["stale"]))


def run(options, edits, visitor, paths, redis) -> Counter:
    """How many edits there were of each kind."""
    kinds, start = Counter(), time.monotonic()
    for number in range(options.edits):
        if redis and number == options.edits // 2:
            redis.kill()
        chance = Random(f"{options.seed} {number}")  # noqa: S311 the same edits each time
        kind, path = chance.choice(list(edits)), chance.choice(paths)
        edits[kind](chance, f"Edit {number}")
        kinds[kind] += 1
        visitor.compare(path)
        if kind == "moment":
            wait_for_moment()
            visitor.compare(path)
        if number % 100 == 99 and sys.stderr.isatty():
            print(f"{number + 1} edits in {time.monotonic() - start:.0f} s", file=sys.stderr)
    return kinds


if __name__ == "__main__":
    main()
