"""Five hundred printed references, of eleven kinds, with the truth marked in them."""

import re
from pathlib import Path

import pytest

from publications.names import parse_name
from publications.printed.reference import read_reference

CORPUS = Path(__file__).parents[1] / "data" / "printed_references.txt"
MARK = re.compile(r"\{([=@#!]?)([^{}]*)\}")
OTHERS = re.compile(r"(?:et al|and others|others|等|…)\.?")
FIELDS = ("authors", "title", "venue", "year")


def folded(text):
    return re.sub(r"[\W_]+", "", text).casefold()


def who(name):
    name = parse_name(name)
    return folded(name.literal or name.given), folded(name.particle + name.family), name.suffix


def read_corpus():
    """(style, the reference as printed, the truth of each field) of each."""
    style = ""
    for line in CORPUS.read_text().splitlines():
        if line.startswith("== "):
            style = line.removeprefix("== ")
        elif line and not line.startswith("#"):
            yield style, MARK.sub(lambda mark: mark[2].replace("|", " "), line), truth_of(line)


def truth_of(line):
    truth = {"authors": [], "title": "", "venue": "", "year": ""}
    for sign, text in MARK.findall(line):
        if sign in "=@#" and sign:
            truth[{"=": "title", "@": "venue", "#": "year"}[sign]] = text
        elif sign:
            truth["authors"].append(f"{{{text}}}")
        else:
            others = OTHERS.fullmatch(text.strip())
            truth["authors"].append("others" if others else text.replace("|", ", ").strip(" *\\"))
    truth["authors"].sort(key=lambda name: name == "others")
    return truth


def wrong_fields(found, truth):
    return {
        field
        for field in FIELDS
        if (
            [who(name) for name in found.authors] != [who(name) for name in truth["authors"]]
            if field == "authors"
            else folded(getattr(found, field)) != folded(truth[field])
        )
    }


@pytest.fixture(scope="module", params=["title unknown", "title known"])
def readings(request):
    """(style, printed, what was read, the wrong fields) of each reference."""
    is_known = request.param == "title known"
    found = []
    for style, printed, truth in read_corpus():
        reading = read_reference(printed, truth["title"] if is_known and truth["title"] else None)
        found.append((style, printed, reading, wrong_fields(reading, truth)))
    return found


def test_the_corpus_has_five_hundred_of_eleven_kinds(readings):
    styles = [style for style, _printed, _reading, _wrong in readings]
    assert len(styles) >= 500
    assert len(set(styles)) >= 11
    assert min(map(styles.count, styles)) >= 40


@pytest.mark.parametrize("field", FIELDS)
def test_of_a_hundred_ninety_eight_are_right(readings, field):
    right = sum(field not in wrong for *_reading, wrong in readings)
    assert right / len(readings) >= 0.98


def test_of_each_style_at_least_nineteen_of_twenty_are_right(readings):
    for style in {style for style, *_rest in readings}:
        wrongs = [wrong for this, *_rest, wrong in readings if this == style]
        for field in FIELDS:
            right = sum(field not in wrong for wrong in wrongs)
            assert right / len(wrongs) >= 0.95, (style, field)


def test_what_is_wrong_says_so_itself_and_what_is_right_seldom_does(readings):
    silent = [
        (field, printed)
        for _style, printed, reading, wrong in readings
        for field in wrong - set(reading.unsure)
    ]
    assert len(silent) <= 3, silent
    cautious = sum(len(set(r.unsure) - wrong) for *_style, r, wrong in readings)
    assert cautious <= 0.07 * len(FIELDS) * len(readings)
