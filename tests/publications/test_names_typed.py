"""Lists of names in the forms that people type and paste."""

import pytest

from publications.importer.authors import read_typed
from publications.printed.names import parse_typed

EMMY, DAVID = ("Emmy", "Noether"), ("David", "Hilbert")


def read(text):
    names, _et_al, _warnings = parse_typed(text)
    return [(name.given, name.family) for name in names]


@pytest.mark.parametrize(
    "text",
    [
        "Emmy Noether, David Hilbert",
        "Emmy Noether and David Hilbert",
        "Emmy Noether; David Hilbert",
        "Noether, Emmy; Hilbert, David",
        "Noether, Emmy and Hilbert, David",
        "Noether, Emmy\nHilbert, David\n",
        "Emmy Noether,\nDavid Hilbert",
        "Emmy <b>Noether</b> &amp; David Hilbert.",
        "author = {Noether, Emmy and Hilbert, David},",
        "Emmy Noether¹, David Hilbert²",
        "Emmy Noether1,2, David Hilbert 3",
        "Emmy Noether (1,2), David Hilbert(3)",
    ],
)
def test_typed_names_are_read(text):
    assert read(text) == [EMMY, DAVID]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Noether, Emmy and Hilbert, D.", [EMMY, ("D.", "Hilbert")]),
        (
            "E. Noether, D. Hilbert & F. Klein",
            [("E.", "Noether"), ("D.", "Hilbert"), ("F.", "Klein")],
        ),
        ("Noether, E., Hilbert, D. A.", [("E.", "Noether"), ("D. A.", "Hilbert")]),
        ("Noether, E., and Klein, F.", [("E.", "Noether"), ("F.", "Klein")]),
        ("Noether E, Hilbert DA.", [("E", "Noether"), ("DA", "Hilbert")]),
        ("Noether, Emmy A. and Weyl, K. H.", [("Emmy A.", "Noether"), ("K. H.", "Weyl")]),
        ("Zhang San, Li Si and Wang Wu", [("Zhang", "San"), ("Li", "Si"), ("Wang", "Wu")]),
        ("Noether, Emmy", [EMMY]),
        ("van der Waerden, Bartel Leendert", [("Bartel Leendert", "Waerden")]),
        ("García Márquez, Gabriel José", [("Gabriel José", "García Márquez")]),
        ("García Márquez, Gabriel J.", [("Gabriel J.", "García Márquez")]),
        ("de la Cruz Soto, Ana Belén", [("Ana Belén", "Cruz Soto")]),
        ("José García, Juan Carlos", [("José", "García"), ("Juan", "Carlos")]),
        ("Noether E, Hilbert D", [("E", "Noether"), ("D", "Hilbert")]),
        ("ada lovelace, grace hopper", [("ada", "lovelace"), ("grace", "hopper")]),
        ("Ada Lovelace, Grace Hopper", [("Ada", "Lovelace"), ("Grace", "Hopper")]),
        ("King, Jr., Martin Luther", [("Martin Luther", "King")]),
        ("Martin Luther King, Jr., Emmy Noether", [("Martin Luther", "King"), EMMY]),
        ("*", []),
        ("", []),
    ],
)  # fmt: skip
def test_names(text, expected):
    assert read(text) == expected


@pytest.mark.parametrize(
    "text", ["Emmy Noether et al.", "Emmy Noether, …", "Noether, Emmy and others"]
)
def test_a_list_that_is_cut_short(text):
    names, et_al, _warnings = parse_typed(text)
    assert ([name.family for name in names], et_al) == (["Noether"], True)


def test_marks_say_who_contributed_equally_and_who_corresponds():
    rows, _et_al, _warnings = read_typed(
        "Emmy Noether1,*, David Hilbert2,*† and Felix Klein (* equal contribution, † corresponding)"
    )
    assert [row["marks"] for row in rows] == ["*", "*†", ""]
    assert [row["is_equal"] for row in rows] == [True, True, False]
    rows, _et_al, _warnings = read_typed("Emmy Noether†, David Hilbert († corresponding author)")
    assert [row["is_corresponding"] for row in rows] == [True, False]


def test_numbers_that_are_left_out_are_named():
    assert parse_typed("Emmy Noether1, David Hilbert2")[2] == [
        "numbers behind names were left out."
    ]
