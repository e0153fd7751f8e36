"""The page on which a work begins, and the one on which it ends, out of what is printed."""

import json

import pytest

from publications import citations
from publications.citations.reference import first_and_last_page
from tests.publications.papers import make_paper


@pytest.mark.parametrize(
    ("pages", "first", "last"),
    [
        ("737–738", "737", "738"),
        ("423, 623–656", "423", "656"),
        ("379-423, 623-656", "379", "656"),
        ("379–423; 623–656", "379", "656"),
        ("1--10, 12, 20--22", "1", "22"),
        ("1–10 and 12", "1", "12"),
        ("e12, 3-5", "e12", "5"),
        ("S1-S4", "S1", "S4"),
        ("xi–xv", "xi", "xv"),
        ("iv, 1–3", "iv", "3"),
        ("A-1–A-10", "A-1", "A-10"),
        ("12-1-12-10", "12-1", "12-10"),
        ("pp. 5–8", "5", "8"),
        ("737–8", "737", "738"),
        ("379–423, 623–56", "379", "656"),
    ],
)
def test_pages_are_split_into_first_and_last(pages, first, last):
    assert first_and_last_page(pages) == (first, last)


@pytest.mark.parametrize(
    ("pages", "first"),
    [
        ("", ""),
        ("e1", "e1"),
        ("100+", "100"),
        ("100ff.", "100"),
        ("100–", "100"),
        ("1–10+", "1"),
        ("Article 5, 12 pages", "Article 5"),
    ],
)
def test_where_it_ends_is_left_open(pages, first):
    assert first_and_last_page(pages) == (first, "")


def test_every_format_says_the_same(alice, client):
    paper = make_paper(
        "On Notes", alice, entry_type="article", container_title="BSTJ", pages="379–423, 623–656"
    )
    (record,) = citations.with_citation_data([paper])
    assert "SP  - 379\r\nEP  - 656\r\n" in citations.ris([record])
    assert json.loads(citations.csl_text([record]))[0]["page"] == "379–423, 623–656"
    page = client.get(paper.get_absolute_url()).content.decode()
    assert '<meta name="citation_firstpage" content="379">' in page
    assert '<meta name="citation_lastpage" content="656">' in page
    assert '"pageStart":"379"' in page.replace(": ", ":")
    assert '"pageEnd":"656"' in page.replace(": ", ":")
