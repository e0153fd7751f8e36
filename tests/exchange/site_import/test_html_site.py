"""Pages of HTML written by hand: sections by headings, papers by titles, and never their tags."""

import pytest

from exchange.site_import import importer
from exchange.site_import.tree import SiteError
from profiles.models import Education, NewsItem, Page, ResearcherLink, Section
from publications.bibtex import parse

HOME = """<!DOCTYPE html>
<html><head><title>Bob's page</title><style>p { color: red }</style></head>
<body><nav><a href="papers.html">Papers</a> <a href="garden.html">Garden</a></nav>
<h1>Bob Brandt</h1>
<h2>Gardener, Tideway University</h2>
<img src="bob.jpg" alt="portrait">
<p>I grow <b>kelp</b>.</p>

<p><a href="https://github.com/bob">GitHub</a> | <a href="mailto:bob@tide.example">mail</a></p>
<h2>Education</h2>
<ul><li>Ph.D. in Algae, Tideway University, 2020</li></ul>
<h2>News</h2>
<div>05/2024</div><div>Kelp grew.</div>
<script>run("away")</script>
</body></html>
"""
PAPERS = """<!doctype html><html><body><h1>Papers</h1>
<div><p><a href="https://x.example/1">A tide table for reefs.</a> [<a href="">pdf</a>]</br>
Alice Ahlgren, Bob Brandt.<br><em>Reef Letters</em>, 2022</p></div>
<article><h2>Growing kelp in cold water</h2><p>Bob Brandt, Chris Charlie</p>
<p>Symposium on Seaweed, 2021</p></article></body></html>
"""
SITE = {
    "index.html": HOME,
    "papers.html": PAPERS,
    "garden.html": "<html><body><h1>Garden</h1><table><tr><td>Beds</td></tr></table></body></html>",
    "lost.html": "<html><body><h1>Lost</h1></body></html>",
    "bob.jpg": b"GIF89a",
}


@pytest.fixture
def tree(tree_of):
    return tree_of(SITE)


def rows(site, model):
    return [row for row in site.rows if row.model is model]


def test_the_home_page_by_its_headings(tree):
    site = importer.read(tree)
    values = {column: value for column, (value, _place) in site.researcher.items()}
    assert (site.system, values["display_name"]) == ("html", "Bob Brandt")
    assert values["headline"] == "Gardener, Tideway University"
    assert values["biography"] == "I grow **kelp**."
    assert (values["email"], site.researcher_files["portrait"][0]) == (
        "bob@tide.example",
        "bob.jpg",
    )
    assert rows(site, ResearcherLink)[0].values["kind"] == "github"
    assert rows(site, Education)[0].values["organisation"] == "Tideway University"
    assert rows(site, NewsItem)[0].values["body"] == "Kelp grew."


def test_papers_by_their_titles(tree):
    site = importer.read(tree)
    found = [parse(paper.entry).records[0].own for paper in site.papers]
    assert [(one["title"], one["author"], one["year"]) for one in found] == [
        ("A tide table for reefs", "Alice Ahlgren and Bob Brandt", "2022"),
        ("Growing kelp in cold water", "Bob Brandt and Chris Charlie", "2021"),
    ]
    assert site.redirects == {"/papers.html": "publications/", "/index.html": ""}


def test_pages_that_are_linked_are_pages(tree):
    site = importer.read(tree)
    (page,) = rows(site, Page)
    assert (page.values["title"], page.old_paths) == ("Garden", ["/garden.html"])
    assert page.values["in_menu"]
    assert "leads there" in next(
        str(o.reason) for o in tree.left_out if o.place.file == "lost.html"
    )


def test_no_tag_and_no_doctype_is_ever_a_text(tree):
    site = importer.read(tree)
    texts = [value for value, _place in site.researcher.values()]
    texts += [value for row in site.rows for value in row.values.values()]
    for text in map(str, texts):
        assert "<!" not in text.lower()
        assert "<div" not in text
        assert "run(" not in text


def test_one_page_alone_and_under_another_name(tree_of):
    site = importer.read(tree_of({"me.md": HOME}))
    assert site.researcher["display_name"][0] == "Bob Brandt"


def test_a_page_without_words_is_refused_with_a_sentence(tree_of):
    page = "<!DOCTYPE html><html><body><div id=app></div><script>run()</script></body></html>"
    with pytest.raises(SiteError, match="no text of its own"):
        importer.read(tree_of({"index.html": page}))


def test_a_heading_within_a_link_is_the_heading(tree_of):
    page = HOME.replace("<h2>News</h2>", '<a href="garden.html"><h2>News</h2></a>')
    site = importer.read(tree_of(SITE | {"index.html": page}))
    bodies = [str(row.values.get("body")) for row in rows(site, Section)]
    assert not any("[#" in text for text in bodies)


def test_large_scripts_are_no_texts_of_the_site(tree_of):
    site = importer.read(tree_of(SITE | {"vendor.js": "// kelp\n" * 4_000_000}))
    assert site.papers


def test_the_menu_is_what_a_box_calls_so_and_no_text(tree_of):
    menu = "<div class='navbar'><a href='index.html'>Home</a> <a href='sea.html'>The Sea</a></div>"
    home = f"<html><body>{menu}<h1>Alice Ahlgren</h1><p>I grow <a href='kelp.html'>kelp</a>.</p>"
    files = {"index.html": home, "sea.html": f"<html><body>{menu}<p>It is wet.</p></body></html>"}
    files["kelp.html"] = "<html><body><h2>Kelp</h2><p>It grows.</p></body></html>"
    pages = {row.values["title"]: row.values for row in rows(importer.read(tree_of(files)), Page)}
    assert {title: page["in_menu"] for title, page in pages.items()} == {
        "The Sea": True,
        "kelp": False,
    }
    assert pages["The Sea"]["body"] == "It is wet."


def test_a_title_that_says_more_than_the_name(tree_of):
    title = "<title>Alice Ahlgren, Dept. of Tides, University of Oslo</title>"
    page = f"<html><head>{title}</head><body><p>I grow kelp.</p></body></html>"
    site = importer.read(tree_of({"index.html": page}))
    assert site.researcher["display_name"][0] == "Alice Ahlgren"


def test_a_text_in_markdown_that_a_script_puts_into_the_page(tree_of):
    page = "<html><body><h1>Papers</h1><section><div id='papers-md'></div></section></body></html>"
    text = '- **B. Brandt**, C. Charlie. "Tides of the low reefs". Reef Letters, 2021.\n'
    home = HOME.replace("<title>Bob's page", "<title id='title'>").replace(
        "<h1>Bob Brandt</h1>", ""
    )
    files = {"index.html": home, "papers.html": page, "contents/papers.md": text}
    site = importer.read(tree_of(SITE | files | {"contents/config.yml": "title: Bob Brandt\n"}))
    assert site.researcher["display_name"][0] == "Bob Brandt"
    (paper,) = site.papers
    assert "Tides of the low reefs" in paper.entry


def test_elements_of_two_kinds_on_lines_of_their_own_are_one_below_the_other(tree_of):
    card = (
        "<details><summary>\n<span>Reef Letters | 2021</span>\n<strong>Tides of the low reefs"
        "</strong>\n<span>B. Brandt, C. Charlie</span>\n</summary></details>"
    )
    page = f"<html><body><h1>Papers</h1>{card}</body></html>"
    (paper,) = importer.read(tree_of(SITE | {"papers.html": page})).papers
    (entry,) = parse(paper.entry).records
    assert (entry.text("title"), entry.text("year")) == ("Tides of the low reefs", "2021")
    assert entry.text("author") == "B. Brandt and C. Charlie"


def test_texts_that_a_script_fetches_stand_where_it_says_loading(tree_of):
    page = (
        "<html><body><h1>Bob Brandt</h1><p class=l>Loading…</p><div class=footer>© Bob</div>"
        "<p class=l>Loading...</p><p class=l>Loading…</p>"
        "<script>const all = ['content/about.md', 'content/papers.md'];</script></body></html>"
    )
    text = '- **B. Brandt**, C. Charlie. "Tides of the low reefs". Reef Letters, 2021.\n'
    files = {"index.html": page, "content/about.md": "I grow kelp.\n", "content/papers.md": text}
    site = importer.read(tree_of(files))
    (paper,) = site.papers
    assert "Tides of the low reefs" in paper.entry
    assert site.researcher["biography"][0] == "I grow kelp."


A_PAPER = (
    "<p><a href='https://x.example/{n}'>Growing kelp in {n} waters</a><br>Bob Brandt, Al Coral<br>"
    "<em>Reef Letters</em>, 2021</p><pre>@misc{{k{n}, title={{Growing kelp in {n} waters}}, "
    "author={{Bob Brandt}}, year=2021}}</pre>"
)
TELLS = "<p>We count tides, day by day, and " + "find that they rise " * 12 + "</p>"


def with_papers(*tells):
    papers = "".join(A_PAPER.format(n=n) + text for n, text in enumerate(tells))
    text = f"<html><body><h1>Papers</h1><p>My work. * equal authors.</p>{papers}</body></html>"
    return SITE | {"papers.html": text}


def test_a_list_of_which_a_few_words_are_left_leads_to_the_papers(tree_of):
    tree = tree_of(with_papers(TELLS, TELLS, ""))
    site = importer.read(tree)
    assert site.redirects["/papers.html"] == "publications/"
    assert "papers.html" not in {row.place.file for row in site.rows}
    assert ("papers.html", 1) in {one.place for one in tree.unclear if "My work" in one.text}
    assert sum("abstract = {We count tides" in paper.entry for paper in site.papers) == 2


def test_prose_below_one_paper_of_several_stays_a_text(tree_of):
    site = importer.read(tree_of(with_papers("", "", TELLS)))
    (page,) = (row for row in site.rows if row.place.file == "papers.html")
    assert "We count tides" in page.values["body"]


def test_names_that_were_not_read_are_no_abstract(tree_of):
    names = "<p>" + "A. Tide, B. Reef, " * 30 + "and others.</p></article>"
    site = importer.read(tree_of(SITE | {"papers.html": PAPERS.replace("</article>", names)}))
    assert not any("abstract" in paper.entry for paper in site.papers)
