"""The published site as files: every address that its sitemap and its pages lead to.

The very views that answer visitors make each page, asked in this process with nobody signed in.
The settings are those of the site that is exported: ORIGIN is `addresses.ORIGIN`, and for one
researcher SINGLE_RESEARCHER is theirs; so manage.py export_site starts a process of its own.
"""

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from exchange.static_site import indexes
from exchange.static_site.addresses import (
    Address,
    Links,
    every_prefix,
    exported,
    is_feed,
    own_path,
    without_prefix,
    write_redirect,
    write_redirects,
)
from exchange.static_site.folder import Archive, ExportError, Folder
from exchange.static_site.pages import LIST_INDEX, SEARCH_INDEX, PageWriter, list_of
from profiles import languages
from publications.models import is_of_a_colleague

# A digest of what is on it is in its address.
CARDS = "/cards/"


@dataclass
class Report:
    pages: int = 0
    # (page, link) that leads nowhere, live as in the export.
    broken: list[tuple[str, str]] = field(default_factory=list)
    # (page, link) that leads to a page of the lab which is not exported.
    elsewhere: list[tuple[str, str]] = field(default_factory=list)
    # Old addresses that a plain file server cannot redirect: _redirects and .htaccess do.
    files_only_redirected: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)


class Crawl:
    def __init__(
        self,
        target: Folder | Archive,
        base_url: str = "",
        progress: Callable[[int], None] | None = None,
        live_url: str = "",
    ):
        self.target, self.links = target, Links(base_url)
        host = next(iter(settings.ALLOWED_HOSTS), "").lstrip("*.") or "localhost"
        # Django's own way to ask for a page without a server.
        self.site = Client(raise_request_exception=False, headers={"host": host})
        self.progress = progress or (lambda pages: None)
        self.queue: deque[tuple[str, str]] = deque()
        self.seen: set[str] = set()
        self.folders: set[str] = set()
        self.live_pages: list[str] = []
        self.feeds: list[str] = []
        self.report, self.current = Report(), "/"
        self.elsewhere: dict[tuple, bool] = {}
        self.pages = PageWriter(self.links, self.follow, self.is_elsewhere, live_url)

    def run(self) -> Report:
        self.follow(reverse("directory"))
        self._read_sitemap()
        self.follow_all()
        self._write_searches()
        self.follow_all()  # what results of a search alone show
        self._write_robots()
        self._write_not_found()
        self.add(".nojekyll", b"")
        write_redirects(self)
        self.report.counts = self.target.commit()
        return self.report

    def follow_all(self):
        while self.queue:
            self.current, parent = self.queue.popleft()
            if not self._export(self.current):
                self.report.broken.append((parent, self.current))

    def follow(self, link: str) -> None:
        """Export what is at the live path, once."""
        live = link.partition("#")[0]
        if exported(live).query:  # a filter, which the list's script reads
            live = live.partition("?")[0]
        if is_feed(live) and not self.links.base_url:
            return
        file = exported(live).file
        if file not in self.seen:
            self.seen.add(file)
            self.queue.append((live, self.current))

    def is_elsewhere(self, link: str) -> bool:
        """Whether a link of one person's site leads to a page that only the whole lab has."""
        if not settings.SINGLE_RESEARCHER:
            return False
        page = tuple(without_prefix(urlsplit(link).path).split("/")[1:3])
        if page not in self.elsewhere:
            self.elsewhere[page] = is_of_a_colleague(*page)
        if self.elsewhere[page]:
            self.report.elsewhere.append((self.current, link))
        return self.elsewhere[page]

    def add(self, name: str, content: bytes) -> bool:
        """False where the name cannot stand beside the others."""
        parents = _parents(name)
        if name in self.folders or any(parent in self.target.names for parent in parents):
            return False
        self.folders |= parents
        self.target.add(name, content)
        return True

    def _read_sitemap(self):
        answer = self._request(reverse("sitemap"))
        if self.links.base_url:
            self.follow(reverse("sitemap"))
        else:
            # Without addresses it is of no use to others; to us it is.
            self.pages.text(answer.text)

    def _export(self, live) -> bool:
        """False where nothing is there, live or in a folder."""
        address = exported(live)
        if live.startswith(CARDS) and self.target.keep(address.file):
            return True
        answer = self._request(live)
        if answer.status_code in (301, 302):
            self._redirect(live, answer)
            return True
        if answer.status_code == 404 or not address.file:
            return False
        return self.add(address.file, self._content(live, address, answer))

    def get(self, live: str) -> HttpResponse:
        """What the live site answers, whatever it is."""
        return self.site.get(live, secure=True)

    def _request(self, live):
        answer = self.get(live)
        if answer.status_code not in (200, 301, 302, 404):
            raise ExportError(f"{live} answers {answer.status_code}. Nothing was changed.")
        return answer

    def _content(self, live, address, answer) -> bytes:
        body = answer.getvalue()  # of a file, once
        match answer.headers.get("Content-Type", "").partition(";")[0]:
            case "text/html":
                self.live_pages.append(live)
                self.report.pages += 1
                self.progress(self.report.pages)
                self._write_list_index(live)
                return self.pages.html(body.decode(), live, address).encode()
            case "text/css":
                self.pages.css(body.decode(), live)
            case kind if kind.startswith("application/") and kind.endswith("xml"):
                if is_feed(live):
                    self.feeds.append(live)
                return self.pages.text(body.decode()).encode()
        return body

    def _redirect(self, live, answer):
        target = own_path(answer.headers["Location"], live)
        if target is not None:
            self.follow(target)
            write_redirect(self, exported(live), target)

    def _write_list_index(self, live):
        path = without_prefix(live)
        if "?" not in live and (shown := list_of(path)):
            with languages.within(languages.split(live)[0]):
                index = indexes.list_index(*shown)
            self.add(exported(live + LIST_INDEX).file, _json(index))

    def _write_searches(self):
        for prefix in every_prefix():
            page = Address(f"{prefix}/search/")
            if page.file in self.target.names:
                with languages.within(languages.split(page.path)[0]):
                    index = indexes.search_index()
                for kind in index["kinds"]:
                    kind["found"] = [
                        [words, self.pages.html(html, page.path, page)]
                        for words, html in kind["found"]
                    ]
                self.add(Address(f"{prefix}/{SEARCH_INDEX}").file, _json(index))

    def _write_robots(self):
        """Of the site's own; nothing is said of what is not there."""
        lines = self.get(reverse("robots")).text.splitlines()
        kept = [line for line in lines if reverse("admin:index") not in line]
        if not self.links.base_url:
            kept = [line for line in kept if not line.startswith("Sitemap:")]
        text = self.pages.text("\n".join(kept).rstrip() + "\n")
        self.add("robots.txt", text.encode())

    def _write_not_found(self):
        live = "/-/"  # "-" is nobody's
        answer = self.get(live)
        if answer.status_code == 404:
            self.add("404.html", self.pages.html(answer.text, live, None).encode())


def _json(data) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _parents(name):
    parts = name.split("/")[:-1]
    return {"/".join(parts[:end]) for end in range(1, len(parts) + 1)}
