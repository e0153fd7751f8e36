"""Which papers a search finds, and which of them first."""

import pytest

from publications.models import Authorship, Publication, Version
from website.search import index, query
from website.search.documents import KINDS

pytestmark = pytest.mark.django_db


def found(typed):
    index.update_outdated()
    [papers] = query.find(typed, KINDS["papers"])
    return [paper.slug for paper in papers.kind.load(papers.keys)]


def make(slug, **values):
    return Publication.objects.create(slug=slug, **{"title": slug.title()} | values)


@pytest.mark.parametrize(
    "values",
    [
        {"short_name": "PipeMorph"},
        {"citation_key": "pipemorph"},
        {"doi": "10.1000/pipe(morph)1"},
        {"arxiv": "2101.00001"},
    ],
)
def test_what_is_called_exactly_so_stands_first(db, values):
    [typed] = values.values()
    make("named", title=f"About {typed}", date="2025")
    make("it", **values)
    assert found(typed) == ["it", "named"]


@pytest.mark.parametrize("typed", ["https://doi.org/10.1000/X.1", "doi:10.1000/x.1", "10.1000/X.1"])
def test_it_finds_a_doi_as_pasted(db, typed):
    make("it", doi="10.1000/x.1")
    assert found(typed) == ["it"]


def test_it_finds_an_arxiv_address_of_another_version(db):
    Version.objects.create(publication=make("it"), title="Early", arxiv="2101.00001")
    assert found("https://arxiv.org/abs/2101.00001v2") == ["it"]


def test_titles_stand_before_names_and_names_before_texts(db):
    make("text", abstract="Of tides.", date="2026")
    Authorship.objects.create(publication=make("author", date="2025"), family="Tides")
    make("title", title="Tides", date="2020")
    make("newer", title="Of tides and lakes", date="2024")
    assert found("tides") == ["newer", "title", "author", "text"]


def test_words_may_stand_in_different_places(db):
    paper = make("it", title="Tides", date="2024", abstract="Of **moons**")
    Authorship.objects.create(publication=paper, given="Eva", family="Müller")
    assert found("muller tides 2024 moons") == ["it"]
    assert found("muller tides 2023") == []


def test_of_a_common_word_the_last_are_ranked_and_an_exact_name_leads(db, monkeypatch):
    monkeypatch.setattr(query, "CANDIDATES", 2)
    make("water", short_name="Tides")
    for number in range(5):
        make(f"tides-{number}")
    assert found("tides") == ["water", "tides-4", "tides-3"]


def test_what_came_before_those_that_are_looked_through_is_found(db, monkeypatch):
    monkeypatch.setattr(query, "LOOKED_THROUGH", 1)
    for year in (2021, 2022, 2023):
        make(f"tides-{year}", date=str(year))
    assert found("tides") == ["tides-2023", "tides-2022", "tides-2021"]
    assert found("2021") == ["tides-2021"]


def test_of_too_many_the_newest_are_shown_whenever_they_came(db, monkeypatch):
    monkeypatch.setattr(query, "CANDIDATES", 2)
    for year in (2024, 2023, 2022, 2021):
        make(f"tides-{year}", date=str(year))
    assert found("tides") == ["tides-2024", "tides-2023"]


def test_what_differs_only_in_blanks_and_signs_is_called_so(db):
    make("newer", title="Deep walk", date="2025")
    make("it", title="Walks", short_name="Deep-Walk", date="2020")
    assert found("deep walk") == ["it", "newer"]
    assert found("DeepWalk") == ["it"]
