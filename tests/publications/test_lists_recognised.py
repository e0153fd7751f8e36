"""A list is known by what is in it, whatever its file is called."""

import pytest

from publications import reference_lists
from publications.bibtex import BibtexDecodeError
from publications.reference_lists import format_of
from tests.publications.importing import KELP
from tests.publications.lists import SAME

EXTENSIONS = {"isi": "txt"} | {name: name for name in ("ris", "nbib", "enw", "xml")}


@pytest.mark.parametrize("name", SAME)
@pytest.mark.parametrize("before", ["", "\ufeff", "\n\n  \n"])
def test_each_format_is_known(name, before):
    parsed = reference_lists.parse((before + SAME[name]).encode())
    assert parsed.extension == EXTENSIONS.get(name, "json")
    assert len(parsed.records) == 1


@pytest.mark.parametrize(
    "text",
    [
        KELP,
        "",
        "Dear Alice",
        "% TY  - is a tag of RIS\n" + KELP,
        "%A comment\n" + KELP,
        "Notes\nTY as in RIS\n" + KELP,
        KELP + "\nTY  - JOUR\n",
    ],
)
def test_all_else_is_bibtex(text):
    assert format_of(text).name == "BibTeX"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<!DOCTYPE html><p>Kelp</p>", "web page"),
        ("<?xml version='1.0'?><rss/>", "not EndNote’s"),
        ("<?xml version='1.0'?><xml><records/></xml>", "not EndNote’s"),
        ('{"name": "vitae", "version": 1}', "neither CSL-JSON nor"),
        ('[{"colour": "green"}]', "neither CSL-JSON nor"),
        ("cff-version: 1.2.0\ntitle: Kelp", "CITATION.cff"),
    ],
)
def test_what_is_no_list_is_refused_in_a_sentence(text, reason):
    with pytest.raises(BibtexDecodeError, match=reason):
        reference_lists.parse(text.encode())


def test_an_empty_list_has_no_references():
    assert reference_lists.parse(b"[]").records == []
