"""The gunicorn worker that reads a request whole before a thread takes it.

Clients are waited for by gevent, hundreds of them at a time, and for a limited time. The
application runs in a few threads of the system, which never wait for a client. Nothing is
monkey-patched: Django, SQLite and locks behave as in any server with threads. A kept page is
answered at once. Of anything else each kind has threads of its own, so that neither /healthz nor
the admin waits behind public pages; and of these only so many wait.

It is gunicorn's own gevent worker, which reads, checks and limits requests, but for `patch`, the
application that `load_wsgi` loads, and a quieter `handle_request`.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from http import HTTPStatus
from math import inf
from tempfile import SpooledTemporaryFile, TemporaryFile
from typing import Any

import gevent
from django.conf import settings
from gevent import Timeout, socket
from gevent.threadpool import ThreadPool
from gunicorn.util import has_fileno
from gunicorn.workers.ggevent import GeventWorker

from config.gunicorn import ADMIN_THREADS, FILE_THREADS, MAX_WAITING
from uploads.documents import MAX_BYTES, MAX_LARGE_FILES

# Seconds. The headers of a request have `keepalive`, see config/gunicorn.py.
BODY_SECONDS = 20
BODY_BYTES_A_SECOND = 16 * 1024  # a body may take so much longer
WRITE_SECONDS = 60  # without progress
# Bytes. What a form may send, and a little for the form itself.
MAX_BODY = MAX_LARGE_FILES * MAX_BYTES + 16 * 1024 * 1024
IN_MEMORY = 256 * 1024  # of one body or answer; a larger one waits on the disk
# Of all bodies of a worker that wait there: else hundreds of clients, signed in or not, fill it.
MAX_ON_DISK = 2 * MAX_BODY
PIECE = 64 * 1024
SEND_BUFFER = 64 * 1024  # what the kernel takes of an answer: by itself it grows to 4 MB, at once


class BodyError(Exception):
    def __init__(self, status: HTTPStatus):
        super().__init__(status)
        self.status = status


class Body(SpooledTemporaryFile):
    """What a client has sent so far."""

    on_disk = 0  # bytes, of all bodies of this worker; only their greenlets count them
    counted = 0

    def take(self, piece: bytes):
        """Raises BodyError where there is no room for it."""
        size = self.tell() + len(piece)
        if size > IN_MEMORY:
            more = size - self.counted
            if Body.on_disk + more > MAX_ON_DISK:
                raise BodyError(HTTPStatus.SERVICE_UNAVAILABLE)
            self.counted += more
            Body.on_disk += more
        try:
            self.write(piece)
        except OSError:
            raise BodyError(HTTPStatus.INSUFFICIENT_STORAGE) from None

    def close(self):
        Body.on_disk -= self.counted
        self.counted = 0
        super().close()

    def __exit__(self, *error):
        self.close()


class BusyError(Exception):
    """Too many requests wait already."""


class Lane:
    """The threads of one kind of request, which waits for its like alone."""

    def __init__(self, threads: int, max_waiting: float = inf):
        self.threads, self.room = ThreadPool(threads), threads + max_waiting

    def apply(self, function: Callable, *arguments) -> Any:
        """What the function returns, called in a thread. Raises BusyError where too many wait."""
        if self.room <= 0:
            raise BusyError
        self.room -= 1
        try:
            return self.threads.apply(function, arguments)
        finally:
            self.room += 1


class BufferingWorker(GeventWorker):
    def patch(self):
        """In place of monkey-patching: only the listening sockets are gevent's."""
        self.sockets = [
            socket.socket(each.FAMILY, socket.SOCK_STREAM, fileno=each.sock.detach())
            for each in self.sockets
        ]
        for each in self.sockets:
            each.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    def load_wsgi(self):
        super().load_wsgi()
        from config.views import busy_page  # needs the applications loaded

        self.application, self.wsgi, self.busy_page = self.wsgi, self.answer, busy_page
        self.pages, self.kept = Lane(self.cfg.threads, MAX_WAITING), Lane(1, MAX_WAITING)
        admin, files, checks = Lane(ADMIN_THREADS), Lane(FILE_THREADS), Lane(1)
        # By the first part of a path; others are pages.
        self.lanes = {
            settings.ADMIN_PATH: admin,
            "media": files,
            "static": files,
            "readyz": checks,
            "metrics": checks,
            "healthz": Lane(1),  # of no other, whose disk or database may not answer
        }

    def handle_request(self, listener_name, req, sock, addr):
        try:
            super().handle_request(listener_name, req, sock, addr)
        except TimeoutError:  # nobody takes the answer
            raise StopIteration from None

    def answer(self, environ: dict, start_response) -> Iterable[bytes]:
        """The WSGI application as gunicorn calls it, in the greenlet of a connection."""
        gevent.sleep(0)  # who asks without rest keeps nobody waiting
        environ["gunicorn.socket"].settimeout(WRITE_SECONDS)
        try:
            first = environ["PATH_INFO"][1:].partition("/")[0]
            lane = self.lanes.get(first, self.pages)
            if lane is self.pages and (page := self.kept_page(environ)):
                return page.send(environ, start_response)
            with read_body(environ) as body:
                environ["wsgi.input"] = body
                return lane.apply(self.respond, lane, environ, start_response)
        except BusyError:
            return self.busy_page(environ["PATH_INFO"]).send(environ, start_response)
        except BodyError as error:
            environ["wsgi.input"].failed = True  # so that gunicorn closes the connection
            text = f"{error.status.phrase}\n".encode()
            headers = [("Content-Type", "text/plain"), ("Content-Length", str(len(text)))]
            start_response(f"{error.status} {error.status.phrase}", headers)
            return [text]

    def kept_page(self, environ: dict):
        """The Page that is kept; None where there is none, or the application keeps nothing."""
        if not hasattr(self.application, "find"):
            return None
        if self.application.asks_a_server:
            return self.kept.apply(self.application.find, environ)
        return self.application.find(environ)

    def respond(self, lane: Lane, environ: dict, start_response) -> Iterable[bytes]:
        """The whole answer, made in a thread. Files are sent from where they are, and what is made
        part by part as it comes.
        """
        answer = self.application(environ, start_response)
        file_wrapper = environ["wsgi.file_wrapper"]
        if isinstance(answer, file_wrapper):
            has_fileno(answer.filelike)  # one of a bucket is fetched now
            return answer
        if getattr(answer, "streaming", False) and environ["REQUEST_METHOD"] != "HEAD":
            return parts_of(answer, lane.threads)
        try:
            content = b"".join(answer)
        finally:
            if hasattr(answer, "close"):
                answer.close()
        if environ["REQUEST_METHOD"] == "HEAD":
            return []
        if len(content) <= IN_MEMORY:
            return [content]
        file = TemporaryFile()  # noqa: SIM115 gunicorn closes it
        file.write(content)
        file.seek(0)
        return file_wrapper(file)


def parts_of(answer, threads: ThreadPool) -> Iterator[bytes]:
    """Each is made in a thread when the client has taken the one before: it may be any thread,
    so a part asks the database on its own.
    """
    parts = iter(answer)
    try:
        while (part := threads.apply(next, (parts, None))) is not None:
            yield part
    finally:
        threads.apply(answer.close)


def read_body(environ: dict) -> Body:
    """The body of a request, or BodyError where it is too slow, too large or ends too early."""
    body = Body(IN_MEMORY)
    try:
        _receive(environ, body)
    except BaseException:  # a worker that ends, too
        body.close()
        raise
    body.seek(0)
    return body


def _receive(environ, body):
    length = int(environ.get("CONTENT_LENGTH") or 0)
    received, start = 0, time.monotonic()
    while length <= MAX_BODY and received <= MAX_BODY:
        end = start + BODY_SECONDS + received / BODY_BYTES_A_SECOND
        try:
            with Timeout(max(end - time.monotonic(), 0)):
                piece = environ["wsgi.input"].read(PIECE)
        except Timeout:
            raise BodyError(HTTPStatus.REQUEST_TIMEOUT) from None
        if not piece and received < length:
            raise BodyError(HTTPStatus.BAD_REQUEST)
        if not piece:
            return
        received += len(piece)
        body.take(piece)
    raise BodyError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
