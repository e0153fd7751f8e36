"""Papers that look like one: shown with a link to merge them, or told apart for good."""

import pytest
from django.urls import reverse

from publications.matching.paper_index import possible_duplicates
from publications.models import NotDuplicate, Publication
from tests.publications.papers import make_paper

PAGE = "admin:publications_publication_duplicates"


@pytest.fixture
def pair(alice):
    return [
        make_paper("Growing Kelp in the Sea", alice, owner=alice),
        make_paper("Growing kelp, in the sea", alice, slug="two", owner=alice),
    ]


def groups(papers=None):
    return possible_duplicates(papers or Publication.objects.all())


def test_it_works(client, alice, pair):
    assert groups() == [[pair[0].pk, pair[1].pk]]
    client.force_login(alice.owner)
    page = client.get(reverse(PAGE)).content.decode()
    assert f"merge/?ids={pair[0].pk},{pair[1].pk}" in page


def test_a_doi_is_enough(alice):
    make_paper("One", alice, doi="10.5555/A")
    make_paper("Two", alice, doi="10.5555/a")
    assert len(groups()) == 1


def test_an_editorial_is_not_another(alice):
    make_paper("Editorial", alice, slug="one")
    make_paper("Editorial", alice, slug="two")
    assert groups() == []


def test_only_papers_that_one_may_edit(client, bob, pair):
    client.force_login(bob.owner)
    page = client.get(reverse(PAGE)).content.decode()
    assert "Kelp" not in page
    assert "No two papers look alike." in page


def test_not_the_same_is_remembered(client, alice, pair):
    client.force_login(alice.owner)
    client.post(reverse(PAGE), {"apart": f"{pair[0].pk},{pair[1].pk}"})
    assert groups() == []
    third = make_paper("Growing Kelp in the Sea", alice, slug="three")
    assert groups() == [[pair[0].pk, pair[1].pk, third.pk]]


def test_nobody_tells_anothers_papers_apart(client, bob, pair):
    client.force_login(bob.owner)
    client.post(reverse(PAGE), {"apart": f"{pair[0].pk},{pair[1].pk}"})
    assert not NotDuplicate.objects.exists()


def test_queries_do_not_grow(alice, django_assert_max_num_queries):
    for number in range(20):
        make_paper("Growing Kelp in the Sea", alice, slug=f"k{number}")
    with django_assert_max_num_queries(4):
        groups()


def test_the_list_leads_there(client, alice):
    client.force_login(alice.owner)
    page = client.get(reverse("admin:publications_publication_changelist")).content.decode()
    assert reverse(PAGE) in page


def test_the_action_opens_the_page(client, alice, pair):
    client.force_login(alice.owner)
    data = {"action": "merge", "_selected_action": [paper.pk for paper in pair]}
    answer = client.post(reverse("admin:publications_publication_changelist"), data)
    assert answer.headers["Location"].endswith(f"/merge/?ids={pair[0].pk},{pair[1].pk}")


def test_one_alone_is_a_message(client, alice, pair):
    client.force_login(alice.owner)
    data = {"action": "merge", "_selected_action": [pair[0].pk]}
    address = reverse("admin:publications_publication_changelist")
    assert "Choose the two records" in client.post(address, data, follow=True).content.decode()
