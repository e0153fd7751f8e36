"""Habits that sites have beside those of their theme: each once, as small as it can be."""

import pytest

from exchange.site_import import importer
from exchange.site_import.links import OldSite
from exchange.site_import.markdown import to_markdown
from profiles.models import Page
from publications.bibtex import parse
from publications.printed.reference import read_reference
from tests.exchange.site_import.test_printed_papers import one, read

REEF = "Alice Ahlgren, Bob Brandt. *A tide table for reefs*. Reef Letters, 2022"
IN_HTML = REEF.replace("*A", "<em>A").replace("reefs*", "reefs</em>")
QUARTO = {
    "_quarto.yml": "project: {type: website}\n",
    "index.qmd": "---\ntitle: Alice Ahlgren\n---\nI grow kelp.\n",
}
JEKYLL = {"_config.yml": "title: Alice Ahlgren\n", "index.md": "---\n---\nI grow kelp.\n"}
HOME = "<!doctype html><html><body><h1>Alice Ahlgren</h1><p>I grow kelp.</p>{}</body></html>"


def titles(site):
    return [parse(paper.entry).records[0].text("title") for paper in site.papers]


def pages(site):
    return {row.values["title"]: row.old_paths for row in site.rows if row.model is Page}


# --- What a paper looks like ----------------------------------------------------------------------


def test_lines_that_say_what_they_are():
    fields = one(
        "- **Title:** Growing kelp in cold water.  \n  **Author:** Ahlgren, A.  \n"
        "  **Journal:** Tides 16, 1358  \n  **Publication year:** 2021"
    )
    assert fields["title"] == "Growing kelp in cold water"
    assert (fields["author"], fields["journal"], fields["year"]) == ("Ahlgren, A.", "Tides", "2021")


BOX = (
    "<div class='box'><div><div class='badge'>TIDES 202{n}</div><img src='{n}.png'></div>\n"
    '<div markdown="1">\n\n[Kelp growth](https://k.example/{n})\n\n'
    "**Alice Ahlgren**, Bob Brandt\n\n[**Code**](https://k.example/c)\n"
    "- It grows.\n</div>\n</div>\n\n"
)


def test_boxes_are_markdown_within_and_lead_with_where_it_appeared():
    text, _problems = to_markdown(BOX.format(n=1) + BOX.format(n=2), 1)
    found = read(text)
    assert [(one["booktitle"], one["year"]) for one in found] == [
        ("TIDES", "2021"),
        ("TIDES", "2022"),
    ]
    assert {one["note"] for one in found} == {"It grows"}
    assert "\\*" not in text


def test_a_year_before_all_else():
    fields = one(
        "**2021** — Brandt, B., **Ahlgren, A.**, Coral, C.P. Growing kelp in cold water. *Tides*."
    )
    assert (fields["title"], fields["year"]) == ("Growing kelp in cold water", "2021")


def test_names_behind_with_lead_over_a_venue_that_is_like_names():
    fields = one("**Growing kelp in cold water** (with Bob Brandt)\n*Marine Modelling*, 50 (2021)")
    assert fields["author"] == "Bob Brandt and Alice Ahlgren"


@pytest.mark.parametrize(
    ("text", "authors"),
    [
        (
            "Lind,A.,B.C.Berg and D.Dal.2001. On kelp. Tides 3: 4",
            ["Lind, A.", "B.C. Berg", "D. Dal"],
        ),
        ("Lind, A. and B. B .Berg. 2001. On kelp. Tides 3: 4", ["Lind, A.", "B. B. Berg"]),
    ],
)
def test_blanks_that_somebody_left_out(text, authors):
    printed = read_reference(text)
    assert (printed.authors, printed.title, printed.year) == (authors, "On kelp", "2001")


# --- What is no paper of the owner's --------------------------------------------------------------


def test_a_list_of_what_others_wrote_stays_a_text(tree_of):
    others = ("Dora Dal, Gil Gran", "Emil Ek, Hans Hav", "Frida Falk, Ida Isaksen")
    lines = "\n".join(
        f"- {names}. *A tide table of harbours that {names[:4]} knew*. Tides, 2022"
        for names in others
    )
    reading = f"---\ntitle: Papers\n---\n{lines}\n"
    site = importer.read(tree_of({**QUARTO, "reading.qmd": reading}))
    assert titles(site) == []
    assert "Dora Dal" in next(r.values["body"] for r in site.rows if r.model is Page)


def test_projects_with_names_are_projects(tree_of):
    lines = "\n".join(f"- {REEF.replace('reefs', place)}" for place in ("reefs", "harbours"))
    site = importer.read(
        tree_of({**QUARTO, "work.qmd": f"---\ntitle: Class projects\n---\n{lines}"})
    )
    assert titles(site) == []


# --- Where sites keep it --------------------------------------------------------------------------


def test_a_page_of_html_is_linked_without_its_ending(tree_of):
    site = importer.read(
        tree_of(
            {
                "index.html": HOME.format("<a href='/papers'>Papers</a>"),
                "papers.html": f"<html><h1>Papers</h1><ol><li>{IN_HTML}</li></ol></html>",
            }
        )
    )
    assert titles(site) == ["A tide table for reefs"]


def test_parts_in_markdown_that_a_script_shows(tree_of):
    files = {
        "index.html": HOME.format("<script src='show.js'></script>"),
        "show.js": "['publications']",
        "contents/publications.md": f"- {REEF}\n",
    }
    assert titles(importer.read(tree_of(files))) == ["A tide table for reefs"]


def test_a_file_that_pages_of_quarto_include(tree_of):
    files = {
        "publications.qmd": "---\ntitle: Publications\n---\n{{< include _list.qmd >}}\n",
        "_list.qmd": "- [A tide table for reefs]{.pub-title} (with Bob Brandt), *Reef*, 2022\n",
    }
    assert titles(importer.read(tree_of({**QUARTO, **files}))) == ["A tide table for reefs"]


def test_an_own_collection_is_a_page_of_its_old_address(tree_of):
    files = {
        "_config.yml": (
            "title: Alice\nauthor: {name: Alice Ahlgren, avatar: a.png}\n"
            "collections: {publications: {output: true}, theses: {output: true}}\n"
        ),
        "_pages/about.md": "---\npermalink: /\n---\nI grow kelp.\n",
        "_theses/kelp.md": "---\ntitle: A thesis on kelp\npermalink: /theses/kelp\n---\nWrite.\n",
    }
    site = importer.read(tree_of(files))
    assert site.system == "academicpages"
    assert pages(site) == {"A thesis on kelp": ["/theses/kelp"]}


def test_a_feed_leads_to_the_feed_here(tree_of):
    config = "title: Alice Ahlgren\nplugins: [jekyll-feed]\n"
    with_feed = importer.read(tree_of({**JEKYLL, "_config.yml": config}))
    assert with_feed.redirects["/feed.xml"] == "news/feed/"


def test_no_feed_where_there_was_none(tree_of):
    assert "/feed.xml" not in importer.read(tree_of(JEKYLL)).redirects


def test_a_link_to_a_source_leads_to_its_page(tree_of):
    tree = tree_of({**QUARTO, "garden.qmd": "---\ntitle: Garden\n---\nBeds.\n"})
    record = importer.read(tree)
    old = OldSite(record, tree)
    old.add("/garden.html", "the garden")
    assert old.find("garden.qmd") == "the garden"
