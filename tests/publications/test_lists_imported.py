"""A list of any format through the command and the admin: planned, imported, again, taken back."""

import pytest
from django.core.management import call_command

from publications import bibtex, citations, importer, reference_lists
from publications.importer import undo
from publications.models import ImportBatch, PendingImport, Publication, Source
from tests.publications.admin_import import apply, paste, plan_of, plan_url, upload
from tests.publications.importing import KELP, dump, run_command, take
from tests.publications.lists import CSL, RIS, SAME

pytestmark = pytest.mark.django_db
EVERY = pytest.mark.parametrize("name", SAME)


@pytest.fixture
def file(tmp_path):
    def write(text, name="papers.txt"):
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


def imported(text):
    files = [("papers", reference_lists.parse(text.encode()))]
    return importer.run(files, by_operator=True)


@EVERY
def test_the_command_imports_it_and_a_second_run_changes_nothing(file, name):
    path = file(SAME[name])
    code, report, _message = run_command(path)
    assert (code, report["created"]) == (0, 1)
    before = dump()
    code, report, _message = run_command(path)
    assert (code, report["unchanged"]) == (0, 1)
    assert dump() == before


@EVERY
def test_its_source_keeps_the_text_of_the_item(name):
    imported(SAME[name])
    source = Source.objects.get()
    assert source.raw in SAME[name]
    assert "@" not in source.raw or name in ("enw", "openalex")


@EVERY
def test_its_bib_is_plain_bibtex(name):
    imported(SAME[name])
    text = citations.bibtex(citations.with_citation_data(Publication.objects.all()))
    parsed = bibtex.parse(text.encode())
    assert not [problem for problem in parsed.problems if problem.severity != "info"]
    (record,) = parsed.records
    assert record.entry_type == "article"
    assert record.get("journal") == "Journal of Quiet Plants"
    assert record.get("author") == "Lind, Ada B. and van der Moss, Charlie"
    assert record.get("title").startswith("Tides \\& Ledgers")
    assert "TY  -" not in text


@EVERY
def test_undo_takes_all_of_it_back(name):
    imported(SAME[name])
    undo.undo(ImportBatch.objects.get(), by_operator=True)
    assert not Publication.objects.exists()


def test_a_changed_list_changes_the_paper(file):
    path = file(RIS)
    run_command(path)
    path.write_text(RIS.replace("VL  - 12", "VL  - 13"))
    _code, report, _message = run_command(path)
    assert report["updated"] == 1
    assert Publication.objects.get().volume == "13"


def test_what_was_edited_here_is_kept(file):
    path = file(RIS)
    run_command(path)
    Publication.objects.update(volume="14")
    path.write_text(RIS.replace("VL  - 12", "VL  - 13"))
    _code, report, _message = run_command(path)
    assert report["conflicts"] == 1
    assert Publication.objects.get().volume == "14"


def test_one_paper_of_two_formats_is_one():
    take(KELP)
    report = imported("TY  - CONF\nTI  - Growing Consensus in Kelp Forests\n"
                      "AU  - Ahlgren, Alice\nAU  - Brandt, Bob\nPY  - 2024\n"
                      "DO  - 10.5555/kelp.2024\nSP  - 7\nER  - \n")  # fmt: skip
    assert report.counts["updated"] == 1
    paper = Publication.objects.get()
    assert (paper.pages, paper.sources.count()) == ("7", 2)


def test_a_folder_is_its_lists(file):
    path = file(RIS, "a.ris")
    file(KELP, "b.bib")
    file(CSL, "settings.json")
    _code, report, _message = run_command(path.parent)
    assert (report["entries"], report["created"]) == (2, 2)


def test_half_a_list_ends_with_two(file):
    path = file(RIS + "\nTY  - BOOK\nER  - \n")
    code, report, _message = run_command(path)
    assert (code, report["created"], report["refused"]) == (2, 1, 1)
    assert report["problems"][0]["line"] == RIS.count("\n") + 2


def test_the_command_says_where_in_words(file, capsys):
    call_command("import_bibtex", str(file(RIS)), "--dry-run")
    assert "papers.txt:3: lind2021 new:" in capsys.readouterr().out


# --- In the admin ---------------------------------------------------------------------------------


@EVERY
def test_an_upload_is_planned_then_imported(at_work, name):
    text = SAME[name].replace("Ada B.", "Alice").replace("Lind", "Ahlgren")
    upload(at_work, text.encode(), name="export.dat")
    page = at_work.get(plan_url()).content.decode()
    assert "Tides &amp; Ledgers" in page
    assert "Journal of Quiet Plants" in page
    assert not Publication.objects.exists()
    apply(at_work, page)
    assert Publication.objects.get().doi == "10.5555/quiet.12"


@EVERY
def test_pasted_text_is_planned(at_work, name):
    assert "Tides &amp; Ledgers" in plan_of(at_work, SAME[name])
    assert PendingImport.objects.get().name.startswith("pasted.")


def test_what_was_pasted_is_called_after_its_format(at_work):
    paste(at_work, RIS)
    assert PendingImport.objects.get().name == "pasted.ris"


def test_a_refused_reference_is_shown_with_its_line_and_text(at_work):
    page = plan_of(at_work, RIS + "\nTY  - BOOK\nER  - \n")
    assert f"Line {RIS.count(chr(10)) + 2}" in page
    assert "neither a title nor an author" in page


def test_json_that_is_no_list_is_refused_kindly(at_work):
    form = upload(at_work, b'{"name": "vitae"}').context["form"]
    assert "neither CSL-JSON nor" in form.errors["file"][0]


def test_too_many_references_name_the_command(at_work, monkeypatch):
    monkeypatch.setattr("publications.admin.import_forms.MAX_ENTRIES", 1)
    answer = upload(at_work, (RIS * 2).encode(), name="mine.ris")
    assert "import_bibtex mine.ris" in answer.content.decode()
