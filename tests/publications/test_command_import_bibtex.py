"""manage.py import_bibtex: its contract with scripts."""

import io
import os
import subprocess
import sys

import pytest
from django.core.management import call_command

from publications.models import Publication
from tests.publications.importing import DATA, KELP, dump, run_command

pytestmark = pytest.mark.django_db
ALICE = DATA / "alice.bib"


def test_report_counts_every_entry(alice):
    code, report, _message = run_command(ALICE, researcher=alice.slug)
    assert code == 0
    assert report["entries"] == report["created"] == 4
    assert list(report)[:8] == [
        "files",
        "entries",
        "created",
        "updated",
        "unchanged",
        "merged",
        "refused",
        "conflicts",
    ]
    assert report["records"][0] == {
        "file": str(ALICE),
        "line": 8,
        "key": "ahlgren2024kelp",
        "action": "created",
        "publication": Publication.objects.get(citation_key="ahlgren2024kelp").slug,
    }
    assert set(report["problems"][0]) == {"file", "line", "key", "severity", "reason"}


def test_again_is_unchanged(alice):
    run_command(ALICE, researcher=alice.slug)
    before = dump()
    code, report, _message = run_command(ALICE, researcher=alice.slug)
    assert (code, report["unchanged"]) == (0, 4)
    assert dump() == before


def test_a_dry_run_tells_the_same_and_does_nothing(alice):
    before = dump()
    _code, dry, _message = run_command(ALICE, researcher=alice.slug, dry_run=True)
    assert dump() == before
    assert len(dry.pop("papers")) == dry["created"]
    assert run_command(ALICE, researcher=alice.slug)[1] == dry


def test_draft_keeps_them_from_the_public(alice):
    run_command(ALICE, researcher=alice.slug, draft=True)
    assert not Publication.objects.public().exists()


def test_several_files_are_one_run(alice, tmp_path):
    other = tmp_path / "other.bib"
    other.write_text(KELP)
    _code, report, _message = run_command(ALICE, other, researcher=alice.slug)
    assert report["files"] == [str(ALICE), str(other)]
    assert report["created"] == 5


def test_standard_input(alice, monkeypatch):
    stdin = io.TextIOWrapper(io.BytesIO(KELP.encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    code, report, _message = run_command("-", researcher=alice.slug)
    assert (code, report["created"], report["files"]) == (0, 1, ["<stdin>"])


def test_a_person_reads_file_and_line(alice):
    out = io.StringIO()
    call_command("import_bibtex", str(ALICE), researcher=alice.slug, stdout=out)
    assert f"{ALICE}:27: ahlgren2023tides warning: “publisher”" in out.getvalue()
    assert "4 entries: 4 new." in out.getvalue()


def test_a_latin_1_file_is_read_with_a_warning(alice):
    code, report, _message = run_command(DATA / "latin1.bib", researcher=alice.slug)
    assert code == 0
    assert Publication.objects.get().title == "Les marées imaginaires du nord"
    assert any("1252" in problem["reason"] for problem in report["problems"])


def test_the_encoding_may_be_told(alice):
    run_command(DATA / "latin1.bib", researcher=alice.slug, encoding="latin-1")
    assert Publication.objects.get().title == "Les marées imaginaires du nord"


def test_a_refused_entry_is_exit_code_2(alice, tmp_path):
    file = tmp_path / "torn.bib"
    file.write_text(KELP + "\n@article{torn, title = {never closed\n")
    code, report, message = run_command(file, researcher=alice.slug)
    assert (code, report["created"], report["refused"]) == (2, 1, 1)
    assert message == "1 of 2 entries refused; the others are stored."
    (told,) = [p for p in report["problems"] if p["severity"] == "error"]
    assert (told["file"], told["line"]) == (str(file), 10)
    assert run_command(file, researcher=alice.slug)[1]["unchanged"] == 1


def test_the_process_itself_exits_so(tmp_path):
    """Of the process: call_command alone would not show it."""
    script = [sys.executable, "manage.py", "import_bibtex", str(tmp_path / "none.bib")]
    root = DATA.parents[1]
    environment = os.environ | {"DATA": str(tmp_path)}
    done = subprocess.run(
        [*script, "--skip-checks"], cwd=root, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.strip().endswith("none.bib: there is no such file")


def test_a_folder_means_its_bib_files_in_order(tmp_path):
    (tmp_path / "b.bib").write_text(KELP)
    (tmp_path / "a.BIB").write_text("@misc{moss, title={A Word on Moss}}")
    (tmp_path / "notes.txt").write_text("@misc{fern, title={A Word on Fern}}")
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "c.bib").write_text("@misc{reed, title={A Word on Reed}}")
    code, report, _message = run_command(tmp_path)
    assert code == 0
    assert report["files"] == [str(tmp_path / "a.BIB"), str(tmp_path / "b.bib")]
    assert report["created"] == 2
