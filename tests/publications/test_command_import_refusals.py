"""manage.py import_bibtex: what it refuses, in one clear line, changing nothing."""

import os

import pytest

from tests.publications.importing import KELP, dump, run_command

pytestmark = pytest.mark.django_db


def refused(*files, **options):
    before = dump()
    code, report, message = run_command(*files, **options)
    assert code == 1
    assert "\n" not in message
    assert dump() == before
    assert report["entries"] == 0 or report["refused"] == report["entries"]
    return message


@pytest.fixture
def good(tmp_path):
    path = tmp_path / "good.bib"
    path.write_text(KELP)
    return path


def test_a_missing_file(tmp_path):
    assert refused(tmp_path / "none.bib").endswith("none.bib: there is no such file")


def test_one_missing_file_among_others(tmp_path, good):
    assert "there is no such file" in refused(good, tmp_path / "none.bib")


def test_a_folder_without_bib_files(tmp_path):
    (tmp_path / "notes.txt").write_text(KELP)
    assert "this folder has no .bib or .ciw or .enw or .nbib or .ris files in it" in refused(
        tmp_path
    )


def test_one_file_of_a_folder_that_is_none(tmp_path, good):
    (tmp_path / "paper.bib").write_bytes(b"%PDF-1.7\n\x00\x01\x02\x03" * 50)
    assert "paper.bib: This is not a text file" in refused(tmp_path)


def test_an_address_on_the_web():
    message = refused("https://vitae.example/papers.bib")
    assert message.endswith(
        "papers.bib: this is an address on the web; download it and name the file"
    )


def test_a_web_page(tmp_path):
    path = tmp_path / "papers.bib"
    path.write_text("<!doctype html><title>Papers</title>")
    assert "papers.bib: This is a web page (HTML), no list of references." in refused(path)


def test_a_binary_file(tmp_path):
    path = tmp_path / "paper.bib"
    path.write_bytes(b"%PDF-1.7\n\x00\x01\x02\x03" * 50)
    assert "not a text file" in refused(path)


@pytest.mark.parametrize("content", ["", " \n\n"])
def test_an_empty_file(tmp_path, content):
    path = tmp_path / "empty.bib"
    path.write_text(content)
    assert refused(path).endswith("empty.bib: the file is empty")


def test_a_file_without_entries(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("Dear Alice, no papers this year.")
    assert "no references in it" in refused(path)


def test_nothing_but_an_unclosed_brace(tmp_path):
    path = tmp_path / "torn.bib"
    path.write_text("@article{torn, title = {never closed\n")
    assert refused(path) == "No entry could be read; nothing was changed."


def test_a_pipe_that_nobody_writes_to(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    assert "not a regular file" in refused(path)


def test_a_device():
    assert "not a regular file" in refused("/dev/zero")


def test_an_unknown_researcher(good, alice):
    message = refused(good, researcher="alice-ahlgreen")
    assert message == "No researcher has the address “alice-ahlgreen”. Did you mean alice-ahlgren?"


def test_an_unknown_researcher_where_there_is_none(good):
    assert "create_researcher" in refused(good, researcher="alice")


@pytest.mark.parametrize("name", ["utf-99", "base64"])
def test_an_unknown_encoding(good, name):
    assert f"There is no encoding “{name}”" in refused(good, encoding=name)


def test_an_encoding_that_does_not_fit(tmp_path):
    path = tmp_path / "latin.bib"
    path.write_bytes("@misc{a, title={caf\xe9 imaginaire}}".encode("latin-1"))
    assert "not ascii" in refused(path, encoding="ascii")
