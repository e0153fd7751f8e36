"""Kept pages over HTTP, beside a bare Django view of the same bytes under gunicorn as it comes.

    .venv/bin/python benchmarks/kept.py [--server gunicorn] [--requests 3000] [--rounds 5]

Makes the demo lab in a temporary folder and starts two servers, each with two processes: Vitae's,
and gunicorn's threads with a Django as `startproject` sets it up. Visitors on eight connections ask
for one page again and again. Prints, of each page, the CPU of the server's processes and its rate
as ratios to the bare view: medians of the rounds. At most 0.6 of its CPU should be met. Where nginx
is installed, it gives out the same bytes as files, and both are compared with it, too. DATABASE_URL
measures PostgreSQL; that database has to be empty.
"""

import argparse
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
CONNECTIONS = 8
PERSON = "/ada-lovelace/"
PAGES = {
    "home": PERSON,
    "list": f"{PERSON}publications/",
    "paper": "/publications/{paper}/",
    "directory": "/",
    "feed": f"{PERSON}publications/feed/",
    ".bib": f"{PERSON}publications.bib",
}
BARE = "gthread"  # gunicorn's own worker with threads
SERVERS = {
    "gunicorn": "gunicorn {app} --config config/gunicorn.py --bind 127.0.0.1:{port} --workers 2",
    "granian": "granian {app} --interface wsgi --host 127.0.0.1 --port {port} --workers 2"
    " --blocking-threads 4 --no-ws --log-level warning",
    BARE: "gunicorn {app} --worker-class gthread --threads 4 --bind 127.0.0.1:{port} --workers 2"
    " --no-control-socket --log-level warning",
}
# The middleware of a new Django project.
STARTPROJECT = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
BODIES = "BENCHMARK_BODIES"
NGINX = """daemon off; pid {folder}/pid; error_log {folder}/log; worker_processes 2;
events {{ worker_connections 512; }}
http {{
    access_log off; keepalive_requests 1000000000;
    server {{ listen 127.0.0.1:{port}; root {folder}; }}
}}
"""


def bare():
    """A Django that answers /<name> with the bytes of that file in the folder of BODIES."""
    from django.conf import settings
    from django.core.wsgi import get_wsgi_application
    from django.http import HttpResponse
    from django.urls import path

    bodies = {file.name: file.read_bytes() for file in Path(os.environ[BODIES]).iterdir()}

    def view(request, name):
        return HttpResponse(bodies[name])

    settings.configure(
        ALLOWED_HOSTS=["*"],
        INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes"],
        MIDDLEWARE=STARTPROJECT,
        ROOT_URLCONF=type("urls", (), {"urlpatterns": [path("<str:name>", view)]}),
        SECRET_KEY="bare",  # noqa: S106 signs nothing
    )
    return get_wsgi_application()


if BODIES in os.environ:
    application = bare()


class Answer(NamedTuple):
    status: str
    headers: dict[str, str]
    body: bytes
    size: int  # bytes in all


class Server(NamedTuple):
    port: int
    pid: int

    def request(self, path: str, **headers: str) -> bytes:
        lines = [f"GET {path} HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        return "\r\n".join([*lines, "", ""]).encode()

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def get(self, request: bytes) -> Answer:
        with self.connect() as connection:
            connection.sendall(request)
            answer = b""
            while b"\r\n\r\n" not in answer:
                answer += connection.recv(65536)
            head, _blank, body = answer.partition(b"\r\n\r\n")
            first, *lines = head.decode().split("\r\n")
            headers = {n.lower(): v for n, _colon, v in (line.partition(": ") for line in lines)}
            status = first.split()[1]
            while status != "304" and len(body) < int(headers.get("content-length", 0)):
                body += connection.recv(65536)
        return Answer(status, headers, body, len(head) + 4 + len(body))

    def measure(
        self, request: bytes, count: int, connections: int = CONNECTIONS
    ) -> tuple[float, float]:
        """CPU seconds of the server for a request, and requests a second."""
        size = self.get(request).size

        def visit(number):
            with self.connect() as connection:
                for _request in range(number):
                    connection.sendall(request)
                    left = size
                    while left > 0:
                        left -= len(connection.recv(65536)) or sys.exit("the server hung up")

        before, start = self.cpu(), time.perf_counter()
        with ThreadPoolExecutor(connections) as visitors:
            list(visitors.map(visit, [count // connections] * connections))
        seconds = time.perf_counter() - start
        count = count // connections * connections
        return (self.cpu() - before) / count, count / seconds

    def cpu(self) -> float:
        """Seconds of all threads of the process and its children so far."""
        pids, tasks = [str(self.pid)], 0
        for pid in pids:
            for task in Path("/proc", pid, "task").iterdir():
                tasks += int((task / "schedstat").read_text().split()[0])
                pids += (task / "children").read_text().split()
        return tasks / 1e9


@contextmanager
def serve(server: str, app: str, **variables: str) -> Iterator[Server]:
    port = free_port()
    arguments = SERVERS[server].format(app=app, port=port).split()
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    environment = os.environ | {"PYTHONPATH": paths} | variables
    with running([sys.executable, "-m", *arguments], port, environment) as started:
        yield started


@contextmanager
def serve_files(folder: Path) -> Iterator[Server | None]:
    """By nginx, where there is one."""
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if not program:
        yield None
        return
    folder.chmod(0o755)  # its workers are nobody's
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=(port := free_port())))
    command = [program, "-e", str(folder / "log"), "-c", str(folder / "nginx.conf")]
    with running(command, port, dict(os.environ)) as started:
        yield started


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


@contextmanager
def running(command: list[str], port: int, environment: dict[str, str]) -> Iterator[Server]:
    process = subprocess.Popen(command, cwd=ROOT, env=environment)  # noqa: S603 our own
    try:
        for _attempt in range(300):
            try:
                Server(port, 0).connect().close()
                break
            except OSError:
                time.sleep(0.1)
        yield Server(port, process.pid)
    finally:
        process.terminate()
        process.wait()


def demo() -> str:
    """Makes the demo lab; returns the slug of a paper."""
    manage = [sys.executable, "manage.py"]
    for arguments in (["migrate", "--verbosity", "0"], ["demo"]):
        command = [*manage, *arguments]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
    code = "from publications.visibility import public_papers as p; print(p().first().slug)"
    command = [*manage, "shell", "--verbosity", "0", "-c", code]
    return subprocess.check_output(command, cwd=ROOT, text=True).strip()  # noqa: S603


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--server", choices=SERVERS, default=next(iter(SERVERS)))
    parser.add_argument("--requests", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as bodies:
        os.environ |= {"DATA": data, "VITAE_PLAIN_STATIC": "1"}
        Path(data, "static").mkdir()
        paper = demo()
        with serve(options.server, "config.wsgi:application") as vitae:
            requests = {}
            for name, path in PAGES.items():
                request = vitae.request(path.format(paper=paper))
                page = vitae.get(request)
                Path(bodies, name).write_bytes(page.body)
                requests[name] = request
                known = {"If_None_Match": page.headers["etag"]}
                requests[f"{name}-304"] = vitae.request(path.format(paper=paper), **known)
            app = "benchmarks.kept:application"
            with (
                serve(BARE, app, **{BODIES: bodies}) as reference,
                serve_files(Path(bodies)) as files,
            ):
                compare(vitae, reference, files, requests, options)


def compare(vitae, reference, files, requests, options):
    print(f"{options.server}: CPU and rate, beside those of a bare view ({BARE}) and nginx's\n")
    for name, request in requests.items():
        cpu, rate, us, of_nginx = [], [], [], []
        plain = reference.request(f"/{name.removesuffix('-304')}")
        for _round in range(options.rounds + 1):
            kept = vitae.measure(request, options.requests)
            bare = reference.measure(plain, options.requests)
            cpu.append(kept[0] / bare[0])
            rate.append(kept[1] / bare[1])
            us.append((kept[0] * 1e6, bare[0] * 1e6))
            if files:
                file = files.measure(request_of_file(files, name), options.requests)
                of_nginx.append((kept[0] / file[0], kept[1] / file[1]))
        # The first round finds processes that have not made the page yet.
        kept, bare = (median(times) for times in zip(*us[1:], strict=True))
        figures = f"{median(cpu[1:]):5.2f} {median(rate[1:]):6.2f}   {kept:.0f} of {bare:.0f} µs"
        for ratios in zip(*of_nginx[1:], strict=True):
            figures += f" {median(ratios):6.2f}"
        print(f"{name:14} {figures}", flush=True)


def request_of_file(files: Server, name: str) -> bytes:
    """As `name`; a 304 needs nginx's own ETag."""
    path = f"/{name.removesuffix('-304')}"
    if path == f"/{name}":
        return files.request(path)
    return files.request(path, If_None_Match=files.get(files.request(path)).headers["etag"])


if __name__ == "__main__":
    main()
