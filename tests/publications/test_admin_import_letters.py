"""The admin's import asks which encoding a file is in, and offers to mend damaged letters."""

import pytest

from publications.models import PendingImport, Publication
from tests.publications.admin_import import OPTIONS, apply, plan_url, upload
from tests.publications.importing import KELP

MUNOZ = KELP.replace("Brandt, Bob", "Muñoz, Agnès")
OPTIONS_URL = "options/"


@pytest.fixture
def question(at_work):
    upload(at_work, MUNOZ.encode("cp1252"))
    return at_work.get(plan_url()).content.decode()


def answer(client, **changes):
    data = OPTIONS | {"researcher": PendingImport.objects.get().researcher_id} | changes
    return client.post(plan_url() + OPTIONS_URL, data, follow=True).content.decode()


def test_each_encoding_is_shown_with_what_it_reads(question):
    assert "Which of these reads right?" in question
    assert "Muñoz, Agnès" in question
    assert "Muńoz, Agnčs" in question
    assert "Central European (Windows-1250)" in question
    assert 'name="digest"' not in question


def test_nothing_is_imported_before_the_answer(at_work, question):
    page = at_work.post(plan_url(), {"digest": "x", "entry": ["2"]}).content.decode()
    assert "Which of these reads right?" in page
    assert not Publication.objects.exists()


def test_the_answer_makes_the_plan_of_the_same_file(at_work, question):
    page = answer(at_work, encoding="cp1252")
    assert "Muñoz" in page
    apply(at_work, page)
    assert "Muñoz" in {row.family for row in Publication.objects.get().authorships.all()}


def test_an_answer_that_is_none_of_them_is_no_encoding(at_work, question):
    assert "Select a valid choice" in answer(at_work, encoding="klingon")


def test_damaged_letters_are_told_and_mended_on_demand(at_work):
    upload(at_work, MUNOZ.encode().decode("cp1252").encode())
    page = at_work.get(plan_url()).content.decode()
    assert "Some letters look damaged" in page
    assert "Damaged letters: “MuÃ±oz”" in page
    page = answer(at_work, repair_encoding="on")
    assert "Some letters look damaged" not in page
    apply(at_work, page)
    assert "Muñoz" in {row.family for row in Publication.objects.get().authorships.all()}


def test_sound_letters_have_no_such_offer(at_work):
    upload(at_work, MUNOZ.encode())
    assert "damaged" not in at_work.get(plan_url()).content.decode()
