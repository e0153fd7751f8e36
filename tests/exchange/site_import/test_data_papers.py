"""Papers of files of data, of `nocite`, and of pages whose tags get in the way of their text."""

import json

from exchange.site_import import importer
from publications.bibtex import parse

HTML = "<!doctype html><html><body><h1>Alice Ahlgren</h1><p>I grow kelp.</p>{}</body></html>"
QUARTO = {
    "_quarto.yml": "project:\n  type: website\nwebsite:\n  title: Alice Ahlgren\n",
    "index.qmd": "---\ntitle: Alice Ahlgren\n---\nI grow kelp.\n",
}
KELP = {"title": "Growing kelp", "authors": ["Alice Ahlgren", "Bob Brandt"], "venue": "Tides"}
KELP |= {"year": 2021, "links": {"pdf": "https://k.example/kelp.pdf"}}


def papers(site):
    return [parse(paper.entry).records[0] for paper in site.papers]


def test_a_file_of_data_that_a_script_shows(tree_of):
    entries = [KELP, KELP | {"title": "Book of kelp", "type": "book", "venue": "Meridian"}]
    files = {"index.html": HTML.format(""), "data/list.json": json.dumps({"papers": entries})}
    paper, book = papers(importer.read(tree_of(files)))
    assert paper.get("author") == "Alice Ahlgren and Bob Brandt"
    assert (paper.text("year"), paper.text("pdf")) == ("2021", "https://k.example/kelp.pdf")
    assert (book.entry_type, book.text("publisher")) == ("book", "Meridian")


def test_a_list_of_what_others_wrote_or_of_what_is_hidden_is_none(tree_of):
    other = KELP | {"authors": ["Dora Dahl"]}
    for entry in (other, KELP | {"visible": False}, {"title": "Blog", "author": "Alice Ahlgren"}):
        files = {"index.html": HTML.format(""), "list.json": json.dumps([entry])}
        assert importer.read(tree_of(files)).papers == []


ACADEMICPAGES = "title: Alice Ahlgren\nauthor:\n  name: Alice Ahlgren\n  avatar: a.png\n"
ACADEMICPAGES += "collections:\n  publications:\n    output: true\n"
LUOST26 = "full_name: Alice Ahlgren\nnavbar_name: Alice\nshort_bio: I grow kelp.\n"
PRINTED = (
    "Brandt B, <b>Ahlgren A</b>*, et al. Growing kelp in cold water[J]. _Tides_, 2024, 19: 105."
)


def test_every_theme_reads_its_data_or_tells(tree_of):
    for site in (
        {"_config.yml": ACADEMICPAGES},
        {"_config.yml": "scholar: {}\nfirst_name: Alice\nlast_name: Ahlgren\n"},
        {"_config.yml": "title: A", "_data/profile.yml": LUOST26},
    ):
        tree = tree_of(site | {"_data/papers.json": json.dumps([KELP])})
        (paper,) = papers(importer.read(tree))
        assert paper.get("author") == "Alice Ahlgren and Bob Brandt"
        tree = tree_of(site | {"_data/papers.json": json.dumps([KELP | {"authors": "Dora Dahl"}])})
        assert importer.read(tree).papers == []
        assert ("_data/papers.json", "Growing kelp") in [
            (o.place.file, o.text) for o in tree.unclear
        ]


def test_the_address_of_a_page_that_prints_an_entry_of_data(tree_of):
    printing = "{% for p in site.data.papers %}{{ p.title }}{% endfor %}"
    head = "---\npermalink: /publications/{}/\n---\n"
    files = {f"_publications/{key}.md": head.format(key) + printing for key in ("kelp", "gone")}
    files |= {
        "_config.yml": ACADEMICPAGES,
        "_data/papers.json": json.dumps([KELP | {"key": "kelp"}]),
    }
    tree = tree_of(files)
    site = importer.read(tree)
    assert [paper.old_paths for paper in site.papers] == [["/publications/kelp/"]]
    assert site.redirects["/publications/gone/"] == "publications/"
    assert {one.place.file for one in tree.unclear} == {"_config.yml"}


def test_references_as_people_print_them(tree_of):
    data = f"- content: \"{PRINTED} <a href='https://k.example/kelp'>[paper]</a>\"\n"
    files = {"_config.yml": "title: A", "_data/profile.yml": LUOST26, "_data/papers_all.yml": data}
    files["_data/papers_all.yml"] += "- content: 'Charlie: on kelp, 2024'\n"
    site = importer.read(tree := tree_of(files))
    assert [(one.place.line, one.text) for one in tree.unclear] == [(2, "Charlie: on kelp, 2024")]
    assert (site.system, site.researcher["biography"][0]) == ("luost26", "I grow kelp.")
    (paper,) = papers(site)
    assert paper.get("author") == "Brandt, B and Ahlgren, A* and others"
    assert (paper.text("year"), paper.text("url")) == ("2024", "https://k.example/kelp")


def test_a_page_of_liquid_keeps_its_address(tree_of):
    page = "---\ntitle: Papers\n---\nRead.\n{% for one in site.data.l %}{{ one }}{% endfor %}\n"
    files = {"_config.yml": "title: A", "_data/profile.yml": LUOST26, "papers.html": page}
    site = importer.read(tree_of(files))
    assert site.redirects["/papers.html"] == site.redirects["/papers"] == "publications/"


def test_mappings_by_key_and_me(tree_of):
    data = "kelp:\n  title: Growing kelp\n  year: 2021\n  authors: [me, Bob Brandt]\n"
    (paper,) = papers(importer.read(tree_of(QUARTO | {"papers.yaml": data})))
    assert paper.get("author") == "Alice Ahlgren and Bob Brandt"


def test_what_a_bib_file_has_too_is_taken_once(tree_of):
    page = "---\ntitle: Publications\nbibliography: own.bib\n---\nAll.\n"
    bib = "@article{kelp, title={Growing kelp}, author={Ahlgren, Alice}, year={2021}}\n"
    files = QUARTO | {"publications.qmd": page, "own.bib": bib, "list.json": json.dumps([KELP])}
    assert [paper.key for paper in papers(importer.read(tree_of(files)))] == ["kelp"]


def test_an_entry_that_a_page_lists_without_citing_it(tree_of):
    bib = "@article{kelp, title={Kelp}, author={Ahlgren, Alice}, year={2021}}\n"
    bib += "@article{reef, title={Reef}, author={Dahl, Dora}, year={2020}}\n"
    page = "---\ntitle: Growing kelp\nbibliography: ../own.bib\nnocite: '@kelp, @reef'\n---\nWet.\n"
    site = importer.read(tree_of(QUARTO | {"own.bib": bib, "research/kelp.qmd": page}))
    assert [paper.key for paper in papers(site)] == ["kelp"]


def test_dollars_in_classes_and_tables_that_set_out_a_page(tree_of):
    rows = (
        '<div class="6u$(small)"><p>Kelp is green.</p></div>'
        '<div class="6u$(small)"><heading>Publications</heading></div>'
        '<table><tr><td><img src="k.png"></td><td><a href="https://k.example">Growing kelp fast</a>'
        "<br>Alice Ahlgren, Bob Brandt<br><em>Tides</em>, 2021</td></tr></table>"
    )
    site = importer.read(tree_of({"index.html": HTML.format(rows)}))
    assert "Kelp is green" in site.researcher["biography"][0]
    (paper,) = papers(site)
    assert (paper.text("title"), paper.text("year")) == ("Growing kelp fast", "2021")


def test_a_page_that_lists_papers_under_any_title_is_none_here(tree_of):
    listed = "- A. Ahlgren, B. Brandt. *Growing kelp in cold water*. Tides, 2021.\n"
    listed += "- A. Ahlgren, C. Charlie. *A tide table for reefs*. Reefs, 2022.\n"
    page = f"---\ntitle: What I do\npermalink: /what/\n---\n{listed}"
    files = {
        "_config.yml": "title: Alice Ahlgren\n",
        "index.md": "---\n---\nKelp.\n",
        "what.md": page,
    }
    site = importer.read(tree_of(files))
    assert (len(site.papers), site.redirects["/what/"]) == (2, "publications/")


def test_jekyll_around_a_page_of_html_is_that_page(tree_of):
    listed = (
        "<h2>Publications</h2><p>Alice Ahlgren, Bob Brandt. <i>Growing kelp in cold water</i>. "
    )
    files = {"_config.yml": "markdown: kramdown\n", "README.md": "# Site\n"}
    site = importer.read(tree_of(files | {"index.html": HTML.format(f"{listed}Tides, 2021.</p>")}))
    assert (site.system, len(site.papers)) == ("html", 1)


NAMED_LISTS = """preprints:
- title: "Dunes that walk by night"
  authors: "Bo Lind†, **Alice Arendt**[*], Clara Moreau[*]"
  type: submitted
  url_arxiv: "https://arxiv.org/abs/2101.00001"
published:
- title: "A history of tides"
  authors: "Bo Lind, **Alice Arendt**, Dana Okafor[1]"
  year: "2021"
  venue: "Journal of Invented Tides"
- title: "Reefs that nobody wrote"
  year: "2020"
"""


def test_named_lists_with_marks_in_brackets_and_papers_without_a_year(tree_of):
    page = (
        "---\ntitle: Papers\n---\n<p>†: (co-)1st author, Note: Where no author is designated, "
        "names stand in order. RSS: Reef and Sand Society, 2019</p>\n"
        "{% for one in site.data.papers.preprints %}{{ one.title }}{% endfor %}\n" * 2
    )
    files = {"_config.yml": "title: Alice Arendt\n", "index.md": "---\n---\nKelp.\n"}
    tree = tree_of(files | {"_data/papers.yml": NAMED_LISTS, "papers.md": page})
    site = importer.read(tree)

    submitted, published = papers(site)
    assert submitted.get("author") == "Bo Lind† and Alice Arendt* and Clara Moreau*"
    addresses = [submitted.text(name) for name in ("pubstate", "arxiv")]
    assert addresses == ["submitted", "https://arxiv.org/abs/2101.00001"]
    assert published.get("author") == "Bo Lind and Alice Arendt and Dana Okafor"
    assert site.redirects["/papers.html"] == "publications/"
    assert ("_data/papers.yml", "Reefs that nobody wrote") in [
        (one.place.file, one.text) for one in tree.unclear
    ]


def test_co_authors_are_keys_of_people(tree_of):
    paper = "---\ntitle: Dunes that walk\ndate: 2020-05-01\ncoauthors:\n- blind\n- {}\n---\n"
    files = {
        "_config.yml": "title: Alice Arendt\n",
        "index.md": "---\n---\nKelp.\n",
        "_data/coauthors.yml": "blind: {name: Bo Lind}\nmoreau: {name: Clara Moreau}\n",
        "_publications/a.md": paper.format("moreau"),
        "_publications/b.md": paper.format("x").replace("- blind\n", "").replace("walk", "rest"),
    }
    tree = tree_of(files)
    known, unknown = papers(importer.read(tree))
    assert known.get("author") == "Alice Arendt and Bo Lind and Clara Moreau"
    assert not unknown.get("author")
    assert "_publications/b.md" in [one.place.file for one in tree.unclear]


def test_a_collection_of_another_name_whose_files_are_papers(tree_of):
    config = ACADEMICPAGES.replace("publications:", "journal:\n    output: true\n  notes:")
    paper = "---\ntitle: Growing kelp\nvenue: Tides\ndate: 2021-05-01\n"
    paper += "citation: 'Alice Ahlgren, Bob Brandt, \"Growing kelp.\" Tides, 2021.'\n---\n"
    note = "---\ntitle: A note on boats\n---\nBoats float.\n"
    site = {"_config.yml": config, "_journal/kelp.md": paper, "_notes/boats.md": note}
    record = importer.read(tree_of(site | {"_portfolio/x.md": note}))
    (kelp,) = papers(record)
    assert (kelp.entry_type, kelp.text("date")) == ("article", "2021-05-01")
    assert kelp.get("author") == "Alice Ahlgren and Bob Brandt"
    notes = [row.values["title"] for row in record.rows if row.origin.startswith("_notes/")]
    assert notes == ["A note on boats"]


def test_a_file_of_a_collection_needs_no_suffix(tree_of):
    paper = "---\ntitle: Growing kelp\nvenue: Tides\nauthors: Alice Ahlgren\n---\n"
    site = {"_config.yml": ACADEMICPAGES, "_publications/2021-kelp": paper}
    site |= {
        "_publications/boats.txt": paper.replace("kelp", "boats"),
        "_publications/list.txt": "A",
    }
    record = importer.read(tree_of(site))
    assert [paper.text("title") for paper in papers(record)] == ["Growing kelp", "Growing boats"]
    assert record.papers[0].old_paths == ["/publications/2021-kelp.html"]


def test_further_words_for_a_title_and_for_who_wrote_it(tree_of):
    data = "ahlgren_a:\n  name: Alice&nbsp;Ahlgren\nbob:\n  name: Bob Brandt\n"
    keyed = "---\ntitle: Growing kelp\nvenue: Tides\nauthors: [ahlgren_a, bob]\n---\n"
    dated = "---\npapertitle: Boats\njournal: Tides\n"
    dated += "author: 3. Brandt, B., and <b>Ahlgren, A.</b> (2018)\n---\n"
    config = ACADEMICPAGES + 'name: "Alice M. Ahlgren"\n'
    site = {"_config.yml": config, "_data/people.yml": data, "_publications/a.md": keyed}
    record = importer.read(tree_of(site | {"_publications/b.md": dated}))
    kelp, boats = papers(record)
    assert kelp.get("author") == "Alice Ahlgren and Bob Brandt"
    assert (boats.text("title"), boats.text("year")) == ("Boats", "2018")
    assert boats.get("author") == "Brandt, B. and Ahlgren, A."
    assert "Alice M. Ahlgren" in record.researcher["other_names"][0]


def test_a_reference_and_its_links_above_the_abstract(tree_of):
    text = 'Alice Ahlgren and Bob Brandt, "Growing kelp," in Tides, 2021.\n'
    text += "\\[[link](https://doi.org/10.9999/kelp)\\]\n\nKelp grows.\n"
    paper = f"---\ntitle: Growing kelp\nvenue: Tides\ncitation:\ndate: 2021-05-01\n---\n\n{text}"
    site = {"_config.yml": ACADEMICPAGES, "_publications/kelp.md": paper}
    (kelp,) = papers(importer.read(tree_of(site)))
    assert kelp.get("author") == "Alice Ahlgren and Bob Brandt"
    assert (kelp.text("abstract"), kelp.text("doi")) == (
        "Kelp grows.",
        "https://doi.org/10.9999/kelp",
    )


def test_a_link_says_the_journal_and_the_year(tree_of):
    """As themes of groups have it; of a group, papers are nobody's."""
    data = """- title: Growing kelp
  authors: Ahlgren, A.(*), Brandt, B.
  link1: {url: "https://arxiv.org/abs/2011.00001", display: "arXiv:2011.00001"}
  link2: {url: "https://k.example/kelp", display: "Tides of Oslo 12, 3 (2021)"}
"""
    files = {"_data/publist.yml": data, "index.md": "We grow kelp.\n"}
    for title in ("Alice Ahlgren", "The Kelp Lab"):
        site = importer.read(tree_of(files | {"_config.yml": f"title: {title}\n"}))
        (paper,) = papers(site)
        assert paper.get("author") == "Ahlgren, A.* and Brandt, B."
        assert (paper.text("journal"), paper.text("year")) == ("Tides of Oslo", "2021")


def test_a_year_behind_the_venue_is_the_years(tree_of):
    entry = {"title": "Growing kelp", "authors": "Alice Ahlgren", "conference": "Tides (T), 2021."}
    files = {"index.html": HTML.format(""), "list.json": json.dumps([entry])}
    (paper,) = papers(importer.read(tree_of(files)))
    assert (paper.text("booktitle"), paper.text("year")) == ("Tides (T)", "2021")


def test_and_twice_loses_nobody(tree_of):
    entry = KELP | {"authors": "Ahlgren, A. and  Brandt, B. and  and Coral, C."}
    files = {"index.html": HTML.format(""), "list.json": json.dumps([entry])}
    (paper,) = papers(importer.read(tree_of(files)))
    assert paper.get("author").count(" and ") == 2
