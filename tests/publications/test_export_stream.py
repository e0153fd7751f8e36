"""A long list of citations is sent in parts, that together are what a short one is at once."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from publications import citations, views
from publications.models import Source
from tests.publications.papers import make_paper

FILES = ("bib", "bib?dialect=bibtex", "bib?dialect=biblatex", "ris", "json")


@pytest.fixture
def papers(alice, monkeypatch):
    """Five, of which two share a key, one has a version and a parent, one names a draft."""
    make_paper("A Draft", alice, citation_key="draft", published_at=None)
    made = [
        make_paper("Tides", alice, citation_key="same", date="2020"),
        make_paper("Reefs", alice, citation_key="same", date="2021"),
        make_paper("Storms", alice, date="2022", entry_type="phdthesis"),
        make_paper("Moths", alice, date="2023", abstract="See [@draft].", owner=alice),
        make_paper("Deltas", alice, citation_key="deltas", date="2024"),
    ]
    made[4].versions.create(title="Deltas, early", citation_key="same", entry_type="misc")
    Source.objects.create(
        publication=made[0],
        citation_key="same",
        entry_type="article",
        fields=[["crossref", "deltas"], ["title", "Tides"]],
        values={"title": "Tides", "citation_key": "same", "fields": [["crossref", "deltas"]]},
    )
    made[0].fields = [["crossref", "deltas"]]
    made[0].save()
    monkeypatch.setattr(citations, "IN_ONE_PART", 2)
    return made


def read(client, address):
    response = client.get(address)
    assert response.status_code == 200
    return response.getvalue().decode()


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("language", ["", "/zh-hans"])
def test_parts_are_the_same_bytes(client, alice, papers, monkeypatch, file, language):
    address = f"{language}/alice-ahlgren/publications.{file}"
    whole = read(client, address)
    monkeypatch.setattr(views, "SENT_WHOLE", 4)
    assert client.get(address).streaming
    assert read(client, address) == whole
    assert "Deltas" in whole


def test_the_first_part_asks_for_no_other(client, alice, papers, monkeypatch):
    monkeypatch.setattr(views, "SENT_WHOLE", 4)
    with CaptureQueriesContext(connection) as queries:
        parts = iter(client.get("/alice-ahlgren/publications.bib"))
        first, before = next(parts), len(queries)
        rest = b"".join(parts)
    assert b"Deltas" in first
    assert b"Tides" in rest
    assert b"Tides" not in first
    assert before < len(queries)


def test_what_is_withdrawn_before_its_turn_does_not_come(client, alice, papers, monkeypatch):
    monkeypatch.setattr(views, "SENT_WHOLE", 4)
    parts = iter(client.get("/alice-ahlgren/publications.bib"))
    next(parts)
    papers[0].published_at = None
    papers[0].save()
    assert b"Tides" not in b"".join(parts)


def test_four_are_one_text_with_an_etag(client, alice, papers, monkeypatch):
    monkeypatch.setattr(views, "SENT_WHOLE", 5)
    response = client.get("/alice-ahlgren/publications.bib")
    assert not response.streaming
    assert response["ETag"]
