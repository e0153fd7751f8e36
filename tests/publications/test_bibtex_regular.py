"""Entries beyond doubt are read by patterns, as bibtexparser and our own reader read them."""

import pytest

from publications.bibtex.grammar import Source, read_entry
from publications.bibtex.library import reading_at
from publications.bibtex.regular import read_regular
from publications.bibtex.strings import Macros

PLAIN = """@article{kelp,
  title = {Growing {\\"O}resund's {K}elp},
  JOURNAL = "Annals of {Tides}", volume = 7,month=jan ,
  note = {},
}"""
IN_DOUBT = {
    "an entry in a value": "@a{k, title = {One\n@a{l, title = {Two}}}}",
    "a comment": "@a{k, % why\n title = {One}}",
    "a second comma": "@a{k, title = {One},, year = 2001}",
    "no comma": "@a{k, title = {One} year = 2001}",
    "a sum": '@a{k, title = {One} # "two"}',
    "an escaped brace": "@a{k, title = {One \\{ two}}",
    "a doubled backslash": "@a{k, title = {One \\\\}}",
    "an escaped quote": '@a{k, title = "One \\" two"}',
    "braces four deep": "@a{k, title = {{{{{One}}}}}}",
    "fields behind the end": "@a{k, title = {One}}, year = {2001}}",
    "no end": "@a{k, title = {One},",
    "no value": "@a{k, title = , year = 2001}",
    "parentheses": "@a(k, title = {One})",
}


def macros():
    return Macros(())


def test_it_works():
    read = read_regular(PLAIN, PLAIN.index("{"), macros())
    assert read.key == "kelp"
    assert read.end == len(PLAIN)
    assert read.fields == [
        ("title", "Growing {\\\"O}resund's {K}elp"),
        ("journal", "Annals of {Tides}"),
        ("volume", "7"),
        ("month", "January"),
        ("note", ""),
    ]


@pytest.mark.parametrize("text", IN_DOUBT.values(), ids=IN_DOUBT)
def test_what_could_be_read_in_two_ways_is_left_to_others(text):
    opener = text.index("(") if text.startswith("@a(") else text.index("{")
    assert read_regular(text, opener, macros()) is None


def test_all_readers_agree_on_real_files(shared):
    regular = 0
    for path in sorted((shared / "bibtex").glob("*/*.bib")):
        text = path.read_bytes().decode("utf-8", "replace")
        source, at = Source(text), text.find("@")
        while at >= 0:
            opener = text.find("{", at)
            read = read_regular(text, opener, macros()) if opener > 0 else None
            if read and (theirs := reading_at(text, at)):
                for other in (theirs, read_entry(source, opener)):
                    fields = [(name, macros().value(value)) for name, value in other.fields]
                    assert (read.key, read.fields, read.end) == (other.key, fields, other.end)
                    assert not other.notes
                regular += 1
            at = text.find("@", at + 1)
    assert regular > 1500
