"""Any site of Jekyll: what is not known as something better becomes a page of the menu."""

import pytest

from exchange.site_import import importer
from profiles.models import NewsItem, Page, Project, ResearcherLink
from publications.bibtex import parse

SITE = {
    "_config.yml": (
        "title: Dr. Bob Brandt\nurl: https://bob.example\ntheme: minima\n"
        "author:\n  name: Bob Brandt\n  links: [{label: GitHub, url: 'https://github.com/bob'}]\n"
        "collections: {tools: {output: true}, projects: {output: true}}\n"
        "scholar: {source: bib, bibliography: own.bib}\n"
    ),
    "_data/menu.yml": "- {name: Garden, link: /garden.html}\n- {name: P, link: /papers.html}\n",
    "index.md": "---\nlayout: home\n---\nI grow kelp.\n",
    "garden.md": "# My garden\n\nBeds.\n",
    "papers.md": "---\ntitle: Papers\n---\n- [A tide table for reefs](https://x.example) by Alice "
    "Ahlgren, Bob Brandt. *Reef Letters*, 2022\n",
    "bib/own.bib": "@article{kelp, title={Kelp at large}, author={Brandt, Bob}, year={2020}}\n",
    "_tools/net.md": "---\ntitle: A net\n---\nTo fish.\n",
    "_projects/reef.md": "---\ntitle: A reef\n---\nTo dive.\n",
    "_posts/2024-02-03-low.md": "---\ntitle: Low tide\n---\nIt is low.\n",
    "_publications/one.md": (
        "---\ntitle: One reef\nauthors: [B. Brandt, C. Charlie]\njournal: Reef\nvolume: 3\n"
        "year: 2017\n---\n"
    ),
}


@pytest.fixture
def site(tree_of):
    return importer.read(tree_of(SITE))


def rows(site, model):
    return [row for row in site.rows if row.model is model]


def test_own_collections_and_bare_files_become_pages(site):
    pages = {row.values["title"]: row for row in rows(site, Page)}
    assert set(pages) == {"My garden", "A net", "Low tide"}
    assert (pages["My garden"].values["in_menu"], pages["A net"].values["in_menu"]) == (True, False)
    assert pages["My garden"].old_paths == ["/garden.html"]
    assert [row.values["title"] for row in rows(site, Project)] == ["A reef"]
    assert [row.values["headline"] for row in rows(site, NewsItem)] == ["Low tide"]


def test_whose_it_is(site):
    assert site.researcher["display_name"][0] == "Bob Brandt"
    assert site.researcher["biography"][0] == "I grow kelp."
    assert rows(site, ResearcherLink)[0].values["kind"] == "github"


def test_papers_of_files_of_a_bib_file_and_of_a_page(site):
    titles = {}
    for paper in site.papers:
        (record,) = parse(paper.entry).records
        titles[record.text("title")] = record.own
    assert set(titles) == {"Kelp at large", "One reef", "A tide table for reefs"}
    assert (titles["One reef"]["journal"], titles["One reef"]["volume"]) == ("Reef", "3")
    assert titles["A tide table for reefs"]["author"] == "Alice Ahlgren and Bob Brandt"
    assert site.redirects["/papers.html"] == "publications/"


def test_a_list_whose_lines_are_not_understood_stays_a_page(tree_of):
    site = importer.read(tree_of(SITE | {"papers.md": "# Papers\n\nAsk me for them.\n"}))
    assert "Papers" in [row.values["title"] for row in rows(site, Page)]


def test_emphasised_authors_are_no_title(tree_of):
    text = "# Papers\n\n1. Ahlgren, A., **Brandt, B.** (2022)  \nA tide table  \n*Reef*\n"
    site = importer.read(tree_of(SITE | {"papers.md": text}))
    assert not any("Brandt, B" in parse(one.entry).records[0].text("title") for one in site.papers)


def test_readme_is_the_home_page_where_there_is_no_other(tree_of):
    files = {"_config.yml": "title: Bob Brandt", "README.md": "I dive.", "a.md": "# A\n\nReefs.\n"}
    site = importer.read(tree_of(files))
    assert site.researcher["biography"][0] == "I dive."


def test_html_without_front_matter_in_a_collection_is_a_file(tree_of):
    player = {"_tools/net/player.html": "<!DOCTYPE html><div id='player'></div>"}
    site = importer.read(tree_of(SITE | player))
    assert {row.values["title"] for row in rows(site, Page)} == {"My garden", "A net", "Low tide"}


def test_a_link_without_an_address_is_none(tree_of):
    config = SITE["_config.yml"].replace("links: [", "links: [{label: Website}, ")
    links = rows(importer.read(tree_of(SITE | {"_config.yml": config})), ResearcherLink)
    assert [row.values["kind"] for row in links] == ["github"]
