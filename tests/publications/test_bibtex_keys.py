"""Keys and types are kept as typed."""

import pytest

from publications import bibtex


def reasons(parsed, severity):
    return [problem.reason for problem in parsed.problems if problem.severity == severity]


@pytest.mark.parametrize("key", ["DBLP:conf/x/Y", "my key", "a=b", '"q"', "钥匙", "a.b+c'd"])
def test_key_is_kept_as_typed(key):
    assert bibtex.parse(f"@misc{{{key}, title={{T}}}}").records[0].key == key


def test_it_finds_the_key_on_the_next_line():
    assert bibtex.parse("@misc{\n  k, title={T}}").records[0].key == "k"


def test_it_says_once_that_keys_are_missing():
    parsed = bibtex.parse("@misc{,title={A}}\n@misc{,title={B}}")
    assert [record.key for record in parsed.records] == ["", ""]
    assert reasons(parsed, "info") == ["There is no citation key (2 entries, the first here)."]


def test_it_keeps_two_works_of_one_key():
    parsed = bibtex.parse("@misc{k,title={A}}\n@misc{k,title={B}}")
    assert len(parsed.records) == 2
    assert "line 1, under another title" in reasons(parsed, "warning")[0]


def test_it_is_calm_about_one_work_twice():
    parsed = bibtex.parse("@misc{k,title={A}}\n@misc{k,title={a},year=2000}")
    assert reasons(parsed, "warning") == []


@pytest.mark.parametrize("entry_type", ["in-proceedings", "foo:bar", "commentary", "strings"])
def test_it_keeps_unknown_types(entry_type):
    assert bibtex.parse(f"@{entry_type}{{k,title={{T}}}}").records[0].entry_type == entry_type


def test_it_keeps_every_value_of_a_repeated_field():
    parsed = bibtex.parse("@misc{k,title={T},url={a},url={b},pdf={c},PDF={c}}")
    record = parsed.records[0]
    assert record.get("url") == "a"
    assert [value for name, value in record.fields if name == "pdf"] == ["c", "c"]
    assert reasons(parsed, "warning") == ["“url” is given more than once; the first value is used."]
    assert reasons(parsed, "info") == ["“pdf” is given more than once, with the same value."]


def test_an_empty_value_is_not_a_first_one():
    parsed = bibtex.parse("@misc{k,title={T},year=,year={2001}}")
    assert parsed.records[0].get("year") == "2001"
    assert parsed.problems == []
