import pytest

from publications.bylines import is_doi_address, links_of
from publications.models import PublicationLink
from tests.publications.papers import make_paper

NATURE = "https://www.nature.com/articles/171737a0"


def texts(paper):
    return [link.text for link in links_of(paper, paper.links.all())]


def add(paper, **columns):
    PublicationLink.objects.create(publication=paper, **columns)


def test_links_stand_in_one_order(db):
    paper = make_paper("On Notes", doi="10.1000/notes", arxiv="2401.00001")
    for kind in ("video", "slides", "code", "pdf"):
        add(paper, kind=kind, url=f"https://example.org/{kind}")
    assert texts(paper) == ["Paper", "PDF", "arXiv", "Code", "Slides", "Video"]
    assert [link.text for link in links_of(paper, paper.links.all()) if link.is_main] == [
        "PDF",
        "Code",
    ]


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("https://openreview.net/forum?id=x", "Paper"),
        ("https://example.org/notes.pdf", "PDF"),
        ("https://arxiv.org/abs/2401.00001v2", "arXiv"),
        ("https://arxiv.org/pdf/2401.00001", "PDF"),
        ("https://github.com/alice/engine", "Code"),
        ("https://www.youtube.com/watch?v=x", "Video"),
    ],
)
def test_the_papers_own_address_is_a_link(db, url, text):
    links = links_of(make_paper("On Notes", url=url), ())
    assert [(link.text, link.href) for link in links] == [(text, url)]


def test_beside_a_doi_the_own_address_is_named_by_its_host(db):
    paper = make_paper("On Notes", doi="10.1000/notes", url="https://www.example.org/p/7")
    assert texts(paper) == ["Paper", "example.org"]


def test_an_address_stands_once(db):
    paper = make_paper("Helix", doi="10.1038/171737a0", url=NATURE, arxiv="2401.00001")
    add(paper, kind="website", url="http://arxiv.org/abs/2401.00001v1/")
    assert texts(paper) == ["Paper", "Website"]


def test_the_owners_own_words_stay(db):
    paper = make_paper("On Notes", doi="10.1000/notes")
    add(paper, kind="publisher", label="Full text", url="https://example.org/full")
    assert texts(paper) == ["Full text", "Paper"]


@pytest.mark.parametrize(
    ("url", "doi", "same"),
    [
        (NATURE, "10.1038/171737a0", True),
        ("https://dl.acm.org/doi/10.1145/3292500", "10.1145/3292500", True),
        ("https://doi.org/10.1/x", "10.1/x", True),
        ("https://example.org/x", "10.1/x", False),
        ("https://example.org/x", "", False),
    ],
)
def test_a_publishers_address_may_be_the_dois_own(url, doi, same):
    assert is_doi_address(url, doi) is same


def test_lists_and_the_papers_page_show_it(client, alice):
    make_paper("On Notes", alice, url="https://example.org/notes")
    for page in ("/alice-ahlgren/", "/alice-ahlgren/publications/", "/publications/on-notes/"):
        assert 'href="https://example.org/notes"' in client.get(page).content.decode()
