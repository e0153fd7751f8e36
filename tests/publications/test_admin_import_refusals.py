"""What cannot be imported in the admin is refused kindly, with what to do instead."""

import pytest

from publications.admin import import_forms
from publications.models import PendingImport
from tests.publications.admin_import import ADD, paste, upload
from tests.publications.importing import KELP
from uploads import documents
from uploads.documents import MAX_LARGE_FILES, CappedUploadHandler

pytestmark = pytest.mark.django_db


def told(answer):
    """The errors of the form, and that nothing was kept."""
    assert answer.status_code == 200
    assert not PendingImport.objects.exists()
    return " ".join(text for texts in answer.context["form"].errors.values() for text in texts)


def test_nothing_at_all_is_refused(at_work):
    assert "Choose a file, or paste" in told(paste(at_work, " \n"))


@pytest.mark.parametrize("data", [b"", b" \r\n\t", b"\0\0"])
def test_an_empty_file_is_refused(at_work, data):
    assert "This file is empty" in told(upload(at_work, data))


def test_what_is_no_list_of_papers_is_refused(at_work):
    assert "There is no paper in this" in told(paste(at_work, "Dear Alice,\nhello."))


def test_a_web_page_is_refused(at_work):
    page = b"<!doctype html><title>Sign in</title><p>mail@example.org</p>"
    assert "This is a web page (HTML)" in told(upload(at_work, page))


def test_a_pdf_is_refused(at_work):
    assert "a PDF" in told(upload(at_work, b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj"))


@pytest.mark.parametrize(
    "data", [b"%PDF-1.7\n", b"\xff\xd8\xff\xe0\0\x10JFIF", b"<!doctype html><p>"]
)
def test_the_reason_is_one_that_is_translated(at_work, data):
    assert told(upload(at_work, data)) in import_forms.REASONS


def test_an_archive_is_refused(at_work):
    assert "an archive" in told(upload(at_work, b"PK\x03\x04" + b"\0" * 99))


def test_a_wrong_encoding_is_told_beside_its_box(at_work):
    answer = upload(at_work, KELP.replace("Kelp", "Šelp").encode("cp1250"), encoding="utf-8")
    assert "try another encoding" in answer.context["form"].errors["encoding"][0]


def test_an_encoding_that_is_none_is_refused(at_work):
    assert told(upload(at_work, KELP.encode(), encoding="rot13"))


def test_a_file_and_a_text_are_refused(at_work):
    assert "not both" in told(upload(at_work, KELP.encode(), text=KELP))


def test_too_many_entries_are_refused_with_the_command(at_work, monkeypatch):
    monkeypatch.setattr(import_forms, "MAX_ENTRIES", 1)
    data = KELP + KELP.replace("kelp", "kelp2")
    answer = upload(at_work, data.encode(), "my papers.bib", update="never", state="draft")
    assert "These are 2 entries; the admin takes up to 1 at once." in told(answer)
    assert answer.context["form"].command == (
        "manage.py import_bibtex 'my papers.bib' --researcher alice-ahlgren --update never --draft"
    )
    assert "manage.py import_bibtex" in answer.content.decode()


def test_a_file_too_large_is_refused_unread_with_the_command(at_work, monkeypatch):
    monkeypatch.setattr(import_forms, "MAX_BYTES", 10)
    answer = upload(at_work, KELP.encode(), encoding="cp1252")
    told(answer)
    assert answer.context["form"].command.endswith("--researcher alice-ahlgren --encoding cp1252")


def test_a_file_that_was_cut_on_its_way_is_refused(at_work, monkeypatch):
    """Where other files of the request have used up what one request may write."""
    left = MAX_LARGE_FILES * documents.MAX_BYTES - 100_000
    monkeypatch.setattr(CappedUploadHandler, "written", left)
    assert "larger than" in told(upload(at_work, KELP.encode() + b"% note\n" * 500_000))


def test_a_text_too_large_is_refused_with_the_command(at_work, monkeypatch):
    monkeypatch.setattr(import_forms, "MAX_BYTES", 10)
    answer = paste(at_work, KELP)
    assert "larger than" in told(answer)
    assert "import_bibtex papers.bib" in answer.context["form"].command


def test_the_box_cuts_nothing_off(at_work):
    """A browser shortens what is pasted to maxlength, and says nothing."""
    form = at_work.get(ADD).context["form"]
    assert not any("maxlength" in str(box) for box in form)


def test_a_pasted_text_is_kept_in_its_box(at_work):
    text = "Dear Alice,\nhello &amp; <b>goodbye</b>"
    assert "hello &amp;amp; &lt;b&gt;goodbye" in paste(at_work, text).content.decode()


def test_an_unknown_answer_is_refused(at_work):
    assert told(paste(at_work, KELP, update="burn"))
    assert told(paste(at_work, KELP, state=""))


def test_a_malformed_token_is_no_error(at_work):
    assert paste(at_work, KELP, token="../../etc").status_code == 302


def test_only_broken_entries_show_why_and_offer_no_import(at_work):
    page = at_work.get(paste(at_work, "@article{a, title = {never closed\n").url).content.decode()
    assert "never closed" in page
    assert 'class="default"' not in page


def test_one_without_a_record_has_no_way_in(client, charlie):
    client.force_login(charlie)
    assert client.get(ADD).status_code == 404
    assert paste(client, KELP).status_code == 404
    assert ADD not in client.get("/admin/").content.decode()
