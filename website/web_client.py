"""One question of another server: of a public host, at the address that was checked, within bounds.

http.client rather than a library of its own: all that is needed is to connect to the very address
that website.ssrf has checked, and libraries make that the hard part.
"""

from __future__ import annotations

import http.client
import socket
import ssl
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache
from threading import Timer
from types import MappingProxyType
from urllib.parse import quote

from django.conf import settings

from website import ssrf

REDIRECTS = {301, 302, 303, 307, 308}
NO_HEADERS: Mapping[str, str] = MappingProxyType({})
# Reading the certificates takes a while: once for all questions.
ssl_context = cache(ssl.create_default_context)


@dataclass(frozen=True)
class Response:
    """`body` is no longer than was asked for; `is_broken` says that less came than was promised."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    is_broken: bool = False

    @property
    def location(self) -> str:
        """Where it redirects to; empty where it does not."""
        return self.headers.get("Location", "") if self.status in REDIRECTS else ""


def user_agent(what: str) -> str:
    """Says who asks, with the site's own address, as robots are expected to."""
    site = settings.ORIGIN or settings.SITE_NAME
    return f"Vitae {what} (+{site})".encode("ascii", "replace").decode()


def ask(
    url: str,
    method: str = "GET",
    *,
    headers: Mapping[str, str] = NO_HEADERS,
    read_at_most: int,
    timeout: float,
    patience: float,
) -> Response:
    """Ask once and follow nothing; the host is looked up and checked anew each time.

    `timeout` bounds each wait, `patience` the whole of it, both in seconds. Raises BlockedHost and
    UnknownHost of website.ssrf, OSError, HTTPException and ValueError.
    """
    parts = ssrf.split(url)
    port = parts.port or ssrf.PORTS[parts.scheme]
    address = ssrf.resolve(parts.hostname, port)
    if parts.scheme == "https":
        options = {"timeout": timeout, "context": ssl_context()}
        connection = http.client.HTTPSConnection(parts.hostname, port, **options)
    else:
        connection = http.client.HTTPConnection(parts.hostname, port, timeout=timeout)
    # Names the host in the request and its certificate, and connects to the checked address.
    connection._create_connection = lambda _host, *rest: connect((address, port), *rest)
    with closing(connection):
        connection.connect()
        watch = Timer(patience, _shut_down, [connection.sock])
        watch.start()
        try:
            path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
            query = quote(parts.query, safe="/%:@!$&'()*+,;=~-._?")
            target = f"{path}?{query}" if query else path
            connection.request(method, target, headers={**headers, "Connection": "close"})
            response = connection.getresponse()
            body = response.read(read_at_most)
            promised = response.getheader("Content-Length", "")
            wanted = min(int(promised), read_at_most) if promised.isdecimal() else len(body)
            is_broken = method != "HEAD" and len(body) < wanted
            return Response(response.status, response.headers, body, is_broken)
        finally:
            watch.cancel()


def connect(address, *rest) -> socket.socket:
    """A function of its own, so that tests can stand in for the network."""
    return socket.create_connection(address, *rest)


def _shut_down(sock):
    with suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)
