"""Selected papers: one's own choice and order, on a page with all papers."""

import pytest
from django.urls import reverse

from publications.models import Authorship, Publication

pytestmark = pytest.mark.django_db
URL = reverse("admin:publications_authorship_order")


@pytest.fixture
def rows(alice):
    papers = [Publication.objects.create(title=f"Paper {n}", slug=f"p{n}") for n in (1, 2, 3)]
    make = Authorship.objects.create
    return [make(publication=paper, researcher=alice, family="A") for paper in papers]


def selected(researcher):
    chosen = researcher.authorships.filter(is_selected=True).order_by("selected_position")
    return list(chosen.values_list("pk", flat=True))


def test_it_works(client, alice, rows):
    one, two, three = (row.pk for row in rows)
    client.force_login(alice.owner)
    data = {f"place-{three}": 1, f"place-{one}": 2, f"place-{two}": 3}
    client.post(URL, data | {f"on-{three}": "on", f"on-{one}": "on"})
    assert selected(alice) == [three, one]
    html = client.get(URL).content.decode()
    assert html.index("Paper 3") < html.index("Paper 1") < html.index("Paper 2")


def test_rows_of_a_colleague_stay_as_they_are(client, alice, bob, rows):
    colleague = Authorship.objects.create(
        publication=rows[0].publication, researcher=bob, is_selected=True, selected_position=7
    )
    client.force_login(alice.owner)
    client.post(URL, {f"place-{colleague.pk}": 1})
    colleague.refresh_from_db()
    assert (colleague.is_selected, colleague.selected_position) == (True, 7)


def test_a_paper_selected_in_the_list_comes_last(client, alice, rows):
    Authorship.objects.filter(pk=rows[0].pk).update(is_selected=True, selected_position=4)
    client.force_login(alice.owner)
    data = {"form-TOTAL_FORMS": 1, "form-INITIAL_FORMS": 1, "form-0-id": rows[1].pk, "_save": "x"}
    client.post(
        reverse("admin:publications_authorship_changelist") + "?q=Paper+2",
        data | {"form-0-is_selected": "on"},
    )
    assert selected(alice) == [rows[0].pk, rows[1].pk]
