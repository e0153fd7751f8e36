"""Keys under which a printed name is found."""

import pytest

from publications.names import fold, name_keys, parse_name


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Klüver", "kluver"),
        ("Jae‐Jae Łoś", "jae jae los"),
        ("A. J. M.", "a j m"),
        ("Straße Øre Yıldız Đặng", "strasse ore yildiz dang"),
        ("O’Sullivan", "osullivan"),
        ("", ""),
    ],
)
def test_name_is_folded(text, folded):
    assert fold(text) == folded


def test_it_finds_both_orders_and_spellings():
    keys = name_keys(parse_name("Klüver, Jürgen"))
    assert {"jurgen kluver", "kluver jurgen", "juergen kluever"} <= keys


def test_it_finds_a_literal_by_its_text():
    assert name_keys(parse_name("{Bashima Islam}")) == {"bashima islam"}
