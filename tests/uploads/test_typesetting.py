"""Words on a drawn picture: in lines, in a size that fits, in fonts that have the letters."""

import shutil

import pytest

from exchange.cv_formats.typeset import packaged_fonts
from uploads import social_cards
from uploads.social_cards import Card, TextStyle, fit, jpeg

UNKNOWN = "\U000e0fff"  # a letter that no font has


@pytest.fixture(autouse=True)
def _built_in(monkeypatch):
    """Pillow's own font alone: the same on every machine. It has Latin letters."""
    monkeypatch.setattr(social_cards, "font_files", lambda style: ("",))


def setting(lines=2, sizes=(60, 40, 20)):
    return TextStyle(social_cards.SANS, sizes, lines)


def test_short_words_fit_one_line():
    block = fit("Ada Lovelace", setting(), 1000)
    assert (block.size, block.lines) == (60, ("Ada Lovelace",))


def test_it_breaks_between_words():
    assert fit("Ada Lovelace", setting(), 300).lines == ("Ada", "Lovelace")


def test_it_breaks_after_a_hyphen():
    assert fit("Montgomery-Featherstone", setting(), 400).lines == ("Montgomery-", "Featherstone")


def test_it_grows_smaller_before_it_breaks_a_word():
    block = fit("Morphogenesis", setting(), 300)
    assert (block.size, block.lines) == (40, ("Morphogenesis",))


def test_it_breaks_a_word_before_it_leaves_any_out():
    assert "".join(fit("x" * 40, setting(), 300).lines) == "x" * 40


def test_what_still_does_not_fit_is_cut_short():
    block = fit("word " * 200, setting(), 300)
    assert len(block.lines) == 2
    assert block.lines[-1].endswith("word…")


def test_a_text_in_a_script_without_a_font_is_left_out():
    assert fit("李政道", setting(), 300) is None
    assert jpeg(Card("Tsung-Dao Lee", "李政道")) == jpeg(Card("Tsung-Dao Lee"))


def test_a_collection_without_a_face_for_the_language_has_its_first(tmp_path):
    collection = tmp_path / "one.ttc"
    shutil.copy(next(packaged_fonts()[0].glob("NotoSansHebrew*")), collection)
    assert social_cards.font(str(collection), 20, face=2)


def test_a_sign_without_a_font_is_dropped():
    assert social_cards.font_runs("On \U0001f393 Notes", social_cards.SANS) == [("", "On  Notes")]


def test_a_latin_letter_without_a_font_is_drawn_plainer():
    assert social_cards.font_runs("Gödel–Łukasiewicz H₂O", social_cards.SANS) == [
        ("", "Godel-Lukasiewicz H2O")
    ]


@pytest.mark.parametrize("title", ["", " ", "\0", "\u202e", "a" * 10_000, "\u0301" * 5000, "<b>"])
def test_no_text_is_too_much(title):
    assert jpeg(Card(title, title, title, title, title))
