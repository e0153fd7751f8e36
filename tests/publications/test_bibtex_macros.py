"""@string, `#` and what is not defined."""

from publications import bibtex


def test_macros_are_expanded():
    text = '@string{press = "Nova" # { Press}}\n@misc{k, publisher = PRESS # ", Kyiv"}'
    assert bibtex.parse(text).records[0].get("publisher") == "Nova Press, Kyiv"


def test_it_takes_the_latest_definition_before_the_use():
    text = '@string{a="1"}@misc{k,title=a}@string{a="2"}@misc{l,title=a}'
    assert [record.get("title") for record in bibtex.parse(text).records] == ["1", "2"]


def test_it_warns_of_a_definition_that_comes_too_late():
    parsed = bibtex.parse('@misc{k,title=late}\n@string{late="L"}')
    assert parsed.records[0].get("title") == "L"
    assert "before its @string" in parsed.problems[0].reason


def test_it_keeps_the_name_of_an_undefined_macro():
    parsed = bibtex.parse("\n@misc{k,journal=jxyz}")
    assert parsed.records[0].get("journal") == "jxyz"
    problem = parsed.problems[0]
    assert (problem.line, problem.severity, problem.key) == (2, "warning", "k")


def test_it_knows_the_months():
    assert bibtex.parse('@misc{k,month="10~" # jan}').records[0].get("month") == "10~January"


def test_it_reports_a_malformed_string():
    parsed = bibtex.parse('@string{a = "open }\n\n@misc{k,title={T}}')
    assert parsed.problems[0].severity == "error"
    assert parsed.records[0].key == "k"
