"""The addresses of an import, tried by those who have no business there, or out of turn."""

import pytest
from django.urls import reverse

from publications.models import (
    Authorship,
    AuthorshipSuggestion,
    ImportBatch,
    PendingImport,
    Publication,
)
from tests.publications.admin_import import OPTIONS, form_of, paste, plan_of, plan_url
from tests.publications.importing import KELP, take
from tests.publications.papers import make_paper

pytestmark = pytest.mark.django_db
HUGE = "9" * 40
LIST = reverse("admin:publications_importbatch_changelist")
SUGGESTIONS = reverse("admin:publications_authorshipsuggestion_changelist")
PAPERS = reverse("admin:publications_publication_changelist")


def batch_url(name="change"):
    return f"{LIST}{ImportBatch.objects.latest('pk').pk}/{name}/"


def suggestion_for(researcher, paper):
    name = Authorship.objects.create(publication=paper, family=researcher.family_name)
    return AuthorshipSuggestion.objects.create(authorship=name, researcher=researcher)


# --- Another's --------------------------------------------------------------------------------


def test_owner_opens_own_import(at_work, alice):
    take(KELP, alice)
    for name in ("change", "undo"):
        assert at_work.get(batch_url(name)).status_code == 200


@pytest.mark.parametrize("name", ["change", "undo", "delete", "history"])
def test_a_colleagues_import_is_not_there(client, alice, bob, name):
    take(KELP, alice)
    client.force_login(bob.owner)
    assert client.get(batch_url(name)).status_code == 404
    assert "pasted.bib" not in client.get(LIST).content.decode()


@pytest.mark.parametrize("name", ["change", "undo"])
def test_nor_for_one_without_a_record(client, alice, charlie, name):
    take(KELP, alice)
    client.force_login(charlie)
    assert client.get(batch_url(name)).status_code == 404
    assert client.post(batch_url(name)).status_code == 404


def test_options_make_no_import_a_colleagues(at_work, alice, bob):
    paste(at_work, KELP)
    answer = at_work.post(plan_url() + "options/", OPTIONS | {"researcher": bob.pk})
    assert PendingImport.objects.get().researcher == alice
    assert answer.status_code in (200, 302)


@pytest.mark.parametrize("forged", [{"trusted": "1"}, {"user": "1"}, {"origin": "command"}])
def test_a_field_that_is_none_of_the_form_is_nothing(at_work, alice, bob, forged):
    """Trusted is what a manager's import is: it would link Bob without asking him."""
    page = plan_of(at_work, KELP, **forged)
    at_work.post(plan_url(), form_of(page) | forged)
    assert not Authorship.objects.filter(researcher=bob).exists()
    batch = ImportBatch.objects.get()
    assert (batch.user, batch.origin) == (alice.owner, ImportBatch.Origin.ADMIN)


@pytest.mark.parametrize("answer", ["confirm", "refuse", "take_back"])
def test_a_colleagues_question_is_not_answered(client, alice, bob, answer):
    row = suggestion_for(alice, make_paper("Kelp", alice, owner=alice))
    client.force_login(bob.owner)
    client.post(SUGGESTIONS, {f"row_{answer}": row.pk})
    client.post(SUGGESTIONS, {"action": answer, "_selected_action": [row.pk]})
    state = row.state
    row.refresh_from_db()
    assert row.state == state
    assert not Authorship.objects.filter(pk=row.authorship_id, researcher=alice).exists()


def test_all_at_once_exports_no_more_than_the_list(client, alice, bob):
    """Django's "select all" takes the whole list, not the ids."""
    make_paper("Unsaid", alice, owner=alice, published_at=None)
    mine = make_paper("Mine", bob, owner=bob)
    client.force_login(bob.owner)
    data = {"action": "export_bibtex", "_selected_action": [mine.pk], "select_across": "1"}
    text = client.post(PAPERS, data).content
    assert b"Mine" in text
    assert b"Unsaid" not in text


# --- Out of turn ------------------------------------------------------------------------------


def test_the_same_press_again_imports_nothing_more(at_work):
    page = plan_of(at_work, KELP)
    url = plan_url()
    first = at_work.post(url, form_of(page))
    again = at_work.post(url, form_of(page))
    assert again.url == first.url
    assert ImportBatch.objects.count() == Publication.objects.count() == 1


def test_a_digest_of_another_plan_imports_nothing(at_work):
    seen = form_of(plan_of(at_work, KELP))
    paste(at_work, KELP.replace("Growing Consensus", "Losing Consensus"))
    answer = at_work.post(plan_url(), seen, follow=True)
    assert "changed since you saw the plan" in answer.content.decode()
    assert not Publication.objects.exists()


def test_an_import_undone_is_not_undone_again(at_work, alice):
    take(KELP, alice)
    url = batch_url("undo")
    at_work.post(url)
    make_paper("Since", alice, owner=alice)
    assert at_work.post(url).status_code == 302
    assert Publication.objects.get().title == "Since"


def test_looking_at_undo_undoes_nothing(at_work, alice):
    take(KELP, alice)
    for method in ("get", "head", "put", "delete", "patch", "options"):
        getattr(at_work, method)(batch_url("undo"))
    assert Publication.objects.exists()
    assert ImportBatch.objects.get().undone_at is None


@pytest.mark.parametrize("method", ["get", "head", "put", "delete", "patch", "options"])
def test_only_a_press_applies_or_discards(at_work, method):
    paste(at_work, KELP)
    for url in (plan_url(), plan_url() + "discard/"):
        assert getattr(at_work, method)(url).status_code < 500
    assert PendingImport.objects.count() == 1
    assert not Publication.objects.exists()


def test_a_session_that_ended_imports_and_undoes_nothing(at_work, alice):
    take(KELP.replace("Growing Consensus", "Earlier"), alice)
    page = plan_of(at_work, KELP.replace("kelp,", "other,"))
    plan, undo = plan_url(), batch_url("undo")
    at_work.logout()
    for url in (plan, plan + "discard/", undo):
        answer = at_work.post(url, form_of(page))
        assert answer.url.startswith("/admin/login/")
    assert PendingImport.objects.count() == Publication.objects.count() == 1


def test_a_form_of_another_site_is_refused(alice, bob):
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    client.force_login(alice.owner)
    take(KELP, alice)
    assert client.post(batch_url("undo")).status_code == 403
    assert Publication.objects.exists()


# --- Numbers that are none --------------------------------------------------------------------


@pytest.mark.parametrize("number", [HUGE, "-1", "0", "x", "²", "1_0", "1%00"])
@pytest.mark.parametrize("name", ["change", "undo"])
def test_an_import_of_no_number_is_not_found(at_work, number, name):
    assert at_work.get(f"{LIST}{number}/{name}/").status_code == 404
    assert at_work.post(f"{LIST}{number}/{name}/").status_code == 404


@pytest.mark.parametrize("number", [HUGE, "-1", "x", "²", "\0"])
def test_an_answer_to_no_question_changes_nothing(at_work, alice, number):
    row = suggestion_for(alice, make_paper("Kelp", alice, owner=alice))
    for data in (
        {"row_confirm": number},
        {"action": "confirm", "_selected_action": [number]},
    ):
        assert at_work.post(SUGGESTIONS, data).status_code < 500
    state = row.state
    row.refresh_from_db()
    assert row.state == state


@pytest.mark.parametrize("number", [HUGE, "-1", "x", "²", "\0"])
@pytest.mark.parametrize("action", ["export_bibtex", "merge"])
def test_actions_on_no_paper_are_no_error(at_work, alice, number, action):
    make_paper("Kelp", alice, owner=alice)
    data = {"action": action, "_selected_action": [number]}
    answer = at_work.post(PAPERS, data)
    assert answer.status_code < 500


@pytest.mark.parametrize("number", [HUGE, "x", "\0", "-1"])
def test_a_researcher_of_no_number_is_refused(at_work, number):
    answer = paste(at_work, KELP, researcher=number)
    assert answer.status_code in (200, 302)
    assert not PendingImport.objects.exclude(researcher__slug="alice-ahlgren").exists()


@pytest.mark.parametrize("query", ["show=x&p=" + HUGE, "p=-1", "p=%00", "show=refused&p=²"])
def test_a_page_of_an_import_that_is_none_is_a_page(at_work, alice, query):
    take(KELP, alice)
    assert at_work.get(f"{batch_url()}?{query}").status_code == 200
