"""What papers take from their volume, and what they never do."""

import pytest

from publications import bibtex
from publications.bibtex import reading

VOLUME = (
    "@proceedings{Vol, title={Days of Algebra}, subtitle={Talks}, editor={Noether, Emmy},"
    " author={Nobody}, doi={10.1234/vol}, isbn={1}, url={https://x.org}, year=1921}\n"
)


def test_it_works():
    paper = bibtex.parse("@inproceedings{p,title={Ideals},crossref={vol}}\n" + VOLUME).records[0]
    assert paper.get("title") == "Ideals"
    assert paper.inherited == {
        "booktitle": "Days of Algebra",
        "booksubtitle": "Talks",
        "editor": "Noether, Emmy",
        "year": "1921",
    }


def test_it_finds_parents_in_other_pieces(monkeypatch):
    monkeypatch.setattr(reading, "PIECE", 40)
    text = "@inproceedings{p,title={I},crossref={alias}}\n" + "@misc{x,title={X}}\n" * 9
    text += VOLUME.replace("year", "ids={other, alias}, year")
    assert len(reading.Pieces(text.encode(), None, bibtex.ParsedFile())) > 2
    assert bibtex.parse(text.encode()).records[0].get("year") == "1921"


def test_it_lets_the_child_win():
    text = VOLUME + "@inproceedings{p,title={I},year=1922,crossref={Vol}}"
    assert bibtex.parse(text).records[1].get("year") == "1922"


def test_it_takes_shared_data():
    text = "@xdata{x,publisher={Nova}}@book{b,title={B},xdata={x}}"
    assert bibtex.parse(text).records[1].get("publisher") == "Nova"


@pytest.mark.parametrize("name", ["crossref", "xdata"])
def test_it_warns_of_a_missing_parent(name):
    parsed = bibtex.parse(f"@misc{{k,title={{T}},{name}={{nope}}}}")
    assert "“nope”" in parsed.problems[0].reason


@pytest.mark.parametrize(
    "text",
    [
        "@misc{a,title={A},crossref={a}}",
        "@misc{a,title={A},crossref={b}}\n@misc{b,title={B},crossref={a}}",
    ],
)
def test_it_survives_a_circle(text):
    parsed = bibtex.parse(text)
    assert parsed.records[0].text("title") == "A"
    assert any("circle" in problem.reason for problem in parsed.problems)
