"""Both feeds by the letter of RFC 4287: what an entry must have, once, and in which form."""

from datetime import datetime
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest

from profiles.models import NewsItem, Researcher
from tests.publications.papers import make_paper

A = "{http://www.w3.org/2005/Atom}"
PATHS = ["/alice-ahlgren/news/feed/", "/alice-ahlgren/publications/feed/"]
PATHS += [f"/zh-hans{path}" for path in PATHS]


@pytest.fixture
def full(alice):
    text = "**Bold** & [here](/alice-ahlgren/cv/), [there](cv/) <script>"
    NewsItem.objects.create(researcher=alice, date="2025", body=text)
    NewsItem.objects.create(researcher=alice, date="2024", body="A\x0b control")
    make_paper("On $x$ & <i>y</i>", alice, "Grace Hopper", abstract=text)
    make_paper("Undated", alice, date="")


def tree(client, path):
    return ElementTree.fromstring(client.get(path).content)  # noqa: S314 our own answer


def once(element, name):
    [text] = [child.text for child in element.findall(A + name)]
    assert text
    return text


def check(element):
    """What a feed and each of its entries must have."""
    assert urlsplit(once(element, "id")).scheme == "http"
    assert once(element, "title")
    assert datetime.fromisoformat(once(element, "updated")).tzinfo
    links = [link.attrib for link in element.findall(A + "link")]
    assert [link["rel"] for link in links].count("alternate") == 1
    assert all(link["href"].startswith("http://testserver/") for link in links)
    assert all(once(author, "name") for author in element.findall(A + "author"))


@pytest.mark.parametrize("path", PATHS)
def test_feeds_hold_by_rfc_4287(client, full, path):
    feed = tree(client, path)
    entries = feed.findall(A + "entry")
    check(feed)
    assert feed.find(A + "author") is not None
    assert {"rel": "self", "href": f"http://testserver{path}"} in [
        link.attrib for link in feed.findall(A + "link")
    ]
    assert len({once(entry, "id") for entry in entries}) == len(entries) == 2
    for entry in entries:
        check(entry)
        assert entry.find(A + "content").get("type") == "html"
        assert entry.findtext(A + "published") <= entry.findtext(A + "updated")


@pytest.mark.parametrize("path", PATHS[:2])
def test_addresses_in_the_text_are_whole(client, full, path):
    texts = "".join(entry.findtext(A + "content") for entry in tree(client, path).iter(A + "entry"))
    assert 'href="http://testserver/alice-ahlgren/cv/"' in texts
    assert 'href="/' not in texts
    assert 'href="cv' not in texts
    assert "<script" not in texts


@pytest.mark.parametrize("path", PATHS)
def test_a_feed_without_entries_is_as_old_as_the_record(client, alice, path):
    feed = tree(client, path)
    check(feed)
    changed = Researcher.objects.get().updated_at
    assert datetime.fromisoformat(once(feed, "updated")) == changed


def test_a_paper_names_its_authors(client, full):
    entry = tree(client, PATHS[1]).find(A + "entry")
    names = [author.findtext(A + "name") for author in entry.findall(A + "author")]
    assert names == ["Alice Ahlgren", "Grace Hopper"]
    assert entry.findtext(A + "title") == "On x & <i>y</i>"
