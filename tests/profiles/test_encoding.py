"""Damaged text: what it was before is found, and sound text is left alone."""

import pytest

from profiles.folding import is_beyond_repair, repaired


@pytest.mark.parametrize("codec", ["cp1252", "latin-1", "mac_roman"])
@pytest.mark.parametrize(
    "sound",
    ["江宸宇", "📄 Papers", "naïve résumé", "don’t", "“so”", "Schrödinger", "Ελλάδα", "— so"],
)
def test_misread_text_is_repaired(sound, codec):
    assert repaired(misread(sound, codec)) == sound


def misread(text, codec):
    """Windows leaves five bytes undefined, which programs pass on as they are."""
    return "".join(bytes([b]).decode(codec, "ignore") or chr(b) for b in text.encode())


def test_twice_damaged_is_repaired_twice():
    assert repaired(misread(misread("é", "latin-1"), "latin-1")) == "é"


def test_only_the_damaged_words_change():
    text = f"Łódź, Čapek, 翁祈桢 and {misread('Müller', 'cp1252')} – “fine”"
    assert repaired(text) == "Łódź, Čapek, 翁祈桢 and Müller – “fine”"


@pytest.mark.parametrize(
    "sound",
    [
        "CAFÉ» l’été “café…” Spaß“ AÇÃO créée à…»",
        "x√π y, √±1, 2√2, ¬π, ±∞",
        "Ångström, Dvořák, Łukasiewicz, Ærø, 304 Å\xa0long",
        "A IRMÃ “MAIÚSCULA” DE JOÃO: “IRMÔ, São «MANHû, Ã…",
        "“Äußerung”, ‚Ödnis‘",
        "吳健雄 said: 「…」",
    ],
)
def test_sound_text_stays(sound):
    assert repaired(sound) == sound


def test_lost_letters_are_told_and_not_invented():
    assert is_beyond_repair("M\ufffdller")
    assert repaired("M\ufffdller") == "M\ufffdller"
