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
def test_export_has_type_name_and_papers(client, alice, path, kind, begins):
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


@pytest.mark.parametrize("path", ["/alice-ahlgren/publications", "/publications/on-notes"])
@pytest.mark.parametrize(("dialect", "name"), [("bibtex", "journal"), ("biblatex", "journaltitle")])
def test_a_bib_file_is_in_the_dialect_asked_for(client, alice, path, dialect, name):
    make_paper("On Notes", alice, container_title="Nature")
    response = client.get(f"{path}.bib?dialect={dialect}")
    assert f"  {name} = {{Nature}}".encode() in response.content
    assert response["Content-Type"] == "application/x-bibtex; charset=utf-8"


@pytest.mark.parametrize("page", ["/alice-ahlgren/publications/", "/publications/on-notes/"])
@pytest.mark.parametrize("dialect", ["bibtex", "biblatex"])
def test_pages_link_to_both_dialects(client, alice, page, dialect):
    make_paper("On Notes", alice)
    address = f"{page.rstrip('/')}.bib?dialect={dialect}"
    assert f'href="{address}"' in client.get(page).content.decode()
    assert client.get(address).status_code == 200


def test_an_empty_dialect_is_none(client, alice):
    make_paper("On Notes", alice)
    plain = client.get("/publications/on-notes.bib").content
    assert client.get("/publications/on-notes.bib?dialect=").content == plain


@pytest.mark.parametrize(
    "address", ["publications.bib?dialect=amsrefs", "publications.bib?dialect=BIBTEX"]
)
def test_a_dialect_that_there_is_not_is_not_found(client, alice, address):
    assert client.get(f"/alice-ahlgren/{address}").status_code == 404


@pytest.mark.parametrize("extension", ["ris", "json"])
def test_only_bibtex_has_dialects(client, alice, extension):
    make_paper("On Notes", alice)
    assert client.get(f"/publications/on-notes.{extension}?dialect=bibtex").status_code == 404
