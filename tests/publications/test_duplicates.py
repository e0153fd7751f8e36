"""Papers that look like one: shown with a link to merge them, or told apart for good."""

import pytest
from django.urls import reverse

from publications.matching import paper_index
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


def test_alike_papers_are_offered_for_merging(client, alice, pair):
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


def with_version(paper, **values):
    paper.versions.create(**{"title": "Another Word for It", "entry_type": "misc"} | values)


def test_whoever_is_found_among_all_is_found_by_indexes(alice, monkeypatch):
    titles = ("Growing Kelp in the Sea", "Growing kélp in the sea", "$K$ of the Sea and Shore")
    for number, title in enumerate((*titles, "K of the “Sea” and Shore", "Of Reefs at Night")):
        make_paper(title, alice, slug=f"t{number}")
    with_version(make_paper("Sea Kelp", alice), title="Growing Kelp – in the Sea")
    with_version(make_paper("Two", alice), title="Of Reefs, at Night")
    with_version(make_paper("Three", alice, arxiv="2401.00001"), doi="10.5555/A")
    with_version(make_paper("Four", alice), arxiv="2401.00001", title="Four")
    make_paper("Five", alice, doi="10.5555/a")
    make_paper("Six", alice, pmid="1")
    make_paper("Seven", alice, pmid="1")
    make_paper("Alone with Its Title", alice)
    found = groups()
    assert [len(group) for group in found] == [2, 3, 2, 3, 2]
    every = set(Publication.objects.values_list("pk", flat=True))
    monkeypatch.setattr(paper_index, "_may_be_alike", lambda *_rest: every)
    assert groups() == found


def test_a_paper_like_no_other_is_not_read(alice, monkeypatch):
    make_paper("Growing Kelp in the Sea", alice)
    make_paper("Of Reefs at Night", alice)
    monkeypatch.setattr(paper_index, "stored_forms", pytest.fail)
    assert groups() == []


def test_of_many_papers_those_that_came_last_are_compared(client, alice, monkeypatch):
    monkeypatch.setattr(paper_index, "MANY", 5, raising=False)
    monkeypatch.setattr(paper_index, "AT_A_TIME", 3, raising=False)
    titles = ("Of Reefs at Night", "Growing Kelp in the Sea", "Moths and $x$ of Old", "One", "Two")
    first = [make_paper(title, alice, doi="10.5555/a" * (title == "One")) for title in titles]
    shore = [make_paper("Of the Sea and Shore", alice, slug=f"s{n}") for n in range(2)]
    growing = make_paper("Growing kelp: in the sea", alice, slug="g")
    moths = make_paper("Moths, and x of old", alice, slug="m")
    doi = make_paper("Three", alice, doi="10.5555/a")
    client.force_login(alice.owner)
    shown = client.get(reverse(PAGE))
    pairs = [(first[3], doi), (first[2], moths), (first[1], growing)]
    assert ids_of(shown) == [f"{one.pk},{other.pk}" for one, other in pairs]
    older = f"?before={growing.pk}"
    assert f'<a href="{older}">' in shown.content.decode()
    shown = client.get(reverse(PAGE) + older)
    assert ids_of(shown) == [f"{shore[0].pk},{shore[1].pk}"]
    older = f"?before={first[4].pk}"
    assert f'<a href="{older}">' in shown.content.decode()
    shown = client.get(reverse(PAGE) + older)
    assert ids_of(shown) == []
    assert "?before=" not in shown.content.decode()


def test_those_that_came_before_are_told_apart(client, alice, pair):
    make_paper("Of Reefs at Night", alice)
    address = f"{reverse(PAGE)}?before={pair[1].pk + 1}"
    client.force_login(alice.owner)
    answer = client.post(address, {"apart": f"{pair[0].pk},{pair[1].pk}"})
    assert answer.headers["Location"] == address
    assert NotDuplicate.objects.count() == 1


def ids_of(page):
    return [ids for _papers, ids, _rest in page.context["groups"]]


def test_queries_do_not_grow(alice, django_assert_max_num_queries):
    for number in range(20):
        make_paper("Growing Kelp in the Sea", alice, slug=f"k{number}")
    with django_assert_max_num_queries(14):
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
    assert "Choose the two duplicates" in client.post(address, data, follow=True).content.decode()
