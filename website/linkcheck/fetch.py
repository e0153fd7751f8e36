"""One question of one address: HEAD, else the beginning of GET; redirects followed by hand.

http.client rather than a library of its own: all that is needed is to connect to the very
address that was checked, and libraries make that the hard part.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache
from threading import Timer
from urllib.parse import quote, urljoin

from django.conf import settings

from website.linkcheck import ssrf
from website.models import CheckedLink

Outcome = CheckedLink.Outcome
TIMEOUT = 4
# A host that sends a byte at a time is given up after so many seconds in all.
PATIENCE = 6
HOPS = 5
# With all its hops, one link is done with when so many seconds have gone.
IN_ALL = 12
READ_AT_MOST = 1024
REDIRECTS = {301, 302, 303, 307, 308}
# HEAD is not for everyone; programs are not welcome everywhere.
TRY_GET = {400, 403, 404, 405, 406, 410, 500, 501, 503}
GONE = {404, 410}


@dataclass(frozen=True)
class Answer:
    outcome: str
    status: int | None = None


def ask(url: str) -> Answer:
    """What comes of asking for `url`. Never raises."""
    try:
        return _follow(url)
    except ssrf.Refused:
        return Answer(Outcome.REFUSED)
    except ssrf.Unknown:
        return Answer(Outcome.UNKNOWN)
    except (OSError, http.client.HTTPException, ValueError):
        return Answer(Outcome.SILENT)


def _follow(url):
    deadline = time.monotonic() + IN_ALL
    for _hop in range(HOPS + 1):
        if time.monotonic() > deadline:
            raise TimeoutError
        status, location = _status(url)
        if status not in REDIRECTS or not location:
            return Answer(_outcome(status), status)
        url = urljoin(url, location)
    return Answer(Outcome.FAILED, status)


def _outcome(status):
    if status < 400:
        return Outcome.REACHED
    if status in GONE:
        return Outcome.GONE
    return Outcome.FAILED if status >= 500 and status != 503 else Outcome.UNSURE


def _status(url):
    status, location = _request(url, "HEAD")
    return _request(url, "GET") if status in TRY_GET else (status, location)


def _request(url, method):
    """(status, where it redirects to). Each question looks the host up and checks it anew."""
    parts = ssrf.split(url)
    port = parts.port or ssrf.PORTS[parts.scheme]
    address = ssrf.resolve(parts.hostname, port)
    with closing(_connection(parts, address, port)) as connection:
        connection.connect()
        watch = Timer(PATIENCE, _cut, [connection.sock])
        watch.start()
        try:
            connection.request(method, _target(parts), headers=_headers())
            response = connection.getresponse()
            response.read(READ_AT_MOST)
            return response.status, response.getheader("Location", "")
        finally:
            watch.cancel()


def _connection(parts, address, port):
    """Names the host in the request and its certificate, and connects to `address`."""
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    options = {"context": _trust()} if parts.scheme == "https" else {}
    connection = kind(parts.hostname, port, timeout=TIMEOUT, **options)
    connection._create_connection = lambda _host, *rest: connect((address, port), *rest)
    return connection


def connect(address, *rest) -> socket.socket:
    return socket.create_connection(address, *rest)


@cache
def _trust():
    return ssl.create_default_context()


def _target(parts):
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    query = quote(parts.query, safe="/%:@!$&'()*+,;=~-._?")
    return f"{path}?{query}" if query else path


def _headers():
    site = settings.ORIGIN or settings.SITE_NAME
    named = site.encode("ascii", "replace").decode()
    return {"User-Agent": f"Vitae link check (+{named})", "Accept": "*/*", "Connection": "close"}


def _cut(sock):
    with suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)
