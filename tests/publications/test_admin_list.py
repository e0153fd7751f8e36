"""The list of papers: who wrote them, and what a search in it finds."""

import pytest
from django.urls import reverse

from tests.publications.papers import make_paper

pytestmark = pytest.mark.django_db
LIST = reverse("admin:publications_publication_changelist")


def test_it_names_the_first_authors(client, alice):
    make_paper("On kelp", alice, "Bo Ek", owner=alice)
    make_paper("On reefs", alice, "Bo Ek", "Cy Fox", "Di Gray", "Ed Hill", owner=alice)
    client.force_login(alice.owner)
    html = client.get(LIST).text
    assert ">Ahlgren and Ek<" in html
    assert ">Ahlgren, Ek, Fox, et al.<" in html


def test_formulas_are_set(client, alice):
    make_paper("Of $x^2$", alice, owner=alice)
    client.force_login(alice.owner)
    for url in (LIST, reverse("admin:publications_authorship_changelist")):
        assert "<msup>" in client.get(url).text


def test_many_authors_are_not_read(client, alice):
    make_paper("On kelp", alice, *(f"Bo Ek{number}" for number in range(30)), owner=alice)
    client.force_login(alice.owner)
    [paper] = client.get(LIST).context["cl"].result_list
    assert len(paper.first_names) == 5


def test_a_year_is_found(client, alice):
    for year in ("2019", "2021"):
        make_paper(f"Tides {year[2:]}", alice, owner=alice, date=year)
    client.force_login(alice.owner)
    assert [str(paper) for paper in client.get(LIST, {"q": "2019"}).context["cl"].result_list] == [
        "Tides 19"
    ]


def test_what_deletes_is_the_last_action(client, alice):
    make_paper("On kelp", alice, owner=alice)
    client.force_login(alice.owner)
    form = client.get(LIST).context["action_form"]
    assert [name for name, _words in form.fields["action"].choices][-1] == "delete_selected"
