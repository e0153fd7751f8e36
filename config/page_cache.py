"""Finished public pages, kept in memory: given out again while nothing that they show has changed.

A wrapper of Django's WSGI application. What it promises, each with its test by that name in
tests/test_page_cache.py:

1. Nobody's own. A page is made of its key alone: host, path, known query parameters, scheme,
   whether Brotli or gzip is taken. No other header comes to Django, so no cookie, so no draft. An
   answer that sets a cookie, varies by anything else, or says it is private, is not kept.
2. Never late. The version of the database is read before a page is made and before it is given out
   again: any commit, by whatever process, makes all pages anew.
3. In time. They end with the next scheduled moment (`published_at`) of any row.
4. Once. Of the requests for one page that is not there, one makes it and the others wait for it.
5. Bounded. The pages that nobody asked for longest go first.
6. Never in the way. Where the version cannot be read, Django answers; with no memory allowed, it
   answers each time, byte for byte the same.

The admin, files, health checks, ranges and whatever is not read alone pass by unseen.
"""

import os
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from django.apps import apps
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.db import DatabaseError, close_old_connections, connection
from django.http.request import split_domain_port
from django.utils import timezone
from django.utils.cache import cc_delim_re
from django.utils.http import parse_etags

from config.middleware import canonical_query, is_below_admin
from profiles.models.base import MOMENT, Publishable

PASSED_BY = ("static", "media", "healthz", "readyz", "metrics", ".well-known")
KEPT = ("200", "301", "302", "307", "308", "404")
# Of the body, which a 304 has not.
OF_THE_BODY = {"content-length", "content-type", "content-encoding", "content-disposition"}
# Believed only where a proxy of our own stands in front.
PROXY_SCHEME = settings.SECURE_PROXY_SSL_HEADER
NEVER = datetime.max.replace(tzinfo=UTC)
OVERHEAD = 2048  # bytes of the headers of a page, and what they are in


class Key(NamedTuple):
    """What a public page depends on, beside the database."""

    host: str
    scheme: str
    proxy_scheme: str
    prefix: str
    path: str
    query: str
    coding: str


@dataclass
class KeptPage:
    """A finished answer; `body` is an iterable of its own where it is streamed."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes | Iterable[bytes]

    @property
    def is_streamed(self) -> bool:
        return not isinstance(self.body, bytes)

    @property
    def is_kept(self) -> bool:
        caching = set(cc_delim_re.split(self.header("cache-control").lower()))
        vary = set(cc_delim_re.split(self.header("vary").lower()))
        return (
            self.status[:3] in KEPT
            and not self.is_streamed
            and not self.header("set-cookie")
            and vary <= {"", "accept-encoding"}
            and not caching & {"no-store", "private"}
        )

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key.lower() == name), "")

    @cached_property
    def etag(self) -> str:
        return self.header("etag")

    @cached_property
    def without_body(self) -> "KeptPage":
        return KeptPage(self.status, self.headers, b"")

    @cached_property
    def not_modified(self) -> "KeptPage":
        headers = [(name, value) for name, value in self.headers if name.lower() not in OF_THE_BODY]
        return KeptPage("304 Not Modified", headers, b"")

    def is_known(self, if_none_match: str) -> bool:
        """Whether a browser that sends these ETags has it; a proxy may have made one weak."""
        if not if_none_match or self.is_streamed or not self.status.startswith("200"):
            return False
        if if_none_match == self.etag:
            return True
        known = [etag.removeprefix("W/") for etag in parse_etags(if_none_match)]
        return "*" in known or self.etag.removeprefix("W/") in known

    def answer(self, environ: dict) -> "KeptPage":
        """Return the answer to this request: the page, its head alone, or 304."""
        if self.is_known(environ.get("HTTP_IF_NONE_MATCH", "")):
            return self.not_modified
        if environ["REQUEST_METHOD"] == "HEAD":
            getattr(self.body, "close", lambda: None)()
            return self.without_body
        return self

    def send(self, environ: dict, start_response: Callable) -> Iterable[bytes]:
        """As a WSGI application does."""
        page = self.answer(environ)
        start_response(page.status, list(page.headers))
        return page.body if page.is_streamed else [page.body]


def size_of(key: Key, page: KeptPage) -> int:
    """In bytes, about; a visitor may have made up a long path."""
    return len(page.body) + sum(map(len, key)) + OVERHEAD


class Generation:
    """The pages of one version of the database, until the next scheduled moment."""

    def __init__(self, version: Hashable, since: datetime):
        self.version, self.since, self.until = version, since, next_moment(since)
        self.pages: OrderedDict[Key, KeptPage] = OrderedDict()
        self.locks: dict[Key, Lock] = {}
        self.size = 0

    def holds(self, version: Hashable, now: datetime) -> bool:
        return self.version == version and self.since <= now < self.until

    def keep(self, key: Key, page: KeptPage, max_bytes: int) -> None:
        self.pages[key] = page
        self.size += size_of(key, page)
        while self.size > max_bytes:
            self.size -= size_of(*self.pages.popitem(last=False))


class PageCache:
    """`application` is Django's; `version` tells the state of its database."""

    def __init__(self, application: Callable, version: Callable[[], Hashable], max_bytes: int):
        self.application, self.version, self.max_bytes = application, version, max_bytes
        self.asks_a_server = not isinstance(version, SQLiteVersion)
        self._lock = Lock()
        self._generation: Generation | None = None

    def __call__(self, environ: dict, start_response: Callable) -> Iterable[bytes]:
        # Django would take the server's own name for it; an empty one it refuses, as is due.
        if environ.get("SERVER_PROTOCOL", "HTTP/1.0") != "HTTP/1.0":
            environ.setdefault("HTTP_HOST", "")
        if (key := key_of(environ)) is None:
            return self.application(environ, start_response)
        return self._page(key, environ).send(environ, start_response)

    def find(self, environ: dict) -> KeptPage | None:
        """A page that is kept. Nothing has to be waited for but the version, which is a query
        where `asks_a_server`; else a server's loop may ask.
        """
        if not (generation := self._generation) or (key := key_of(environ)) is None:
            return None
        try:
            holds = generation.holds(self.version(), timezone.now())
        except (DatabaseError, sqlite3.Error, OSError):
            return None
        if not holds or not self._lock.acquire(blocking=False):
            return None
        try:
            if page := generation.pages.get(key):
                generation.pages.move_to_end(key)
            return page
        finally:
            self._lock.release()

    def _page(self, key: Key, environ: dict) -> KeptPage:
        if (generation := self._current()) is None:
            return self._make(key, environ)
        with self._lock:
            if page := generation.pages.get(key):
                generation.pages.move_to_end(key)
                return page
            lock = generation.locks.setdefault(key, Lock())
        with lock:
            try:
                page = generation.pages.get(key) or self._make(key, environ)
                with self._lock:
                    if page.is_kept and key not in generation.pages:
                        generation.keep(key, page, self.max_bytes)
                return page
            finally:
                generation.locks.pop(key, None)

    def _current(self) -> Generation | None:
        if not self.max_bytes:
            return None
        try:
            version, now = self.version(), timezone.now()
            with self._lock:
                if self._generation is None or not self._generation.holds(version, now):
                    self._generation = Generation(version, now)
                return self._generation
        except (DatabaseError, sqlite3.Error, OSError):  # the page says so, better than this
            self._generation = None
            return None

    def _make(self, key: Key, environ: dict) -> KeptPage:
        begun = []
        request = environ_of(key, environ)
        response = self.application(request, lambda *args: begun.extend(args[:2]))
        if getattr(response, "streaming", True):
            return KeptPage(*begun, response)
        try:
            page = KeptPage(*begun, b"".join(response))
        finally:
            response.close()
        # Redirects have none, and would end with the connection.
        if not page.header("content-length"):
            page.headers.append(("Content-Length", str(len(page.body))))
        return page


# --- Requests -------------------------------------------------------------------------------------


def key_of(environ: dict) -> Key | None:
    """None for what is neither kept nor looked at."""
    path, host = environ.get("PATH_INFO", ""), host_of(environ)
    if (
        environ["REQUEST_METHOD"] not in ("GET", "HEAD")
        or path[1:].partition("/")[0] in PASSED_BY
        or path.endswith(".pdf")
        or is_below_admin(path)
        or not host
        or "HTTP_RANGE" in environ
        or "HTTP_TRANSFER_ENCODING" in environ
        or environ.get("CONTENT_LENGTH") not in (None, "", "0")
    ):
        return None
    try:
        query = canonical_query(environ.get("QUERY_STRING", ""))
    except SuspiciousOperation:  # too many parameters: Django refuses them
        return None
    scheme = environ.get(PROXY_SCHEME[0], "") if PROXY_SCHEME else ""
    taken = environ.get("HTTP_ACCEPT_ENCODING", "")
    return Key(
        host,
        environ["wsgi.url_scheme"],
        "https" if scheme.partition(",")[0].strip() == "https" else "http",
        environ.get("SCRIPT_NAME", ""),
        path,
        query,
        next((coding for coding in ("br", "gzip") if coding in taken), ""),
    )


def host_of(environ: dict) -> str:
    """The host in one spelling, so that no port makes a page of its own. It says nothing where the
    addresses of a page are the configured ones. Else they have it: only that of this server is kept
    then; "" for another, and for what is no host.
    """
    name, port = split_domain_port(environ.get("HTTP_HOST", ""))
    if not port or settings.ORIGIN:
        return name
    return f"{name}:{port}" if name and port == environ.get("SERVER_PORT", port) else ""


def environ_of(key: Key, environ: dict) -> dict:
    """The request as everybody's: nothing of what was sent with it but its key."""
    theirs = ("HTTP_", "REMOTE_")
    request = {name: value for name, value in environ.items() if not name.startswith(theirs)}
    request |= {"REQUEST_METHOD": "GET", "HTTP_HOST": key.host, "QUERY_STRING": key.query}
    if key.coding:
        request["HTTP_ACCEPT_ENCODING"] = key.coding
    if PROXY_SCHEME:
        request[PROXY_SCHEME[0]] = key.proxy_scheme
    return request


# --- The state of the database --------------------------------------------------------------------


def database_version() -> Callable[[], Hashable]:
    """How to tell the state of the default database."""
    if connection.vendor == "postgresql":
        return postgresql_snapshot
    return SQLiteVersion(Path(connection.settings_dict["NAME"]))


def postgresql_snapshot() -> str:
    """Which transactions are visible: the same ones, the same rows. On this thread's connection."""
    close_old_connections()  # as each request does, which a thread that asks this alone never has
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_snapshot()::text")
        return cursor.fetchone()[0]


class SQLiteVersion:
    """`PRAGMA data_version` on a connection of its own, which writes nothing: it changes with each
    commit of any other. Opened anew after a fork, and where a restore put another file there.
    """

    def __init__(self, path: Path):
        self.path, self._lock = str(path.absolute()), Lock()
        self._opened, self._connection = None, None

    def __call__(self) -> Hashable:
        with self._lock:
            file = os.stat(self.path)
            place = os.getpid(), file.st_dev, file.st_ino
            if place != self._opened:
                address = f"{Path(self.path).as_uri()}?mode=ro"
                self._connection = sqlite3.connect(
                    address, uri=True, check_same_thread=False, timeout=0
                )
                self._opened = place
            try:
                [(number,)] = self._connection.execute("PRAGMA data_version")
            except sqlite3.Error:
                self._opened = None
                raise
            # The number counts from anew with each connection, so that one is a part of it.
            return self._connection, number


def next_moment(now: datetime) -> datetime:
    """When the next scheduled row of any kind appears."""
    first, *others = (
        model._base_manager.alias(moment=MOMENT)
        .filter(moment__gt=now)
        .order_by()
        .values_list("published_at")
        for model in apps.get_models()
        if issubclass(model, Publishable)
    )
    row = first.union(*others, all=True).order_by("published_at").first()
    return row[0] if row else NEVER
