"""The report names every join: which two entries, or which paper that is here, and why."""

import io

from django.core.management import call_command

from publications.models import Publication
from tests.publications.admin_import import apply, paste
from tests.publications.importing import KELP, reasons, run_command, take

TWICE = KELP + KELP.replace("{kelp,", "{again,").replace("10.5555", "https://doi.org/10.5555")


def told(path, **options):
    out = io.StringIO()
    call_command("import_bibtex", str(path), stdout=out, **options)
    return out.getvalue()


def test_join_is_reported_with_its_reason(db, tmp_path):
    file = tmp_path / "lab.bib"
    file.write_text(TWICE)
    text = told(file, dry_run=True)
    why = "because they have the DOI 10.5555/kelp.2024."
    assert f"{file}:10: again is one paper with {file}:2 {why}" in text


def test_a_paper_that_is_here_is_named_by_its_slug(db, tmp_path):
    take(KELP)
    file = tmp_path / "other.bib"
    file.write_text(KELP.replace("{kelp,", "{again,"))
    slug = Publication.objects.get().slug
    assert f"again is one paper with the paper “{slug}”, which is here already," in told(file)


def test_scripts_get_the_reason_and_both_places(db, tmp_path):
    file = tmp_path / "lab.bib"
    file.write_text(TWICE)
    _code, report, _message = run_command(file)
    slug = Publication.objects.get().slug
    assert report["joins"] == [
        {
            "file": str(file),
            "line": 10,
            "key": "again",
            "publication": slug,
            "reason": "they have the DOI 10.5555/kelp.2024",
            "with_file": str(file),
            "with_line": 2,
        }
    ]
    assert run_command(file)[1]["joins"] == []


def test_a_title_and_a_preprint_say_so(db):
    undated = KELP.replace("doi =", "x-doi =")
    other = undated.replace("{kelp,", "{again,")
    (join,) = take(undated + other).joins
    assert "one title, the same authors" in join.reason
    preprint = undated.replace("{kelp,", "{pre,").replace("Symposium on Imaginary Systems", "CoRR")
    Publication.objects.all().delete()
    (join,) = take(undated + preprint).joins
    assert "one is a preprint of the other" in join.reason


def test_what_changes_is_told_field_by_field(db, tmp_path):
    file = tmp_path / "lab.bib"
    file.write_text(KELP)
    told(file)
    file.write_text(
        KELP.replace("Brandt, Bob", "Brandt, Bob and Zhu, Zoe").replace("Sym", "2nd Sym")
    )
    text = told(file)
    assert (
        "kelp changes authors: Alice Ahlgren, Bob Brandt → Alice Ahlgren, Bob Brandt, Zoe" in text
    )
    assert "container_title: Symposium on Imaginary Systems → 2nd Symposium" in text


def test_the_admin_says_so_before_and_after(at_work):
    page = paste(at_work, TWICE)
    said = "because they have the DOI 10.5555/kelp.2024."
    assert said in at_work.get(page.url).content.decode()
    done = apply(at_work, at_work.get(page.url).content.decode())
    merged = at_work.get(done.request["PATH_INFO"], {"show": "merged"})
    assert said in merged.content.decode()


def test_why_two_with_one_doi_are_not_joined(db):
    report = take(KELP + KELP.replace("inproceedings{kelp", "book{volume"))
    assert "It has the same DOI as “Growing Consensus" in reasons(report)
    assert "but another kind of work; both are kept." in reasons(report)
