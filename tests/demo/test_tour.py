"""Every address that the demo lab's pages name on this site answers."""

import re
from functools import cache
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest
from django.core.management import call_command

pytestmark = pytest.mark.django_db

PAGE_LIMIT = 3000


class Addresses(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found, self.ids = set(), set()

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.ids.add(attributes.get("id"))
        for name in ("href", "src", "action"):
            if attributes.get(name):
                self.found.add(attributes[name])
        for candidate in (attributes.get("srcset") or "").split(","):
            self.found.add(candidate.strip().split(" ")[0])


@cache
def addresses_of(path, text):
    parser = Addresses()
    parser.feed(text)
    return {urljoin(f"http://testserver{path}", address) for address in parser.found if address}


@pytest.fixture(autouse=True)
def _admin(lab):
    call_command("create_admin", verbosity=0)


def crawl(client, start="/"):
    """{path: (status, text)} of everything reachable on this host; left out are static
    files, and the same BibTeX in another dialect.
    """
    waiting, seen = [start], {}
    while waiting and len(seen) < PAGE_LIMIT:
        path = waiting.pop()
        response = client.get(path)
        is_page = "html" in response.headers.get("Content-Type", "")
        text = response.content.decode() if is_page and response.status_code == 200 else ""
        seen[path] = (response.status_code, text)
        for address in addresses_of(path, text):
            parts = urlsplit(address)
            target = parts.path + (f"?{parts.query}" if parts.query else "")
            known = target in seen or target in waiting or "dialect=" in parts.query
            if parts.netloc == "testserver" and not known and not is_asset(parts.path):
                waiting.append(target)
    return seen


def is_asset(path):
    return path.startswith(("/static/", "/admin/"))


@pytest.mark.slow
def test_every_link_of_the_demo_answers(client):
    """The walk is long, so that both questions are asked of one."""
    seen = crawl(client)
    broken = {path: status for path, (status, _text) in seen.items() if status >= 400}
    assert 50 < len(seen) < PAGE_LIMIT
    assert broken == {}
    assert fragments_without_target(seen) == set()


def fragments_without_target(seen):
    pages = {path: text for path, (_status, text) in seen.items() if text}
    missing = set()
    for path, text in pages.items():
        for address in addresses_of(path, text):
            parts = urlsplit(address)
            target = parts.path + (f"?{parts.query}" if parts.query else "")
            wanted = re.escape(parts.fragment)
            ours = parts.netloc == "testserver" and parts.fragment and target in pages
            if ours and not re.search(rf'id="?{wanted}["\s>]', pages[target]):
                missing.add(address)
    return missing
