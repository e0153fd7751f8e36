"""Entries as text, and back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from publications import bibtex

VALUES = st.lists(st.sampled_from([*'ab{}\\"#%,=@$ \n', "\\{", "é"]), max_size=12).map("".join)


def back(text):
    (record,) = bibtex.parse(text).records
    return record


def test_written_entry_is_read_back():
    text = bibtex.write_entry("article", "k", [("title", "{A} title"), ("year", "1900")])
    assert text == "@article{k,\n  title = {{A} title},\n  year = {1900}\n}\n"
    assert back(text).fields == [("title", "{A} title"), ("year", "1900")]


def test_it_keeps_repeated_fields_and_an_empty_key():
    text = bibtex.write_entry("misc", "", [("title", "T"), ("url", "a"), ("url", "b")])
    assert back(text).key == ""
    assert back(text).fields == [("title", "T"), ("url", "a"), ("url", "b")]


@pytest.mark.parametrize("value", ["a { b", "a } b", "a \\{ b", "}{", "end \\"])
def test_it_balances_braces(value):
    written = bibtex.balanced(value)
    assert written.count("{") == written.count("}")
    assert bibtex.balanced(written) == written


@settings(derandomize=True, max_examples=300)
@given(VALUES)
def test_what_it_writes_reads_as_it_was_written(value):
    fields = [("title", bibtex.balanced("T" + value)), ("year", "2000")]
    text = bibtex.write_entry("misc", "k", fields)
    assert back(text).fields == fields
    assert bibtex.write_entry("misc", "k", back(text).fields) == text
