"""Any site of Jekyll: what is not known as something better becomes a page of the menu."""

import pytest

from exchange.site_import import importer
from profiles.models import (
    Affiliation,
    Award,
    NewsItem,
    Page,
    Project,
    ResearcherLink,
    Section,
    Talk,
    Teaching,
)
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
    "_tools/oar.md": "---\ntitle: An oar\n---\n{% include tool.html %}\n",
    "_tools/rod.md": "---\ntitle: A rod\nabout: It bends.\n---\n{% include tool.html %}\n",
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
    assert set(pages) == {"My garden", "A net", "A rod", "Low tide"}
    assert (pages["My garden"].values["in_menu"], pages["A net"].values["in_menu"]) == (True, False)
    assert pages["My garden"].old_paths == ["/garden.html"]
    assert site.redirects["/tools/oar.html"] == ""
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
    assert {row.values["title"] for row in rows(site, Page)} == {
        "My garden",
        "A net",
        "A rod",
        "Low tide",
    }


def test_a_link_without_an_address_is_none(tree_of):
    config = SITE["_config.yml"].replace("links: [", "links: [{label: Website}, ")
    links = rows(importer.read(tree_of(SITE | {"_config.yml": config})), ResearcherLink)
    assert [row.values["kind"] for row in links] == ["github"]


def test_pages_of_one_title_are_called_as_the_menu_calls_them(tree_of):
    menu = "main:\n- {title: Reef, url: /reef/}\n- {title: Garden, url: /garden/}\n"
    page = "---\ntitle: Personal\npermalink: /{}/\n---\nI like it.\n"
    own = {f"_pages/{name}.md": page.format(name) for name in ("reef", "garden")}
    site = importer.read(tree_of(SITE | own | {"_data/navigation.yml": menu}))
    assert {"Reef", "Garden"} < {row.values["title"] for row in rows(site, Page)}


def test_a_course_is_titled_by_the_key_that_the_site_has_for_it(tree_of):
    course = "---\nmodule: Tides and reefs\nvenue: Harbour College\n---\n"
    site = importer.read(tree_of(SITE | {"_teaching/ta-4.md": course}))
    assert [row.values["title"] for row in rows(site, Teaching)] == ["Tides and reefs"]


LOOP = "{% for one in site.NAME reversed %}\n {% include archive-single.html %}\n{% endfor %}\n"


def test_the_list_of_a_collection_that_becomes_pages_becomes_links(tree_of):
    garden = SITE["garden.md"] + LOOP.replace("NAME", "tools")
    site = importer.read(tree_of(SITE | {"garden.md": garden}))
    (page,) = (row for row in rows(site, Page) if row.values["title"] == "My garden")
    assert page.values["body"] == "Beds.\n- [A net](</tools/net.html>)"


def test_the_home_page_has_no_heading_over_a_list_that_liquid_makes(tree_of):
    home = "---\nlayout: home\n---\nI grow kelp.\n\n## Publications\n\n"
    home += LOOP.replace("NAME", "publications")
    site = importer.read(tree_of(SITE | {"index.md": home}))
    assert site.researcher["biography"][0] == "I grow kelp."
    assert not rows(site, Section)


def test_words_above_the_list_of_papers_are_no_second_entry_of_the_menu(tree_of):
    words = "The reef is large. " * 30 + "\n\n" + LOOP.replace("NAME", "publications")
    page = f"---\ntitle: Publications\npermalink: /publications/\n---\n{words}"
    menu = "main:\n- {title: Publications, url: /publications/}\n"
    files = {"_pages/publications.md": page, "_data/navigation.yml": menu}
    site = importer.read(tree_of(SITE | files))
    (row,) = (row for row in rows(site, Page) if row.values["title"] == "Publications")
    assert not row.values["in_menu"]
    assert "The reef is large." in row.values["body"]


def test_a_venue_that_is_a_link_is_its_words(tree_of):
    paper = (
        "---\ntitle: Low\nauthors: [B. Brandt]\nvenue: '[Reef](https://doi.org/10.1234/1)'\n---\n"
    )
    site = importer.read(tree_of(SITE | {"_publications/two.md": paper}))
    (entry,) = (one.entry for one in site.papers if "{Low}" in one.entry)
    assert "{Reef}" in entry
    assert "10.1234/1}" in entry


def test_a_citation_of_the_venue_alone_names_no_authors(tree_of):
    paper = "---\ntitle: Low\nvenue: Reef and Tide\ncitation: '<b>Reef and Tide</b>, 2016'\n---\n"
    site = importer.read(tree_of(SITE | {"_publications/two.md": paper}))
    (entry,) = (one.entry for one in site.papers if "{Low}" in one.entry)
    assert "author" not in entry


AUTHOR = "author: {name: 'Bob<br> Brandt', avatar: bob.png}\ncollections: {publications: {}}\n"


def test_addresses_as_people_leave_them_and_a_citation_of_the_demo(tree_of):
    head = "---\ntitle: Low tide {0}\ndate: 2020-01-01\npaperurl: '{1}'\ncitation: '{2}'\n---\n"
    demo = 'Your Name, You. (2009). "Paper Title Number 1." <i>Journal 1</i>. 1(1).'
    files = {
        "_config.yml": f"url: https://bob.example\n{AUTHOR}",
        "files/a.pdf": b"%PDF-1.4\n",
        "files/b.pdf": b"%PDF-1.4\n",
        "_publications/a.md": head.format("one", "{{ base_url }}/files/a.pdf", demo),
        "_publications/b.md": head.format("two", "bob.example/files/b.pdf", "B. Brandt (2020)."),
        "_pages/empty.md": "---\ntitle: Empty\npermalink: /empty/\n---\n",
        "_pages/talks.md": "---\ntitle: Talks\npermalink: /talks/\n---\nAt the reef, 2020.\n",
        "_data/navigation.yml": "main:\n- {title: Talks, url: /talks/}\n",
    }
    site = importer.read(tree_of(files))
    assert site.system == "academicpages"
    assert site.researcher["display_name"][0] == "Bob Brandt"
    assert [paper.files for paper in site.papers] == [[("pdf", f"files/{n}.pdf")] for n in "ab"]
    assert not any("Your Name" in paper.entry for paper in site.papers)
    assert "/talks/" not in site.redirects
    assert site.redirects["/empty/"] == ""


def test_a_front_page_in_its_front_matter_and_the_menus_word_for_a_collection(tree_of):
    home = "---\npermalink: /\nexcerpt: I watch dunes.\nintro:\n- excerpt: I dive.\n---\n"
    files = {
        "_config.yml": "author: {name: Bob Brandt, avatar: b.png, "
        "email: 'bob[at]dunes[dot]example'}\n"
        "collections: {portfolio: {output: true}}\n",
        "_pages/home.md": home,
        "_portfolio/a.md": "---\ntitle: The Daily Dune\n---\nA clipping.\n",
        "_data/navigation.yml": "main:\n- {title: Press, url: /portfolio/}\n",
    }
    site = importer.read(tree_of(files))
    said = {column: value for column, (value, _place) in site.researcher.items()}
    assert (said["biography"], said["headline"]) == ("I dive.", "I watch dunes.")
    assert (said["email"], said["email_display"]) == ("bob@dunes.example", "protected")
    (section,) = rows(site, Section)
    assert section.values == {"kind": "projects", "heading": "Press"}


def test_a_menu_in_a_file_around_the_pages_and_files_of_a_library(tree_of):
    link = "<a href=\"{{{{ '{0}' | relative_url }}}}\">{1}</a>"
    files = {
        "_config.yml": "title: Bob Brandt\n",
        "index.md": "---\n---\nI dive.\n",
        "_includes/nav.html": link.format("/papers/", "Writing &amp; Talks")
        + link.format("/CV_latest.pdf", "C.V."),
        "_layouts/default.html": "<nav>"
        + link.format("/reef/", "Reefs")
        + "</nav>"
        + link.format("/sand/", "Sand"),
        "CV_latest.pdf": b"%PDF-1.4\n",
        "_pages/_scss/frame-0.9/README.md": "# Frame\n",
        "_pages/frame/CHANGELOG.md": "# Changes\n",
    }
    for name in ("papers", "reef", "sand"):
        files[f"{name}.md"] = f"---\npermalink: /{name}/\n---\nI write.\n"
    site = importer.read(tree_of(files))
    pages = {row.values["title"]: row.values["in_menu"] for row in rows(site, Page)}
    assert pages == {"Writing & Talks": True, "Reefs": True, "sand": False}
    assert [row.files["file"] for row in rows(site, ResearcherLink)] == ["CV_latest.pdf"]


def test_lists_of_data_are_rows_or_told(tree_of):
    talk = "- {date: '2020-05', conference: Sand Week, location: Nowhere, title: Dunes}\n"
    files = {
        "_config.yml": "title: Bob-Brandt\n",
        "index.md": "---\n---\nI dive.\n",
        "_data/talks.yml": f"invited:\n{talk}",
        "_data/contributed.yaml": talk.replace("Dunes", "Reefs"),
        "_data/awards.yml": "- {year: 2021, title: Seaweed Prize, org: Reef Society}\n",
        "_data/news.yml": "- {date: '2024-05-01', text: I moved.}\n",
        "_data/things.yml": "- {a: b}\n- {a: c}\n",
        "_data/authors.yml": "Name Name: {name: Name Name, uri: 'https://name.example'}\n",
        "_data/services.yml": "- {venue: Reef Letters}\n- {venue: Dune Letters}\n",
    }
    tree = tree_of(files)
    site = importer.read(tree)
    assert site.researcher["display_name"][0] == "Bob Brandt"
    assert {row.values["title"] for row in rows(site, Talk)} == {"Dunes", "Reefs"}
    assert [row.values["awarder"] for row in rows(site, Award)] == ["Reef Society"]
    assert [row.values["body"] for row in rows(site, NewsItem)] == ["I moved."]
    told = [one.place.file for one in tree.unclear]
    assert told == ["_data/services.yml", "_data/things.yml"]
    assert {"_data/things.yml", "_data/services.yml"} == set(tree.files) - tree.used
    assert "_data/authors.yml" in [left.place.file for left in tree.left_out]


def test_settings_beside_the_author_say_the_same(tree_of):
    config = """title: Alice Ahlgren
position: Ph.D. student
affiliation: Harbour University
email: alice (at) harbour.example
avatar: ./assets/alice.png
cv_link: assets/cv.pdf
google_scholar: https://scholar.google.com/citations?user=Kelp
github_link: https://github.com/alice
twitter_username: jekyllrb
"""
    files = {"_config.yml": config, "index.md": "I grow kelp.\n", "assets/alice.png": b"\x89PNG"}
    site = importer.read(tree_of(files | {"assets/cv.pdf": b"%PDF-1.4"}))
    said = {column: value for column, (value, _place) in site.researcher.items()}
    assert (said["headline"], said["email"]) == ("Ph.D. student", "alice@harbour.example")
    assert site.researcher_files["portrait"][0] == "assets/alice.png"
    assert [row.values["organisation"] for row in rows(site, Affiliation)] == ["Harbour University"]
    assert [row.values["kind"] for row in rows(site, ResearcherLink)] == ["cv", "scholar", "github"]


def test_html_that_is_indented_is_no_code(tree_of):
    beds = "---\ntitle: Beds\n---\n\n\t\t<div>\n\t\t\t<p>Ten <b>beds</b>.</p>\n\n\t\t</div>\n"
    site = importer.read(tree_of(SITE | {"beds.html": beds}))
    (page,) = (row for row in rows(site, Page) if row.values["title"] == "Beds")
    assert page.values["body"] == "Ten **beds**."
