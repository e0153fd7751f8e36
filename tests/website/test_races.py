"""Two requests on one row at the same moment: each is answered, and nothing typed is lost."""

import pytest
from django.contrib import admin
from django.db import connection
from django.urls import reverse

from profiles.models import NewsItem
from publications import claims, importer, reference_lists
from publications.admin.import_forms import Proposal
from publications.models import AuthorshipSuggestion, ImportBatch, PendingImport
from tests.profiles.test_admin_own_record import NEWS
from tests.publications.admin_import import apply, form_of, plan_of, plan_url
from tests.publications.importing import KELP
from tests.publications.papers import make_paper


def test_an_edit_keeps_its_text_while_another_deletes_the_row(at_work, alice, monkeypatch):
    news = NewsItem.objects.create(researcher=alice, date="2025-11", body="As it was.")
    delete = reverse("admin:profiles_newsitem_delete", args=[news.pk])
    changeform_view = admin.ModelAdmin.changeform_view

    def deleted_first(*args):
        """Between the look at the address and the form."""
        monkeypatch.undo()
        at_work.post(delete, {"post": "yes"})
        return changeform_view(*args)

    monkeypatch.setattr(admin.ModelAdmin, "changeform_view", deleted_first)
    change = reverse("admin:profiles_newsitem_change", args=[news.pk])
    answer = at_work.post(change, NEWS | {"body": "A long text."})
    assert answer.status_code == 409
    assert "A long text." in answer.text


@pytest.fixture
def discarded_meanwhile(monkeypatch):
    run = importer.apply

    def apply_and_discard(*args, **options):
        report = run(*args, **options)
        PendingImport.objects.all().delete()
        return report

    monkeypatch.setattr(importer, "apply", apply_and_discard)


def test_an_import_ends_well_while_its_plan_is_discarded(at_work, discarded_meanwhile):
    answer = apply(at_work, plan_of(at_work, KELP))
    assert (answer.status_code, ImportBatch.objects.count()) == (200, 1)
    assert "Imported: 1 new paper" in answer.text


def test_a_plan_that_is_discarded_meanwhile_imports_nothing(at_work, monkeypatch):
    page = plan_of(at_work, KELP)
    form, url, parse = form_of(page), plan_url(), reference_lists.parse

    def discard_and_parse(*args, **options):
        PendingImport.objects.all().delete()
        return parse(*args, **options)

    monkeypatch.setattr(reference_lists, "parse", discard_and_parse)
    assert at_work.post(url, form).status_code == 404
    assert not ImportBatch.objects.exists()


def test_a_plan_that_is_discarded_before_it_is_read_is_not_there(at_work, monkeypatch):
    page = plan_of(at_work, KELP)
    form, url, rows_state = form_of(page), plan_url(), Proposal.rows_state

    def discard_and_look(proposal):
        PendingImport.objects.all().delete()
        return rows_state(proposal)

    monkeypatch.setattr(Proposal, "rows_state", discard_and_look)
    assert at_work.post(url, form).status_code == 404
    assert not ImportBatch.objects.exists()


def test_what_was_imported_is_not_called_discarded(at_work):
    page = plan_of(at_work, KELP)
    url = plan_url()
    apply(at_work, page)
    answer = at_work.post(f"{url}discard/", follow=True)
    assert "Nothing was imported" not in answer.text
    assert "Import " in answer.context["title"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("answer", [claims.accept, claims.decline, claims.take_back])
def test_an_answer_is_read_and_given_in_one_transaction(alice, bob, monkeypatch, answer):
    """Else of a “not me” and a “yes” at one moment, one fails, or is forgotten."""
    name = make_paper("Tides", bob, "Alice Ahlgren").authorships.get(researcher=None)
    row = AuthorshipSuggestion.objects.create(authorship=name, researcher=alice)
    locked, answerable = [], claims.answerable

    def watched(user):
        locked.append(connection.in_atomic_block)
        return answerable(user)

    monkeypatch.setattr(claims, "answerable", watched)
    answer(row, alice.owner)
    assert locked == [True]
