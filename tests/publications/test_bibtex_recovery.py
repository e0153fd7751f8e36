"""What people get wrong is read as they meant it, and reported with its line."""

import pytest

from publications import bibtex

NEXT = "\n\n@misc{next, title={The Next}}\n"


def told(parsed, severity):
    return [
        (problem.line, problem.reason)
        for problem in parsed.problems
        if problem.severity == severity
    ]


def test_missing_comma_is_mended_and_reported():
    parsed = bibtex.parse("\n@misc{k, title={T}\n author={A}, year=2000}")
    (record,) = parsed.records
    assert record.fields == [("title", "T"), ("author", "A"), ("year", "2000")]
    ((line, reason),) = told(parsed, "warning")
    assert line == 2
    assert "comma before “author”" in reason


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("@misc{k,title={T},,year=2000}", "title year"),
        ("@misc{k,title={T}},\n year=2000}", "title year"),
        ("@misc{k,title={T},year=2000", "title year"),
        ("@misc{k,title={T},year=2000,", "title year"),
        ("@misc{k title={T},year=2000}", "title year"),
        ("@misc{k,title {T},year=2000}", "title year"),
        ("@misc{k,title: {T},year=2000}", "title year"),
        ("@misc{k;title={T},year=2000}", "title year"),
        ("@misc{k,title=Two Words,year=2000}", "title year"),
        ("@misc{k,stray,title={T}}", "title"),
        ("@misc(k,title={T}}", "title"),
        ("@misc,\n title={T},\n year=2000\n}", "title year"),
        ("@{k,title={T}}", "title"),
        ('@misc{k,title="Say "yes", please",year=2000}', "title year"),
        ("@misc{k,title='T, single',year=2000}", "title year"),
        ("@misc{k,title=“T, curly”,\n year=2000}", "title year"),
        ("@misc{k{1},title={T}}", "title"),
    ],
)
def test_it_recovers(text, fields):
    parsed = bibtex.parse(text + NEXT)
    first, second = parsed.records
    assert [name for name, _value in first.fields] == fields.split()
    assert not first.refused
    assert second.text("title") == "The Next"
    assert told(parsed, "warning")[0][0] == 1


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('@misc{k,title="Say {"}yes {please"} now",year=2000}', 'Say {"}yes {please"} now'),
        ("@misc{k,title={line \\\\},year=2000}", "line \\\\"),
        (
            "@misc{k,title={x\n@article{foo}\n@user (me)\n},year=2000}",
            "x\n@article{foo}\n@user (me)",
        ),
        ("@misc{k,\n% a note\n title={T}, % another\n year=2000}", "T"),
        ("@misc{k,title={C:\\dir\\},\n year=2000\n}", "C:\\dir\\"),
        ("@misc\n{k,title={T},year=2000}", "T"),
        ("@ misc{k,title={T},year=2000}", "T"),
        ("see @ misc {k,title={T},year=2000}", "T"),
        ("@misc(k(1),title={T},year=2000)", "T"),
        ("@misc{k,title % why\n = {T},year=2000}", "T"),
        # BibTeX counts a brace behind a backslash as any other.
        ("@misc{k,title={Of $\\{T}ides$, and nets},year=2000}", "Of $\\{T}ides$, and nets"),
        ('@misc{k,title="Alice M\\{"}ller, and Bob",year=2000}', 'Alice M\\{"}ller, and Bob'),
        # To who wrote these, it is text.
        ("@misc{k,title={Sets \\{ and so on},year=2000}", "Sets \\{ and so on"),
    ],
)
def test_it_reads_what_is_only_unusual(text, value):
    parsed = bibtex.parse(text + NEXT)
    first, second = parsed.records
    assert first.get("title") == value
    assert first.get("year") == "2000"
    assert second.key == "next"
    assert told(parsed, "warning") == []


def test_quotes_that_another_language_would_escape_are_quotes():
    record = bibtex.parse('@misc{k,title="Say \\"yes\\" to \\"Oland",year=2000}').records[0]
    assert record.get("title") == 'Say "yes" to \\"Oland'


def test_it_ends_an_unclosed_entry_at_the_next():
    parsed = bibtex.parse("@misc{k,title={T},\n year=2000" + NEXT)
    assert [record.key for record in parsed.records] == ["k", "next"]


BEGINNINGS = ["@misc{k", "@misc{", "@misc{k,", "@misc{k,\n % note", "@misc{k, title ="]


@pytest.mark.parametrize("text", BEGINNINGS)
def test_it_saves_the_entry_after_one_that_hardly_began(text):
    first, second, _third = bibtex.parse(f"{text}\n@book{{b, title={{B}}}}" + NEXT).records
    assert first.refused
    assert (second.key, second.line, second.text("title")) == ("b", 2 + text.count("\n"), "B")


@pytest.mark.parametrize(
    "text", ["@misc{k,title={T, year=2000}", '@misc{k,title="T,\n year="2000"\n}', "@misc{k}"]
)
def test_it_refuses_what_gives_no_field(text):
    parsed = bibtex.parse("\n" + text + NEXT)
    refused, following = parsed.records
    assert refused.refused
    assert refused.raw == text
    assert following.key == "next"
    assert [line for line, _reason in told(parsed, "error")] == [2]


def test_it_keeps_the_fields_before_a_value_that_never_ends():
    record = bibtex.parse("@misc{k,title={T},author={A, year={2000}" + NEXT).records[0]
    assert record.fields == [("title", "T")]


@pytest.mark.parametrize("rest", [" year = {2000}\n}", "year=2000}", " month = jan,\n}"])
def test_it_says_that_fields_lie_outside_entries(rest):
    parsed = bibtex.parse("@misc{k,title={T}}\n" + rest)
    assert told(parsed, "warning")[0][0] == 2


def test_it_says_that_a_macro_has_no_braces():
    assert told(bibtex.parse('\n@string a = "x"\n'), "warning")[0][0] == 2


def test_an_entry_without_a_key_is_no_mistake():
    parsed = bibtex.parse("@misc{title={T},year=2000}" + NEXT)
    assert parsed.records[0].fields == [("title", "T"), ("year", "2000")]
    assert [problem.severity for problem in parsed.problems] == ["info"]


@pytest.mark.parametrize("close", ["}", "% }", "% year=2000}"])
def test_an_entry_that_is_commented_out_is_empty(close):
    parsed = bibtex.parse(f"@article{{k,\n% title={{x}},\n{close}\n@misc{{b, title={{B}}}}")
    assert [record.refused for record in parsed.records] == [True, False]
    reason = "The entry is empty: all in it is commented out with %."
    assert parsed.problems[0].reason.startswith(reason)
