"""What a site offers comes, or is told with its line: sites that lost papers in silence."""

import pytest
from django.core.exceptions import ValidationError

from exchange.site_import import homepage, importer
from exchange.site_import.report import as_json
from profiles.models import Education, Experience, Page
from publications.bibtex import parse
from tests.exchange.site_import import importing
from tests.exchange.site_import.importing import record, take

HTML = "<html><head><title>Alice Ahlgren</title></head><body>{}</body></html>"
QUARTO = "project: {type: website}\nwebsite: {title: Alice Ahlgren}\n"
ENTRY = "@article{{k{n}, title={{{title}}}, author={{{author}}}, year={{202{n}}}}}\n"
TITLES = ("Kelp in cold harbours", "Reefs that walk alone", "Tides of the inner bay")


def entries(author="Ahlgren, Alice and Brandt, Bob"):
    return "".join(ENTRY.format(n=n, title=one, author=author) for n, one in enumerate(TITLES))


def papers(site):
    return [parse(one.entry).records[0] for one in site.papers]


def told(tree):
    return [(one.place, one.text) for one in tree.unclear if "looks like a paper" in one.reason]


def test_linked_titles_with_their_year_before_the_names_are_a_list(tree_of):
    listed = "".join(
        f"- [{title}](https://t.example/{n}){{.my_bold}}, (202{n}), [Alice Ahlgren]{{.my_bold}}, "
        f"Bob Brandt, Charlie Lind, [Tides{' & Moreau' * n}]{{.my_bold}}.\n\n\n"
        for n, title in enumerate(TITLES)
    )
    page = f"---\nformat: html\n---\n<br>\n\n{TITLES[0]}\n\n# All\n\n### 1. Harbours\n\n"
    page += f"{listed}\n----\n\n<br>\n"
    files = {"_quarto.yml": QUARTO, "index.qmd": "Hello.\n", "research.qmd": page}
    site = importer.read(tree_of(files))
    assert [one.text("title") for one in papers(site)] == list(TITLES)
    names = {one.get("author") for one in papers(site)}
    assert names == {"Alice Ahlgren and Bob Brandt and Charlie Lind"}
    assert [one.text("year") for one in papers(site)] == ["2020", "2021", "2022"]
    assert [one.place.line for one in site.papers] == [12, 15, 18]


def test_names_behind_what_is_no_name_are_not_lost(tree_of):
    said = "[A tide of kelp](https://t.example). Alice Ahlgren, Bob Brandt, {}, Charlie Lind, "
    said += "David Moreau, Eve Moreau, Fay Lind. Reefs, 2020."
    page = "# Publications\n\n- {}\n"
    files = {"_quarto.yml": QUARTO, "index.qmd": "Hello.\n"}
    tree = tree_of(files | {"papers.qmd": page.format(said.format("the many 7 of 9"))})
    assert importer.read(tree).papers == []
    assert [text for _place, text in told(tree)] != []
    team = page.format(said.format("OMA consortium"))
    (paper,) = papers(importer.read(tree_of(files | {"papers.qmd": team})))
    assert paper.get("author").endswith(
        "{OMA consortium} and Charlie Lind and David Moreau and Eve Moreau and Fay Lind"
    )


def test_what_is_like_a_paper_and_names_the_owner_is_told_with_its_line(tree_of):
    listed = [
        "Why the Harbours Freeze; Ahlgren, Brandt, Lind, then Moreau (all of them), in 2021",
        "Where the Kelp Goes; Lind, Brandt, Ahlgren, then Moreau (all of them), in 2022",
    ]
    page = "---\ntitle: Garden\n---\nWords.\n\n" + "\n\n".join(f"* {one}" for one in listed)
    talk = "\n\n* A talk, by Ahlgren, Lind, Brandt: how kelp was seen in the harbours of 2020"
    files = {"_quarto.yml": QUARTO, "index.qmd": "Hello.\n", "garden.qmd": page + talk}
    tree = tree_of(files)
    assert importer.read(tree).papers == []
    assert told(tree) == [(("garden.qmd", 6), listed[0]), (("garden.qmd", 8), listed[1])]


def test_a_bib_file_that_a_page_has_printed_by_a_script_is_its_list(tree_of):
    page = HTML.format('<h1>Papers</h1><bibtex src="own.bib"></bibtex>')
    files = {"index.html": HTML.format("<p>I grow kelp.</p>"), "papers.html": page}
    site = importer.read(tree_of(files | {"own.bib": entries()}))
    assert [(one.key, one.place) for one in site.papers] == [
        ("k0", ("own.bib", 1)),
        ("k1", ("own.bib", 2)),
        ("k2", ("own.bib", 3)),
    ]
    in_full = {"own.bib": entries("Ahlgren, Zoe Moreau and Lind, Charlie")}
    assert len(importer.read(tree_of(files | in_full)).papers) == len(TITLES)
    assert importer.read(tree_of({**files, **in_full, "papers.html": HTML})).papers == []
    alike = [f"Counting kelp in cold harbours: {one}" for one in ("a sum of nets", "by parts")]
    listed = [ENTRY.format(n=n, title=t, author="Ahlgren, Alice") for n, t in enumerate(alike)]
    assert len(importer.read(tree_of(files | {"own.bib": "".join(listed)})).papers) == len(alike)
    others = {"own.bib": entries("Lind, Charlie")}
    assert importer.read(tree_of(files | others)).papers == []


def test_ones_own_papers_in_a_bib_file_of_others_are_counted(tree_of):
    others = ENTRY.format(n=9, title="Of others", author="Lind, Charlie") * 4
    files = {"index.html": HTML.format("<p>I grow kelp.</p>"), "old/all.bib": others + entries()}
    tree = tree_of(files)
    assert importer.read(tree).papers == []
    (problem,) = [one for one in tree.problems if ".bib files" in one.reason]
    assert problem.place == ("old/all.bib", 5)
    assert "not here: 3 (old/all.bib)" in problem.reason
    assert "old/all.bib" in [place.file for place, _key in tree.unread()]


def test_names_of_bibtex_in_a_list_of_yaml(tree_of):
    paper = "---\ntitle: A tide\nauthors: [Ahlgren, Alice and Brandt, Bob C and Lind, Charlie]\n"
    paper += "date: 2020-02-01\nurl_pdf: https://t.example/a\n---\n"
    cite = "@article{k, title={A tide}, author={Ahlgren, Alice and Brandt, Bob C and Lind, Charlie}"
    cite += ", year={2020}, file={https://t.example/a}}"
    files = {
        "config/_default/params.yaml": "theme: x\n",
        "config/_default/hugo.yaml": "title: Alice Ahlgren\ntheme: wowchemy\n",
        "content/authors/admin/_index.md": "---\ntitle: Alice Ahlgren\n---\nI grow kelp.\n",
        "content/publication/a/index.md": paper,
    }
    built = {"content/publication/a/index.html": paper.replace("A tide", "A tide, built")}
    (entry,) = papers(importer.read(tree_of(files | built)))
    assert entry.get("author") == "Alice Ahlgren and Bob C Brandt and Charlie Lind"
    (entry,) = papers(importer.read(tree_of(files | {"content/publication/a/cite.bib": cite})))
    assert entry.get("author") == "Ahlgren, Alice and Brandt, Bob C and Lind, Charlie"
    assert "https://t.example/a" in (entry.get("url"), entry.get("pdf"))


def test_the_files_of_a_project_that_no_paper_names_are_its_papers(tree_of):
    listed = "---\nlayout: page\n---\n{% bibliography -f own %}\n"
    files = {
        "_config.yml": "title: The Kelp Watch\nfirst_name: KelpWatch\nscholar: {style: apa}\n",
        "_pages/about.md": "---\nlayout: about\npermalink: /\n---\nWe watch kelp.\n",
        "_pages/papers.md": listed,
        "_bibliography/own.bib": entries(),
    }
    assert len(importer.read(tree_of(files)).papers) == len(TITLES)
    one = ENTRY.format(n=9, title="An own one", author="KelpWatch")
    site = importer.read(tree_of(files | {"_bibliography/papers.bib": one}))
    assert [paper.key for paper in site.papers] == ["k9"]


def test_two_years_of_one_paper_are_told(tree_of):
    page = "# Publications\n\n- Ahlgren, A. and Brandt, B. (202{}). Tides of the bay. *Reefs*.\n"
    files = {"_quarto.yml": QUARTO, "index.qmd": "Hello.\n"}
    tree = tree_of(files | {"papers.qmd": page.format(0), "publications.qmd": page.format(1)})
    assert [one.text("year") for one in papers(importer.read(tree))] == ["2020"]
    (problem,) = tree.problems
    assert problem.place == ("publications.qmd", 3)
    assert "2020" in problem.reason
    assert "2021" in problem.reason


@pytest.mark.django_db
def test_an_end_before_the_start_is_told_and_the_row_comes(tmp_path, alice):
    made = record()
    row = next(one for one in made.rows if one.model is Education)
    row.values |= {"start": "2009-06", "end": "2009-03"}
    plan, _number = take(importing.tree_of(tmp_path), made, alice)
    education = Education.objects.get()
    assert (education.start.iso, str(education.end or "")) == ("2009-06", "")
    assert not education.published_at  # nor is it still going on
    (problem,) = [one for one in plan.problems if "2009-03" in one.reason]
    assert (problem.severity, problem.place) == ("warning", row.place)
    assert not any(step.action == "refused" for step in plan.rows)


def test_of_a_row_that_is_refused_for_something_else_nothing_is_said_of_its_end(tmp_path, alice):
    made = record()
    row = next(one for one in made.rows if one.model is Education)
    row.values |= {"start": "2009-03", "end": "2009-06", "degree": "", "organisation": ""}
    plan, _number = take(importing.tree_of(tmp_path), made, alice)
    (problem,) = [one for one in plan.problems if one.place == row.place]
    assert problem.severity == "error"


def test_a_page_that_cannot_be_read_is_a_text_and_no_reason_to_refuse_the_site(
    tree_of, monkeypatch
):
    def fail(*_args):
        raise ValidationError("There is no month 17.")

    monkeypatch.setattr(homepage, "papers", fail)
    files = {"_quarto.yml": QUARTO, "index.qmd": "Hello.\n\n## Publications\n\n- Kelp, 2020\n"}
    tree = tree_of(files | {"papers.qmd": "# Publications\n\n- Reefs, 2020\n"})
    site = importer.read(tree)
    (page,) = [row for row in site.rows if row.model is Page]
    assert "Reefs, 2020" in page.values["body"]
    assert "Kelp, 2020" in site.researcher["biography"][0]
    reasons = [(one.place.file, one.reason) for one in tree.unclear]
    assert [file for file, reason in reasons if "no month 17" in reason] == [
        "index.qmd",
        "papers.qmd",
    ]


def test_a_dot_of_ones_own_begins_a_paper_and_who_is_with_the_owner_stands_below(tree_of):
    listed = "".join(
        f"<p>• {title}</p><p>(a pearl)</p><p>Together with <a href='https://b.ex'>Bob Brandt</a>, "
        f"David Moreau, {'</p><p>' * n}Charlie Lind. <a href='https://t.example/{n}'>Tides {n}</a>"
        f"(2) p. 1-28, 202{n}.</p>"
        for n, title in enumerate(TITLES)
    )
    files = {"index.html": HTML.format("<p>My <a href='papers.html'>papers</a></p>")}
    tree = tree_of(files | {"papers.html": HTML.format(f"<h1>Papers</h1>{listed}")})
    found = papers(importer.read(tree))
    assert [one.text("title") for one in found] == list(TITLES)
    names = {one.get("author") for one in found}
    assert names == {"Alice Ahlgren and Bob Brandt and David Moreau and Charlie Lind"}
    assert [one.text("year") for one in found] == ["2020", "2021", "2022"]


def test_a_reference_that_is_all_one_link_may_end_in_a_class_of_arxiv(tree_of):
    said = 'Ahlgren, Alice. 2020. "Kelp in many harbours." arXiv:2001.00001v4 [stat.OT]'
    page = f"# Publications\n\n[{said}](https://arxiv.org/abs/2001.00001).\n"
    files = {"_quarto.yml": QUARTO, "index.qmd": "Hello.\n", "papers.qmd": page}
    (paper,) = papers(importer.read(tree_of(files)))
    assert (paper.text("title"), paper.get("author")) == ("Kelp in many harbours", "Ahlgren, Alice")


@pytest.mark.django_db
def test_a_site_of_which_no_paper_came_says_so_at_first_glance(tmp_path, alice):
    made = record(papers=[])
    plan, _number = take(importing.tree_of(tmp_path), made, alice)
    assert any("No paper was found" in one["reason"] for one in as_json(plan)["warnings"])
    plan, _number = take(importing.tree_of(tmp_path), record(), alice)
    assert not any("No paper" in one["reason"] for one in as_json(plan)["warnings"])


BUTTONS = """Kelp grows.

[PDF](a.pdf) | [Code](https://git.example/kelp) | [![Slides](https://b.ex/x)](https://t.example/s)

## Links

- [Data](https://data.example/kelp)

[Bob Brandt](https://b.example) saw it.
"""


FRONT = "title: A tide\ndate: 2020-02-01\nauthor: [Alice Ahlgren]\n"
HUGO = {
    "config/_default/hugo.yaml": "title: Alice Ahlgren\ntheme: wowchemy\n",
    "content/authors/admin/_index.md": "---\ntitle: Alice Ahlgren\n---\nI grow kelp.\n",
    "content/publication/a/index.md": f"---\n{FRONT}---\n{BUTTONS}",
    "content/publication/a/a.pdf": importing.PDF,
}
OTHER = {
    "_quarto.yml": QUARTO,
    "index.qmd": "Hello.\n",
    "papers/a/index.qmd": f"---\n{FRONT}citation: {{journal: Reefs}}\n---\n{BUTTONS}",
    "papers/a/a.pdf": importing.PDF,
}


@pytest.mark.parametrize("files", [HUGO, OTHER], ids=["hugo", "quarto"])
def test_buttons_in_the_text_about_a_paper_are_its_links(tree_of, files):
    site = importer.read(tree_of(files))
    (paper,), (entry,) = site.papers, papers(site)
    assert entry.text("abstract") == "Kelp grows. [Bob Brandt](https://b.example) saw it."
    assert [entry.get(name) for name in ("code", "slides", "data")] == [
        "https://git.example/kelp",
        "https://t.example/s",
        "https://data.example/kelp",
    ]
    assert [kind for kind, _path in paper.files] == ["pdf"]


def test_two_employers_of_one_entry_of_a_cv_are_both_there(tree_of):
    cv = (
        "- title: Experience\n  type: time_table\n  contents:\n"
        "    - title: Diver\n      institution: Tideway University\n      company: Kelp Works\n"
        "      year: 2019 - 2020\n"
    )
    site = importer.read(tree_of({"_config.yml": "scholar: {style: apa}\n", "_data/cv.yml": cv}))
    (row,) = [one for one in site.rows if one.model is Experience]
    assert row.values["organisation"] == "Kelp Works, Tideway University"


def test_the_state_behind_a_title_is_no_part_of_it(tree_of):
    page = "# Publications\n\n### Tides of the bay (Accepted)\n_Alice Ahlgren, Bob Brandt_<br>\n"
    page += "_Conference on Reefs, 2023_\n"
    files = {"_quarto.yml": QUARTO, "index.qmd": "Hello.\n", "papers.qmd": page}
    (paper,) = papers(importer.read(tree_of(files)))
    assert (paper.text("title"), paper.get("pubstate")) == ("Tides of the bay", "accepted")


def test_a_year_before_a_dot_is_no_part_of_where_it_appeared(tree_of):
    page = "# Publications\n\n- **Tides of the bay**  \n  **Alice Ahlgren**, Bob Brandt  \n"
    page += "  2021 · Reef Letters\n"
    files = {"_quarto.yml": QUARTO, "index.qmd": "Hello.\n", "papers.qmd": page}
    (paper,) = papers(importer.read(tree_of(files)))
    venue = paper.get("journal") or paper.get("booktitle")
    assert (venue, paper.text("year")) == ("Reef Letters", "2021")
