"""The history of imports: a list, a page for each, and the way back."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from publications.models import ImportBatch, Publication
from tests.publications.importing import KELP, take

pytestmark = pytest.mark.django_db
LIST = "/admin/publications/importbatch/"
BROKEN = "@article{broken, title = {never closed\n"


def page_of(client, view="change", batch=None, query=""):
    number = (batch or ImportBatch.objects.latest("pk")).pk
    return client.get(f"{LIST}{number}/{view}/{query}").content.decode()


def undo(client):
    return client.post(f"{LIST}{ImportBatch.objects.latest('pk').pk}/undo/", follow=True)


def test_import_lists_its_papers_and_refusals(at_work, alice):
    take(KELP + BROKEN, alice)
    listed = at_work.get(LIST).content.decode()
    assert "papers.bib" in listed
    assert "1 new, 1 refused" in listed
    page = page_of(at_work)
    assert "Growing Consensus in Kelp Forests" in page
    assert Publication.objects.get().get_absolute_url() in page
    assert "@article{broken, title = {never closed" in page
    assert "never ends" in page
    assert "Undo this import" in page


def test_the_list_loads_no_report(at_work, alice):
    take(KELP, alice)
    with CaptureQueriesContext(connection) as queries:
        at_work.get(LIST)
    assert not [q for q in queries if '"publications_importbatch"."report"' in q["sql"]]


def test_before_the_first_import_it_says_what_one_is(at_work):
    page = at_work.get(LIST).content.decode()
    assert "What was imported, and how to undo it." in page
    assert f"{LIST}add/" in page


def test_problems_are_told_in_the_words_of_the_forms(at_work, alice):
    take(KELP, alice)
    Publication.objects.update(container_title="Typed by hand")
    take(KELP.replace("Imaginary", "Real") + "@misc{moss, title = {Moss}}", alice)
    page = page_of(at_work)
    assert "Appeared in: kept as edited here (Typed by hand)" in page
    assert "container_title" not in page


def test_text_beside_the_entries_is_kept_and_shown(at_work, alice):
    take('@string{kelpj = "Kelp Journal"}\nA note <of> mine\n' + KELP, alice)
    page = page_of(at_work)
    assert "A note &lt;of&gt; mine" in page
    assert "@string{kelpj" in page


def test_each_count_leads_to_its_entries(at_work, alice):
    take(KELP, alice)
    text = KELP.replace("Imaginary", "Real") + "@misc{moss, title = {Moss}}"
    take(text, alice)
    assert "Growing Consensus" not in page_of(at_work)
    assert "Growing Consensus" in page_of(at_work, query="?show=updated")
    assert "Moss" in page_of(at_work, query="?show=<script>")


def test_a_long_import_has_pages(at_work, alice, monkeypatch):
    from publications.admin import import_pages

    monkeypatch.setattr(import_pages, "PER_PAGE", 2)
    take("".join(f"@misc{{m{n}, title = {{Moss {n}}}}}\n" for n in range(5)), alice)
    assert "Page 1 of 3" in page_of(at_work)
    assert "Moss 4" in page_of(at_work, query="?p=3")
    assert "Moss 4" in page_of(at_work, query="?p=99")


def test_a_paper_that_is_gone_is_told_to_be(at_work, alice):
    take(KELP, alice)
    Publication.objects.all().delete()
    assert "its paper is not here any more" in page_of(at_work)


# --- Undo -----------------------------------------------------------------------------------------


def test_undo_asks_first_and_names_what_goes(at_work, alice):
    take(KELP, alice)
    page = page_of(at_work, "undo")
    assert "Growing Consensus in Kelp Forests" in page
    assert Publication.objects.exists()


def test_undo_takes_it_back(at_work, alice):
    take(KELP, alice)
    answer = undo(at_work).content.decode()
    assert "Undone: 1 paper." in answer
    assert not Publication.objects.exists()
    assert "Undo this import" not in answer


def test_undo_names_what_it_kept(at_work, alice):
    take(KELP + "@misc{moss, title = {Moss}, author = {Ahlgren, Alice}}", alice)
    Publication.objects.get(title="Moss").save()
    answer = undo(at_work).content.decode()
    assert "Undone: 1 paper. 1 paper is kept; why, you see below." in answer
    assert "Kept when it was undone" in answer
    assert "It was edited since." in answer


def test_what_was_kept_for_a_later_import_goes_once_that_is_undone(at_work, alice):
    take(KELP, alice)
    first = ImportBatch.objects.get()
    take(KELP.replace("Imaginary", "Real"), alice)
    at_work.post(f"{LIST}{first.pk}/undo/")
    undo(at_work)
    assert "Undo the rest" in page_of(at_work, batch=first)
    at_work.post(f"{LIST}{first.pk}/undo/")
    assert not Publication.objects.exists()


def test_undo_twice_is_refused_kindly(at_work, alice):
    take(KELP, alice)
    undo(at_work)
    assert "undone already" in undo(at_work).content.decode()


def test_an_import_from_before_there_was_undo_says_so(at_work, alice):
    ImportBatch.objects.create(researcher=alice, files=["old.bib"])
    assert "made before there was undo" in page_of(at_work)
    assert "older than undo" in undo(at_work).content.decode()


def test_an_undone_import_says_when(at_work, alice):
    take(KELP, alice)
    ImportBatch.objects.update(undone_at=timezone.now())
    assert "<dt>Undone</dt>" in page_of(at_work)
