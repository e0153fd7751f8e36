import json

import pytest

from publications.bibtex import parse
from tests.publications.papers import as_author, make_paper


@pytest.mark.parametrize(
    ("path", "kind", "begins"),
    [
        ("publications.bib", "application/x-bibtex; charset=utf-8", "@article{"),
        ("publications.ris", "application/x-research-info-systems; charset=utf-8", "TY  - JOUR"),
        ("publications.json", "application/vnd.citationstyles.csl+json; charset=utf-8", "[\n"),
    ],
)
def test_it_works(client, alice, path, kind, begins):
    make_paper("On Notes", alice)
    make_paper("Of Another", "Grace Hopper")
    response = client.get(f"/alice-ahlgren/{path}")
    assert response.status_code == 200
    assert response["Content-Type"] == kind
    name = f"alice-ahlgren.{path.rpartition('.')[2]}"
    assert response["Content-Disposition"] == f'inline; filename="{name}"'
    text = response.content.decode()
    assert text.startswith(begins)
    assert "On Notes" in text
    assert "Of Another" not in text
    assert not response.cookies


def test_one_papers_json_is_the_one_item(client, alice):
    make_paper("On Notes", alice)
    data = json.loads(client.get("/publications/on-notes.json").content)
    assert data["id"] == "on-notes"
    everything = json.loads(client.get("/alice-ahlgren/publications.json").content)
    assert everything == [data]


@pytest.mark.parametrize("extension", ["bib", "ris"])
def test_one_papers_files_answer(client, alice, extension):
    make_paper("On Notes", alice)
    assert b"On Notes" in client.get(f"/publications/on-notes.{extension}").content


def test_papers_are_newest_first(client, alice):
    make_paper("Old", alice, date="1999")
    make_paper("New", alice, date="2024")
    records = parse(client.get("/alice-ahlgren/publications.bib").content).records
    assert [record.get("title") for record in records] == ["New", "Old"]


def test_a_researcher_without_papers_has_empty_files(client, alice):
    for extension, content in (("bib", b""), ("ris", b""), ("json", b"[]\n")):
        assert client.get(f"/alice-ahlgren/publications.{extension}").content == content


def test_a_hidden_paper_is_not_in_ones_files(client, alice, bob):
    make_paper("Shared", as_author(alice, is_hidden=True), bob)
    assert b"Shared" not in client.get("/alice-ahlgren/publications.bib").content


@pytest.mark.parametrize("path", ["/nobody/publications.bib", "/publications/nothing.json"])
def test_what_is_unknown_is_not_found(client, db, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_files_are_only_read(client, alice, method):
    assert getattr(client, method)("/alice-ahlgren/publications.bib").status_code == 405
