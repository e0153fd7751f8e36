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


def test_buttons_in_two_brackets_lead_where_they_did():
    fields = one(
        "**Growing kelp in cold water**  \nBob Brandt, **Alice Ahlgren**  \nTides, 2023.  \n"
        "[[Arxiv]](https://arxiv.org/abs/2312.00001) [[Thesis]](https://k.example/t)"
    )
    assert fields["arxiv"].endswith("2312.00001")
    assert "https://k.example/t" in fields["link"]


def test_a_year_before_all_else():
    fields = one(
        "**2021** — Brandt, B., **Ahlgren, A.**, Coral, C.P. Growing kelp in cold water. *Tides*."
    )
    assert (fields["title"], fields["year"]) == ("Growing kelp in cold water", "2021")


def test_names_behind_with_lead_over_a_venue_that_is_like_names():
    fields = one("**Growing kelp in cold water** (with Bob Brandt)\n*Marine Modelling*, 50 (2021)")
    assert fields["author"] == "Alice Ahlgren and Bob Brandt"


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


def jekyll(tree_of, body, **more):
    page = f"---\ntitle: Publications\n---\n{body}\n"
    return importer.read(tree_of(JEKYLL | {"papers.md": page} | more))


def of(site, *names):
    entries = [parse(paper.entry).records[0] for paper in site.papers]
    return [tuple(entry.text(name) for name in names) for entry in entries]


UNSIGNED = """1. Growing kelp in cold water. *Tides* **5**, 1–9. (2020)
1. A tide table for reefs. (Joint with Bob Brandt.) To appear in *Reef Letters*
1. Reefs that sing at night. [arxiv: 2403.03321](https://arxiv.org/abs/2403.03321)"""


def test_who_wrote_alone_is_not_named_where_co_authors_are(tree_of):
    said = of(jekyll(tree_of, UNSIGNED), "title", "author", "year")
    alone = ("Growing kelp in cold water", "Alice Ahlgren", "2020")
    assert said[:2] == [alone, ("A tide table for reefs", "Alice Ahlgren and Bob Brandt", "")]
    assert len(said) == 3


def test_a_linked_title_in_a_list_with_co_authors_is_no_name(tree_of):
    files = "https://k.example/lind-ahlgren.pdf"
    body = f"""{UNSIGNED}
1. [Tides and Time]({files}), *Reef Letters*, Vol. 3, May 2021. (With Bob Brandt. Click here.)
1. [Measuring Kelp]({files}), *Reef Letters*, Vol. 4, May 2022.
1. [Storms at sea, 1970-2002]({files}), *Reef Letters*, Vol. 2, 2008. (With Bo Lind.)"""
    said = of(jekyll(tree_of, body), "title", "author", "year")
    assert said[3:] == [
        ("Tides and Time", "Alice Ahlgren and Bob Brandt", "2021"),
        ("Measuring Kelp", "Alice Ahlgren", "2022"),
        ("Storms at sea, 1970-2002", "Alice Ahlgren and Bo Lind", "2008"),
    ]


def test_a_list_that_names_nobody_says_nobody(tree_of):
    body = UNSIGNED.replace(" (Joint with Bob Brandt.)", "")
    assert {author for (author,) in of(jekyll(tree_of, body), "author")} == {""}


def test_titles_below_a_heading_that_says_more_are_not_taken(tree_of):
    body = f"# Papers that I like\n\n{UNSIGNED}".replace(" (Joint with Bob Brandt.)", "")
    assert jekyll(tree_of, body).papers == []


def test_a_page_of_something_else_has_papers_below_its_heading(tree_of):
    research = f"---\ntitle: Research\n---\nI grow kelp.\n\n## Publications\n\n- {REEF}\n"
    site = importer.read(tree_of(JEKYLL | {"research.md": research}))
    assert titles(site) == ["A tide table for reefs"]
    (page,) = [row for row in site.rows if row.model is Page]
    assert page.values["body"] == "I grow kelp."


def test_headings_within_other_html_are_headings(tree_of):
    parts = "".join(
        f"<div>\n<h1>{name}</h1>\n<div><ul><li>{text}</li></ul></div>\n</div>\n"
        for name, text in (("About", "I grow kelp."), ("Publications", IN_HTML))
    )
    site = importer.read(tree_of(JEKYLL | {"index.md": f"---\n---\n{parts}"}))
    assert titles(site) == ["A tide table for reefs"]


def test_a_page_that_is_a_bibtex_entry_is_that_paper(tree_of):
    entry = "@article{a, title={Tides of kelp}, author={Ahlgren, Alice}, year={2020}}"
    for block in (f"```bibtex\n{entry}\n```", f"<pre><code>\n{entry}\n</code></pre>"):
        cite = f"---\ntitle: Cite\n---\n{block}\n"
        site = importer.read(tree_of(JEKYLL | {"cite.md": cite}))
        assert of(site, "title", "author") == [("Tides of kelp", "Ahlgren, Alice")]
        assert not pages(site)


def test_notes_in_definitions_of_links_are_no_text():
    assert to_markdown("Kelp.\n\n[//]: # (Nobody *reads* this.)\n\nTides.")[0].split() == [
        "Kelp.",
        "Tides.",
    ]


def test_a_link_behind_names_is_the_title():
    kelp = one("- Alice Ahlgren, Bob Brandt, [Growing kelp in cold water](https://k.example/a.pdf)")
    assert (kelp["title"], kelp["author"]) == (
        "Growing kelp in cold water",
        "Alice Ahlgren and Bob Brandt",
    )


@pytest.mark.parametrize(
    "text",
    [
        "- `Tides 2020` [Growing kelp in cold water](https://k.example), Alice Ahlgren, etc.",
        "- [Growing kelp in cold water](https://k.example) [J], Alice Ahlgren, etc. **Tides 2020**",
    ],
)
def test_badges_in_code_types_of_documents_and_names_that_go_on(text):
    kelp = one(text)
    assert (kelp["author"], kelp["booktitle"]) == ("Alice Ahlgren and others", "Tides")
    assert (kelp["title"], kelp["year"]) == ("Growing kelp in cold water", "2020")


def test_a_place_in_italics_below_a_comma_is_no_author():
    text = "Growing kelp in cold water,  \nAlice Ahlgren, Bob Brandt,  \n*Reef Sound*, Oslo, 2018"
    kelp = one(f"- {text}")
    assert kelp["author"] == "Alice Ahlgren and Bob Brandt"
    assert (kelp["booktitle"], kelp["year"]) == ("Reef Sound", "2018")


def test_a_link_that_leads_nowhere_sets_a_title_off():
    kelp = one("- [Growing kelp in cold water](), Alice Ahlgren, Bob Brandt. **Tides 2020**")
    assert kelp["title"] == "Growing kelp in cold water"


def test_collaborators_among_whom_the_owner_is_are_the_authors():
    lines = "Title: Growing kelp in cold water", "Collaborators: **Alice Ahlgren**, Bob Brandt"
    assert one("- " + " \\\\\n".join([*lines, "Journal: Tides, 2020"]))["author"] == (
        "Alice Ahlgren and Bob Brandt"
    )


def test_a_prize_is_not_where_a_paper_appeared(tree_of):
    paper = "**Growing kelp in cold water**  \nAlice Ahlgren, Bob Brandt  \n🏆 Reef Guild Award"
    site = jekyll(tree_of, f"### 2024\n{paper}\n\n### 2023\n{REEF}")
    assert of(site, "booktitle", "note")[0] == ("", "🏆 Reef Guild Award")
