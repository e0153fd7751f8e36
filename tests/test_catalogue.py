"""The catalogues: kept compiled, so that no machine needs gettext; complete, and sound."""

import re

import polib
import pytest

from profiles.languages import OF_THE_ADMIN
from tests import messages
from tests.messages import texts

PLACEHOLDER = re.compile(r"%(?:\(\w+\))?[sd%]")
CATALOGUES = messages.catalogues()
WHOLE = sorted(set(CATALOGUES) & set(OF_THE_ADMIN))
PUBLIC_ONLY = sorted(set(CATALOGUES) - set(OF_THE_ADMIN))


@pytest.fixture(scope="module")
def marked():
    return messages.every_text()


@pytest.fixture(params=CATALOGUES)
def catalogue(request):
    return CATALOGUES[request.param]


def test_catalogue_translates_a_heading():
    assert CATALOGUES["zh-hans"].find("Research interests").msgstr == "研究兴趣"
    assert CATALOGUES["de"].find("Research interests").msgstr == "Forschungsinteressen"


def test_there_is_one_for_each_language():
    assert WHOLE == ["de", "es", "fr", "zh-hans"]
    assert PUBLIC_ONLY == ["ar", "it", "ja", "pt", "zh-hant"]


def test_it_is_complete_and_nothing_is_guessed(catalogue):
    assert [entry.msgid for entry in catalogue if entry.fuzzy or not all(texts(entry))] == []


@pytest.mark.parametrize("language", CATALOGUES)
def test_what_is_compiled_is_what_is_written(language):
    """After an edit: make messages."""
    catalogue = CATALOGUES[language]
    compiled = polib.mofile(catalogue.fpath.removesuffix("po") + "mo")
    known = {(entry.msgctxt, entry.msgid): texts(entry) for entry in compiled}
    assert known == {(entry.msgctxt, entry.msgid): texts(entry) for entry in catalogue}


def test_placeholders_stay(catalogue):
    """Forms of a plural for one number, such as Arabic's for two, need not write it."""
    for entry in catalogue:
        expected = set(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
        *forms, last = [set(PLACEHOLDER.findall(text)) for text in texts(entry)]
        assert last == expected, entry.msgid
        assert all(form <= expected for form in forms), entry.msgid


@pytest.mark.parametrize("language", WHOLE)
def test_every_text_of_the_interface_is_in_a_whole_one(language, marked):
    """If this fails: make messages, then translate what is new in django.po, and again."""
    known = {entry.msgid for entry in CATALOGUES[language]}
    assert {text: path for text, path in marked.items() if text not in known} == {}


@pytest.mark.parametrize("language", PUBLIC_ONLY)
def test_every_text_of_public_pages_is_in_the_others_and_no_more(language, marked):
    assert {entry.msgid for entry in CATALOGUES[language]} == messages.public_texts(set(marked))
