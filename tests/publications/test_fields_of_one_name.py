"""A field that no column has, under a name that a column, a link or another entry speaks by."""

import bibtexparser
import pytest

from publications import citations
from publications.citations import DIALECTS
from publications.models import PublicationLink, Source
from tests.publications.papers import make_paper


@pytest.fixture
def paper(alice):
    """Its site's file gave badge and PDF; the .bib file beside it gave others of both."""
    paper = make_paper(
        "Tides",
        alice,
        badge_text="ATC 25",
        fields=[["abbr", "ATC"], ["pdf", "tides.pdf"], ["preview", "tides.png"]],
    )
    PublicationLink.objects.create(publication=paper, kind="pdf", url="https://e.org/tides.pdf")
    fields = [["abbr", "ATC 25"], ["pdf", "https://e.org/tides.pdf"]]
    links = [["pdf", "", "https://e.org/tides.pdf"]]
    values = {"badge_text": "ATC 25", "links": links}
    Source.objects.create(publication=paper, fields=fields, values=values)
    return paper


def loaded(paper):
    return citations.with_citation_data([paper])


def test_in_csl_json_the_badge_speaks(paper):
    [item] = citations.csl_json(loaded(paper))
    fields = item["custom"]["fields"]
    assert fields == {"abbr": "ATC 25", "pdf": "tides.pdf", "preview": "tides.png"}


@pytest.mark.parametrize("dialect", ["", *DIALECTS])
def test_in_bibtex_each_name_stands_once(paper, dialect):
    library = bibtexparser.parse_string(citations.bibtex(loaded(paper), dialect=dialect))
    assert library.failed_blocks == []
    [entry] = library.entries
    # What biblatex does not know stands aside there, for an import to read again.
    fields = {name: field.value for name, field in entry.fields_dict.items()}
    assert fields.get("abbr", "ATC 25") == "ATC 25"
    assert fields.get("preview", "tides.png") == "tides.png"
    assert fields.get("pdf", "https://e.org/tides.pdf") == "https://e.org/tides.pdf"


def test_what_one_entry_said_twice_comes_back_twice_to_its_owner_alone(paper):
    twice = [["note", "Early."], ["note", "Late."]]
    Source.objects.update(fields=twice, values={"note": "Early.", "fields": [twice[1]]})
    paper.note, paper.fields = "Early.", [twice[1]]
    assert citations.bibtex(loaded(paper)).count("note = ") == 2
    for options in ({"dialect": "bibtex"}, {"dialect": "biblatex"}, {"for_visitors": True}):
        text = citations.bibtex(loaded(paper), **options)
        assert text.count("\n  note = ") == 1, options
