import pytest
from django.test import Client

from publications import citations
from publications.models import Publication, Venue
from tests.publications.papers import make_paper, many_papers

LIST = "/alice-ahlgren/publications/"


@pytest.mark.parametrize("count", [60, 600])
def test_lists_take_four_queries(client, alice, count, django_assert_max_num_queries):
    """The researcher, the site, what is counted, what is shown; and the words, when sought."""
    many_papers(alice, count)
    for path, most in (
        (LIST, 4),
        (f"{LIST}?year=2000&role=first", 4),
        (f"{LIST}?q=hopper+2000", 7),
        ("/publications/", 6),
    ):
        with django_assert_max_num_queries(most):
            # Not the fixture, which fills the index of the search page for each word sought.
            assert Client().get(path).status_code == 200


def test_a_paper_takes_five(client, alice, django_assert_max_num_queries):
    names = [f"Name N{number}" for number in range(50)]
    venue = Venue.objects.create(name="Memoirs")
    make_paper("On Notes", alice, *names, venue=venue)
    with django_assert_max_num_queries(5):
        assert client.get("/publications/on-notes/").status_code == 200


@pytest.mark.parametrize("count", [60, 600])
def test_exports_take_eight(client, alice, count, django_assert_max_num_queries):
    many_papers(alice, count)
    for extension in ("bib", "ris", "json"):
        with django_assert_max_num_queries(8):
            assert client.get(f"/alice-ahlgren/publications.{extension}").status_code == 200


def test_citations_ask_once(alice, django_assert_num_queries):
    many_papers(alice, 20)
    papers = citations.with_citation_data(Publication.objects.select_related("venue"))
    with django_assert_num_queries(0):
        citations.bibtex(papers)
        citations.csl_json(papers)
        citations.ris(papers)


@pytest.mark.parametrize("count", [60, 600])
def test_the_feed_takes_three(client, alice, count, django_assert_max_num_queries):
    many_papers(alice, count)
    with django_assert_max_num_queries(3):
        assert client.get(f"{LIST}feed/").status_code == 200
