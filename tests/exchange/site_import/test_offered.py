"""What a site offers and no page was seen to list comes, or is told with its file and line."""

import pytest

from exchange.site_import import importer
from publications.bibtex import parse

QUARTO = {
    "_quarto.yml": "project: {type: website}\nwebsite: {title: Alice Ahlgren}\n",
    "index.qmd": "---\ntitle: Alice Ahlgren\nabout: {template: jolla}\n---\nI count kelp.\n",
}
HUGO = {
    "hugo.toml": "title = 'Alice Ahlgren'\n",
    "content/_index.md": "---\ntitle: Alice Ahlgren\n---\nI count kelp.\n",
    "content/authors/admin/_index.md": "---\ntitle: Alice Ahlgren\nsuperuser: true\n---\n",
}
HTML = {"index.html": "<html><body><h1>Alice Ahlgren</h1><p>I count kelp.</p></body></html>"}
KELP = "@article{kelp, title={Kelp at large}, author={Ahlgren, Alice}, year={2020}}\n"
REEF = "@article{reef, title={A reef of one}, author={Brandt, Bob}, year={2021}}\n"
PAGE = "---\ntitle: Publications\n---\n"
LIST = "- title: Kelp at large\n  authors: A. Ahlgren, B. Brandt\n  journal: Tides\n  year: 2020\n"


def read(tree):
    """Title of each paper -> its entry and its doubt."""
    site = importer.read(tree)
    records = [(parse(paper.entry).records[0], str(paper.doubt)) for paper in site.papers]
    return {record.text("title"): (record, doubt) for record, doubt in records}


def told(tree):
    texts = [(one.place, str(one.reason)) for one in tree.unclear]
    return texts + [(one.place, str(one.reason)) for one in tree.problems]


def test_a_bib_file_that_code_reads_is_read_whatever_its_page_is_called(tree_of):
    code = '---\ntitle: Works and Press\n---\n```{r}\nReadBib("kelp.bib")\n```\n'
    found = read(tree_of(QUARTO | {"works.qmd": code, "kelp.bib": KELP}))
    assert [doubt for _record, doubt in found.values()] == [""]


def test_papers_of_a_bib_file_that_nothing_names_are_drafts(tree_of):
    found = read(tree_of(QUARTO | {"old/kelp.bib": KELP}))
    assert "no page of the site names" in found["Kelp at large"][1]


def test_of_a_file_of_papers_what_may_be_anothers_is_a_draft(tree_of):
    namesake = KELP.replace("kelp", "tide").replace("Kelp", "Tide").replace("Alice", "Zoe")
    files = {"works.qmd": "See mypapers.bib.\n", "mypapers.bib": KELP + namesake + REEF}
    found = read(tree_of(QUARTO | files))
    doubts = [found[title][1] for title in ("Kelp at large", "Tide at large", "A reef of one")]
    assert doubts[0] == ""
    assert "only the family name" in doubts[1]
    assert "not among the authors" in doubts[2]


@pytest.mark.parametrize("path", ["talks.bib", "_site/kelp.bib", "posts/references.bib"])
def test_bib_files_of_talks_of_tools_and_of_others_are_not_read(tree_of, path):
    entries = KELP + (REEF + REEF.replace("reef", "reefs")) * path.startswith("posts")
    assert not read(tree_of(QUARTO | {"cv.qmd": f"See {path}.\n", path: entries}))


def test_a_list_of_papers_that_is_not_the_owners_is_told(tree_of):
    tree = tree_of(QUARTO | {"publications.bib": REEF})
    assert not read(tree)
    assert ("publications.bib", 1) in [place for place, reason in told(tree) if "none" in reason]


def test_hugo_has_lists_of_papers_in_its_data(tree_of):
    found = read(tree_of(HUGO | {"data/publications.yaml": LIST}))
    assert found["Kelp at large"][0].text("journal") == "Tides"


def test_a_paper_that_has_a_page_of_its_own_is_not_taken_from_data_again(tree_of):
    page = "---\ntitle: Kelp at large\nauthors: [Alice Ahlgren]\ndate: 2020-01-01\n---\n"
    files = {"content/publication/kelp/index.md": page, "data/publications.yaml": LIST}
    assert len(importer.read(tree_of(HUGO | files)).papers) == 1


def test_html_that_quarto_hands_on_is_no_code(tree_of):
    html = (
        "```{=html}\n<h2>2020</h2>\n\n<div><h3>Kelp at large and the moons that drew it in</h3>\n"
        "<p>Journal of Tides and Reefs</p><p>A. Ahlgren, B. Brandt, C. Moreau</p></div>\n```\n"
    )
    found = read(tree_of(QUARTO | {"publications.qmd": PAGE + html}))
    record, _doubt = found["Kelp at large and the moons that drew it in"]
    assert record.text("journal") == "Journal of Tides and Reefs"
    assert record.text("year") == "2020"


@pytest.mark.parametrize(
    "files",
    [
        {"sidebar.html": "<nav><a href='works.html'>Publications</a></nav>"},
        {"index.html": HTML["index.html"].replace("<p>", "<p onclick=\"load('works.html')\">")},
    ],
)
def test_pages_that_a_script_fetches_are_pages(tree_of, files):
    page = (
        "<html><body><h1>Publications</h1><ul><li>A. Ahlgren, B. Brandt. <b>Kelp at large</b>. "
        "<i>Tides</i>, 2020.</li></ul></body></html>"
    )
    assert "Kelp at large" in read(tree_of(HTML | {"works.html": page} | files))


def test_a_box_that_is_called_a_title_is_a_heading(tree_of):
    page = (
        "<div class='sec-title'>Papers</div><div><p>Kelp at large in all bays</p>"
        "<p>Bob Brandt, <b>Alice Ahlgren</b>. (2020).</p><p><i>Tides and Reefs</i></p></div></body>"
    )
    files = {"index.html": HTML["index.html"].replace("</body>", page)}
    assert "Kelp at large in all bays" in read(tree_of(HTML | files))


@pytest.mark.parametrize(("author", "count"), [("Ahlgren, A.", 1), ("Brandt, Bob", 0)])
def test_of_works_that_a_page_of_papers_cites_the_owners_come(tree_of, author, count):
    own = KELP.replace("Ahlgren, Alice", author)
    files = {"cited.bib": own + REEF + REEF.replace("reef", "bays").replace("of one", "of two")}
    page = PAGE.replace("\n---\n", "\nbibliography: cited.bib\n---\n") + "Kelp [@kelp].\n"
    tree = tree_of(QUARTO | files | {"publications.qmd": page})
    assert len(importer.read(tree).papers) == count


def test_a_name_that_was_half_of_a_double_one_is_the_owners(tree_of):
    files = {"index.qmd": QUARTO["index.qmd"].replace("Ahlgren", "Ahlgren-Lind")}
    assert read(tree_of(QUARTO | files | {"cv.qmd": "kelp.bib", "kelp.bib": KELP}))


def test_academicpages_has_the_papers_that_a_script_of_a_page_shows(tree_of):
    files = {
        "_config.yml": (
            "name: Alice Ahlgren\nauthor: {name: Alice Ahlgren, avatar: a.png, googlescholar: ''}\n"
            "collections: {publications: {output: true}}\n"
        ),
        "_pages/publications.html": (
            "---\ntitle: Publications\npermalink: /publications/\n---\n"
            "<script src='https://list.example/show?bib={{ base_path }}/files/kelp.bib'></script>\n"
        ),
        "files/kelp.bib": KELP,
    }
    assert list(read(tree_of(files))) == ["Kelp at large"]


def test_a_row_of_cells_says_nothing_of_the_row_above(tree_of):
    row = (
        "<tr><td colspan='2'>{}</td></tr><tr><td><p>{}</p><p><a href='k.pdf'><i class='fa-file-"
        "download'></i></a></p></td><td><p>with B. Brandt and C. Moreau</p>"
        "<p><a href='https://tides.example/{}'>{}</a></p></td></tr>"
    )
    rows = [
        ("2026", "TIDES", "kelp", "Kelp at large in all bays"),
        ("2025", "REEFS", "moon", "Moons and the algae that follow"),
        ("2024", "BAYS", "sand", "Sands of Oslo counted twice"),
    ]
    rows = "".join(row.format(*one) for one in rows)
    page = f"<html><body><h1>Publications</h1><table>{rows}</table></body></html>"
    home = HTML["index.html"].replace("</body>", "<a href='works.html'>Publications</a></body>")
    tree = tree_of({"index.html": home, "works.html": page})
    wrong = [record for record, _doubt in read(tree).values() if record.text("year") == "2025"]
    assert not [one for one in wrong if one.text("title").startswith("Kelp")]
    assert told(tree)


def test_a_page_of_papers_without_any_is_told(tree_of):
    tree = tree_of(QUARTO | {"publications.qmd": f"{PAGE}```{{python}}\nshow()\n```\n"})
    assert not read(tree)
    assert "gave none" in dict(told(tree))["publications.qmd", 1]


def test_a_heading_of_papers_without_any_is_told(tree_of):
    tree = tree_of(QUARTO | {"research.qmd": "---\ntitle: Research\n---\n\n# My papers\n\nSoon.\n"})
    assert not read(tree)
    assert "gave none" in dict(told(tree))["research.qmd", 1]


def test_papers_whose_number_has_stars_are_each_one(tree_of):
    item = (
        "<p>\n**[{}]** Ahlgren, A., and Brandt, B., 2020. Kelp {} in bays. Tides, 2, 3-4.\n</p>\n"
    )
    text = "".join(item.format(n, "at large" if n > 9 else "and moons") for n in (10, 9))
    assert len(read(tree_of(QUARTO | {"publications.qmd": PAGE + text}))) == 2


def test_the_year_may_stand_between_a_title_and_the_names(tree_of):
    item = "- [Kelp at large in {}](/kelp.pdf), (2020), Bob Brandt, Alice Ahlgren. *Tides*\n"
    text = "".join(map(item.format, ("bays", "fjords")))
    (record, _doubt), _other = read(tree_of(QUARTO | {"publications.qmd": PAGE + text})).values()
    assert (record.text("year"), record.text("author")) == ("2020", "Bob Brandt and Alice Ahlgren")


YEARS = "\n".join(f"Kelp grew in the bays of Oslo {year}\n" for year in range(2001, 2009))
CODE = f"```{{python}}\n{YEARS}```\n"


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        (CODE, True),
        (f"<!--\n{CODE}\n-->", False),
        (CODE.replace("Kelp grew in the bays of Oslo", "## Of"), False),
        (CODE.replace("Oslo ", "/tides/of/oslo/"), False),
    ],
)
def test_a_page_of_papers_that_says_more_than_came_is_told(tree_of, text, is_told):
    files = {"publications.qmd": PAGE + text, "kelp.bib": KELP, "cv.qmd": "kelp.bib"}
    tree = tree_of(QUARTO | files)
    read(tree)
    found = [place for place, reason in told(tree) if "on 8 lines" in reason]
    assert found == [("publications.qmd", 5)] * is_told
