"""The server as it is shipped: slow clients, odd requests, and what it believes."""

import asyncio
import errno
import io
import re
import runpy
import socket
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from types import SimpleNamespace

import gevent
import pytest
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.http import RequestParser, wsgi

from config import worker
from config.page_cache import Page
from tests.server import serve

FORM = b"POST /admin/login/ HTTP/1.1\r\nHost: localhost\r\n"
FORM += b"Content-Type: application/x-www-form-urlencoded\r\n"
HEALTHZ = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One worker of two threads, where ten times as many clients are slow."""
    options = ["--workers", "1", "--threads", "2", "--keep-alive", "1"]
    with serve(tmp_path_factory.mktemp("server"), *options) as server:
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


@pytest.mark.parametrize("kind", KINDS)
def test_slow_clients_block_nobody(kind, server, slow_clients):
    attack = slow_clients.attack(server.url, kind, 20, 0.7, large="/static/large.bin", drip=0.2)
    outcome = run(attack)
    assert outcome.answers
    assert not outcome.failures


@pytest.mark.parametrize("begun", ["", "GET / HTTP/1.1\r\n", HEALTHZ.decode() + "\r\n"])
def test_who_sends_no_headers_is_sent_away(begun, server):
    with socket.create_connection(server.address, timeout=20) as connection:
        connection.sendall(begun.encode())
        while connection.recv(65536):
            pass


@pytest.mark.parametrize("kind", KINDS)
def test_two_hundred_of_each_kind(kind, tmp_path, slow_clients):
    with serve(tmp_path) as server:
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

KEPT = b"GET /a/ HTTP/1.1\r\nHost: localhost\r\n"


class Pages:
    """An application with one kept page."""

    def __init__(self, **values):
        headers = [("Content-Type", "text/html"), ("Content-Length", "5"), ("ETag", '"zebra"')]
        self.page = Page(**{"status": "200 OK", "headers": headers, "body": b"zebra"} | values)

    def find(self, environ):
        return self.page if environ["PATH_INFO"] == "/a/" else None

    def __call__(self, environ, start_response):
        page = self.page.answer(environ)
        start_response(page.status, list(page.headers))
        return [page.body]


def kept_answer(request, pages, alive=True):
    """Of a worker without threads; nothing for what takes one."""
    loop = worker.BufferingWorker.__new__(worker.BufferingWorker)
    loop.find, loop.alive = pages.find, alive
    return b"".join(loop.kept_answer(request + b"\r\n"))


def gunicorns_own(request, pages, config):
    [parsed] = RequestParser(config, iter([request + b"\r\n"]), ("127.0.0.1", 1))
    ours, theirs = socket.socketpair()
    with ours, theirs:
        response, environ = wsgi.create(parsed, ours, ("", 1), ("", 80), config)
        for piece in pages(environ, response.start_response):
            response.write(piece)
        response.close()
        return theirs.recv(65536)


@pytest.mark.parametrize("more", [b"", b'If-None-Match: W/"zebra"\r\n', b"Cookie: a=b\r\n"])
@pytest.mark.parametrize("method", [b"GET", b"HEAD"])
def test_a_kept_page_takes_no_thread(method, more, gunicorn_config, monkeypatch):
    """And goes out byte for byte as gunicorn sends it."""
    monkeypatch.setattr("time.time", lambda: 0)
    request = KEPT.replace(b"GET", method) + more
    answer = kept_answer(request, Pages())
    assert answer == gunicorns_own(request, Pages(), gunicorn_config)
    assert answer.startswith(b"HTTP/1.1 304" if b"If-" in more else b"HTTP/1.1 200 OK\r\n")


PLAIN = {
    "a browser's": KEPT + b"Accept-Encoding: gzip, br\r\nConnection: keep-alive\r\n",
    "a query": KEPT.replace(b"/a/", b"/a/?q=b%20c&d=?;e"),
    "an address in UTF-8": KEPT.replace(b"/a/", b"/caf%C3%A9/%2F;x:y@z%"),
    "blanks": KEPT + b"X-Blank:   b c  \r\nX-None:d\r\n",
}


@pytest.mark.parametrize("name", PLAIN)
def test_a_plain_request_is_read_as_gunicorn_reads_it(name, gunicorn_config):
    sent = PLAIN[name] + b"\r\n"
    environ = worker.plain_environ(sent)
    [parsed] = RequestParser(gunicorn_config, iter([sent]), ("127.0.0.1", 1))
    _response, theirs = wsgi.create(parsed, None, ("", 1), ("", 80), gunicorn_config)
    assert environ == {key: theirs.get(key) for key in environ}
    assert {key for key in theirs if key.startswith("HTTP_")} <= environ.keys()


LEFT_TO_GUNICORN = {
    "another page": KEPT.replace(b"/a/", b"/b/"),
    "a body": KEPT + b"Content-Length: 0\r\n",
    "chunks": KEPT + b"Transfer-Encoding: chunked\r\n",
    "a wait for the answer": KEPT + b"Expect: 100-continue\r\n",
    "the same header twice": KEPT + b"X-Forwarded-Proto: https\r\nX-Forwarded-Proto: http\r\n",
    "an older protocol": KEPT.replace(b"1.1", b"1.0") + b"Connection: keep-alive\r\n",
    "the last of a connection": KEPT + b"Connection: close\r\n",
    "more than a request": KEPT + b"\r\n" + KEPT,
    "less than one": KEPT[:-2],
    "an underscore": KEPT + b"X_Forwarded_Proto: https\r\n",
    "a folded header": KEPT + b"X-Folded: a\r\n b\r\n",
    "a blank before the colon": KEPT + b"X-Odd : a\r\n",
    "a bare line feed": KEPT + b"X-Odd: a\nX-Other: b\r\n",
    "a long address": KEPT.replace(b"/a/", b"/a/?q=" + b"x" * 5000),
    "many headers": KEPT + b"".join(b"X-%d: a\r\n" % number for number in range(200)),
}


@pytest.mark.parametrize("name", LEFT_TO_GUNICORN)
def test_what_is_not_plain_is_left_to_gunicorn(name):
    assert not kept_answer(LEFT_TO_GUNICORN[name], Pages())


def test_a_worker_that_ends_and_a_large_page_leave_it_to_threads():
    assert not kept_answer(KEPT, Pages(), alive=False)
    assert not kept_answer(KEPT, Pages(body=bytes(worker.IN_MEMORY + 1)))


class Conversation:
    """A connection to a worker with one kept page and an application for the rest."""

    def __init__(self, config):
        self.bodies = []
        self.loop = worker.BufferingWorker(0, 0, [], None, 60, config, Logger(config))
        self.loop.application, self.loop.find = self.answer, Pages().find
        self.loop.threads = SimpleNamespace(apply=lambda function, args: function(*args))
        self.loop.wsgi = self.loop.buffered
        self.listener = socket.create_server(("127.0.0.1", 0))
        ours, self.connection = gevent.socket.socketpair()
        gevent.spawn(self.loop.handle, self.listener, ours, ("127.0.0.1", 1))

    def answer(self, environ, start_response):
        self.bodies.append(environ["wsgi.input"].read())
        start_response("200 OK", [("Content-Length", "5")])
        return [b"other"]

    def send(self, *requests):
        """What comes back, each request being sent when the one before has been worked on."""
        for request in requests:
            self.connection.sendall(request)
            gevent.sleep(0.01)
        return self.connection.recv(65536)


def bodies(received):
    return re.findall(rb"\r\n\r\n(zebra|other)", received)


def test_a_body_that_reads_like_a_request_is_none(gunicorn_config):
    """Between two kept pages of one connection, although it comes by itself."""
    page, talk = KEPT + b"\r\n", Conversation(gunicorn_config)
    form = FORM + b"Content-Length: %d\r\n\r\n" % len(page)
    received = talk.send(page, form, page, page)
    assert bodies(received) == [b"zebra", b"other", b"zebra"]
    assert bodies(talk.send(page + HEALTHZ + b"\r\n" + page)) == [b"other", b"other", b"zebra"]
    assert talk.bodies == [page, b"", b""]


def test_a_worker_that_ends_answers_who_is_connected(gunicorn_config):
    talk = Conversation(gunicorn_config)
    assert bodies(talk.send(KEPT + b"\r\n")) == [b"zebra"]
    talk.listener.close()
    talk.loop.alive = False
    received = talk.send(KEPT + b"\r\n")
    assert bodies(received) == [b"other"]
    assert b"Connection: close" in received


def test_a_large_page_is_not_copied_for_each_who_asks():
    pages = Pages(body=bytes(worker.PIECE + 1))
    loop = worker.BufferingWorker.__new__(worker.BufferingWorker)
    loop.find, loop.alive = pages.find, True
    assert loop.kept_answer(KEPT + b"\r\n")[1] is pages.page.body


def test_a_page_that_the_kernel_does_not_take_at_once_comes_whole():
    page = b"zebra" * 200_000
    ours, client = gevent.socket.socketpair()
    client.settimeout(30)
    gevent.spawn(worker.send, ours, [page])
    received = b""
    while len(received) < len(page):
        received += client.recv(65536)
    assert received == page


def test_a_page_that_nobody_takes_has_a_time_limit(monkeypatch):
    monkeypatch.setattr(worker, "WRITE_SECONDS", 0.05)
    ours, client = gevent.socket.socketpair()
    with client, pytest.raises(TimeoutError):
        worker.send(ours, [bytes(worker.PIECE)] * 1000)


NEEDS_GUNICORN = {
    "keepalive": 0,
    "max_requests": 9,
    "proxy_protocol": "v1",
    "accesslog": "-",
    "certfile": "site.pem",
}


@pytest.mark.parametrize("name", ["", *NEEDS_GUNICORN])
def test_who_counts_or_lists_visits_has_gunicorns_way(name, gunicorn_config, monkeypatch):
    pages = Pages()
    monkeypatch.setattr(worker.GeventWorker, "load_wsgi", lambda self: setattr(self, "wsgi", pages))
    loop = worker.BufferingWorker.__new__(worker.BufferingWorker)
    if name:
        gunicorn_config.set(name, NEEDS_GUNICORN[name])
    loop.cfg, loop.log = gunicorn_config, Logger(gunicorn_config)
    loop.load_wsgi()
    assert loop.find == (None if name else pages.find)


def test_who_asks_without_rest_keeps_nobody_waiting(gunicorn_config):
    """Another client's greenlet runs between some kept pages and more of them."""
    order = []

    class Client:
        received = iter([KEPT + b"\r\n"] * (worker.IN_A_ROW + 1) + [b""])
        setblocking = settimeout = close = lambda *_args: None

        def recv(self, _size):
            return next(self.received)

        def send(self, answer, timeout):
            order.append("kept")
            return len(answer)

    loop = worker.BufferingWorker.__new__(worker.BufferingWorker)
    loop.cfg, loop.find, loop.alive = gunicorn_config, Pages().find, True
    gevent.spawn(order.append, "another")
    loop.handle(socket.socket(), Client(), ("127.0.0.1", 1))
    assert order == ["kept"] * worker.IN_A_ROW + ["another", "kept"]


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


def test_parts_are_made_as_they_are_sent():
    answer = Answer()
    own = object.__new__(worker.BufferingWorker)
    own.threads = SimpleNamespace(apply=lambda function, args=(): function(*args))
    own.application = lambda environ, start_response: answer
    environ = {"REQUEST_METHOD": "GET", "wsgi.file_wrapper": tuple}
    parts = iter(own.respond(environ, None))
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
