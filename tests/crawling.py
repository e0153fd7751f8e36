"""Every public address that a site leads to, asked of a running server, and what is wrong there."""

import html
import http.client
import json
import re
import xml.etree.ElementTree as ET
from collections import deque
from urllib.parse import quote, unquote, urljoin, urlsplit

import bibtexparser

LINK = re.compile(
    r'<(?:a|link|form|iframe)\b[^>]*?\s(?:href|action|src)="([^"]*)"'
    r'|<(?:img|source|script)\b[^>]*?\ssrc="([^"]*)"|<loc>([^<]+)</loc>'
)
SELECT = re.compile(r'<select[^>]*\bname="(\w+)"[^>]*>(.*?)</select>', re.DOTALL)
OPTION = re.compile(r'<option value="([^"]+)"')
JSON_LD = re.compile(r'<script type="application/ld\+json"[^>]*>(.*?)</script>', re.DOTALL)
RIS_LINE = re.compile(r"[A-Z][A-Z0-9]  - .*")
TRACEBACK = b"Traceback (most recent call last)"


class Crawl:
    """Follows links, filters and pages from `starts`; of `sampled` addresses only each so-many-th.

    `sampled`: (pattern of the path, one in so many), for what thousands of addresses are alike in.
    """

    def __init__(self, server, sampled=()):
        self.connection = http.client.HTTPConnection(*server.address, timeout=30)
        self.sampled = [(re.compile(pattern), one_in, [0]) for pattern, one_in in sampled]
        self.queue, self.seen, self.problems = deque(), set(), []
        self.answers: dict[str, int] = {}

    def run(self, starts) -> list[str]:
        """The problems: "address: what is wrong"."""
        for address in starts:
            self._follow(address)
        while self.queue:
            address = self.queue.popleft()
            try:
                self._visit(address)
            except (AssertionError, ValueError, ET.ParseError) as error:
                self.problems.append(f"{address}: {type(error).__name__}: {error}"[:500])
        return self.problems

    def _follow(self, address):
        if address in self.seen:
            return
        self.seen.add(address)
        for pattern, one_in, count in self.sampled:
            if pattern.match(address):
                count[0] += 1
                if count[0] % one_in != 1:
                    return
                break
        self.queue.append(address)

    def _visit(self, address):
        self.connection.request("GET", quote(address, safe="/?&=%~+,;:@!$'()*"))
        answer = self.connection.getresponse()
        body, status = answer.read(), answer.status
        self.answers[address] = status
        assert status < 500, status
        assert TRACEBACK not in body
        if 300 <= status < 400:
            self._own(address, answer.headers["Location"])
            return
        check(answer.headers.get_content_type(), body, answer.headers.get_content_charset())
        if answer.headers.get_content_type() in ("text/html", "application/xml", "text/xml"):
            self._links(address, body.decode())

    def _links(self, address, text):
        for found in LINK.findall(text):
            self._own(address, html.unescape(next(filter(None, found), "")))
        if "?" not in address:
            for name, options in SELECT.findall(text):
                for value in OPTION.findall(options):
                    self._own(address, f"?{name}={quote(html.unescape(value))}")

    def _own(self, address, link):
        """Links to other sites and the admin are not followed, nor filters upon filters."""
        parts = urlsplit(urljoin(f"http://site{address}", link))
        if parts.scheme != "http" or parts.hostname not in ("site", "localhost", "127.0.0.1"):
            return
        if not parts.path.startswith("/admin") and parts.query.count("=") <= 1:
            query = f"?{parts.query}" if parts.query else ""
            self._follow(unquote(parts.path) + query)


def check(content_type: str, body: bytes, charset: str | None) -> None:
    """Raises AssertionError or ValueError where `body` is not what its type promises."""
    if content_type.endswith("json"):
        json.loads(body)
    elif content_type.endswith("xml"):
        ET.fromstring(body)  # noqa: S314 our own
    elif content_type == "application/x-bibtex":
        check_bibtex(body.decode())
    elif content_type == "application/x-research-info-systems":
        check_ris(body.decode())
    elif content_type == "text/html":
        for block in JSON_LD.findall(body.decode()):
            json.loads(block)


def check_ris(text: str) -> None:
    """Records that start, end and hold nothing but lines of tags."""
    lines = [line for line in text.splitlines() if line]
    assert all(RIS_LINE.fullmatch(line) for line in lines)
    starts = [line for line in lines if line.startswith("TY  - ")]
    assert starts or not lines
    assert len(starts) == lines.count("ER  - ")


def check_bibtex(text: str, unreadable: str = "") -> None:
    """bibtexparser reads all of it, but for entries with `unreadable` in them."""
    library = bibtexparser.parse_string(text, parse_stack=[])
    failed = [block.raw for block in library.failed_blocks]
    failed = [raw for raw in failed if not (unreadable and unreadable in raw)]
    assert failed == [], [raw[:300] for raw in failed]
