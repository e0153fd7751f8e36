"""The files below a researcher's address: what they are called, who finds none, what is kept."""

import json
from subprocess import CompletedProcess

import pytest

from exchange.cv_formats import FORMATS, typeset
from exchange.cv_formats.typeset import TypesettingError
from tests.exchange.cv_formats import records

TYPES = {
    "cv.pdf": ("application/pdf", b"%PDF-"),
    "cv.docx": ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", b"PK"),
    "cv.tex": ("application/x-tex; charset=utf-8", b"% Compile"),
    "cv.md": ("text/markdown; charset=utf-8", b"# Alice Ahlgren"),
    "resume.json": ("application/json", b"{"),
    "profile.json": ("application/json", b"{"),
    "cv.yaml": ("application/yaml; charset=utf-8", b"cv:"),
}


@pytest.fixture(autouse=True)
def documents(settings, tmp_path):
    """An empty cache of documents for each test."""
    backend = {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache"}
    settings.CACHES = settings.CACHES | {"documents": backend | {"LOCATION": str(tmp_path)}}


@pytest.mark.parametrize("file", TYPES)
def test_a_file_of_each_format(client, alice, file):
    records.fill(alice)
    answer = client.get(f"/alice-ahlgren/{file}")
    content_type, beginning = TYPES[file]
    assert answer.status_code == 200
    assert answer["Content-Type"] == content_type
    assert answer["Content-Disposition"] == f'inline; filename="alice-ahlgren-{file}"'
    assert answer.content.startswith(beginning)


def test_the_cv_leads_to_all_of_them(client, alice):
    page = client.get("/alice-ahlgren/cv/").content.decode()
    assert [form.file for form in FORMATS if f'href="/alice-ahlgren/{form.file}"' not in page] == []


@pytest.mark.parametrize("file", TYPES)
def test_a_draft_researcher_has_none(client, alice, file):
    alice.published_at = None
    alice.save()
    assert client.get(f"/alice-ahlgren/{file}").status_code == 404


def test_an_empty_record_makes_a_file_of_each(client, alice):
    for file in TYPES:
        assert client.get(f"/alice-ahlgren/{file}").status_code == 200


def test_where_the_library_is_missing_there_is_no_link_and_no_file(client, alice, monkeypatch):
    monkeypatch.setattr("exchange.cv_formats.find_spec", lambda name: None)
    assert client.get("/alice-ahlgren/cv.pdf").status_code == 404
    page = client.get("/alice-ahlgren/cv/").content.decode()
    assert "cv.pdf" not in page
    assert "cv.tex" in page


def test_the_pdf_is_made_once_for_what_is_in_it(client, alice, monkeypatch):
    first = client.get("/alice-ahlgren/cv.pdf").content
    monkeypatch.setattr(typeset.subprocess, "run", None)
    assert client.get("/alice-ahlgren/cv.pdf").content == first


def test_the_pdf_is_not_offered_where_letters_have_no_font(client, alice, monkeypatch):
    monkeypatch.setattr("uploads.social_cards.has_glyph", lambda file, letter: letter.isascii())
    monkeypatch.setattr(typeset, "packaged_fonts", list)
    assert "cv.pdf" in client.get("/alice-ahlgren/cv/").content.decode()
    alice.headline = "აბგ"
    alice.save()
    assert "cv.pdf" not in client.get("/alice-ahlgren/cv/").content.decode()


def test_letters_without_a_font_are_a_page_that_says_so(client, alice, monkeypatch):
    def fail(*_arguments, **_options):
        raise TypesettingError("no font")

    monkeypatch.setattr(typeset.subprocess, "run", fail)
    answer = client.get("/alice-ahlgren/cv.pdf")
    assert answer.status_code == 404
    assert 'href="/alice-ahlgren/cv/"' in answer.content.decode()


def test_a_wave_without_a_font_is_written_with_its_twin(client, alice, monkeypatch):
    def run(command, **options):
        text = options["input"]
        is_missing = "\u301c".encode() in text
        return CompletedProcess(command, int(is_missing), stdout=b"%PDF- " + text, stderr=b"")

    monkeypatch.setattr(typeset.subprocess, "run", run)
    alice.headline = "2020\u301c2023"
    alice.save()
    assert "2020\uff5e2023".encode() in client.get("/alice-ahlgren/cv.pdf").content


def test_the_language_of_the_address_is_that_of_the_file(client, alice):
    records.fill(alice)
    assert "## 教育经历" in client.get("/zh-hans/alice-ahlgren/cv.md").content.decode()


def test_a_protected_address_is_in_no_file(client, alice):
    alice.email, alice.email_display = "alice@example.org", "protected"
    alice.save()
    for file in ("cv.md", "cv.tex", "resume.json", "cv.yaml", "profile.json"):
        assert "alice@example.org" not in client.get(f"/alice-ahlgren/{file}").content.decode()


def test_other_sites_may_read_the_record(client, alice):
    records.fill(alice)
    answer = client.get("/alice-ahlgren/profile.json")
    assert answer["Access-Control-Allow-Origin"] == "*"
    record = json.loads(answer.content)
    assert (record["version"], record["name"]) == (1, "Alice Ahlgren")
    sections = {section["kind"]: section["entries"] for section in record["sections"]}
    [degree] = sections["education"]
    assert (degree["degree"], degree["start"], degree["end"]) == ("Ph.D.", "2015", "2019-06")
    [paper] = sections["publications"]
    assert (paper["authors"], paper["doi"]) == (["Bob Brandt", "Alice Ahlgren"], "10.1/x")


def test_json_resume_has_its_own_words(client, alice):
    records.fill(alice)
    resume = json.loads(client.get("/alice-ahlgren/resume.json").content)
    assert resume["basics"]["name"] == "Alice Ahlgren"
    assert resume["work"][0] | {"summary": ""} == {
        "name": "Uppsala",
        "position": "Reader",
        "location": "Sweden",
        "startDate": "2019-09",
        "summary": "",
    }
    [degree] = resume["education"]
    assert (degree["studyType"], degree["area"], degree["endDate"]) == (
        "Ph.D.",
        "Physics",
        "2019-06",
    )
    assert {project["type"] for project in resume["projects"]} == {"talks", "teaching"}
