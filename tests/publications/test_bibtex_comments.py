"""Comments are no entries, and are kept."""

import pytest

from publications import bibtex

ENTRY = "@misc{k,title={T}}"


def test_commented_entry_is_kept_as_comment():
    parsed = bibtex.parse("%@misc{old,\n% title={Old}\n%}\n" + ENTRY)
    assert [record.key for record in parsed.records] == ["k"]
    assert parsed.commented_out == 1
    assert parsed.problems[0].severity == "info"
    assert "Old" in parsed.comments[0]


@pytest.mark.parametrize(
    "comment",
    [
        "% ask joe@example (Joe)",
        "write to x@y{z",
        "@comment{\n@book{inner,title={Inner}}\n}",
        "@comment{@book{inner,title={Inner}}}",
        "@comment that ends with its line",
        "see @user (me)",
    ],
)
def test_it_reads_no_entry_in(comment):
    parsed = bibtex.parse(comment + "\n" + ENTRY)
    assert [record.key for record in parsed.records] == ["k"]
    assert parsed.comments == [comment]


def test_it_keeps_preambles():
    parsed = bibtex.parse('@preamble{"\\newcommand{\\x}{y}"}\n' + ENTRY)
    assert parsed.preambles == ['@preamble{"\\newcommand{\\x}{y}"}']
