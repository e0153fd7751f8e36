"""Hostile text in every column of every model: each public page is made of what it always is.

The harmless lab has every column filled, and then every third one empty.
"""

import json
import re
from xml.etree import ElementTree

import pytest
from django.test import Client

from publications import bibtex
from tests.hostile.inventory import EMPTY, faults, inventory
from tests.hostile.lines import OWN, everyone, packs

pytestmark = pytest.mark.django_db
ALICE, PAPER = "/alice-ahlgren/", "/publications/row-0/"
PAGES = [
    *("/", "/news/", ALICE, f"{ALICE}cv/", f"{ALICE}news/", f"{ALICE}row-0/"),
    *(f"{ALICE}publications/", "/publications/", PAPER, f"/zh-hans{PAPER}"),
    *(f"/zh-hans{ALICE}news/", "/search/?q=alert"),
]
# Of other sites: without what machines are told.
FRAMED = [f"{ALICE}publications/embed/", f"{ALICE}publications/embed.html", f"{ALICE}cv/row-0/"]
OPEN_DATA = ["/people.json", "/publications.json", f"{ALICE}person.jsonld", f"{ALICE}profile.json"]
FEEDS = ["/news/feed/", f"{ALICE}news/feed/", f"{ALICE}publications/feed/"]
EXPORTS = [f"{ALICE}publications.{ending}" for ending in ("bib", "ris", "json")]
SITEMAP = "/sitemap.xml"
HARMLESS = [f"{word} words\n\n" for word in ["One", "Two", "Three", "Four", "Five"]]
ADDRESSES = ["https://example.org/a", "none", "http://example.org/b", "mailto:a@example.org", "/x/"]
STATEMENT = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.S)
CONTENT = "{http://www.w3.org/2005/Atom}content"


def visit(paths):
    def look(_owner):
        return {path: Client().get(path) for path in paths}

    return look


def text(answer):
    return answer.content.decode()


def harmless(in_a_lab):
    paths = [*PAGES, *FRAMED]
    full = in_a_lab(HARMLESS, ADDRESSES, visit(paths))
    # Long ones, too: descriptions fold.
    sparse = in_a_lab(["", HARMLESS[0] * 100, HARMLESS[1]], ADDRESSES, visit(paths))
    return {path: inventory(text(full[path])) | inventory(text(sparse[path])) for path in paths}


@pytest.mark.slow
def test_hostile_text_changes_no_public_page(in_a_lab):
    """One test, for the lab takes seconds to show."""
    views = visit([*PAGES, *FRAMED, *FEEDS, *EXPORTS, *OPEN_DATA, SITEMAP])
    hostile = in_a_lab(packs(everyone()), everyone(), views)
    pages_are_made_as_ever(hostile, harmless(in_a_lab))
    what_machines_are_told_is_text(hostile)
    feeds_and_the_sitemap_are_xml_with_inert_texts(hostile)
    exports_are_files_that_hold_each_paper_once(hostile)
    open_data_is_json_alone(hostile)


def open_data_is_json_alone(hostile):
    for path in OPEN_DATA:
        assert OWN[0] in json.dumps(json.loads(text(hostile[path])), ensure_ascii=False)
        assert "json" in hostile[path].headers["Content-Type"]
        assert hostile[path].headers["X-Content-Type-Options"] == "nosniff"


def pages_are_made_as_ever(hostile, harmless):
    assert {answer.status_code for answer in hostile.values()} == {200}
    found = {path: faults(text(hostile[path]), harmless[path]) for path in [*PAGES, *FRAMED]}
    assert {path: more for path, more in found.items() if more} == {}


def what_machines_are_told_is_text(hostile):
    for path in PAGES[:-1]:
        statements = [json.loads(data) for data in STATEMENT.findall(text(hostile[path]))]
        assert {data["@context"] for data in statements} == {"https://schema.org"}
    assert OWN[0] in "".join(json.dumps(data) for data in statements)


def feeds_and_the_sitemap_are_xml_with_inert_texts(hostile):
    for path in FEEDS:
        feed = ElementTree.fromstring(hostile[path].content)  # noqa: S314 our own answer
        texts = [node.text for node in feed.iter(CONTENT)]
        assert len(texts) >= len(packs(everyone()))
        assert faults("".join(texts), EMPTY) == []
    assert len(ElementTree.fromstring(hostile[SITEMAP].content)) > 2  # noqa: S314 our own answer


def exports_are_files_that_hold_each_paper_once(hostile):
    bib, ris, csl = (text(hostile[path]) for path in EXPORTS)
    count = len(packs(everyone()))
    assert len(json.loads(csl)) == ris.count("\nER  - ") == count
    assert len(bibtex.parse(bib).records) == 2 * count  # each with its other version
    for path in EXPORTS:
        assert "html" not in hostile[path].headers["Content-Type"]
        assert hostile[path].headers["X-Content-Type-Options"] == "nosniff"
