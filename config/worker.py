"""The gunicorn worker that reads a request whole before a thread takes it.

Clients are waited for by gevent, hundreds of them at a time, and for a limited time. The
application runs in a few threads of the system, which never wait for a client. Nothing is
monkey-patched: Django, SQLite and locks behave as in any server with threads.
"""

import os
import re
import time
from collections.abc import Iterable, Iterator
from errno import ENOTCONN
from functools import lru_cache
from http import HTTPStatus
from itertools import count
from tempfile import SpooledTemporaryFile, TemporaryFile

import gevent
from gevent import Timeout, socket
from gevent.threadpool import ThreadPool
from gunicorn import SERVER
from gunicorn.http.errors import NoMoreData
from gunicorn.http.parser import RequestParser
from gunicorn.util import close, has_fileno, http_date, unquote_to_wsgi_str
from gunicorn.workers.ggevent import GeventWorker

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

# Answers for a client that asks without rest, before the others have their turn.
IN_A_ROW = 16
PLAIN = re.compile(
    rb"(GET|HEAD) (/(?!/)[!\"$-~]{0,2000}) HTTP/1\.1\r\n"
    rb"((?:[A-Za-z0-9-]+:[ -~]+\r\n){1,50})\r\n"
)
NOT_PLAIN = {"HTTP_CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING", "HTTP_EXPECT", "HTTP_UPGRADE"}


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
        self.application, self.wsgi = self.wsgi, self.buffered
        # What is no kept page's matter, such as a list of visits, needs gunicorn's way with each.
        needs_gunicorn = (
            *("SCRIPT_NAME" in os.environ, self.log.access_log_enabled, self.cfg.max_requests),
            *(self.cfg.proxy_protocol != "off", not self.cfg.keepalive, self.cfg.is_ssl),
        )
        self.find = None if any(needs_gunicorn) else getattr(self.application, "find", None)
        self.threads = ThreadPool(self.cfg.threads)

    def handle(self, listener, client, addr):
        """All requests of a connection, those for kept pages without gunicorn's parser."""
        if not self.find:
            super().handle(listener, client, addr)
            return
        client.setblocking(1)
        parser, request = RequestParser(self.cfg, client, addr), None
        try:
            name = listener.getsockname()  # a worker that ends closes it
            for number in count(1):
                request, answer = None, []
                with self.timeout_ctx():
                    received = parser.unreader.read()
                    if not (answer := self.kept_answer(received)):
                        parser.unreader.unread(received)
                        request = next(parser)
                if answer:
                    send(client, answer)
                    if not number % IN_A_ROW:
                        gevent.sleep(0)
                elif request:
                    self.handle_request(name, request, client, addr)
                    if not parser.finish_body():
                        break
                else:
                    break
        except (NoMoreData, StopIteration, TimeoutError, ConnectionError):
            pass  # the client has gone, or takes nothing
        except Exception as error:  # one of reading: a 400, say
            if getattr(error, "errno", None) != ENOTCONN:
                self.handle_error(request, client, addr, error)
        finally:
            close(client)

    def handle_request(self, listener_name, req, sock, addr):
        try:
            super().handle_request(listener_name, req, sock, addr)
        except TimeoutError:  # nobody takes the answer
            raise StopIteration from None

    def kept_answer(self, received: bytes) -> list[bytes]:
        """The whole answer where it is a kept page, byte for byte as a thread would give it; else
        nothing.
        """
        if not (self.alive and (environ := plain_environ(received))):
            return []
        if not (page := self.find(environ)) or len(page.body) > IN_MEMORY:
            return []
        answer = page.answer(environ)
        now = http_date_of(int(time.time()))
        first = f"HTTP/1.1 {answer.status}\r\nServer: {SERVER}\r\nDate: {now}\r\n"
        first += "Connection: keep-alive\r\n"
        head = b"".join((first.encode(), answer.header_lines, b"\r\n"))
        # A large body is shared by all who wait for it.
        return [head + answer.body] if len(answer.body) <= PIECE else [head, answer.body]

    def buffered(self, environ: dict, start_response) -> Iterable[bytes]:
        """The WSGI application as gunicorn calls it, in the greenlet of a connection."""
        environ["gunicorn.socket"].settimeout(WRITE_SECONDS)
        try:
            body = read_body(environ)
        except BodyError as error:
            environ["wsgi.input"].failed = True  # so that gunicorn closes the connection
            text = f"{error.status.phrase}\n".encode()
            headers = [("Content-Type", "text/plain"), ("Content-Length", str(len(text)))]
            start_response(f"{error.status} {error.status.phrase}", headers)
            return [text]
        with body:
            environ["wsgi.input"] = body
            return self.threads.apply(self.respond, (environ, start_response))

    def respond(self, environ: dict, start_response) -> Iterable[bytes]:
        """The whole answer, made in a thread. Files are sent from where they are, and what is made
        part by part as it comes.
        """
        answer = self.application(environ, start_response)
        file_wrapper = environ["wsgi.file_wrapper"]
        if isinstance(answer, file_wrapper):
            has_fileno(answer.filelike)  # one of a bucket is fetched now
            return answer
        if getattr(answer, "streaming", False) and environ["REQUEST_METHOD"] != "HEAD":
            return self.parts(answer)
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

    def parts(self, answer) -> Iterator[bytes]:
        """Each is made in a thread when the client has taken the one before: it may be any thread,
        so a part asks the database on its own.
        """
        parts = iter(answer)
        try:
            while (part := self.threads.apply(next, (parts, None))) is not None:
                yield part
        finally:
            self.threads.apply(answer.close)


def send(client: socket.socket, pieces: Iterable[bytes]) -> None:
    """The kernel takes most of it at once; what is left has a time limit, and is not copied."""
    for piece in pieces:
        try:
            sent = client.send(piece, timeout=0.0)
        except BlockingIOError:
            sent = 0
        if sent < len(piece):
            client.settimeout(WRITE_SECONDS)
            client.sendall(memoryview(piece)[sent:])
            client.settimeout(None)


def plain_environ(received: bytes) -> dict | None:
    """The part of WSGI's environ that a page may depend on, of a request as browsers and proxies
    send it for one. None for any other, and for what is unusual or not all there: gunicorn reads
    those, with all its checks.
    """
    if not (plain := PLAIN.fullmatch(received)):
        return None
    method, target, lines = (part.decode("ascii") for part in plain.groups())
    path, _mark, query = target.partition("?")
    environ = {"REQUEST_METHOD": method, "PATH_INFO": unquote_to_wsgi_str(path)}
    environ |= {"QUERY_STRING": query, "wsgi.url_scheme": "http"}
    fields = lines.splitlines()
    for field in fields:
        name, _colon, value = field.partition(":")
        environ["HTTP_" + name.upper().replace("-", "_")] = value.strip()
    was_repeated = len(environ) < 4 + len(fields)
    is_last = environ.get("HTTP_CONNECTION", "keep-alive").lower() != "keep-alive"
    return None if was_repeated or is_last or environ.keys() & NOT_PLAIN else environ


@lru_cache(maxsize=1)
def http_date_of(second: int) -> str:
    return http_date(second)


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
