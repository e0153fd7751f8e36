"""Papers as pages print them, line by line, in either order; what is not sure is no paper."""

import re

import pytest

from exchange.site_import import homepage
from exchange.site_import.list_items import papers
from exchange.site_import.printed_papers import read_paper
from exchange.site_import.records import Item, Place

OWNER = "Alice Ahlgren"


def read(text, owner=OWNER):
    found = papers(homepage.items(text), owner)
    return [paper.fields for item in found if (paper := read_paper(item, Place("x"), owner))]


def one(text, owner=OWNER):
    (fields,) = read(text, owner)
    return fields


KELP = ("Growing kelp in cold water", "Alice Ahlgren and Bob Brandt", "2021")


def said(fields):
    return fields["title"], fields["author"], fields["year"]


@pytest.mark.parametrize(
    "text",
    [
        "[Growing kelp in cold water](https://k.example)  \n"
        "Alice Ahlgren, Bob Brandt  \nTides, 2021",
        "Alice Ahlgren, Bob Brandt.  \n[Growing kelp in cold water](https://k.example)  \n"
        "In *Journal of Tides*, May 2021.",
        "- ![](kelp.png)\n\n  ### Growing kelp in cold water\n\n  Alice Ahlgren, Bob Brandt\n\n"
        "  TIDES 2021\n\n  [PDF](https://k.example/kelp.pdf)",
        "### Growing kelp in cold water\n\nAlice Ahlgren, Bob Brandt\n\nTIDES 2021",
        "[Growing kelp in cold water](https://k.example) Alice Ahlgren, Bob Brandt — Tides (2021)",
        "[Growing kelp<br>in cold water](https://k.example)<br>Alice Ahlgren,<br>Bob Brandt<br>"
        "Tides, 2021",
        "1. Alice Ahlgren, **Bob Brandt**, *Growing kelp in cold water*, Tides, Vol. 3, May, 2021.",
        "- **Growing kelp in cold water**  \n  with Bob Brandt (May 2021, **Tides**) Abstract",
        "**Growing kelp in cold water.** [arXiv](https://arxiv.org/abs/2101.00001)\n\n"
        "Alice Ahlgren, [Bob Brandt](https://b.example). *Journal of Tides*, 2021.\n\n"
        "**Simply put**\n\nIt grows.",
        "### Growing kelp in cold water\n*Journal of Tides*  \n"
        "**Authors:** Alice Ahlgren, Bob Brandt  \nMay '21",
        "[3] [Growing kelp in cold water](https://k.example)  \n"
        "Alice Ahlgren and Bob Brandt, *Soft Matter* **22**, 2339 (2021).",
        "Alice Ahlgren, Bob Brandt (2021)  \n\\* Joint first author  \n"
        "[Growing kelp in cold water](https://k.example)  \n*Tides*",
    ],
    ids=[
        *("title-first", "names-first", "card", "blocks", "dash", "broken", "bold-name", "with"),
        *("place-behind-names", "authors-said", "italic-place", "year-behind-names"),
    ],
)
def test_a_paper_whatever_the_order_of_its_lines(text):
    title, names, year = said(one(text))
    assert (title, sorted(names.split(" and ")), year) == (KELP[0], KELP[1].split(" and "), KELP[2])


def test_its_buttons_and_what_it_says_besides():
    fields = one(
        "[Growing kelp in cold water](https://k.example)  \nAlice Ahlgren, Bob Brandt  \n"
        "Journal of Tides, 2021  \nBest paper award  \n[[Read PDF](https://k.example/k.pdf)] "
        "[[data set](https://k.example/d)] [Source code](https://github.com/a/kelp)"
    )
    assert (fields["url"], fields["pdf"]) == ("https://k.example", "https://k.example/k.pdf")
    assert (fields["code"], fields["note"]) == ("https://github.com/a/kelp", "Best paper award")
    assert (fields["journal"], fields["data"]) == ("Journal of Tides", "https://k.example/d")


@pytest.mark.parametrize(
    "reference",
    [
        "A. Ahlgren, B. Brandt, Growing kelp in cold water, (TIDES 2021) [[pdf](https://k.example)]",
        "Ahlgren A, Brandt B. *Growing kelp in cold water*. Tides and reefs. 2021.",
        "**A. Ahlgren** and B. Brandt. 2021. *Growing kelp in cold water*. Tides and reefs.",
    ],
    ids=["plain", "names-before-italics", "year-before-italics"],
)
def test_a_heading_that_the_reference_below_it_names_is_the_title(reference):
    title, names, year = said(
        one(f"#### Growing kelp in cold water\n\nHow it grows\n\n{reference}")
    )
    assert (title, year) == (KELP[0], "2021")
    assert re.sub(r"[.,]", "", names) in ("A Ahlgren and B Brandt", "Ahlgren A and Brandt B")


def test_a_heading_like_names_above_a_line_that_says_the_same():
    assert read("#### Alice Ahlgren and Bob Brandt\n\nAlice Ahlgren and Bob Brandt, 2021") == []


def test_titles_in_han_have_no_blanks():
    assert (
        one("- 王明, 李娜, *海带在冷水中的生长研究*, 海洋学报, 2021.")["title"]
        == "海带在冷水中的生长研究"
    )


def test_papers_one_after_another_stay_two():
    both = read(
        "[Growing kelp in cold water](https://k.example)  \n"
        "Alice Ahlgren, Bob Brandt  \nTides, 2021"
        "\n\n[A tide table for reefs](https://r.example)  \n"
        "Alice Ahlgren, Chris Charlie  \nReefs, 2022"
    )
    assert [fields["title"] for fields in both] == [KELP[0], "A tide table for reefs"]


def test_without_names_it_is_one_only_with_a_link_and_a_year():
    text = "- Growing kelp in cold water\n\n  [arXiv](https://arxiv.org/abs/2104.00001) TIDES 2021"
    assert "author" not in one(text)
    assert read("- Growing kelp in cold water\n\n  [arXiv](https://arxiv.org/abs/2104.00001)") == []
    assert read("- See [the whole list](https://k.example) of 2021") == []


@pytest.mark.parametrize(
    "text",
    [
        "- **Bob Brandt**, Chris Charlie  \n  Tides 2021",
        "- **Alice Ahlgren**: Reviewer of Tides, Reefs and Harbours, 2021",
        "- Kelp in summer, a talk in Oslo, May 2021",
        "A tide table for reefs is what I work on with Bob Brandt since 2021.",
        "[Recent Version](https://k.example/Ahlgren.pdf)  \n[Slides (coming soon!)](#)",
        "[Bob Brandt](https://b.example), Alice Ahlgren. *Conference on Tides 2021*",
    ],
)
def test_what_is_none_is_not_invented(text):
    assert read(text) == []


def test_a_heading_of_another_kind_ends_a_list_of_papers():
    page = homepage.read(
        "- Alice Ahlgren, Bob Brandt. *Growing kelp in cold water*. Tides, 2021.\n\n"
        "## Talks\n\n- Alice Ahlgren, Bob Brandt. *Kelp at large*. Oslo, 2022.\n",
        "x.md",
        kind="publications",
    )
    assert [paper.fields["title"] for paper in page.references] == [KELP[0]]


def test_a_list_is_known_by_what_it_says_where_its_heading_does_not():
    listed = "- A. Ahlgren, B. Brandt. *Growing kelp in cold water*. Tides, 2021.\n"
    listed += "- A. Ahlgren, C. Charlie. *A tide table for reefs*. Reefs, 2022.\n"
    assert homepage.are_papers(listed, OWNER)
    assert not homepage.are_papers(listed, "Dora Dahl")
    assert not homepage.are_papers(listed + "- A garden\n- A boat\n- A reef\n", OWNER)


def test_a_team_alone_has_written_a_paper():
    fields = one("- Growing kelp in cold water\n  - the KELP Collaboration\n  - *Tides* 105 (2021)")
    assert said(fields) == (KELP[0], "{the KELP Collaboration}", "2021")


def test_when_a_paper_was_published_is_not_where():
    fields = one(
        "### Growing kelp in cold water\n\nby Ahlgren, Alice, Brandt, Bob,\n\nKelp Fusion\n\n"
        "Published in **2021** (Cited by: **3**)"
    )
    assert said(fields) == (KELP[0], "Ahlgren, Alice and Brandt, Bob", "2021")
    assert fields["booktitle"] == "Kelp Fusion"


def test_a_title_between_names_and_an_italic_place_is_none_of_the_names():
    names = "Alice Ahlgren, Bob Brandt, Chris Charlie, Dora Dahl, Emil Egg, and Fay Fisk"
    fields = one(f"{names}. Growing kelp in cold water. *Journal of Tides*, 2021")
    assert (fields["title"], fields["author"].count(" and ")) == (KELP[0], 5)


@pytest.mark.parametrize(
    "text",
    [
        "**Growing kelp in cold water** (with Bob Brandt). [_Journal of Tides_](https://t.example)."
        "\n\n**Kelp and the price of bread in 2020** (2022). _Journal of Bread_, 105(2), 434-452."
        "\n\n**Ropes that do not rot** with Charlie Cole (2021). _Journal of Ropes_, 3(2): 28-30.",
        "Ahlgren, A. and Brandt, B. (2021). Growing kelp in cold water. Journal of Tides.\n\n"
        "Ahlgren, A. B. Brandt, & C. Cole (2022). Kelp, bread. Journal of Bread, 105(2), 43-45.\n\n"
        "Ahlgren, A. and Cole, C. (2021). Ropes that do not rot. Journal of Ropes, 3(2), 28-30.",
    ],
    ids=["titles-lead", "names-lead"],
)
def test_a_reference_that_is_not_read_gives_nothing_to_the_one_above(text):
    kelp, ropes = read(text)
    assert (kelp["journal"], kelp.get("pages"), kelp.get("note")) == (
        "Journal of Tides",
        *2 * [None],
    )
    assert (ropes["journal"], ropes["volume"], ropes.get("note")) == ("Journal of Ropes", "3", None)
    assert ropes["author"].count(" and ") == 1


def test_words_before_the_title_of_a_heading_are_no_names_because_they_are_a_link():
    text = "## Kelp Act 2011\n\n[Guidelines Oslo Kelp Act 2011](https://k.example) At 16.12.2011"
    assert read(text) == read(text, "") == []


def test_its_address_and_its_doi_come_and_days_are_no_pages():
    fields = one(
        "1. **Growing kelp in cold water**.<br/>\nAlice Ahlgren and Bob De Brandt. To appear, "
        "IEEE Transactions on Kelp, Oslo, May 14–15, 2021, DOI: 10.5555/k1. "
        "[https://k.example/full](https://k.example/full)"
    )
    assert fields["author"] == "Alice Ahlgren and De Brandt, Bob"
    assert (fields["journal"], fields["year"]) == ("IEEE Transactions on Kelp", "2021")
    assert (fields["doi"], fields["url"]) == ("10.5555/k1", "https://k.example/full")
    assert "pages" not in fields
    fields = one(
        "1. **Growing kelp in cold water**. Alice Ahlgren and Bob Brandt. Submitted, 2021."
    )
    assert (fields["note"], fields["year"]) == ("Submitted", "2021")


def test_with_whom_it_is_names_the_authors_and_a_place_in_italics_does_not():
    page = homepage.read(
        "## In print\n\n"
        "1. [Kelp in winter](/k.pdf), *Economic Shores and Coastal Change*, Vol. 9, July 2018, "
        "pp. 1-14. (With Bob Brandt.)\n"
        "2. [Cold water and its kelp](/c.pdf), *Journal of Tides*, Vol. 3, June 2023. "
        "(With Bob Brandt and Charlie Roe.)\n"
        "3. [The price of kelp](/p.pdf), *Journal of Tides*, Vol. 1, March 2019.\n"
        "4. [The tides of kelp](/t.pdf), *Journal of Tides*, May 2018. (With Charlie Roe.)\n\n"
        "## Publications in edited volumes\n\n"
        '* Brandt, Bob and Alice Ahlgren, "Kelp at sea," Chapter 4 in C. Roe, ed., _Handbook of '
        "Kelp_, Tide Press, 2024, pp. 48-82.\n",
        "x",
        owner=OWNER,
        kind="publications",
    )
    assert [(one.fields["title"], one.fields["author"]) for one in page.references] == [
        ("Kelp in winter", "Alice Ahlgren and Bob Brandt"),
        ("Cold water and its kelp", "Alice Ahlgren and Bob Brandt and Charlie Roe"),
        ("The price of kelp", "Alice Ahlgren"),
        ("The tides of kelp", "Alice Ahlgren and Charlie Roe"),
        ("Kelp at sea", "Brandt, Bob and Alice Ahlgren"),
    ]
    assert not page.unread
    alone = "**[Growing kelp in cold water](/k.pdf)**, *Economic Shores and Coastal Change*, 2018."
    assert not read(alone)


def test_a_family_name_with_its_particle_glued_and_a_paper_that_is_but_submitted():
    listed = read(
        "**deAhl AT**, Brandt B (submitted) Growing kelp in cold water.  \n"
        "[Pre-print](https://k.example/a)\n\n"
        "Brandt B\\*, **deAhl AT**$^\\S$ (2021) Memory of kelp in warm water. *Tides* 84(8): 24-28",
        "Alice deAhl",
    )
    names = [fields["author"] for fields in listed]
    assert names == ["deAhl, AT and Brandt, B", "Brandt, B* and deAhl, AT§"]
    assert (listed[0]["title"], listed[0]["note"]) == ("Growing kelp in cold water", "submitted")


def test_papers_of_teams_alone_stay_and_a_thesis_is_one():
    page = homepage.read(
        "* The Kelp Collaboration. A map of cold kelp. Journal of Tides 12 (2018) 3-4.\n"
        '* Kelp Collaboration, "A map of warm kelp", Journal of Tides 13 (2019) 3-4.\n'
        "* [A map of wet kelp](https://k.example/w), Kelp Collaboration, Phys. Lett. B 1 (2019).\n",
        "x",
        owner=OWNER,
        kind="publications",
    )
    teams = [one.fields["author"] for one in page.references]
    assert teams == ["{The Kelp Collaboration}", *["{Kelp Collaboration}"] * 2]
    thesis = read_paper(
        Item(
            "Alice Ahlgren (2020). A map of old kelp. PhD Thesis. University of Tides. "
            "Supervisors: B. Brandt and C. Roe."
        ),
        Place("x"),
        OWNER,
    )
    assert (thesis.entry_type, thesis.fields["institution"]) == ("thesis", "University of Tides")


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        (
            '- A. Ahlgren, "Kelp at \\sqrt{s} = 13 TeV" [arXiv:2001.00001 [bio]](http://arxiv.org/'
            "abs/2001.00001) _Submitted to TIDES._",
            {
                "title": "Kelp at $\\sqrt{s}$ = 13 TeV",
                "arxiv": "https://arxiv.org/abs/2001.00001",
                "note": "Submitted to TIDES",
                "venue": None,
            },
        ),
        (
            '- A. Ahlgren, "Kelp of the northern coast, and how it came to stand in the water of '
            'the harbour." J. Tides B12 (2016) 3-9. [doi:10.1000/kelp](https://doi.org/10.1000/'
            "kelp). [arXiv:2001.00001 [bio]](http://arxiv.org/abs/2001.00001)"
            + f"[Data](https://k.example/{'k' * 100})",
            {"doi": "10.1000/kelp", "arxiv": "https://arxiv.org/abs/2001.00001"},
        ),
        (
            "**Growing kelp in cold water**\n<br/>Tides | Dec 5, 2023\n<br/>"
            "[https://doi.org/10.1000/k](https://doi.org/10.1000/k)",
            {"venue": "Tides", "year": "2023", "date": "2023-12-05", "volume": None},
        ),
        (
            "**Growing kelp in cold water**  \nAlice Ahlgren, Bob Brandt  \n*Kelp Reports* 3, 2023",
            {"journal": "Kelp Reports", "volume": "3"},
        ),
        (
            'TIDES 2020 **B. Brandt\\*, A. Ahlgren**, "Growing kelp in cold water"',
            {"author": "B. Brandt* and A. Ahlgren", "venue": "TIDES", "year": "2020"},
        ),
        (
            '- ``TIDES 2020`` A. Ahlgren and **B. Brandt**, "[Growing kelp in cold water](https://'
            'k.example/1)," Reef Lett., vol. 3, no. 4, pp. 5-6, April 2020.',
            {"author": "A. Ahlgren and B. Brandt", "abbr": "TIDES 2020", "year": "2020"},
        ),
        (
            "[Growing kelp in cold water](https://k.example/1)\n\n🧑\u200d🎓 **Alice Ahlgren**, "
            "Bob Brandt, Carl Moreau, Dora Lind, Eva Berg\n\n*Reef Letters*, 2020",
            {"author": "Alice Ahlgren and Bob Brandt and Carl Moreau and Dora Lind and Eva Berg"},
        ),
        (
            '- **Reef BibTeX**：A. Ahlgren, B. Brandt, "Growing kelp in cold water," Reef Lett., '
            "vol. 3, 2020.",
            {"title": KELP[0], "author": "A. Ahlgren and B. Brandt", "year": "2020"},
        ),
    ],
    ids=["submitted", "arxiv-behind-doi", "day", "reports", "badge", "code", "sign", "label"],
)
def test_where_and_when_it_appeared_is_told_from_what_stands_beside_it(printed, expected):
    fields = one(printed)
    fields["venue"] = fields.get("journal") or fields.get("booktitle")
    fields["doi"] = fields.get("doi", "").removeprefix("https://doi.org/")
    assert {name: fields.get(name) for name in expected} == expected


LINKED = "[Growing kelp in cold water](https://k.example/kelp)"


def test_titles_that_are_links_above_where_they_appeared_and_names():
    reefs = (
        "[Reefs that sing](https://k.example/reefs)\n\n*Under Review*\n\n**Alice Ahlgren**, Bo Lind"
    )
    place = "*Reef Letters (SCI Q1 TOP, IF = 9.0)*"
    first, second = read(f"{LINKED}\n\n{place}\n\nAlice Ahlgren, Bob Brandt\n\n{reefs}")
    assert (first["title"], first["url"]) == (KELP[0], "https://k.example/kelp")
    assert (first["journal"], first["note"]) == ("Reef Letters", "SCI Q1 TOP, IF = 9.0")
    assert (second["title"], second.get("booktitle")) == ("Reefs that sing", None)


def test_how_far_a_paper_is_is_no_title():
    assert read("*Under Review*\n\nAlice Ahlgren, Bob Brandt") == []


def test_other_links_of_a_paper_are_its_own_but_those_of_people_and_sites():
    fields = one(
        f"- {LINKED}, [Alice Ahlgren](https://a.example/me), Bob Brandt, [*Tides*](https://t.example/)"
        " 5, 2021. [REPLICATION DATA](https://d.example/1). [Theory of it](https://t.example/2)"
    )
    assert fields["data"] == "https://d.example/1"
    assert fields["link"] == "\\href{https://t.example/2}{Theory of it}"
    assert "example/me" not in str(fields)
    assert "t.example/}" not in str(fields)


ENTRY = (
    "@article{{kelp,  \nauthor = {{Ahlgren, Alice and Brandt, Bob}},  \ntitle = {{{}}},  \n"
    "year = {{2021}},  \npages = {{7--9}},  \ntimestamp = {{Tue, 18 Oct 2022 22:17:11}}  \n}}"
)


@pytest.mark.parametrize("around", ["{}", "```bibtex\n{}\n```"])
def test_an_entry_printed_below_its_paper_fills_what_that_does_not_say(around):
    printed = f"- **{KELP[0]}**<br>Alice Ahlgren, Bob Brandt<br>Reef Letters\n\n"
    text = around.format(ENTRY.format(KELP[0])).replace("\n", "\n  ")
    fields = one(f"{printed}  {text}\n\n  It grows.")
    assert {name: fields[name] for name in ("year", "pages")} == {"year": "2021", "pages": "7--9"}
    assert (fields["author"], "Tue" in str(fields.get("note"))) == (
        "Alice Ahlgren and Bob Brandt",
        False,
    )


def test_an_entry_of_another_paper_and_one_without_an_end_fill_nothing():
    printed = f"- **{KELP[0]}**<br>Alice Ahlgren, Bob Brandt<br>Reef Letters 2019\n\n"
    other = ENTRY.format("Deserts and their sand").replace("\n", "\n  ")
    assert one(f"{printed}  {other}")["year"] == "2019"
    assert one(f"{printed}  {other.rstrip('}')}")["year"] == "2019"


@pytest.mark.parametrize(
    "printed",
    [
        "- **Growing kelp in cold water**  \n  **TOP-A**  \n  B. Lind, **A. Ahlgren**, C. Moreau"
        "  \n  In Reef Letters, 2021",
        "- **TIDES 2021**<br>**Growing kelp in cold water**, 13/07/2021, Oslo.<br>"
        "*B. Lind, A. Ahlgren, C. Moreau*",
        "Growing kelp in cold water\n------\n*B. Lind, A. Ahlgren, C. Moreau*  \n"
        "[arXiv:2001.00001](https://arxiv.org/abs/2001.00001)\nJKHP 07 (2021) 279",
    ],
    ids=["rank", "badge", "underlined-heading"],
)
def test_a_title_above_names_is_no_badge_and_names_end_with_their_line(printed):
    assert said(one(printed)) == (KELP[0], "B. Lind and A. Ahlgren and C. Moreau", "2021")
