"""A file that says much with little costs what a plain file of its size does."""

import pytest

from publications import bibtex, importer
from tests.cpu import cpu

SIZE = 100_000
MACRO = '@string{a = "' + "x" * 9_000 + '"}\n'
AFTER = "@article{after, title={After}}\n"
PARENT = "@xdata{p, note={" + "x y" * 3_000 + "}}\n"
FILES = {
    "a chain of macros that doubles": '@string{a0 = "kelp"}\n'
    + "".join(f"@string{{a{n} = a{n - 1} # a{n - 1}}}\n" for n in range(1, 60))
    + "@article{k, title=a59}\n",
    "one macro, thousands of times in a value": MACRO
    + "@article{k, title={T}, note="
    + " # ".join(["a"] * (SIZE // 4))
    + "}\n",
    "one macro in thousands of entries": MACRO + "@article{k, title={T}, note=a}\n" * (SIZE // 31),
    "a long chain of parents": "".join(
        f"@inproceedings{{k{n}, title={{T}}, crossref={{k{n + 1}}}}}\n" for n in range(SIZE // 53)
    ),
    "one parent of thousands": "@article{k, title={T}, xdata={p}}\n" * (SIZE // 34) + PARENT,
    "one field of a parent, thousands of times": "@article{k, title={T}, note={xdata=p-note}}\n"
    * (SIZE // 45)
    + PARENT,
}


@pytest.fixture(scope="module")
def plain():
    """Seconds of CPU for reading a plain file."""
    text = "@article{k, title={A paper}, author={Zhu, Zoe}, year=1990}\n" * (SIZE // 60)
    return cpu(bibtex.parse, text)


@pytest.mark.parametrize("what", FILES)
def test_it_is_read_in_proportion(what, plain):
    text = FILES[what] + AFTER
    parsed = bibtex.parse(text)
    assert parsed.records[-1].get("title") == "After"
    values = [
        *(value for record in parsed.records for _name, value in record.fields),
        *(value for record in parsed.records for value in record.inherited.values()),
    ]
    assert sum(map(len, values)) < 4 * (SIZE + len(text))
    assert cpu(bibtex.parse, text, below=20 * plain) < 20 * plain


def test_it_says_where_something_was_left_out():
    text = FILES["a chain of macros that doubles"] + FILES["one parent of thousands"] + AFTER
    reasons = {(p.line, p.reason) for p in bibtex.parse(text).problems if "too long" in p.reason}
    assert (14, "The macro “a12” is too long; its name was kept as text.") in reasons
    assert any("What it inherits from “p” is too long" in reason for _line, reason in reasons)


def test_a_name_of_somebody_here_thousands_of_times_is_nobodys(alice):
    def take_with(name):
        text = f"@article{{k, title={{T}}, author={{{' and '.join([name] * 2_000)}}}}}"
        files = [("k.bib", bibtex.parse(text))]
        return cpu(lambda: plans.append(importer.plan(files, by_operator=True)))

    plans = []
    assert take_with("Ahlgren, Alice") < 10 * take_with("Zhu, Zoe")
    assert any("2000 of its names may be of people here" in p.reason for p in plans[0].problems)
