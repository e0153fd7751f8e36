"""What config.page_cache promises, in its order: a page is kept, and never too long."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from io import BytesIO
from threading import Event

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import DatabaseError, connection
from django.http import HttpResponse, StreamingHttpResponse
from django.utils import timezone

from config.page_cache import PageCache, SQLiteVersion, next_moment, postgresql_snapshot
from profiles.models import Award, NewsItem
from publications.models import Publication
from tests.conftest import make_researcher

pytestmark = [
    pytest.mark.django_db,
    # The handler alone closes PostgreSQL's connection, and with it the transaction of the test.
    pytest.mark.skipif(connection.vendor != "sqlite", reason="tests/backends/test_page_cache.py"),
]
MIB = 1024 * 1024


class Site:
    """A PageCache around `application`, asked as by a server; `made` are the paths it rendered."""

    def __init__(self, application, max_bytes=MIB):
        self.application, self.version, self.made = application, 1, []
        self.pages = PageCache(self.make, self.read_version, max_bytes)

    def make(self, environ, start_response):
        self.made.append(environ["PATH_INFO"])
        return self.application(environ, start_response)

    def read_version(self):
        return self.version

    def environ(self, path, query="", method="GET", **headers):
        return {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "REMOTE_ADDR": "192.0.2.1",
            "HTTP_HOST": "localhost",
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(),
        } | {f"HTTP_{name}": value for name, value in headers.items()}

    def get(self, *request, **headers):
        """(status, headers, body)"""
        begun = []
        body = self.pages(self.environ(*request, **headers), lambda *args: begun.extend(args))
        return int(begun[0][:3]), dict(begun[1]), b"".join(body)


@pytest.fixture
def site():
    return Site(WSGIHandler())


def answering(**values):
    """An application that answers each request alike."""

    def application(environ, start_response):
        response = HttpResponse(**{"content": b"a page"} | values)
        start_response(f"{response.status_code} {response.reason_phrase}", list(response.items()))
        return response

    return application


def is_kept(site):
    for _time in range(2):
        site.get("/")
    return len(site.made) == 1


def test_kept_page_takes_no_query(site, alice, django_assert_num_queries):
    first = site.get("/alice-ahlgren/")
    with django_assert_num_queries(0):
        assert site.get("/alice-ahlgren/") == first
    assert (first[0], first[1]["Cache-Control"]) == (200, "no-cache")
    assert b"Alice Ahlgren" in first[2]
    assert len(site.made) == 1


def test_head_has_the_headers_alone(site, alice):
    _status, headers, _body = site.get("/alice-ahlgren/")
    assert site.get("/alice-ahlgren/", method="HEAD") == (200, headers, b"")


def test_who_has_the_page_is_told_so(site, alice):
    etag = site.get("/alice-ahlgren/")[1]["ETag"]
    for known in (etag, f'"other", W/{etag}', "*"):
        status, headers, body = site.get("/alice-ahlgren/", IF_NONE_MATCH=known)
        assert (status, headers["ETag"], body) == (304, etag, b"")
        assert "Content-Length" not in headers
        assert "Content-Security-Policy" in headers
    assert site.get("/alice-ahlgren/", IF_NONE_MATCH='"other"')[0] == 200


def test_each_encoding_has_a_strong_etag_of_its_own(site, alice):
    answers = [site.get("/alice-ahlgren/", ACCEPT_ENCODING=each)[1] for each in ("", "gzip", "br")]
    assert [each.get("Content-Encoding") for each in answers] == [None, "gzip", "br"]
    etags = {each["ETag"] for each in answers}
    assert len(etags) == 3
    assert all(etag.startswith('"') for etag in etags)


def test_a_redirect_says_where_it_ends():
    """Else a connection that is kept open has no next answer."""
    site = Site(answering(content=b"", status=301, headers={"Location": "/b/"}))
    for _time in range(2):
        assert site.get("/b")[1]["Content-Length"] == "0"
    assert len(site.made) == 1


# --- Nobody's own ---------------------------------------------------------------------------------


def test_a_page_is_made_of_its_key_alone(alice):
    def application(environ, start_response):
        sent.append(sorted(name for name in environ if name.startswith(("HTTP_", "REMOTE_"))))
        return answering()(environ, start_response)

    sent, headers = [], {"COOKIE": "sessionid=alice", "AUTHORIZATION": "Basic YQ=="}
    Site(application).get("/", USER_AGENT="a", ACCEPT_LANGUAGE="de", X_FORWARDED_FOR="a", **headers)
    assert sent == [["HTTP_HOST"]]


def test_a_signed_in_editor_makes_no_draft_public(site, at_work, alice):
    NewsItem.objects.create(researcher=alice, date="2026", body="a draft", published_at=None)
    cookie = f"sessionid={at_work.cookies['sessionid'].value}"
    for path in ("/alice-ahlgren/", "/alice-ahlgren/news/"):
        assert site.get(path, COOKIE=cookie) == site.get(path)
        assert b"a draft" not in site.get(path)[2]


def test_the_admin_and_files_pass_by(alice):
    for path in ("/admin/", "/static/a.css", "/media/a.webp", "/healthz", "/publications/a/a.pdf"):
        site = Site(answering())
        site.get(path)
        site.get(path)
        assert len(site.made) == 2, path


def test_what_is_more_than_reading_passes_by(alice):
    for request in ({"method": "POST"}, {"RANGE": "bytes=0-9"}, {"TRANSFER_ENCODING": "chunked"}):
        site = Site(answering())
        site.get("/", **request)
        site.get("/", **request)
        assert len(site.made) == 2, request


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, True),
        ({"status": 404}, True),
        ({"status": 301, "headers": {"Location": "/a/"}}, True),
        ({"headers": {"Vary": "Accept-Encoding"}}, True),
        ({"status": 400}, False),
        ({"status": 500}, False),
        ({"status": 503}, False),
        ({"headers": {"Set-Cookie": "a=b"}}, False),
        ({"headers": {"Vary": "Accept-Encoding, Cookie"}}, False),
        ({"headers": {"Vary": "*"}}, False),
        ({"headers": {"Cache-Control": "no-store"}}, False),
        ({"headers": {"Cache-Control": "max-age=9, private"}}, False),
    ],
)
def test_only_finished_public_answers_are_kept(values, expected):
    assert is_kept(Site(answering(**values))) is expected


def test_a_streamed_answer_is_not_kept():
    def application(environ, start_response):
        start_response("200 OK", [])
        return StreamingHttpResponse([b"a", b"b"])

    assert Site(application).get("/")[2] == b"ab"
    assert not is_kept(Site(application))


def test_of_a_streamed_answer_head_makes_nothing():
    response = StreamingHttpResponse(pytest.fail("made") for _part in range(2))

    def application(environ, start_response):
        start_response("200 OK", [("Content-Type", "text/plain")])
        return response

    assert Site(application).get("/", method="HEAD")[::2] == (200, b"")
    assert response.closed


def test_each_host_language_and_coding_is_a_page(site, alice):
    for request in (
        {"HOST": "127.0.0.1"},
        {"ACCEPT_ENCODING": "gzip, br"},
        {},
        {"HOST": "LOCALHOST"},
    ):
        site.get("/alice-ahlgren/", **request)
    assert len(site.made) == 3


def test_another_host_is_refused_each_time(site, alice):
    assert [site.get("/", HOST="evil.example")[0] for _time in range(2)] == [400, 400]
    assert len(site.made) == 2


def kept_hosts(site):
    return [key.host for key in site.pages._generation.pages]


def test_no_port_makes_a_copy(site, alice, settings):
    """Where addresses are the configured ones, a port says nothing; else but the server's own."""
    site.get("/alice-ahlgren/", HOST="localhost:80")
    for port in range(1, 4):
        assert site.get("/alice-ahlgren/", HOST=f"localhost:{port}")[0] == 200
    assert kept_hosts(site) == ["localhost:80"]
    settings.ORIGIN = "https://vitae.example"
    for host in ("localhost", "localhost:1", "localhost:2", "LocalHost.:3", "localhost:00080"):
        assert site.get("/", HOST=host)[0] == 200
    assert kept_hosts(site) == ["localhost:80", "localhost"]


def test_a_port_that_is_kept_is_that_of_its_links(site, alice):
    assert (
        b'href="http://localhost:80/alice-ahlgren/"'
        in site.get("/alice-ahlgren/", HOST="localhost:80")[2]
    )


@pytest.mark.parametrize("host", ["evil.example:80", "localhost:", "localhost:x", "a b", ""])
def test_no_other_host_is_kept_or_found(site, alice, settings, host):
    settings.ORIGIN = "https://vitae.example"
    assert [site.get("/", HOST=host)[0] for _time in range(2)] == [400, 400]
    assert not site.pages._generation or kept_hosts(site) == []


@pytest.mark.parametrize("path", ["/", "/healthz", "/static/css/site.css", "/admin/login/"])
@pytest.mark.parametrize(("protocol", "status"), [("HTTP/1.1", 400), ("HTTP/1.0", 200)])
def test_a_request_names_its_host(site, path, protocol, status):
    """HTTP/1.0 has no such header."""
    begun, environ = [], site.environ(path) | {"SERVER_PROTOCOL": protocol}
    del environ["HTTP_HOST"]
    b"".join(site.pages(environ, lambda *args: begun.extend(args)))
    assert int(begun[0][:3]) == status
    assert "Content-Security-Policy" in dict(begun[1])


@pytest.mark.parametrize("query", ["utm_source=a", "q=", "view=", "sessionid=1&framed"])
def test_unknown_parameters_are_no_page_of_their_own(site, alice, query):
    path = "/alice-ahlgren/publications/"
    assert site.get(path, query) == site.get(path)
    assert len(site.made) == 1


def test_known_parameters_are_a_page_in_any_order(site, alice):
    path = "/alice-ahlgren/publications/"
    assert site.get(path, "year=2020&type=book") == site.get(path, "type=book&a=b&year=2020")
    site.get(path, "year=2021&type=book")
    assert len(site.made) == 2


def test_too_many_parameters_are_refused(site, settings):
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 3
    assert site.get("/", "&".join("abcd"))[0] == 400


# --- Never late -----------------------------------------------------------------------------------


def test_a_commit_makes_all_pages_anew(site, alice):
    old = site.get("/alice-ahlgren/")
    alice.headline = "Studies tides."
    alice.save()
    site.version += 1
    status, _headers, body = site.get("/alice-ahlgren/", IF_NONE_MATCH=old[1]["ETag"])
    assert (status, b"Studies tides." in body) == (200, True)


def test_a_withdrawn_page_is_gone(site, alice):
    etag = site.get("/alice-ahlgren/")[1]["ETag"]
    type(alice).objects.update(published_at=None)
    site.version += 1
    assert site.get("/alice-ahlgren/", IF_NONE_MATCH=etag)[0] == 404


def test_a_commit_while_a_page_is_made_outdates_it(alice):
    def application(environ, start_response):
        site.version += len(site.made) == 1  # somebody else saves, once
        return answering()(environ, start_response)

    site = Site(application)
    for _time in range(3):
        site.get("/")
    assert len(site.made) == 2


@pytest.fixture
def file(tmp_path):
    """A database in a file, as shipped."""
    file = tmp_path / "a.sqlite3"
    write(file, "PRAGMA journal_mode=WAL", "CREATE TABLE t (a)")
    return file


def write(file, *statements):
    """By raw SQL, on a connection of its own."""
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def test_the_version_of_a_file_changes_with_each_commit(file):
    version = SQLiteVersion(file)
    seen = [version(), version()]
    assert seen[0] == seen[1]
    for statement in ("INSERT INTO t VALUES (1)", "UPDATE t SET a = 2", "DELETE FROM t"):
        write(file, statement)
        seen.append(version())
    assert len(set(seen)) == 4


def test_what_is_rolled_back_is_no_commit(file):
    version = SQLiteVersion(file)
    before = version()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("INSERT INTO t VALUES (1)")
        assert version() == before
        connection.rollback()
    assert version() == before


def test_a_restored_file_is_a_version_of_its_own(file, tmp_path):
    write(other := tmp_path / "b.sqlite3", "PRAGMA journal_mode=WAL", "CREATE TABLE t (a)")
    version = SQLiteVersion(file)
    before = version()
    other.rename(file)
    assert version() != before


def test_a_child_process_opens_a_connection_of_its_own(file, monkeypatch):
    version = SQLiteVersion(file)
    before = version()
    monkeypatch.setattr("os.getpid", lambda: -1)
    assert version() != before


# --- In time --------------------------------------------------------------------------------------


def test_a_scheduled_row_appears_in_its_moment(site, alice, monkeypatch):
    now = timezone.now()
    for hours, text in ((2, "the later one"), (1, "the first one")):
        moment = now + timedelta(hours=hours)
        NewsItem.objects.create(researcher=alice, date="2026", body=text, published_at=moment)

    def news(**later):
        monkeypatch.setattr("django.utils.timezone.now", lambda: now + timedelta(**later))
        return site.get("/alice-ahlgren/news/")[2]

    assert b"the first one" not in news(minutes=59)
    assert b"the first one" in news(minutes=60)
    assert b"the later one" not in news(minutes=119)
    assert b"the later one" in news(minutes=120)
    assert b"the later one" in news(minutes=180)
    assert len(site.made) == 3


def test_a_clock_that_was_put_back_makes_pages_anew(site, alice, monkeypatch):
    site.get("/alice-ahlgren/")
    type(alice).objects.update(published_at=timezone.now())
    now = timezone.now() - timedelta(hours=1)
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    assert site.get("/alice-ahlgren/")[0] == 404


def test_the_next_moment_is_that_of_any_kind_of_row(alice):
    now = timezone.now()
    assert next_moment(now).year == 9999
    scheduled = {"published_at": now + timedelta(hours=1)}
    Award.objects.create(researcher=alice, name="A", **scheduled)
    assert next_moment(now) == now + timedelta(hours=1)
    assert next_moment(now + timedelta(hours=1)).year == 9999
    make_researcher("Bob Brandt", published_at=now + timedelta(minutes=2))
    Publication.objects.create(title="A", slug="a", published_at=now + timedelta(minutes=1))
    assert next_moment(now) == now + timedelta(minutes=1)
    assert next_moment(now + timedelta(minutes=1)) == now + timedelta(minutes=2)


# --- Once, bounded, never in the way --------------------------------------------------------------


def test_of_many_at_once_one_makes_the_page(alice, monkeypatch):
    """The database of a test is its own thread's alone, so nobody is asked for schedules here."""

    def application(environ, start_response):
        assert go_on.wait(60)
        return answering()(environ, start_response)

    monkeypatch.setattr("config.page_cache.next_moment", lambda now: now + timedelta(days=1))
    go_on, site = Event(), Site(application)
    with ThreadPoolExecutor(4) as visitors:
        answers = [visitors.submit(site.get, "/") for _visitor in range(4)]
        go_on.set()
    assert {answer.result()[2] for answer in answers} == {b"a page"}
    assert len(site.made) == 1


def test_a_page_that_cannot_be_made_is_tried_again(alice):
    def application(environ, start_response):
        if len(site.made) == 1:
            raise RuntimeError
        return answering()(environ, start_response)

    site = Site(application)
    with pytest.raises(RuntimeError):
        site.get("/")
    assert is_kept(site) is False
    assert len(site.made) == 2


def test_what_was_not_asked_for_longest_goes_first(alice):
    site = Site(answering(content=bytes(100_000)), max_bytes=250_000)
    for path in ("/a/", "/b/", "/a/", "/c/", "/a/", "/b/"):
        site.get(path)
    assert site.made == ["/a/", "/b/", "/c/", "/b/"]


def test_a_page_larger_than_the_memory_is_not_kept(alice):
    assert not is_kept(Site(answering(content=bytes(MIB))))


def test_nothing_stays_of_pages_that_are_not_kept(alice):
    site = Site(answering(status=500))
    site.get("/a/")
    assert not site.pages._generation.locks
    assert not site.pages._generation.pages


@pytest.mark.parametrize("error", [DatabaseError, sqlite3.OperationalError, FileNotFoundError])
def test_without_the_database_no_page_is_given_out(site, alice, monkeypatch, error):
    def gone():
        raise error

    site.get("/alice-ahlgren/")
    monkeypatch.setattr(site.pages, "version", gone)
    site.get("/alice-ahlgren/")
    monkeypatch.undo()
    assert site.get("/alice-ahlgren/")[0] == 200
    assert len(site.made) == 3


def test_switched_off_it_answers_the_same(site, alice):
    make_researcher("Bob Brandt")
    off = Site(WSGIHandler(), max_bytes=0)
    paths = ["/", "/alice-ahlgren/", "/nobody/", "/bob-brandt", "/alice-ahlgren/news/feed/"]
    for path in paths:
        for method in ("GET", "HEAD"):
            for headers in ({}, {"ACCEPT_ENCODING": "gzip"}, {"IF_NONE_MATCH": "*"}):
                with_pages = [site.get(path, method=method, **headers) for _time in range(2)]
                assert with_pages == 2 * [off.get(path, method=method, **headers)]
    assert len(off.made) == len(paths) * 6
    assert len(site.made) == len(paths) * 2


# --- At once: what the server's loop may ask ------------------------------------------------------


@pytest.fixture
def at_once(file, monkeypatch):
    """A Site whose versions are those of `file`; nobody is asked for schedules here."""
    monkeypatch.setattr("config.page_cache.next_moment", lambda now: now + timedelta(days=1))
    site = Site(answering())
    site.pages.version = SQLiteVersion(file)
    return site


def test_a_kept_page_is_found(at_once, file):
    request = at_once.environ("/")
    assert at_once.pages.find(request) is None
    at_once.get("/")
    assert at_once.pages.find(request).body == b"a page"
    write(file, "INSERT INTO t VALUES (1)")
    assert at_once.pages.find(request) is None
    assert at_once.made == ["/"], "nothing is made"


def test_what_is_found_is_asked_for(at_once):
    at_once.pages.max_bytes = 5000
    for path in ("/a/", "/b/"):
        at_once.get(path)
    at_once.pages.find(at_once.environ("/a/"))
    at_once.get("/c/")
    assert at_once.pages.find(at_once.environ("/a/"))
    assert not at_once.pages.find(at_once.environ("/b/"))


def test_nothing_is_waited_for(at_once, file):
    at_once.get("/")
    with at_once.pages._lock:  # somebody else asks for schedules
        assert at_once.pages.find(at_once.environ("/")) is None


def test_a_version_that_is_a_query_is_known_as_one(file):
    for version, asks in ((SQLiteVersion(file), False), (postgresql_snapshot, True)):
        assert PageCache(answering(), version, MIB).asks_a_server == asks


def test_nothing_is_found_without_the_database(at_once, file):
    at_once.get("/")
    file.unlink()
    assert at_once.pages.find(at_once.environ("/")) is None


def test_nothing_is_found_while_a_database_server_is_away(at_once):
    def away():
        raise DatabaseError

    at_once.get("/")
    at_once.pages.version = away
    assert at_once.pages.find(at_once.environ("/")) is None


@pytest.mark.parametrize("request_", [("/admin/",), ("/", "", "POST")])
def test_what_passes_by_is_not_found(request_, at_once):
    at_once.get(*request_)
    assert at_once.pages.find(at_once.environ(*request_)) is None
