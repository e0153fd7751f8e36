"""A large file is read in pieces, and nobody can tell."""

import pytest

from publications import bibtex
from publications.bibtex import blocks, reading

ENTRY = """\
@misc{{k{0},
 title={{Über {0}
@misc{{within}}
}},
 journal=late
}} % @misc{{old{0}, a={{b}}}}
"""
FILE = "Top\n" + "".join(map(ENTRY.format, range(40)))
FILE += "@comment{\n@misc{c, title={C}}\n}\n"
FILE += "@misc{open, title={T}\n@string{late={L}}\n year = {2000}"


@pytest.fixture(params=[50, 90, 300, 1000])
def small_pieces(request, monkeypatch):
    monkeypatch.setattr(reading, "PIECE", request.param)
    monkeypatch.setattr(blocks, "MARGIN", 80)


@pytest.fixture
def whole():
    return bibtex.parse(FILE)


def test_it_works(whole, small_pieces):
    parsed = bibtex.parse(FILE.encode())
    assert parsed.records == whole.records
    assert parsed.problems == whole.problems
    assert parsed.commented_out == whole.commented_out == 40
    assert "".join("".join(parsed.comments).split()) == "".join("".join(whole.comments).split())


def test_it_cuts(small_pieces):
    pieces = reading.Pieces(FILE.encode(), None, bibtex.ParsedFile())
    assert len(pieces) > 3
    assert "".join(pieces) == FILE


def test_it_reads_real_files_the_same(shared, small_pieces, monkeypatch):
    monkeypatch.setattr(reading, "PIECE", 5000)
    path = shared / "bibtex/sites/jindongwang+jindongwang.github.io___bibliography__papers.bib"
    data = path.read_bytes()
    assert bibtex.parse(data).records == bibtex.parse(data.decode()).records
