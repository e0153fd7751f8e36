import pytest
from django.core.exceptions import ValidationError

from publications.models import Coauthor
from tests.publications.papers import make_paper

LIST, PAPER = "/alice-ahlgren/publications/", "/publications/on-notes/"
LINK = '<a href="https://hopper.example/" rel="noopener">Grace Hopper</a>'


@pytest.fixture
def grace(alice):
    names = "Grace Hopper\nG. M. Hopper"
    return Coauthor.objects.create(researcher=alice, names=names, url="https://hopper.example/")


def html(client, path):
    return client.get(path).content.decode()


def test_coauthor_is_linked_on_every_page(client, alice, grace):
    make_paper("On Notes", alice, "Grace Hopper")
    for path in (LIST, PAPER, "/publications/", "/alice-ahlgren/"):
        assert LINK in html(client, path)


def test_any_of_the_forms_leads_there(client, alice, grace):
    make_paper("On Notes", alice, "G. M. Hopper")
    assert ">G. M. Hopper</a>" in html(client, LIST)


def test_another_form_does_not(client, alice, grace):
    make_paper("On Notes", alice, "G. Hopper")
    assert "hopper.example" not in html(client, LIST)


def test_pages_here_come_first(client, alice, bob):
    Coauthor.objects.create(researcher=alice, names="Bob Brandt", url="https://bob.example/")
    make_paper("On Notes", alice, bob)
    assert '<a href="/bob-brandt/">Bob Brandt</a>' in html(client, LIST)


def test_it_says_nothing_on_others_papers(client, alice, bob, grace):
    make_paper("On Notes", bob, "Grace Hopper")
    assert "hopper.example" not in html(client, PAPER)


def test_ones_own_word_counts_on_ones_own_list(client, alice, bob, grace):
    Coauthor.objects.create(researcher=bob, names="Grace Hopper", url="https://other.example/")
    make_paper("On Notes", alice, bob, "Grace Hopper")
    assert LINK in html(client, LIST)
    assert "https://other.example/" in html(client, "/bob-brandt/publications/")


def test_a_draft_researcher_says_nothing(client, alice, bob, grace):
    make_paper("On Notes", alice, bob, "Grace Hopper")
    alice.published_at = None
    alice.save()
    assert "hopper.example" not in html(client, "/bob-brandt/publications/")


def test_an_address_that_is_no_link_is_refused(alice):
    row = Coauthor(researcher=alice, names="Grace Hopper", url="javascript:alert(1)")
    with pytest.raises(ValidationError, match="http"):
        row.full_clean()
