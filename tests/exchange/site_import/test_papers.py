"""Papers in files and records, whatever their keys are called: one reader for all themes."""

import json

import pytest

from exchange.site_import import importer
from publications.bibtex import parse
from publications.models import Publication

QUARTO = {
    "_quarto.yml": "project:\n  type: website\nwebsite:\n  title: Alice Ahlgren\n",
    "index.qmd": "---\ntitle: Alice Ahlgren\n---\nI grow kelp.\n",
}
KELP = {"title": "Growing kelp", "venue": "Tides", "year": 2021}


def papers(site):
    return [parse(paper.entry).records[0] for paper in site.papers]


@pytest.mark.parametrize(
    ("authors", "printed"),
    [
        ("Alice Ahlgren, Bob Brandt", "Alice Ahlgren and Bob Brandt"),
        (["Alice Ahlgren", "et al."], "Alice Ahlgren and others"),
        (["Alice Ahlgren", "MF Brandt"], "Alice Ahlgren and MF Brandt"),
        (["[Alice Ahlgren](https://a.example)", ["Bob"]], "Alice Ahlgren"),
        (["[Kelp Consortium] (incl. A. Ahlgren)"], "{Kelp Consortium}"),
        ([{"given": "Alice", "family": "Ahlgren"}], "Alice Ahlgren"),
        ([{"name": {"given": "Alice", "family": "Ahlgren"}}], "Alice Ahlgren"),
    ],
)
def test_names_in_any_form(tree_of, authors, printed):
    data = json.dumps([KELP | {"authors": authors}])
    (paper,) = papers(importer.read(tree_of(QUARTO | {"list.json": data})))
    assert paper.get("author") == printed


def test_what_is_no_name_is_lost_alone_and_told(tree_of):
    tree = tree_of(
        QUARTO | {"list.json": json.dumps([KELP | {"authors": ["Alice Ahlgren", "us"]}])}
    )
    (paper,) = papers(importer.read(tree))
    assert paper.get("author") == "Alice Ahlgren"
    assert [item.text for item in tree.unclear] == ["us"]


def test_the_citation_of_a_page_says_where_it_appeared(tree_of):
    page = (
        "---\ntitle: Growing kelp\nauthor: [Alice Ahlgren]\ncitation:\n"
        "  container-title: Tides\n  volume: 3\n  url: https://k.example/kelp\n---\nWet.\n"
    )
    (paper,) = papers(importer.read(tree_of(QUARTO | {"papers/kelp.qmd": page})))
    assert paper.entry_type == "article"
    said = [paper.text(name) for name in ("journal", "volume", "url")]
    assert said == ["Tides", "3", "https://k.example/kelp"]


def test_keys_of_bibtex_in_the_files_of_any_jekyll_theme(tree_of):
    page = (
        "---\ntitle: Growing kelp\nauthors: Alice Ahlgren, Bob Brandt\n"
        "journal: Tides\nvolume: 3(7)\nyear: 2021\ndoi: 10.1000/182\narxiv: '2205.09261'\n---\n"
    )
    config = "title: Alice Ahlgren\n"
    files = {"_config.yml": config, "index.md": "---\n---\nKelp.\n", "_publications/kelp.md": page}
    (paper,) = papers(importer.read(tree_of(files)))
    assert paper.entry_type == "article"
    said = [paper.text(name) for name in ("journal", "volume", "number", "year")]
    assert said == ["Tides", "3", "7", "2021"]
    addresses = [paper.text(name) for name in ("doi", "arxiv")]
    assert addresses == ["https://doi.org/10.1000/182", "https://arxiv.org/abs/2205.09261"]


def test_the_owner_leads_co_authors_that_a_file_names_alone(tree_of):
    page = (
        "---\ntitle: Growing kelp\ncoauthors: With Bob Brandt and Charlie Coral\nyear: 2021\n---\n"
    )
    files = {"_config.yml": "title: Alice Ahlgren\n", "index.md": "---\n---\nKelp.\n"}
    tree = tree_of(files | {"_publications/kelp.md": page})
    (paper,) = papers(importer.read(tree))
    assert paper.get("author") == "Alice Ahlgren and Bob Brandt and Charlie Coral"
    assert "check their order" in tree.unclear[0].reason


def test_a_year_that_an_entry_says_otherwise_is_told(tree_of):
    page = "---\ntitle: Growing kelp in bays\ndate: 2021-03-01\nbibtexurl: /kelp.bib\n---\n"
    entry = "@article{kelp, title={Growing kelp in bays}, author={Ahlgren, Alice}, year={2020}}"
    files = {"_config.yml": "title: Alice Ahlgren\n", "index.md": "---\n---\nKelp.\n"}
    tree = tree_of(files | {"_publications/kelp.md": page, "kelp.bib": entry})
    (paper,) = papers(importer.read(tree))
    assert paper.get("author") == "Ahlgren, Alice"
    (problem,) = tree.problems
    assert (problem.place, "says 2020" in problem.reason) == (("_publications/kelp.md", 2), True)


def test_a_file_of_data_links_files_of_the_site(tree_of):
    entry = KELP | {"authors": ["Alice Ahlgren"], "links": {"pdf": "/kelp.pdf"}}
    files = QUARTO | {"list.json": json.dumps([entry]), "kelp.pdf": b"%PDF-1.7"}
    (paper,) = importer.read(tree_of(files)).papers
    assert paper.files == [("pdf", "kelp.pdf")]


TWICE = {"_config.yml": "title: Alice Ahlgren\n", "index.md": "---\n---\nKelp.\n"}


def twice(first, second):
    """A site of which two pages print a paper each."""
    lists = {"papers.md": first, "publications.md": second}
    return TWICE | {path: f"---\ntitle: Papers\n---\n\n- {text}\n" for path, text in lists.items()}


@pytest.mark.parametrize(("short", "full"), [(0, 1), (1, 0)])
def test_of_a_paper_that_is_printed_twice_the_fuller_names_are_taken(tree_of, short, full):
    lists = ["A. Ahlgren, Bob Brandt*, et al.", "Alice Ahlgren, B. C. Brandt, Charlie Coral"]
    texts = [f"{names}. *Growing kelp in bays*. Tides 3(2), 2022." for names in lists]
    tree = tree_of(twice(texts[short], texts[full]))
    (paper,) = papers(importer.read(tree))
    assert paper.get("author") == "Alice Ahlgren and Bob Brandt* and Charlie Coral"
    assert not tree.problems


def test_other_authors_of_a_title_that_is_printed_twice_are_told(tree_of):
    text = "{}. *Growing kelp in bays*. Tides 3(2), {}."
    one, other = (
        "Alice Ahlgren, Bob Brandt, Charlie Coral",
        "Alice Ahlgren, Charlie Coral, Bob Brandt",
    )
    tree = tree_of(twice(text.format(one, 2022), text.format(other, 2022)))
    (paper,) = papers(importer.read(tree))
    (problem,) = tree.problems
    assert "other authors" in problem.reason
    assert ("Bob Brandt and Charlie" in paper.get("author")) == (
        "Charlie Coral, Bob" in problem.reason
    )
    # Of two years each is a paper of its own, which the import of papers tells.
    tree = tree_of(twice(text.format(one, 2020), text.format(other, 2022)))
    assert len(importer.read(tree).papers) == 2
    assert not tree.problems


@pytest.mark.django_db
@pytest.mark.parametrize(
    "place", ["2022. [arXiv](https://arxiv.org/abs/2205.09261)", "arXiv:2205.09261, 2022."]
)
def test_a_number_of_arxiv_decides_where_a_word_of_the_title_was_changed(tree_of, alice, place):
    authors = "Alice Ahlgren, Bob Brandt"
    preprint = f"{authors}. *Growing kelp in cold bays*. {place}"
    paper = f"{authors}. *Growing kelp in warm bays*. Journal of Tides 3(2), 2022. arXiv:2205.09261"
    importer.run(tree_of(twice(paper, preprint)), alice)
    assert Publication.objects.get().container_title == "Journal of Tides"
