"""The server as it is shipped: slow clients, odd requests, and what it believes."""

import asyncio
import errno
import io
import runpy
import socket
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from threading import Event, get_ident
from types import SimpleNamespace

import gevent
import pytest
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.http import RequestParser

from config import worker
from config.page_cache import KeptPage
from tests.server import serve

FORM = b"POST /admin/login/ HTTP/1.1\r\nHost: localhost\r\n"
FORM += b"Content-Type: application/x-www-form-urlencoded\r\n"
HEALTHZ = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """With all its workers and threads."""
    with serve(tmp_path_factory.mktemp("server"), "--keep-alive", "1") as server:
        yield server


@pytest.fixture
def slow_clients(monkeypatch, settings):
    monkeypatch.syspath_prepend(settings.BASE_DIR / "benchmarks")
    import slow_clients

    return slow_clients


def run(attack):
    """In a thread of its own: a browser's tests leave a running loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, attack).result()


KINDS = ["silent", "headers", "body", "stalled", "chunked", "reading", "idle"]


@pytest.mark.parametrize("begun", ["", "GET / HTTP/1.1\r\n", HEALTHZ.decode() + "\r\n"])
def test_who_sends_no_headers_is_sent_away(begun, server):
    with socket.create_connection(server.address, timeout=20) as connection:
        connection.sendall(begun.encode())
        while connection.recv(65536):
            pass


@pytest.mark.parametrize("kind", KINDS)
def test_two_hundred_slow_clients_block_nobody(kind, server, slow_clients):
    attack = slow_clients.attack(server.url, kind, 200, 15, large="/static/large.bin")
    outcome = run(attack)
    assert not outcome.failures
    assert outcome.answers


# --- Requests ------------------------------------------------------------------------------------

REFUSED = {
    "two lengths": (400, FORM + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\na=1"),
    "length and chunks": (
        400,
        FORM + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ),
    "no chunk": (400, FORM + b"Transfer-Encoding: chunked\r\n\r\nzz\r\na=1\r\n0\r\n\r\n"),
    "unknown coding": (501, FORM + b"Transfer-Encoding: chunked, odd\r\n\r\n0\r\n\r\n"),
    "short body": (400, FORM + b"Content-Length: 999\r\n\r\na=1"),
    "large body": (413, FORM + b"Content-Length: 99999999999\r\n\r\n"),
    "large header": (431, HEALTHZ + b"X-Large: " + b"x" * 9000 + b"\r\n\r\n"),
    "many headers": (431, HEALTHZ + b"X-Many: x\r\n" * 200 + b"\r\n"),
    "long address": (414, b"GET /" + b"x" * 5000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    "bare line feed": (400, b"GET / HTTP/1.1\nHost: localhost\n\n"),
    "blank before colon": (400, HEALTHZ + b"X-Odd : x\r\n\r\n"),
}


def answer(server, request):
    """All that comes back until the server closes the connection."""
    with socket.create_connection(server.address, timeout=20) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: connection.recv(65536), b""))


@pytest.mark.parametrize("name", REFUSED)
def test_an_odd_request_is_refused_and_the_connection_closed(name, server):
    status, request = REFUSED[name]
    received = answer(server, request + HEALTHZ + b"\r\n")
    assert received.startswith(f"HTTP/1.1 {status} ".encode())
    assert received.count(b"HTTP/1.1") == 1, "what follows is no request of its own"


@pytest.mark.parametrize("method", [b"GET", b"HEAD"])
def test_a_file_is_whole(method, server):
    received = answer(server, method + b" /static/large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
    headers, _, content = received.partition(b"\r\n\r\n")
    assert headers.startswith(b"HTTP/1.1 200 ")
    assert len(content) == (33554432 if method == b"GET" else 0)


# --- Bodies --------------------------------------------------------------------------------------


class Slow(io.BytesIO):
    def read(self, size):
        gevent.sleep(0.02)
        return super().read(1)


def body(stream, length):
    return worker.read_body({"wsgi.input": stream, "CONTENT_LENGTH": str(length)})


def test_a_body_is_read_before_it_is_worked_on(monkeypatch):
    monkeypatch.setattr(worker, "IN_MEMORY", 2)
    assert body(io.BytesIO(b"zebra"), 5).read() == b"zebra"
    assert body(io.BytesIO(), "").read() == b""


def test_a_slow_body_is_given_up(monkeypatch):
    monkeypatch.setattr(worker, "BODY_SECONDS", 0.1)
    with pytest.raises(worker.BodyError) as refused:
        body(Slow(b"z" * 100), 100)
    assert refused.value.status == HTTPStatus.REQUEST_TIMEOUT


def test_who_sends_fast_enough_has_all_the_time(monkeypatch):
    monkeypatch.setattr(worker, "BODY_SECONDS", 0.1)
    monkeypatch.setattr(worker, "BODY_BYTES_A_SECOND", 1)
    assert len(body(Slow(b"z" * 10), 10).read()) == 10


def full_disk(*_args):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_is_said(monkeypatch):
    monkeypatch.setattr(worker.SpooledTemporaryFile, "write", full_disk)
    with pytest.raises(worker.BodyError) as refused:
        body(io.BytesIO(b"zebra"), 5)
    assert refused.value.status == HTTPStatus.INSUFFICIENT_STORAGE


def test_waiting_bodies_leave_room_on_the_disk(monkeypatch):
    """Whoever sends them: they wait before anybody is asked who they are. Small ones pass."""
    monkeypatch.setattr(worker, "IN_MEMORY", 2)
    monkeypatch.setattr(worker, "MAX_ON_DISK", 8)
    monkeypatch.setattr(worker.Body, "on_disk", 0)
    with body(io.BytesIO(b"zebra"), 5):
        with pytest.raises(worker.BodyError) as refused:
            body(io.BytesIO(b"zebra"), 5)
        assert refused.value.status == HTTPStatus.SERVICE_UNAVAILABLE
        assert body(io.BytesIO(b"z"), 1).read() == b"z"
    assert body(io.BytesIO(b"zebra"), 5).read() == b"zebra"


# --- Kept pages ----------------------------------------------------------------------------------

KEPT = b"GET /a/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
OTHER = KEPT.replace(b"/a/", b"/b/")


class Site:
    """An application with one kept page. Those of the paths in `slow` wait for `go_on`."""

    asks_a_server = False

    def __init__(self, body=b"zebra", slow=()):
        headers = [("Content-Type", "text/html"), ("Content-Length", str(len(body)))]
        self.page = KeptPage("200 OK", headers, body)
        self.slow, self.go_on, self.bodies = slow, Event(), []

    def find(self, environ):
        return self.page if environ["PATH_INFO"] == "/a/" else None

    def __call__(self, environ, start_response):
        if environ["PATH_INFO"] in self.slow:
            assert self.go_on.wait(60)
        self.bodies.append(environ["wsgi.input"].read())
        start_response("200 OK", [("Content-Length", "5")])
        return [b"other"]


@pytest.fixture
def make_worker(gunicorn_config):
    """A function that makes a worker of an application, in this process; it does not listen."""

    def make(application):
        app = SimpleNamespace(wsgi=lambda: application)
        own = worker.BufferingWorker(0, 0, [], app, 60, gunicorn_config, Logger(gunicorn_config))
        own.load_wsgi()
        return own

    return make


def connect(own, count=1):
    """So many connections to a worker; gevent's, as this process is the server's too."""
    listener, clients = socket.create_server(("127.0.0.1", 0)), []
    for _client in range(count):
        ours, theirs = gevent.socket.socketpair()
        theirs.settimeout(20)
        gevent.spawn(own.handle, listener, ours, ("127.0.0.1", 1))
        clients.append(theirs)
    return clients


def ask(client, request):
    """What comes back at once."""
    client.sendall(request)
    return client.recv(65536)


def no_thread(*_arguments):
    pytest.fail("a thread is taken")


def test_a_kept_page_takes_no_thread(make_worker):
    own = make_worker(Site())
    own.pages.apply = own.kept.apply = no_thread
    [client] = connect(own)
    assert ask(client, KEPT).endswith(b"\r\n\r\nzebra")
    head = ask(client, KEPT.replace(b"GET", b"HEAD"))
    assert head.startswith(b"HTTP/1.1 200 OK\r\n")
    assert head.endswith(b"\r\nContent-Length: 5\r\n\r\n")


def test_a_database_server_is_asked_for_a_kept_page_in_a_thread_of_its_own(make_worker):
    site = Site()
    site.asks_a_server, threads = True, []
    site.find = lambda environ: threads.append(get_ident()) or site.page
    own = make_worker(site)
    own.pages.apply = no_thread
    [client] = connect(own)
    assert ask(client, KEPT).endswith(b"zebra")
    assert threads != [get_ident()]


def test_a_body_that_reads_like_a_request_is_none(make_worker):
    """Between two kept pages of one connection, although it comes by itself."""
    site = Site()
    [client] = connect(make_worker(site))
    assert ask(client, KEPT).endswith(b"zebra")
    client.sendall(FORM + b"Content-Length: %d\r\n\r\n" % len(KEPT))
    gevent.sleep(0.01)
    assert ask(client, KEPT).endswith(b"other")
    assert ask(client, KEPT).endswith(b"zebra")
    assert site.bodies == [KEPT]


def test_a_worker_that_ends_answers_who_is_connected(make_worker):
    own = make_worker(Site())
    [client] = connect(own)
    assert ask(client, KEPT).endswith(b"zebra")
    own.alive = False
    received = ask(client, KEPT)
    assert received.endswith(b"zebra")
    assert b"\r\nConnection: close\r\n" in received


def test_a_page_that_nobody_takes_has_a_time_limit(make_worker, monkeypatch, capsys):
    """And no line in the log, of which clients could make as many as they like."""
    monkeypatch.setattr(worker, "WRITE_SECONDS", 0.05)
    [client] = connect(make_worker(Site(bytes(16 * 1024 * 1024))))
    client.sendall(KEPT)
    gevent.sleep(0.5)
    assert len(b"".join(iter(lambda: client.recv(65536), b""))) < 16 * 1024 * 1024
    assert not capsys.readouterr().err


def test_who_asks_without_rest_keeps_nobody_waiting(make_worker):
    """Another client's greenlet runs before the next of many requests that came at once."""
    site, order = Site(), []
    site.find = lambda environ: order.append("kept") or site.page
    [client] = connect(make_worker(site))
    client.sendall(KEPT * 3)
    gevent.spawn(order.append, "another")
    gevent.sleep(0.1)
    assert sorted(order) == ["another", "kept", "kept", "kept"]
    assert order[-1] == "kept"


# --- Who waits behind whom -----------------------------------------------------------------------


@pytest.fixture
def busy_worker(make_worker, gunicorn_config, monkeypatch):
    """A worker whose one thread for public pages is taken, and the one place behind it; and the
    clients that took them. It goes on when its application's `go_on` is set.
    """
    monkeypatch.setattr(worker, "MAX_WAITING", 1)
    gunicorn_config.set("threads", 1)
    own = make_worker(Site(slow=["/b/"]))
    clients = connect(own, 2)
    for client in clients:
        client.sendall(OTHER)
    gevent.sleep(0.1)
    yield own, clients
    own.application.go_on.set()


def test_who_comes_when_too_many_wait_is_asked_to_come_again(busy_worker):
    own, clients = busy_worker
    [late] = connect(own)
    received = ask(late, OTHER)
    assert received.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
    assert b"\r\nRetry-After: 5\r\n" in received
    assert b"Very busy just now" in received
    own.application.go_on.set()
    assert [client.recv(65536)[-5:] for client in clients] == [b"other"] * 2, "these had a place"
    assert ask(late, OTHER).endswith(b"other"), "on the same connection"


PASSING = ["/healthz", "/readyz", "/metrics", "/static/a.css", "/media/a.webp", "/admin/", "/a/"]


@pytest.mark.parametrize("path", PASSING)
def test_nothing_else_waits_behind_public_pages(path, busy_worker):
    own, _clients = busy_worker
    [client] = connect(own)
    assert ask(client, KEPT.replace(b"/a/", path.encode())).startswith(b"HTTP/1.1 200 OK\r\n")


def test_the_live_check_waits_behind_nothing(make_worker):
    """However many threads of other kinds wait for a disk or a database."""
    site = Site(slow=["/readyz", "/admin/", "/media/a.webp"])
    site.asks_a_server, site.find = True, lambda environ: site.go_on.wait(60) and None
    own = make_worker(site)
    for path in ("/b/", *site.slow):
        for client in connect(own, 10):
            client.sendall(KEPT.replace(b"/a/", path.encode()))
    gevent.sleep(0.1)
    [client] = connect(own)
    assert ask(client, HEALTHZ + b"\r\n").endswith(b"other")
    site.go_on.set()


# --- What is believed ----------------------------------------------------------------------------


@pytest.fixture
def gunicorn_config(settings):
    server_config = Config()
    for name, value in runpy.run_path(str(settings.BASE_DIR / "config" / "gunicorn.py")).items():
        if name in server_config.settings:
            server_config.set(name, value)
    return server_config


class Answer:
    """As Django's StreamingHttpResponse, which would close connections to the database."""

    streaming, is_closed = True, False

    def __init__(self):
        self.made = []

    def __iter__(self):
        for part in (b"one", b"two"):
            self.made.append(part)
            yield part

    def close(self):
        self.is_closed = True


def test_parts_are_made_as_they_are_sent(make_worker):
    answer = Answer()
    own = make_worker(lambda environ, start_response: answer)
    environ = {"REQUEST_METHOD": "GET", "wsgi.file_wrapper": tuple}
    parts = iter(own.respond(own.pages, environ, None))
    assert next(parts) == b"one"
    parts.close()  # who goes away
    assert answer.made == [b"one"]
    assert answer.is_closed


def test_a_header_from_this_machine_makes_no_https(gunicorn_config):
    sent = (
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Proto: https\r\nScript_Name: /x\r\n\r\n"
    )
    [request] = RequestParser(gunicorn_config, iter([sent]), ("127.0.0.1", 1))
    assert request.scheme == "http"
    assert [name for name, _value in request.headers] == ["HOST", "X-FORWARDED-PROTO"]
