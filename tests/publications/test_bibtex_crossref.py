"""What papers take from their volume, and what they never do."""

import pytest

from publications import bibtex

VOLUME = (
    "@proceedings{Vol, title={Days of Algebra}, subtitle={Talks}, editor={Noether, Emmy},"
    " author={Nobody}, doi={10.1234/vol}, isbn={1}, url={https://x.org}, year=1921}\n"
)


def test_paper_inherits_from_its_volume():
    paper = bibtex.parse("@inproceedings{p,title={Ideals},crossref={vol}}\n" + VOLUME).records[0]
    assert paper.get("title") == "Ideals"
    assert paper.inherited == {
        "booktitle": "Days of Algebra",
        "booksubtitle": "Talks",
        "editor": "Noether, Emmy",
        "year": "1921",
    }


def test_it_finds_parents_by_an_alias_further_on():
    text = "@inproceedings{p,title={I},crossref={alias}}\n" + "@misc{x,title={X}}\n" * 9
    text += VOLUME.replace("year", "ids={other, alias}, year")
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


def test_a_title_of_its_own_takes_no_subtitle_of_the_volume():
    text = VOLUME + "@inproceedings{p,title={I},booktitle={Own},crossref={Vol}}"
    assert bibtex.parse(text).records[1].get("booksubtitle") == ""


def test_a_part_of_several_volumes_keeps_their_common_title_apart():
    text = "@mvcollection{m,title={All},subtitle={Of It}}@collection{c,title={One},crossref={m}}"
    text += "@incollection{p,title={I},crossref={c}}"
    part = bibtex.parse(text).records[2]
    assert (part.get("booktitle"), part.get("maintitle")) == ("One", "All")


DATA = "@xdata{our-data,author={Noether, Emmy and Artin, Emil},publisher={Nova}}\n"


@pytest.mark.parametrize(
    ("typed", "name", "value"),
    [
        ("publisher={xdata=our-data-publisher}", "publisher", "Nova"),
        ('author="xdata=our-data-author"', "author", "Noether, Emmy and Artin, Emil"),
        ("editor={xdata=our-data-author-2 and Hey, Jo}", "editor", "Artin, Emil and Hey, Jo"),
    ],
)
def test_it_takes_one_field_or_name_of_shared_data(typed, name, value):
    book = bibtex.parse(f"@book{{b,title={{B}},{typed}}}\n" + DATA).records[0]
    assert book.get(name) == value


@pytest.mark.parametrize("typed", ["xdata=our-data-author-3", "xdata=our-data-isbn", "xdata=no"])
def test_it_tells_of_shared_data_that_is_not_there(typed):
    parsed = bibtex.parse(DATA + f"@book{{b,title={{B}},note={{{typed}}}}}")
    assert parsed.records[1].get("note") == typed
    assert (parsed.problems[0].line, typed in parsed.problems[0].reason) == (2, True)


def test_references_that_multiply_end():
    links = (
        f"@xdata{{x{i},note={{xdata=x{i + 1}-note and xdata=x{i + 1}-note}}}}" for i in range(60)
    )
    record = bibtex.parse("\n".join(links)).records[0]
    assert len(record.get("note")) < 10_000


@pytest.mark.parametrize("kind", ["article", "inproceedings", "misc"])
def test_one_work_said_again_for_another_list_takes_its_title(kind):
    text = f"@{kind}{{again,crossref={{it}}}}@{kind}{{it,title={{Ideals}},doi={{10.1234/it}}}}"
    again = bibtex.parse(text).records[0]
    assert (again.text("title"), again.get("doi")) == ("Ideals", "")
