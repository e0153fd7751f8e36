"""One question of another server: of a public host, at the address that was checked, within bounds.

http.client rather than a library of its own: all that is needed is to connect to the very address
that was checked, and libraries make that the hard part.
"""

from __future__ import annotations

import http.client
import socket
import ssl
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Timer
from types import MappingProxyType
from urllib.parse import SplitResult, quote, urlsplit

from django.conf import settings

PORTS = {"http": 80, "https": 443}
# Public by their numbers, yet within the machine's own cloud, or a way round to IPv4.
BLOCKED = [
    ip_network(block)
    for block in (
        "168.63.129.16/32",  # Azure's host agent
        "192.0.0.0/24",  # IETF's own; Oracle's cloud answers there
        "192.88.99.0/24",  # 6to4 relays
        "2002::/16",  # 6to4
        "2001::/32",  # Teredo
        "64:ff9b::/96",  # NAT64
        "64:ff9b:1::/48",
        "::/96",  # IPv4-compatible
        "fec0::/10",  # site-local, as it once was
        "3fff::/20",  # for documentation
    )
]


class BlockedHost(Exception):  # noqa: N818 - what it is about, not an error of ours
    """This address is none that the server asks for."""


class UnknownHost(Exception):  # noqa: N818 - as above
    """No host of this name is known to the resolver."""


def split(url: str) -> SplitResult:
    """Raises BlockedHost for what is not plainly a public web address."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise BlockedHost from error
    if parts.scheme not in PORTS or not host or "@" in parts.netloc:
        raise BlockedHost
    if port not in (None, PORTS[parts.scheme]):
        raise BlockedHost
    return parts


def is_public(text: str) -> bool:
    """Whether an IP address is out in the world: not private, loopback, link-local, metadata."""
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    if any(address.version == block.version and address in block for block in BLOCKED):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def look_up(host: str, port: int) -> list[str]:
    """The IP addresses of a name; a number in any other notation is one, too."""
    try:
        entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return [entry[4][0] for entry in entries]


def resolve(host: str, port: int) -> str:
    """The IP address to connect to, and no other: a second look-up might say something else.

    Raises BlockedHost where any address of the host is not public, UnknownHost where it has none.
    """
    addresses = look_up(host, port)
    if not addresses:
        raise UnknownHost
    if not all(is_public(address) for address in addresses):
        raise BlockedHost
    return addresses[0]


# --- One question --------------------------------------------------------------------------------

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
    UnknownHost, OSError, HTTPException and ValueError.
    """
    parts = split(url)
    port = parts.port or PORTS[parts.scheme]
    address = resolve(parts.hostname, port)
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
