"""Our four styles agree with citeproc-py's, the differences of docs/citing.md aside."""

import json
from pathlib import Path

import pytest

from publications.citations.styles import STYLES
from tests.publications.citing import differing

WORKS = json.loads((Path(__file__).parents[1] / "data" / "cited_works.json").read_text())
# Why -> style -> the works that we print otherwise; docs/citing.md tells of each.
DIFFERENCES = {
    "names in Han script": {style: {"cjk"} for style in STYLES},
    "editions in words": {style: {"booked", "chap1ed"} for style in STYLES},
    "a substitute that is printed again": {
        "apa": {"edbook", "edded", "noauth"},
        "ieee": {"ednoauth"},
        "acm": {"ednoauth"},
        "chicago": {"edbook", "edded", "noauth", "ednoauth"},
    },
    "a date in words": {"apa": {"mscont"}, "chicago": {"mscont"}},
}
TYPES = {
    *("article-journal", "paper-conference", "book", "chapter", "thesis", "report", "article"),
    *("manuscript", "patent", "software", "dataset", "webpage", "pamphlet", "document"),
}


def expected(style):
    return set().union(*(styles.get(style, set()) for styles in DIFFERENCES.values()))


@pytest.mark.parametrize("style", STYLES)
def test_it_agrees(style):
    assert differing(WORKS, style) == expected(style)


def test_every_type_is_asked_for():
    assert {work["type"] for work in WORKS} == TYPES
