"""A site of Quarto becomes a record; its code is not run."""

import pytest

from exchange.site_import import importer
from profiles.models import Education, NewsItem, Page, ResearcherLink, Talk
from publications.bibtex import parse

SITE = {
    "_quarto.yml": (
        "project: {type: website}\nwebsite:\n  title: Home\n  site-url: https://bob.example\n"
        "  navbar:\n    left:\n      - {text: Garden, href: garden.qmd}\n      - publications.qmd\n"
        "  page-footer:\n    right: [{icon: github, href: 'https://github.com/bob'}]\n"
    ),
    "index.qmd": (
        "---\ntitle: Bob Brandt\nsubtitle: Gardener\nabout:\n  template: jolla\n  image: bob.jpg\n"
        "  links: [{icon: envelope, href: bob@tide.example}]\n---\n"
        "::: {#hero}\nI grow [kelp]{.big}.\n:::\n"
    ),
    "bob.jpg": b"GIF89a",
    "garden.qmd": "---\ntitle: Garden\naliases: [/old.html]\n---\n```{r}\nplot(1)\n```\nBeds.\n",
    "publications.qmd": "---\ntitle: Publications\nbibliography: own.bib\nnocite: '@*'\n---\n",
    "own.bib": "@article{kelp, title={Kelp at large}, author={Brandt, Bob}, year={2020}}\n",
    "papers/reef/index.qmd": (
        "---\ntitle: A reef\nauthor: [{name: Alice Ahlgren}, Bob Brandt]\ndate: 2022-03-01\n"
        "citation: {container-title: Reef Letters, doi: 10.1000/reef}\n---\nAbout a reef.\n"
    ),
    "posts/low/index.qmd": "---\ntitle: Low tide\ndate: 2024-02-03\n---\nIt is low.\n",
    "talks/day.qmd": "---\ntitle: On reefs\ndate: 2024-06-02\nlocation: Tide\n---\n",
    "README.md": "How this site is built.\n",
    ".claude/CLAUDE.md": "Build this site.\n",
    "cv.qmd": "---\ntitle: CV\n---\n## Education\n\n- **Ph.D. in Algae**, Tideway University\n",
}


@pytest.fixture
def tree(tree_of):
    return tree_of(SITE)


def rows(site, model):
    return [row for row in site.rows if row.model is model]


def test_the_page_about_somebody_is_the_researcher(tree):
    site = importer.read(tree)
    values = {column: value for column, (value, _place) in site.researcher.items()}
    assert (values["display_name"], values["headline"]) == ("Bob Brandt", "Gardener")
    assert (values["biography"], values["email"]) == ("I grow kelp.", "bob@tide.example")
    assert site.researcher_files["portrait"][0] == "bob.jpg"
    assert rows(site, ResearcherLink)[0].values["kind"] == "github"


def test_documents_with_authors_and_a_venue_are_papers_and_so_is_what_a_page_prints(tree):
    site = importer.read(tree)
    found = {}
    for paper in site.papers:
        (record,) = parse(paper.entry).records
        found[record.text("title")] = record.own, paper.old_paths
    assert set(found) == {"A reef", "Kelp at large"}
    values, old_paths = found["A reef"]
    assert (values["author"], values["journal"]) == ("Alice Ahlgren and Bob Brandt", "Reef Letters")
    assert (values["year"], values["doi"], old_paths) == ("2022", "10.1000/reef", ["/papers/reef/"])
    assert site.redirects["/publications.html"] == "publications/"


@pytest.mark.parametrize(
    ("author", "menu", "is_draft"),
    [("Dora Dal", "", True), ("Dora Dal", "notes.qmd", False), ("Alice Ahlgren", "", False)],
)
def test_posts_of_a_stranger_that_nothing_lists_stay_drafts(tree_of, author, menu, is_draft):
    listing = "---\ntitle: Notes\nlisting: {contents: posts}\n---\n"
    tree = tree_of(
        {
            "_quarto.yml": f"website: {{title: Alice Ahlgren, navbar: {{left: [{menu}]}}}}\n",
            "index.qmd": "---\ntitle: Alice Ahlgren\n---\nI grow kelp.\n",
            "notes.qmd": listing,
            "posts/a/index.qmd": f"---\ntitle: A\nauthor: {author}\ndate: 2024-02-03\n---\nWon.\n",
        }
    )
    made = [row for row in importer.read(tree).rows if row.model in (Page, NewsItem)]
    assert [row.is_draft for row in made] == [is_draft] * 3  # the list, the post, its news
    assert is_draft == any("Dora Dal" in str(one.reason) for one in tree.problems)


def test_posts_talks_pages_and_the_cv(tree):
    site = importer.read(tree)
    assert [row.values["title"] for row in rows(site, Talk)] == ["On reefs"]
    assert [row.values["date"] for row in rows(site, NewsItem)] == ["2024-02-03"]
    assert rows(site, Education)[0].values["organisation"] == "Tideway University"
    assert not {"README", "CLAUDE"} & {row.values["title"] for row in rows(site, Page)}
    garden = next(row for row in rows(site, Page) if row.values["title"] == "Garden")
    assert (garden.values["body"], garden.values["in_menu"]) == ("Beds.", True)
    assert garden.old_paths == ["/garden.html", "/old.html"]
    assert "not run" in next(
        str(one.reason) for one in tree.left_out if one.place == ("garden.qmd", 5)
    )


def test_a_bibliography_that_a_tutorial_cites_is_nobodys_paper(tree_of):
    page = "---\ntitle: How to dive\nbibliography: own.bib\nnocite: '@*'\n---\nDive.\n"
    others = SITE["own.bib"].replace("Brandt, Bob", "Lind, Dora")
    files = SITE | {"dive.qmd": page, "own.bib": others}
    site = importer.read(tree_of({path: files[path] for path in files if "publ" not in path}))
    assert len(site.papers) == 1


def test_a_title_without_a_word_names_no_paper(tree_of):
    page = "---\ntitle: <br>\nauthor: Bob Brandt\ncitation: {doi: 10.1000/reef}\n---\nA reef.\n"
    site = importer.read(tree_of(SITE | {"papers/reef/index.qmd": page}))
    assert len(site.papers) == 1


def test_files_that_include_themselves_and_each_other_stay_small(tree_of):
    again = "{{< include _again.qmd >}}\n"
    garden = "---\ntitle: Garden\n---\nBeds.\n\n" + again * 9
    files = {"_again.qmd": again * 9, "garden.qmd": garden}
    site = importer.read(tree_of(SITE | files))
    garden = next(row for row in rows(site, Page) if row.values["title"] == "Garden")
    assert garden.values["body"].startswith("Beds.")
    assert len(garden.values["body"]) < 10_000


def test_keys_of_a_listing_of_ones_own_say_a_paper_and_its_text_the_names_once_more(tree_of):
    page = (
        "---\ntitle: A reef at night\ndate: 2023-02-01\n"
        "pub-authors: 'Ahlgren, A. B., **Brandt, B.** & Lind, C.'\npub-venue: Journal of Reefs\n"
        "pub-doi: 10.1000/night\n---\nAhlgren, A. B., **Brandt, B.** & Lind, C. (2023). *Reefs*.\n"
        "\n[BibTeX](cite.bib) [Source](https://reef.example/night)\n\n## Abstract\n\nIt is dark.\n"
    )
    site = importer.read(tree_of(SITE | {"publications/night/index.qmd": page}))
    found = {one.text("title"): one for paper in site.papers for one in parse(paper.entry).records}
    paper = found["A reef at night"]
    assert paper.get("author") == "Ahlgren, A. B. and Brandt, B. and Lind, C."
    assert (paper.text("journal"), paper.text("year")) == ("Journal of Reefs", "2023")
    assert (paper.text("doi"), paper.text("abstract")) == ("10.1000/night", "It is dark.")
    assert "https://reef.example/night" in paper.raw


def test_dashes_of_pandoc_and_a_cv_beside_ours(tree_of):
    said = "I dive -- and write --- since 2010--2015, with `a -- b`.\n\n```sql\n1 -- one\n```"
    site = importer.read(tree_of(SITE | {"cv.qmd": f"---\ntitle: CV\n---\n{said}\n"}))
    page = next(row.values for row in rows(site, Page) if row.origin == "cv.qmd")
    assert page["title"] == "Curriculum vitae"
    assert (
        page["body"]
        == "I dive – and write — since 2010–2015, with `a -- b`.\n\n```sql\n1 -- one\n```"
    )
