"""What a visitor copies cites the paper; what its owner takes away holds everything."""

import pytest

from publications.citations import bibtex, with_citation_data
from publications.models import Publication
from tests.publications.importing import take

BIB = r"""@article{ahlgren2024,
  title = {On Notes}, author = {Ahlgren, Alice}, journal = {Memoirs}, year = 2024,
  doi = {10.1000/x}, abbr = {MEM}, selected = {true}, bibtex_show = {true},
  preview = {notes.png}, pdf = {notes.pdf}, code = {https://example.org/code}, special = {yes},
}
"""
PRIVATE = ("abbr", "selected", "bibtex_show", "preview", "pdf", "code", "special")


@pytest.fixture
def paper(alice):
    take(BIB, alice)
    return Publication.objects.get()


def has(text, name):
    return f"{name} = " in text or f"{name}=" in text


@pytest.mark.parametrize(
    "path",
    [
        "/publications/on-notes/",
        "/publications/on-notes.bib",
        "/publications/on-notes.bib?dialect=bibtex",
        "/alice-ahlgren/publications.bib",
        "/alice-ahlgren/publications.bib?dialect=biblatex",
    ],
)
def test_copied_bibtex_has_no_private_field(client, paper, path):
    text = client.get(path).content.decode()
    assert "@article{ahlgren2024" in text
    assert has(text, "doi")
    assert not any(f"\n  {name} = " in text for name in PRIVATE)


def test_the_owners_file_holds_every_field(paper):
    text = bibtex(with_citation_data([paper]))
    assert all(has(text, name) for name in PRIVATE)
