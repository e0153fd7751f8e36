"""The picture that a shared link to a paper shows."""

import re

import pytest

from publications import paper_page
from publications.models import Publication
from tests.publications.papers import as_author, make_paper

IMAGE = re.compile(r'<meta property="og:image" content="http://testserver([^"]+)">')


def address(client):
    return IMAGE.search(client.get("/publications/on-notes/").content.decode())[1]


def test_card_of_a_paper_is_a_jpeg(client, alice):
    make_paper("On Notes", alice)
    assert client.get(address(client))["Content-Type"] == "image/jpeg"


def test_it_says_what_the_page_says(alice):
    paper = make_paper("On $x$", as_author(alice, marks="*"), container_title="Nature")
    card = paper_page.card(paper_page.load(paper).item)
    assert (card.title, card.text, card.detail) == ("On x", "Alice Ahlgren", "Nature, 2024")


def test_many_names_are_counted(db):
    paper = make_paper("Big", *[f"Name N{number}" for number in range(40)])
    card = paper_page.card(paper_page.load(paper).item)
    assert card.text.endswith("Name N5, and 34 others")


def test_the_former_address_leads_to_the_one_of_today(client, alice):
    make_paper("On Notes", alice)
    former = address(client)
    Publication.objects.update(title="On More Notes")
    assert client.get(former)["Location"] == address(client)


@pytest.mark.parametrize("hide", ["draft", "hidden", "embargoed"])
def test_a_paper_that_is_not_public_has_none(client, alice, hide):
    paper = make_paper("On Notes", alice)
    shown = address(client)
    if hide == "hidden":
        paper.authorships.update(is_hidden=True)
    else:
        Publication.objects.update(published_at=None if hide == "draft" else "2999-01-01T00:00Z")
    assert client.get(shown).status_code == 404
    assert client.get("/cards/publications/on-notes.0.jpg").status_code == 404
