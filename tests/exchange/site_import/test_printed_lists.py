"""Lists of references that a page prints, parted into papers; what is not sure stays a text."""

import pytest

from exchange.site_import import importer
from exchange.site_import.printed_papers import read_paper
from exchange.site_import.records import Item, Place
from exchange.site_import.report import NOT_UNDERSTOOD, account
from profiles.models import Page, Talk
from publications.bibtex import parse

SURE = (
    "Lind, A. B., &amp; Moreau, C. (2016). A tide table for small harbours. Journal of Tides, "
    "28(4), 12–19."
)
UNSURE = "A talk on kelp and its many uses, given in many harbours, printed somewhere in 2019"
PAGE = f"<ol><li>{SURE}</li><li>{UNSURE}</li></ol>"
HOME = (
    "<!DOCTYPE html><html><body><nav><a href='papers.html'>Papers</a></nav>"
    "<h1>Alice Ahlgren</h1><p>I grow kelp.</p></body></html>"
)
FOLDERS = "title: Alice\nbaseURL: https://a.example/\n"
KINDS = {
    "html": {
        "index.html": HOME,
        "papers.html": f"<html><body><h1>Papers</h1>{PAGE}</body></html>",
    },
    "quarto": {
        "_quarto.yml": "project:\n  type: website\nwebsite:\n  title: Alice\n",
        "index.qmd": "---\ntitle: Alice Ahlgren\n---\nI grow kelp.\n",
        "publications.qmd": f"---\ntitle: Publications\n---\n{PAGE}\n",
    },
    "hugo": {
        "hugo.yaml": FOLDERS,
        "content/_index.md": "---\ntitle: Alice\n---\nI grow kelp.\n",
        "content/publication/index.md": f"---\ntitle: Papers\n---\n{PAGE}\n",
    },
}


def fields(paper):
    return parse(paper.entry).records[0]


@pytest.mark.parametrize("kind", KINDS)
def test_a_printed_reference_becomes_a_paper_with_its_parts(tree_of, kind):
    site = importer.read(tree_of(KINDS[kind]))
    (paper,) = site.papers
    assert fields(paper).text("title") == "A tide table for small harbours"
    assert fields(paper).get("author") == "Lind, A. B. and Moreau, C."
    assert fields(paper).text("journal") == "Journal of Tides"
    assert [fields(paper).text(name) for name in ("year", "volume")] == ["2016", "28"]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_sure_stays_in_the_page_and_is_told(tree_of, kind):
    tree = tree_of(KINDS[kind])
    site = importer.read(tree)
    (page,) = [row for row in site.rows if row.model is Page]
    assert "A talk on kelp" in page.values["body"]
    assert "A tide table" not in page.values["body"]
    told = [one for one in account(tree)["texts"] if one["status"] == NOT_UNDERSTOOD]
    assert any("A talk on kelp" in one["text"] for one in told)


def test_a_title_between_its_venue_and_its_names(tree_of):
    files = dict(KINDS["html"])
    files["papers.html"] = (
        "<html><body><h1>Papers</h1><p>Tides 2024<br><em>Growing kelp in cold water.</em><br>"
        "Alice Ahlgren, Bob Brandt</p></body></html>"
    )
    (paper,) = importer.read(tree_of(files)).papers
    assert fields(paper).get("author") == "Alice Ahlgren and Bob Brandt"
    assert fields(paper).text("year") == "2024"


def test_the_list_of_a_folder_is_a_page_in_the_menu_and_no_talk(tree_of):
    site = importer.read(
        tree_of(
            {
                "hugo.yaml": FOLDERS + "menus:\n  main:\n    - name: Talks\n      url: /talks/\n",
                "content/_index.md": "---\ntitle: Alice\n---\nI grow kelp.\n",
                "content/talks/index.md": "---\ntitle: All my talks\n---\n- Kelp, Harbour, 2024\n",
                "content/talks/one/index.md": "---\ntitle: Kelp\ndate: 2024-05-03\n---\nSaid.\n",
            }
        )
    )
    (page,) = [row for row in site.rows if row.model is Page]
    assert (page.values["title"], page.values["in_menu"]) == ("All my talks", True)
    assert page.old_paths == ["/talks/"]
    (talk,) = [row for row in site.rows if row.model is Talk]
    assert talk.values["title"] == "Kelp"


def test_papers_of_a_data_file(tree_of):
    site = importer.read(
        tree_of(
            {
                "_config.yml": "title: Alice Ahlgren\n",
                "index.md": "---\nlayout: default\n---\nI grow kelp.\n",
                "_data/publications.yml": "- title: Growing kelp\n"
                "  authors: <b>Alice Ahlgren</b>, Bob Brandt\n  venue: Tides (TIDES 2026)\n"
                "  links:\n    - label: PDF\n      url: https://a.example/kelp.pdf\n",
            }
        )
    )
    (paper,) = site.papers
    assert fields(paper).get("author") == "Alice Ahlgren and Bob Brandt"
    assert [fields(paper).text(name) for name in ("year", "pdf")] == [
        "2026",
        "https://a.example/kelp.pdf",
    ]
    assert paper.old_paths == []


def test_of_papers_of_others_each_is_told(tree_of):
    papers = "".join(
        f"<li>Brandt, B., and Charlie, C. (2016). A tide table for harbour {n}. Tides, 28.</li>"
        for n in range(4)
    )
    page = f"<html><body><h1>Papers</h1><ol>{papers}</ol></body></html>"
    tree = tree_of({"index.html": HOME, "papers.html": page})
    assert importer.read(tree).papers == []
    told = [one for one in tree.unclear if "A tide table for harbour" in str(one)]
    assert len(told) == 4


CARD = "<div class='card'>{}</div>"
PARTED = {
    "cards, the names last": "".join(
        CARD.format(f"<div>{title}</div><div>Tides 2021</div><div>Alice Ahlgren, Bob Brandt</div>")
        for title in ("Growing kelp in cold water", "Growing kelp in warm water")
    ),
}


@pytest.mark.parametrize("listed", PARTED.values(), ids=PARTED)
def test_blocks_of_one_paper_are_one_whatever_their_order(tree_of, listed):
    tree = tree_of({"index.html": HOME, "papers.html": f"<body><h1>Papers</h1>{listed}</body>"})
    papers = [fields(paper) for paper in importer.read(tree).papers]
    assert [paper.text("title").split()[-2] for paper in papers] == ["cold", "warm"]
    assert {paper.get("author") for paper in papers} == {"Alice Ahlgren and Bob Brandt"}
    venues = {paper.text("journal") or paper.text("booktitle") for paper in papers}
    assert len(venues) == 1
    assert "Tides" in venues.pop()
    assert {paper.text("note") for paper in papers} == {""}


def test_items_that_nobody_closed_are_papers_with_the_owner(tree_of):
    listed = (
        "<LI>\n<a href='a.pdf'>Growing <i>Kelp</i> in cold water</a> with <CO>Bob Brandt</CO>\n"
        "<BR><I>Journal of Tides</I>, Vol. 12 (2019), 1-9.\n<BR><ABS>It grows.</ABS>\n<P>\n"
        "<LI><A HREF='b.pdf'><font>Kelp that walks alone</font></A>\n<BR><i>Reefs (2006)</i>\n<P>"
        "<LI><A HREF='c.pdf'>Kelp at night</A>, with Bob Brandt\n<BR><I>submitted</I>\n"
    )
    page = f"<html><body><h2>Papers</h2><ol reversed>\n{listed}</ol></body></html>"
    site = importer.read(tree_of({"index.html": HOME, "papers.html": page}))
    papers = [fields(one) for one in site.papers]
    assert [(paper.text("title"), paper.get("author")) for paper in papers] == [
        ("Growing Kelp in cold water", "Alice Ahlgren and Bob Brandt"),
        ("Kelp that walks alone", "Alice Ahlgren"),
        ("Kelp at night", "Alice Ahlgren and Bob Brandt"),
    ]
    assert [paper.text("year") for paper in papers] == ["2019", "2006", ""]


def test_a_sentence_beside_a_list_is_no_second_entry_of_the_menu(tree_of):
    site = importer.read(tree_of(KINDS["html"]))
    (page,) = [row for row in site.rows if row.model is Page]
    assert (page.values["body"].strip("- 2."), page.values["in_menu"]) == (UNSURE, False)


def told_of(tree):
    return [(one.place, one.text) for one in tree.unclear if "looks like a paper" in one.reason]


def test_papers_in_a_text_that_lists_none_by_its_name_are_told_once(tree_of):
    shown = "".join(
        f"<h3>Why harbours of the {where} have tides</h3>\n<p>{said}.</p>\n"
        for where, said in (
            ("north", "A. Lind, B. Brandt, C. Lind, D. Ali, E. Moreau, Reefs, 2021"),
            ("south", "B. Brandt and C. Lind, 2022"),
        )
    )
    tree = tree_of({"index.html": HOME.replace("</body>", f"<h2>Gallery</h2>\n{shown}</body>")})
    site = importer.read(tree)
    assert site.papers == []
    assert told_of(tree) == [
        (("index.html", 2), "Why harbours of the north have tides"),
        (("index.html", 4), "Why harbours of the south have tides"),
    ]
    assert site.unread_papers == [place for place, _text in told_of(tree)]


def test_a_paper_without_a_year_in_a_list_of_papers_is_told_and_a_sentence_is_not(tree_of):
    listed = (
        "<p>On the many tides of small harbours in the north <i>Journal of Tides</i></p>"
        "<p>You can also find more of my papers on <i>the page of my group</i></p>"
    )
    tree = tree_of({"index.html": HOME, "papers.html": f"<html><body>{listed}</body></html>"})
    importer.read(tree)
    assert [text[:12] for _place, text in told_of(tree)] == ["On the many "]


def test_awards_below_headings_are_no_papers(tree_of):
    award = "<h3>Best Paper at Tides</h3>\n<p>A. Lind and B. Brandt, 2020</p>\n"
    shown = f"<h2>Gallery</h2>\n{award * 3}</body>"
    tree = tree_of({"index.html": HOME.replace("</body>", shown)})
    importer.read(tree)
    assert told_of(tree) == []


BREAKS = ["\n", "<br>\n", "<br><br>\n", "  \n", "\n\n", "\n\n- "]


@pytest.mark.parametrize("sign", BREAKS)
def test_references_on_lines_of_one_block_are_papers_of_their_own(tree_of, sign):
    other = "Lind, A., Roe, B. (2019). <i>Counting crabs at night</i>. Journal of Seas, 2(1), 3–8."
    page = f"---\ntitle: Papers\n---\n{sign.join(['', SURE, other])}\n"
    site = importer.read(tree_of(KINDS["quarto"] | {"publications.qmd": page}))
    said = [(fields(one).text("title"), fields(one).text("journal")) for one in site.papers]
    assert said == [
        ("A tide table for small harbours", "Journal of Tides"),
        ("Counting crabs at night", "Journal of Seas"),
    ]


@pytest.mark.parametrize("sign", [",<br>", ",\n", ", and<br>"])
@pytest.mark.parametrize("title", ["Counting crabs at night<br>", "“Counting crabs at night,” "])
def test_authors_of_two_lines_are_one_list(title, sign):
    text = f"{title}Bob Brandt, Alice Ahlgren{sign}Charlie Coral (2019). <i>Journal of Seas</i>, 2."
    paper = read_paper(Item(text), Place(""), "Alice Ahlgren")
    assert paper.fields["author"] == "Bob Brandt and Alice Ahlgren and Charlie Coral"
    assert [paper.fields[name] for name in ("journal", "year")] == ["Journal of Seas", "2019"]


def test_links_of_printed_papers_to_files_of_the_site_are_these_files(tree_of):
    files = {
        "index.html": HOME.replace(
            "</body>",
            f"<h2>Papers</h2><ul><li>{SURE} "
            "<a href='https://t.example/data'>Data</a></li></ul></body>",
        ),
        "papers.html": f"<html><body><h1>Papers</h1><ul><li>{SURE} <a href='pdf/tides.pdf'>PDF</a> "
        "<a href='pdf/talk.pdf'>Slides</a></li></ul></body></html>",
        **dict.fromkeys(("pdf/tides.pdf", "pdf/talk.pdf"), b"%PDF-1.4"),
    }
    (paper,) = importer.read(tree_of(files)).papers
    assert paper.files == [("pdf", "pdf/tides.pdf"), ("slides", "pdf/talk.pdf")]
    assert "pdf/" not in paper.entry
    assert "https://t.example/data" in paper.entry


def test_a_sentence_with_a_long_address_beside_a_list_is_no_second_entry_of_the_menu(tree_of):
    said = "All that I wrote before I came here is kept in the drawer. " * 4
    said = f"<p>{said} <a href='https://t.example/?{'q' * 300}'>It is there</a>.</p>"
    page = f"<html><body><h1>Papers</h1>{said}{PAGE.replace(UNSURE, SURE)}</body></html>"
    site = importer.read(tree_of(KINDS["html"] | {"papers.html": page}))
    (row,) = [row for row in site.rows if row.model is Page]
    assert (len(site.papers), row.values["in_menu"]) == (1, False)


def test_a_poster_and_an_article_of_one_title_are_two_papers(tree_of):
    poster = SURE.replace("Journal of Tides, 28(4)", "Tides Meeting, 2(1)")
    dois = [f"https://doi.org/10.1000/{name}" for name in ("poster", "article")]
    page = f"<ol><li>{poster} {dois[0]}</li><li>{SURE} {dois[1]}</li></ol>"
    files = KINDS["html"] | {"papers.html": f"<html><body><h1>Papers</h1>{page}</body></html>"}
    volumes = [fields(paper).text("volume") for paper in importer.read(tree_of(files)).papers]
    assert volumes == ["2", "28"]
