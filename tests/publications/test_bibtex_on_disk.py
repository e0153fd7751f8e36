"""Large files are read from disk piece by piece, and say the same as if they were held."""

import pytest

from publications import bibtex
from publications.bibtex import reading

ENTRY = "@article{kelp%d,\n  title = {Kelp under ice %d},\n  year = 1999,\n}\n\n"
TEXT = "".join(ENTRY % (n, n) for n in range(40))


@pytest.fixture
def in_small_pieces(monkeypatch):
    monkeypatch.setattr(reading, "PIECE", 256)


@pytest.fixture
def kelp(tmp_path):
    path = tmp_path / "kelp.bib"
    path.write_text(TEXT)
    return path


def test_it_works(kelp, in_small_pieces):
    records = list(bibtex.iter_records(bibtex.OnDisk(kelp)))
    assert [record.key for record in records] == [f"kelp{n}" for n in range(40)]
    assert [record.line for record in records] == list(range(1, 200, 5))


def test_a_sign_is_found_across_two_pieces(kelp, in_small_pieces):
    on_disk, held = bibtex.OnDisk(kelp), TEXT.encode()
    for start in range(0, len(held), 37):
        assert on_disk.find(b"\n@", start) == held.find(b"\n@", start)


def test_latin_1_is_read_as_one_piece(tmp_path, in_small_pieces):
    path = tmp_path / "latin.bib"
    path.write_bytes((TEXT + "@misc{a, title = {Ébène}}").encode("latin-1"))
    assert list(bibtex.iter_records(bibtex.OnDisk(path)))[-1].get("title") == "Ébène"


def test_a_file_that_changes_meanwhile_is_refused(kelp, in_small_pieces):
    on_disk = bibtex.OnDisk(kelp)
    kelp.write_text(TEXT + "\n% one more line\n")
    with pytest.raises(bibtex.Unreadable, match="changed while it was read"):
        list(bibtex.iter_records(on_disk))
