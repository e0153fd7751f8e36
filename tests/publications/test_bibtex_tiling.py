"""Nothing of a file is lost, whatever is in it."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from publications import bibtex
from publications.bibtex.grammar import Source, read_entry
from publications.bibtex.library import reading_at

PIECES = [
    "@misc{",
    "@comment{",
    "@string{a=",
    "k,",
    "title=",
    "{T}",
    '"q"',
    "}",
    "{",
    ")",
    "@",
    "(",
]
PIECES += ["\n", " ", "%", ",", "year=2000", "\\", "#", "a", "\n@book{b, title={B}}\n"]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


def signs(*texts):
    return Counter(sign for text in texts for sign in text if not sign.isspace())


def parts(parsed):
    records = [record.raw for record in parsed.records]
    return [*records, *parsed.comments, *parsed.preambles, *parsed.strings]


@settings(derandomize=True, max_examples=500)
@given(TEXTS)
def test_it_works(text):
    assert signs(*parts(bibtex.parse(text))) == signs(text)


def test_it_loses_nothing_of_real_files(shared):
    for path in sorted((shared / "bibtex").glob("*/*.bib")):
        data = path.read_bytes()
        into = bibtex.ParsedFile()
        text = bibtex.reading.read_text(data, None, into)
        assert signs(*parts(bibtex.parse(data))) == signs(text), path.name


def test_our_reader_agrees_with_bibtexparser(shared):
    path = shared / "bibtex/sites/jgrey4296+bibliography__main__2023.bib"
    text = path.read_text(encoding="utf-8")
    source = Source(text)
    agreed = 0
    for record in bibtex.parse(text).records:
        at = text.index(record.raw)
        theirs = reading_at(text, at)
        if theirs:
            assert read_entry(source, text.index("{", at)).fields == theirs.fields
            agreed += 1
    assert agreed > 800
