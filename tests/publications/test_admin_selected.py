"""Selected publications: one's own choice and order, on a page with all papers."""

import pytest
from django.urls import reverse

from history.models import Revision
from publications.models import Authorship, Publication
from tests.isolation.forms import sent_by

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


def test_selected_papers_keep_their_order(client, alice, rows):
    one, two, three = (row.pk for row in rows)
    client.force_login(alice.owner)
    data = {f"place-{three}": 1, f"place-{one}": 2, f"place-{two}": 3}
    client.post(URL, data | {f"on-{three}": "on", f"on-{one}": "on"})
    assert selected(alice) == [three, one]
    html = client.get(URL).content.decode()
    assert html.index("Paper 3") < html.index("Paper 1") < html.index("Paper 2")


def test_a_search_keeps_what_was_ticked_and_saves_nothing(client, alice, rows):
    one, _two, three = (row.pk for row in rows)
    client.force_login(alice.owner)
    sent = sent_by(client.get(URL)) | {f"on-{three}": "on", "find": "", "q": "páper 1"}
    page = client.post(URL, sent)
    assert [(row.key, row.is_found) for row in page.context["rows"]] == [(str(three), False)]
    assert [row.key for row in page.context["others"] if row.is_found] == [str(one)]
    assert selected(alice) == []
    client.post(URL, sent_by(page) | {f"on-{one}": "on"})
    assert selected(alice) == [three, one]


def test_a_search_does_not_hide_that_another_was_faster(client, alice, rows):
    client.force_login(alice.owner)
    page = client.post(URL, sent_by(client.get(URL)) | {"find": "", "q": "paper"})
    act(client, "select_for_page", rows[0])
    assert "You changed this list in another window" in client.post(URL, sent_by(page)).text


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


# --- Earlier choices ------------------------------------------------------------------------------

VERSIONS = reverse("admin:publications_authorship_order_versions")
LIST = reverse("admin:publications_publication_changelist")


def act(client, action, *rows):
    papers = [row.publication_id for row in rows]
    client.post(LIST, {"action": action, "_selected_action": papers})


def test_what_was_selected_and_hidden_comes_back(client, alice, rows):
    one, two, three = rows
    client.force_login(alice.owner)
    act(client, "select_for_page", one, two)
    act(client, "hide_from_page", two, three)
    assert [v.action for v in Revision.objects.all()] == ["changed", "changed", "found"]
    html = client.get(VERSIONS).content.decode()
    assert "<ins>Paper 3 (hidden)</ins>" in html
    assert "<del>Paper 2</del>" in html
    client.post(VERSIONS, {"restore": Revision.objects.all()[1].pk})
    assert set(selected(alice)) == {one.pk, two.pk}
    assert not alice.authorships.filter(is_hidden=True).exists()


def test_choices_of_the_list_are_one_version(client, alice, rows):
    client.force_login(alice.owner)
    data = {"form-TOTAL_FORMS": 2, "form-INITIAL_FORMS": 2, "_save": "x"}
    for number, row in enumerate(rows[:2]):
        data |= {f"form-{number}-id": row.pk, f"form-{number}-is_selected": "on"}
    client.post(reverse("admin:publications_authorship_changelist") + "?q=Paper", data)
    assert [v.action for v in Revision.objects.all()] == ["changed", "found"]
    assert len(Revision.objects.first().state["on"]) == 2


def test_an_old_list_takes_back_no_choice_made_since(client, alice, rows):
    client.force_login(alice.owner)
    url = reverse("admin:publications_authorship_changelist")
    old = sent_by(client.get(url))
    alice.authorships.filter(pk=rows[0].pk).update(is_selected=True)
    client.post(url, old | {"_save": "x"})
    assert selected(alice) == [rows[0].pk]


def test_an_order_from_a_stale_page_shows_both(client, alice, rows):
    client.force_login(alice.owner)
    stale = sent_by(client.get(URL))
    act(client, "select_for_page", rows[0])
    html = client.post(URL, stale).text
    assert "You changed this list in another window meanwhile" in html
    assert "<li>Paper 1</li>" in html
    assert selected(alice) == [rows[0].pk]
