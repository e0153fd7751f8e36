"""Nothing of a file is lost, whatever is in it."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from publications import bibtex
from publications.bibtex.encodings import read_text
from publications.bibtex.entries import read_strictly, read_tolerantly
from publications.bibtex.grammar import Macros, Source

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


def values(source, reading):
    macros = Macros(source)
    return [(name, macros.value(value)) for name, value in reading.fields]


@settings(derandomize=True, max_examples=500)
@given(TEXTS)
def test_parts_of_a_file_make_the_whole(text):
    assert signs(*parts(bibtex.parse(text))) == signs(text)


def test_it_loses_nothing_of_real_files(shared):
    for path in sorted((shared / "bibtex").glob("*/*.bib")):
        data = path.read_bytes()
        into = bibtex.ParsedFile()
        text = read_text(data, None, into)
        assert signs(*parts(bibtex.parse(data))) == signs(text), path.name


def test_our_reader_agrees_with_bibtexparser(shared):
    agreed = 0
    for path in sorted((shared / "bibtex").glob("*/*.bib")):
        text = path.read_bytes().decode("utf-8", "replace")
        source, at = Source(text), text.find("@")
        while at >= 0:
            theirs = read_strictly(text, at)
            opener = text.find("{", at)
            if theirs and text.find("(", at, opener) < 0:
                ours = read_tolerantly(source, opener)
                if not ours.notes:
                    assert (ours.key, ours.end) == (theirs.key, theirs.end)
                    assert values(source, ours) == values(source, theirs)
                    agreed += 1
            at = text.find("@", at + 1)
    assert agreed > 1500
