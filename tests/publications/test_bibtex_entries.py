"""Well-formed entries: fields, order, lines."""

import pytest

from publications import bibtex
from publications.importer.mapping import fingerprint

FILE = """\
Some words first.

@Article{kovalevskaya1889,
  Author = {Kovalevskaya, Sofya},
  title  = "On the {Rotation} of a Solid Body",
  year   = 1889,
  month  = jan
}

@book(mirzakhani, title={Moduli (a collection)})
"""


def only(text):
    (record,) = bibtex.parse(text).records
    return record


def test_entries_keep_fields_order_and_lines():
    first, second = bibtex.parse(FILE).records
    assert (first.entry_type, first.key, first.line) == ("article", "kovalevskaya1889", 3)
    assert first.fields == [
        ("author", "Kovalevskaya, Sofya"),
        ("title", "On the {Rotation} of a Solid Body"),
        ("year", "1889"),
        ("month", "January"),
    ]
    assert first.text("title") == "On the Rotation of a Solid Body"
    assert first.raw.startswith("@Article{")
    assert first.raw.endswith("}")
    assert second.get("title") == "Moduli (a collection)"
    assert second.line == 10


def test_it_takes_the_first_value_that_is_not_empty():
    record = only("@misc{k, journal={}, booktitle={Acta}, title={T}}")
    assert record.get("journal", "booktitle") == "Acta"
    assert record.get("nothing") == ""


def test_it_keeps_the_same_fingerprint_for_the_same_text():
    assert fingerprint(only(FILE[19:-50])) == fingerprint(bibtex.parse(FILE).records[0])


@pytest.mark.parametrize("text", ["", "\n\n", b"", b"\xef\xbb\xbf"])
def test_it_finds_nothing_in_an_empty_file(text):
    parsed = bibtex.parse(text)
    assert parsed.records == []
    assert parsed.problems == []


def test_it_counts_lines_whatever_ends_them():
    unix = "\n@misc{a,title={A\\\nB}}\n\n@misc{b,title={B}}"
    for newline in ("\n", "\r\n", "\r"):
        parsed = bibtex.parse(unix.replace("\n", newline))
        assert [record.line for record in parsed.records] == [2, 5]


def test_it_reads_a_value_of_every_form():
    record = only('@misc{k, a={x} # " y", b="q {"} r", c=12, title={t {{\\} n}}}')
    assert [value for _name, value in record.fields] == ["x y", 'q {"} r', "12", "t {{\\} n}"]


def test_it_removes_null_characters():
    assert only("@misc{k, title={a\0b}}").get("title") == "ab"


def test_it_keeps_text_between_entries():
    parsed = bibtex.parse("---\n---\n@misc{a,title={A}}\nReferences\n===\n@comment{jabref: x}")
    assert parsed.comments == ["---\n---", "References\n===", "@comment{jabref: x}"]


def test_it_streams_the_same_records():
    parsed = bibtex.ParsedFile()
    assert list(bibtex.iter_records(FILE, into=parsed)) == bibtex.parse(FILE).records
    assert parsed.comments == ["Some words first."]
