"""The papers that an import may mean are looked up by indexes: as many queries for any library, and
none is missed."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from publications import importer, reference_lists
from publications.matching import normalise_title, paper_index
from publications.matching.forms import Form
from publications.matching.paper_index import candidates
from publications.models import Publication, Version
from publications.models.title_key import TitleKey, title_keys
from tests.publications.papers import make_paper

pytestmark = pytest.mark.django_db

TITLES = [
    "On Nests: a Study (Part 2)",
    "on nests -- a study, part 2",
    "Shor's “quantum” factoring",
    "Équations différentielles",
    "Été",
    "Das Großmaul",
    "$O(n)$ sorting",
    "C++ at scale_100%",
    "潮汐的研究",
    "A\tB\nC",
    'It\'s "quoted" & [bracketed] {braced} \\LaTeX?!',
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789",
    "Long words " * 60,
    "~abc",
    "",
]


@pytest.mark.parametrize("title", TITLES)
def test_the_key_of_a_title_is_among_those_it_is_looked_up_by(title):
    paper = Publication.objects.create(slug="one", title=title)
    [key] = Publication.objects.values_list(TitleKey("title"), flat=True)
    assert key in title_keys(normalise_title(title))
    assert candidates([Form.from_values({"title": title})]) == {paper.pk}


@pytest.mark.parametrize("name", ["doi", "arxiv", "isbn", "pmid"])
def test_an_identifier_finds_a_paper_and_its_versions(name):
    value = {"doi": "10.1/tides", "arxiv": "2602.09609", "isbn": "0306406152", "pmid": "1234"}[name]
    form = Form.from_values({"title": "Tides", name: value})
    paper = make_paper("Waves", **{name: value})
    make_paper("Sand")
    assert candidates([form]) == {paper.pk}
    if name != "pmid":
        other = make_paper("Foam")
        Version.objects.create(publication=other, title="Foam, a preprint", **{name: value})
        assert candidates([form]) == {paper.pk, other.pk}


def test_a_preprint_is_found_by_its_title():
    paper = make_paper("Foam")
    Version.objects.create(publication=paper, title="On Foam: a Preprint")
    assert candidates([Form.from_values({"title": "On foam: A preprint"})]) == {paper.pk}


def test_every_look_up_goes_by_an_index():
    if connection.vendor != "sqlite":
        pytest.skip("asks SQLite for its plan")
    with CaptureQueriesContext(connection) as queries:
        candidates(
            [Form.from_values({"title": "On nests", "doi": "10.1/a", "arxiv": "2602.09609"})]
        )
    assert len(queries) == 6
    with connection.cursor() as cursor:
        for query in queries:
            cursor.execute("EXPLAIN QUERY PLAN " + query["sql"])
            assert [row[3].split()[0] for row in cursor.fetchall()] == ["SEARCH"], query["sql"]


def test_an_import_into_a_larger_library_reads_no_more(alice, monkeypatch):
    read, real = [], paper_index._stored_form
    monkeypatch.setattr(paper_index, "_stored_form", lambda *row: read.append(row) or real(*row))
    entry = b"@article{a, title={On the tides of the moon}, author={Ahlgren, Alice}, year=2020}"
    make_paper("On the Tides of the Moon")
    counts = []
    for more in (30, 0):
        with CaptureQueriesContext(connection) as queries:
            importer.plan([("a.bib", reference_lists.Unparsed(entry))], alice)
        counts.append((len(queries), len(read)))
        read.clear()
        for number in range(more):
            make_paper(f"Another study of number {number}", alice)
    assert counts[0] == counts[1]
    assert counts[0][1] == 1
