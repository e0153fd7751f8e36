"""Papers of academicpages whose authors stand in a citation, an entry of BibTeX, or nowhere."""

import pytest

from exchange.site_import import importer
from publications.bibtex import parse

CONFIG = """url: https://wax.example.org
author: {avatar: wax.png, name: Wilma Wax}
collections: {publications: {}}
"""
NO_AUTHORS = "a paper without authors; add them by hand"


@pytest.fixture
def read(tree_of):
    """(the entries of the papers in these files, what was not understood of them)."""

    def read(*papers, **further):
        files = {f"_publications/{number}.md": text for number, text in enumerate(papers)}
        tree = tree_of({"_config.yml": CONFIG} | files | further)
        entries = [parse(paper.entry).records[0].own for paper in importer.read(tree).papers]
        unclear = [item for item in tree.unclear if item.place.file.startswith("_p")]
        return entries, [(item.text, str(item.reason)) for item in unclear]

    return read


def paper(title="On wax", body="", **front):
    keys = "".join(f"{key}: '{value}'\n" for key, value in front.items())
    return f"---\ntitle: {title}\n{keys}---\n{body}"


def test_a_citation_without_quotes_gives_authors_and_numbers(read):
    citation = "Wax, W., & Comb, A. B. (2016). On wax. Journal of Hives, 28(4), 1–9."
    (entry,), unclear = read(paper(date="2016-01-01", citation=citation))
    assert entry["author"] == "Wax, W. and Comb, A. B."
    assert (entry["volume"], entry["number"], entry["pages"]) == ("28", "4", "1–9")
    assert (entry["booktitle"] if "booktitle" in entry else entry["journal"]) == "Journal of Hives"
    assert unclear == []


def test_a_list_that_is_cut_short_goes_on_in_the_citation(read):
    citation = "Wax, W., Comb, A. B., & Bee, C. (2016). On wax. Journal of Hives, 28(4)."
    (entry,), unclear = read(paper(authors="<b>7.</b> W. Wax et al.", citation=citation))
    assert (entry["author"], unclear) == ("Wax, W. and Comb, A. B. and Bee, C.", [])
    (entry,), _unclear = read(paper(authors="7. C. Bee et al.", citation=citation))
    assert entry["author"] == "C. Bee and others"


def test_a_name_that_cannot_be_read_is_told_and_the_others_stay(read):
    (entry,), unclear = read(paper(citation="Wax W., C>mb A., Bee C. On wax. Hives. 2016."))
    assert entry["author"] == "Wax, W. and Bee, C."
    assert "C>mb A." in unclear[0][1]


def test_a_recommended_citation_in_the_body(read):
    body = "What wax is.\n\nRecommended citation: Wilma Wax, Ann Comb. On wax[J]. Hives, 2020.\n"
    (entry,), _unclear = read(paper(body=body))
    assert (entry["author"], entry["abstract"]) == ("Wilma Wax and Ann Comb", "What wax is.")
    links = "[[Paper]](https://hives.example/1) [[Code]](https://hives.example/2)"
    text = f"**Wax W.**, Comb A. {links} <b> \\[Best Paper\\] </b>\n"
    (entry,), _unclear = read(paper(body=text))
    assert entry["author"] == "Wax, W. and Comb, A."
    assert (entry["url"], entry["note"]) == ("https://hives.example/1", "Best Paper")
    assert "https://hives.example/2" in entry["code"]


@pytest.mark.parametrize("form", ["Words.\n\n```bibtex\n{}\n```\n", "\n{}\n"])
def test_bibtex_in_the_body_comes_before_the_citation(read, form):
    block = "@article{wax, title={On Wax}, author={Wax, Wilma and Comb, Ann}, doi={10.5/x}}"
    body = form.format(block)
    (entry,), _unclear = read(paper(body=body, citation="W. Wax, On wax, 2020"))
    assert (entry["author"], entry["doi"]) == ("Wax, Wilma and Comb, Ann", "10.5/x")
    assert "@article" not in entry.get("abstract", "")


def test_an_entry_of_another_paper_is_not_taken(read):
    block = "```\n@article{other, title={Honey and its uses in war}, author={Drone, Dan}}\n```\n"
    (entry,), unclear = read(paper(body=block))
    assert "author" not in entry
    assert unclear == [("On wax", NO_AUTHORS)]


@pytest.mark.parametrize(
    "excerpt", ["Master thesis", "Hives and Combs", "Wax is of bees, and warm."]
)
def test_an_excerpt_that_is_no_list_with_the_researcher_gives_no_authors(read, excerpt):
    (entry,), unclear = read(paper(excerpt=excerpt, venue="Wax Letters"))
    assert "author" not in entry
    assert unclear == [("On wax", NO_AUTHORS)]


def test_an_excerpt_that_is_the_reference_gives_authors_and_is_no_summary(read):
    (entry,), _unclear = read(paper(excerpt="**Wilma Wax**, Ann Comb. *On wax.* In Hives, 2024."))
    assert (entry["author"], "tldr" in entry) == ("Wilma Wax and Ann Comb", False)


@pytest.mark.parametrize(
    ("excerpt", "authors"),
    [
        ("Joint with Ann Comb and Bo Bee.", "Wilma Wax and Ann Comb and Bo Bee"),
        ("(joint work with Ann Comb)", "Wilma Wax and Ann Comb"),
        ("安娜，蜡威，李博", "安娜 and 蜡威 and 李博"),
        ("With warm wax.", None),
    ],
)
def test_an_excerpt_of_those_beside_the_owner_or_in_their_script(read, excerpt, authors):
    config = CONFIG.replace("name: Wilma Wax", "name: Wilma Wax (蜡威)")
    (entry,), _unclear = read(paper(excerpt=excerpt), **{"_config.yml": config})
    assert entry.get("author") == authors


def test_letters_between_names_that_were_lost_are_a_blank_and_templates_no_papers(read):
    citation = "Ann\ufffdComb, Wilma Wax. On wax. Hives. 2020."
    template = {"_publications/_TEMPLATE.md": paper("Title", citation="Wilma Wax. Title. 2020.")}
    entries, _unclear = read(paper(citation=citation), **template)
    assert [entry["author"] for entry in entries] == ["Ann Comb and Wilma Wax"]


def test_a_first_line_of_names_is_no_abstract(read):
    (entry,), _unclear = read(paper(body="**Wilma Wax**, Ann Comb\n\nWhat wax is.\n"))
    assert (entry["author"], entry["abstract"]) == ("Wilma Wax and Ann Comb", "What wax is.")
    links = "[[Paper]](https://hives.example/1) [[Code]](https://hives.example/2)"
    text = f"**Wax W.**, Comb A. {links} <b> \\[Best Paper\\] </b>\n"
    (entry,), _unclear = read(paper(body=text))
    assert entry["author"] == "Wax, W. and Comb, A."
    assert (entry["url"], entry["note"]) == ("https://hives.example/1", "Best Paper")
    assert "https://hives.example/2" in entry["code"]


def test_a_file_without_authors_is_the_paper_with_its_title(read):
    citation = "Wilma Wax. On wax and combs. Hives, 2020."
    unnamed, named = paper("On wax and combs", citation="TBD"), "On Wax and Combs."
    entries, unclear = read(unnamed, paper(named, citation=citation))
    assert [entry["author"] for entry in entries] == ["Wilma Wax"]
    assert "citation" not in entries[0]
    assert unclear == []


def test_the_cv_in_a_file_repeats_no_paper(read):
    cv = '{"basics": {}, "publications": [{"name": "On wax"}, {"name": "On combs"}]}'
    entries, _unclear = read(paper(citation="Wilma Wax. On wax. 2020."), **{"_data/cv.json": cv})
    assert sorted(entry["title"] for entry in entries) == ["On combs", "On wax"]


def test_a_citation_below_a_heading_in_the_body(read):
    entries, unclear = read(
        paper("On wax and combs")
        + "It is sweet.\n\n### Citation\n'Hive, B., <b>Wax, W.</b>, and Roe, C. (2018). &quot;On "
        "wax and combs.&quot; <i>Hives</i>.'\n"
    )
    assert (entries[0]["author"], entries[0]["year"]) == (
        "Hive, B. and Wax, W. and Roe, C.",
        "2018",
    )
    assert "Citation" not in entries[0]["abstract"]
    assert unclear == []
