"""The report opens with what is lost: a table of each kind, and what an owner would see at once."""

import pytest

from exchange.site_import import importer
from exchange.site_import.records import Place
from exchange.site_import.report import as_json, lines, table
from exchange.site_import.report_page import report_page
from profiles.models import Page
from tests.exchange.site_import.importing import record, tree_of


@pytest.fixture
def site(tmp_path):
    return tree_of(tmp_path, **{"index.md": "Hello"})


def report_of(site, alice, made):
    return as_json(importer.plan(site, alice, record=made, by_operator=True))


def test_each_kind_is_counted_and_what_is_lost_has_its_lines(site, alice):
    made = record()
    del made.rows[3].values["name"]
    rows = {row["kind"]: row for row in table(report_of(site, alice, made))}
    assert rows["publication"] == {
        "kind": "publication",
        "site": 1,
        "here": 1,
        "joined": 0,
        "lost": 0,
        "places": [],
    }
    assert (rows["award"]["site"], rows["award"]["lost"]) == (1, 1)
    assert rows["award"]["places"] == ["_pages/about.md:12"]


def test_the_text_opens_with_it(site, alice):
    made = record()
    made.rows[-1].values["in_menu"] = True
    text = list(lines(report_of(site, alice, made)))
    assert "in the site" in text[0]
    assert text[1].split() == ["publication", "1", "1", "0", "0"]
    assert not any(line.startswith("warning: The home page") for line in text)


def test_a_home_page_without_a_text_papers_without_authors_and_lonely_pages(site, alice):
    made = record()
    made.researcher.pop("biography")
    made.papers[0].entry = made.papers[0].entry.replace("author", "annotation")
    made.rows = [row for row in made.rows if row.model is Page]
    told = report_of(site, alice, made)["warnings"]
    assert [(one["reason"].partition(":")[0], one["places"]) for one in told] == [
        ("The home page has no text", []),
        ("No menu and no link leads to these pages", ["_pages/garden.md:1"]),
        ("Papers without authors", ["_publications/kelp.md:1"]),
    ]


def test_a_page_that_a_text_links_to_is_not_lonely(site, alice):
    assert report_of(site, alice, record())["warnings"] == []


def test_whose_site_it_is_stands_first_and_once(site, alice):
    made = record()
    made.researcher["display_name"] = ("Zoe Example", made.rows[0].place)
    text = lines(report_of(site, alice, made))
    named = [line for line in text if "Zoe Example" in line]
    assert len(named) == 1
    assert named[0].startswith("warning: The site is of Zoe Example")


def test_the_admin_shows_the_same_table(site, alice):
    report = report_of(site, alice, record())
    page = report_page(report, {})
    assert {kind["name"]: kind["table"] for kind in page["kinds"]} == {
        row["kind"]: row for row in table(report) if row["kind"]
    }


def test_texts_that_look_like_papers_are_counted_and_lead_to_their_lines(site, alice):
    made = record(unread_papers=[Place("index.md", 3), Place("index.md", 5)])
    (told,) = report_of(site, alice, made)["warnings"]
    assert told["reason"].endswith("paste them into “Import papers”: 2")
    assert told["places"] == ["index.md:3", "index.md:5"]
