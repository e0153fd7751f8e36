"""manage.py import_bibtex: letters in other encodings."""

import pytest

from publications.models import Authorship, Publication
from tests.publications.importing import KELP, dump, run_command

pytestmark = pytest.mark.django_db
MUNOZ = KELP.replace("Brandt, Bob", "Muñoz, Agnès")


@pytest.fixture
def doubtful(tmp_path):
    path = tmp_path / "papers.bib"
    path.write_bytes(MUNOZ.encode("cp1252"))
    return path


def test_what_is_not_sure_is_an_error_that_names_likely_encodings(doubtful):
    before = dump()
    code, report, message = run_command(doubtful)
    assert (code, report["entries"], dump()) == (1, 0, before)
    assert "cp1252 reads “Ahlgren, Alice and Muñoz, Agnès”" in message
    assert "cp1250 reads “Ahlgren, Alice and Muńoz, Agnčs”" in message
    assert "Add --encoding NAME" in message


def test_the_named_encoding_is_believed(doubtful):
    assert run_command(doubtful, encoding="cp1252")[0] == 0
    assert Authorship.objects.filter(family="Muñoz").exists()


def test_damaged_letters_are_told_and_mended_on_demand(tmp_path):
    path = tmp_path / "papers.bib"
    path.write_bytes(MUNOZ.encode().decode("cp1252").encode())
    _code, report, _message = run_command(path, dry_run=True)
    assert "--repair-encoding mends it" in report["problems"][0]["reason"]
    assert report["problems"][0]["line"] == 4
    assert run_command(path, repair_encoding=True)[0] == 0
    assert Authorship.objects.filter(family="Muñoz").exists()
    assert Publication.objects.get().title == "Growing Consensus in Kelp Forests"
