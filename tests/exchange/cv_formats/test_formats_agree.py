"""Each format says of each entry what the others say, but for what it has no word for."""

import re
from io import BytesIO
from zipfile import ZipFile

import pytest

from exchange.cv_formats import latex, markdown, profile, rendercv, resume, word
from tests.exchange.cv_formats import records

pytestmark = pytest.mark.django_db
TITLES = ("Ph.D.", "Reader", "Harbour Prize", "On mud", "Rings", "at sea")
SAID = (*TITLES, "Uppsala", "City", "Bob Brandt", "Alice Ahlgren", "Waves", "what they leave")
SAID += ("2015", "2019", "2020", "2021", "2023", "2024", "honours", "Boats", "Nets")


def text_of_latex(content):
    return re.sub(r"\\[a-z]+\*?|[{}]", "", content.decode().replace("-{}", "-"))


FORMS = {
    "word": (word, records.text_of_word),
    "markdown": (markdown, records.text_of_markdown),
    "latex": (latex, text_of_latex),
    "resume": (resume, records.texts_of_json),
    "rendercv": (rendercv, records.texts_of_yaml),
    "profile": (profile, records.texts_of_json),
}


@pytest.mark.parametrize("name", FORMS)
def test_every_entry_is_in_the_format(alice, name):
    records.fill(alice)
    module, text_of = FORMS[name]
    text = text_of(module.write(records.of(alice)))
    missing = [said for said in SAID if said not in text.replace("\n", " ")]
    # JSON Resume has no place for the headline's emphasis; RenderCV writes it as Markdown.
    assert [said for said in missing if said.split()[0] not in text] == []


def test_the_page_says_the_same(client, alice):
    records.fill(alice)
    page = client.get("/alice-ahlgren/cv/").content.decode()
    assert [said for said in SAID if said.split()[0] not in page] == []


def test_the_same_record_makes_the_same_bytes(alice):
    records.fill(alice)
    for module in (markdown, latex, resume, rendercv, profile):
        assert module.write(records.of(alice)) == module.write(records.of(alice))


def test_a_word_document_holds_no_time(alice):
    records.fill(alice)
    with ZipFile(BytesIO(word.write(records.of(alice)))) as file:
        assert {part.date_time[0] for part in file.infolist()} == {1980}


def test_a_draft_is_in_none(alice):
    records.fill(alice)
    alice.award_set.update(published_at=None)
    for module, text_of in FORMS.values():
        assert "Harbour" not in text_of(module.write(records.of(alice)))
