"""Links are asked for: of public hosts only, by their checked address, and within bounds."""

import http.server
import socket
import threading
import time

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from profiles.models import NewsItem
from website import linkcheck, web_client
from website.linkcheck import fetch
from website.models import CheckedLink

Outcome = CheckedLink.Outcome


class Site(http.server.BaseHTTPRequestHandler):
    """Answers /404 with 404, and so on; /to?url leads on; /slow says a byte at a time."""

    seen: list = []

    def do_HEAD(self):
        self.seen.append(
            (self.command, self.path, self.headers["Host"], self.headers["User-Agent"])
        )
        path, _mark, target = self.path.partition("?")
        target = "/round" if path == "/round" else target
        if path == "/slow":
            return self._drip()
        status = int(path[1:4]) if path[1:4].isdecimal() else 200
        status = 405 if path == "/get-only" and self.command == "HEAD" else status
        self.send_response(302 if target else status)
        if target:
            self.send_header("Location", target)
        self.end_headers()
        return None

    def do_GET(self):
        self.do_HEAD()

    def _drip(self):
        try:
            for byte in b"HTTP/1.0 200 OK\r\n\r\n":
                self.wfile.write(bytes([byte]))
                time.sleep(0.05)
        except OSError:
            pass

    def log_message(self, *args):
        pass


@pytest.fixture
def site(monkeypatch):
    """example.org is a server on this machine, and 127.0.0.1 a public address for once."""
    Site.seen = []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    port = server.server_port
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    connect = socket.create_connection
    monkeypatch.setattr(web_client, "is_public", lambda address: address == "127.0.0.1")
    known = {"example.org": ["127.0.0.1"], "inside.example": ["10.0.0.7"]}
    monkeypatch.setattr(web_client, "look_up", lambda host, port: known.get(host, []))
    monkeypatch.setattr(web_client, "connect", lambda to, *rest: connect((to[0], port), *rest))
    monkeypatch.setattr(linkcheck, "PAUSE", 0)
    yield server
    server.shutdown()
    server.server_close()


def test_link_is_asked_by_head(site, settings):
    settings.ORIGIN = "https://lab.example"
    assert fetch("http://example.org/a b") == linkcheck.LinkAnswer(Outcome.REACHED, 200)
    method, path, host, agent = Site.seen[0]
    assert (method, path, host) == ("HEAD", "/a%20b", "example.org")
    assert "https://lab.example" in agent


@pytest.mark.parametrize(
    ("path", "outcome"),
    [
        ("404", Outcome.GONE),
        ("410", Outcome.GONE),
        ("500", Outcome.FAILED),
        ("403", Outcome.UNSURE),
        ("429", Outcome.UNSURE),
        ("get-only", Outcome.REACHED),
    ],
)
def test_what_a_status_means(site, path, outcome):
    assert fetch(f"http://example.org/{path}").outcome == outcome


def test_a_redirect_is_followed(site):
    assert fetch("http://example.org/to?/404").outcome == Outcome.GONE


@pytest.mark.parametrize(
    "target",
    [
        "http://inside.example/",
        "http://example.org:8080/",
        "ftp://example.org/",
        "http://me:pw@example.org/",
        "file:///etc/passwd",
    ],
)
def test_a_redirect_to_what_is_not_asked_for_is_refused(site, target):
    assert fetch(f"http://example.org/to?{target}").outcome == Outcome.REFUSED
    assert len(Site.seen) == 1


def test_a_circle_of_redirects_ends(site):
    assert fetch("http://example.org/round").outcome == Outcome.FAILED
    assert len(Site.seen) == linkcheck.HOPS + 1


def test_a_host_that_says_a_byte_at_a_time_is_given_up(site, monkeypatch):
    monkeypatch.setattr(linkcheck, "PATIENCE", 0.3)
    assert fetch("http://example.org/slow").outcome == Outcome.SILENT


def test_no_such_host(site):
    assert fetch("http://nobody.example/").outcome == Outcome.UNKNOWN


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.0.0.7",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.100.100.200",
        "168.63.129.16",
        "0.0.0.0",  # noqa: S104
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1%eth0",
        "fd00:ec2::254",
        "::ffff:127.0.0.1",
        "::ffff:169.254.169.254",
        "::7f00:1",
        "64:ff9b::7f00:1",
        "192.0.0.192",
        "3fff::1",
        "2002:7f00:1::",
        "2001:0:7f00:1::",
        "ff02::1",
    ],
)
def test_no_address_of_one_s_own_network(address):
    assert not web_client.is_public(address)


@pytest.mark.parametrize("address", ["93.184.215.14", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_addresses_out_in_the_world(address):
    assert web_client.is_public(address)


def test_one_private_address_among_several_is_enough(monkeypatch):
    monkeypatch.setattr(web_client, "look_up", lambda host, port: ["93.184.215.14", "10.0.0.7"])
    assert fetch("http://both.example/").outcome == Outcome.REFUSED


def test_the_address_that_was_checked_is_connected_to(site, monkeypatch):
    """A name that means another host at each look-up is looked up once for each question."""
    answers = iter([["127.0.0.1"], ["10.0.0.7"]])
    monkeypatch.setattr(web_client, "look_up", lambda host, port: next(answers))
    assert fetch("http://turning.example/").outcome == Outcome.REACHED
    assert next(answers) == ["10.0.0.7"]


@pytest.mark.parametrize("url", ["http://2130706433/", "http://0x7f.1/", "http://localhost/"])
def test_other_ways_to_write_this_machine(url):
    assert fetch(url).outcome in (Outcome.REFUSED, Outcome.UNKNOWN)


# --- Of a record -----------------------------------------------------------------------------


@pytest.fixture
def linked(alice):
    body = "[a](http://example.org/404) [b](http://example.org/) [c](mailto:a@example.org)"
    NewsItem.objects.create(researcher=alice, date="2026", body=body)
    return alice


def test_the_button_shows_what_led_nowhere(site, client, linked):
    client.force_login(linked.owner)
    view = reverse("admin:dashboard-check-links")
    html = client.post(view, {"record": linked.slug}, follow=True).content.decode()
    assert "2 links were asked for." in html
    assert "Links that did not work at the last check" in html
    asked = len(Site.seen)
    again = client.post(view, {"record": linked.slug}, follow=True).content.decode()
    assert "checked a moment ago" in again
    assert len(Site.seen) == asked


def test_what_there_is_no_time_for_comes_next(site, linked):
    assert linkcheck.check(linked, limit=1) == (1, 1)
    assert linkcheck.check(linked, limit=1) == (1, 1)
    assert linked.checked_links.count() == 2


def test_a_server_without_a_way_out_blames_no_site(site, linked):
    body = " ".join(f"[{name}](https://{name}.example/)" for name in "abc")
    NewsItem.objects.update(body=body)
    assert linkcheck.check(linked) == (0, 3)
    assert not CheckedLink.objects.exclude(outcome=Outcome.ASKED).exists()
    assert not linkcheck.may_check(linked)


def test_a_link_that_was_taken_away_is_forgotten(site, linked):
    linkcheck.check(linked)
    NewsItem.objects.all().delete()
    linkcheck.check(linked)
    assert not CheckedLink.objects.exists()


def test_the_command_says_what_led_nowhere(site, linked, capsys):
    call_command("check_links", researcher=linked.slug)
    said = capsys.readouterr().out
    assert "alice-ahlgren: 2 asked, 1 led nowhere" in said
    assert "http://example.org/404: the page is not there 404" in said


def test_the_command_knows_its_researchers(db):
    with pytest.raises(CommandError, match="No researcher has the address “nobody”"):
        call_command("check_links", researcher="nobody")
