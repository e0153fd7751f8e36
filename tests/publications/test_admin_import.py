"""Importing in the admin: paste or upload, see the plan, apply exactly that."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from profiles.models import Delegation
from publications.admin import import_forms
from publications.models import ImportBatch, PendingImport, Publication
from tests.conftest import make_researcher
from tests.publications.admin_import import ADD, apply, form_of, paste, plan_of, plan_url, upload
from tests.publications.importing import KELP, take

MOSS = "@article{moss, title = {Moss}, author = {Ahlgren, Alice}, year = {2020}}\n"
BROKEN = "@article{broken, title = {never closed\n"


def edited_by_hand(**values):
    paper = Publication.objects.get()
    for name, value in values.items():
        setattr(paper, name, value)
    paper.save()
    return paper


def test_pasted_entries_are_planned_then_imported(at_work, alice):
    page = plan_of(at_work, KELP + MOSS + BROKEN)
    assert not Publication.objects.exists()
    result = apply(at_work, page).content.decode()
    assert "Imported: 2 new papers" in result
    kelp = Publication.objects.get(citation_key="kelp")
    assert kelp.get_absolute_url() in result
    assert f"/admin/publications/publication/{kelp.pk}/change/" in result
    assert "never closed" in result
    batch = ImportBatch.objects.get()
    assert (batch.researcher, batch.user, batch.origin) == (alice, alice.owner, "admin")


def test_an_uploaded_file_is_read(at_work):
    answer = upload(at_work, KELP.encode())
    assert "Growing Consensus in Kelp Forests" in at_work.get(answer.url).content.decode()
    assert PendingImport.objects.get().name == "papers.bib"


def test_a_file_in_utf16_is_read(at_work):
    answer = upload(at_work, KELP.replace("Kelp Forests", "Škelp").encode("utf-16"))
    assert "Škelp" in at_work.get(answer.url).content.decode()


def test_an_unticked_entry_is_left_out(at_work):
    page = plan_of(at_work, KELP + MOSS)
    first, _second = form_of(page)["entry"]
    apply(at_work, page, entry=[first])
    assert [paper.citation_key for paper in Publication.objects.all()] == ["kelp"]


def test_nothing_ticked_changes_nothing(at_work):
    answer = apply(at_work, plan_of(at_work, KELP), entry=[])
    assert "nothing was changed" in answer.content.decode()
    assert not ImportBatch.objects.exists()


def test_a_second_time_there_is_nothing_to_import(at_work, alice):
    take(KELP, alice, file="pasted.bib")
    page = plan_of(at_work, KELP)
    assert "nothing in this file is new" in page
    assert 'class="default"' not in page


def test_drafts_are_asked_for(at_work):
    apply(at_work, plan_of(at_work, KELP, state="draft"))
    assert Publication.objects.get().published_at is None


def test_a_change_is_shown_before_and_after(at_work, alice):
    take(KELP, alice, file="pasted.bib")
    page = plan_of(at_work, KELP.replace("Imaginary", "Real"))
    assert "Symposium on Imaginary Systems" in page
    assert "Symposium on Real Systems" in page
    assert "Appeared in" in page
    apply(at_work, page)
    assert Publication.objects.get().container_title == "Symposium on Real Systems"


def test_never_leaves_what_is_here(at_work, alice):
    take(KELP, alice, file="pasted.bib")
    page = plan_of(at_work, KELP.replace("Imaginary", "Real") + MOSS, update="never")
    apply(at_work, page)
    kelp = Publication.objects.get(citation_key="kelp")
    assert kelp.container_title == "Symposium on Imaginary Systems"
    assert Publication.objects.count() == 2


# --- Conflicts ------------------------------------------------------------------------------------


@pytest.fixture
def conflict(at_work, alice):
    """The page of a plan whose one entry says another title than a hand wrote here."""
    take(KELP, alice, file="pasted.bib")
    edited_by_hand(container_title="Typed by hand")
    return plan_of(at_work, KELP.replace("Imaginary", "Real"))


def test_a_conflict_is_a_question(conflict):
    assert "Keep mine</strong> Typed by hand" in conflict
    assert "Take the file’s</strong> Symposium on Real Systems" in conflict
    assert "kept as edited" not in conflict


def test_unanswered_mine_is_kept(at_work, conflict):
    apply(at_work, conflict)
    assert Publication.objects.get().container_title == "Typed by hand"


def test_theirs_is_taken_where_asked(at_work, conflict):
    (name,) = [name for name in form_of(conflict) if name.startswith("take:")]
    apply(at_work, conflict, **{name: "theirs"})
    assert Publication.objects.get().container_title == "Symposium on Real Systems"


# --- What is applied is what was shown ------------------------------------------------------------


def test_an_edit_since_shows_the_new_plan(at_work, alice):
    take(KELP, alice, file="pasted.bib")
    page = plan_of(at_work, KELP.replace("Imaginary", "Real") + MOSS)
    edited_by_hand(container_title="Typed meanwhile")
    answer = apply(at_work, page, entry=form_of(page)["entry"][:1]).content.decode()
    assert "Something here changed since you saw the plan" in answer
    assert "Keep mine</strong> Typed meanwhile" in answer
    assert Publication.objects.count() == 1
    assert len(form_of(answer)["entry"]) == 1  # the choice is kept


def test_a_forged_digest_applies_nothing(at_work):
    apply(at_work, plan_of(at_work, KELP), digest="0" * 64)
    assert not Publication.objects.exists()


def test_an_edit_that_comes_while_applying_shows_the_new_plan(at_work, alice, monkeypatch):
    from publications import importer

    def stale(*args, **kwargs):
        raise importer.PlanOutdated

    page = plan_of(at_work, KELP)
    monkeypatch.setattr(importer, "apply", stale)
    assert "Something here changed" in apply(at_work, page).content.decode()
    assert not Publication.objects.exists()


def test_applied_twice_it_leads_to_the_first(at_work):
    page = plan_of(at_work, KELP)
    apply(at_work, page)
    answer = apply(at_work, page)
    number = ImportBatch.objects.get().pk
    assert answer.redirect_chain[-1][0] == f"/admin/publications/importbatch/{number}/change/"
    assert bytes(PendingImport.objects.get().data) == b""


# --- On the way -----------------------------------------------------------------------------------


def test_another_encoding_reads_the_same_file_again(at_work):
    upload(at_work, KELP.replace("Kelp Forests", "Šárka").encode("cp1250"))
    url = plan_url() + "options/"
    answer = at_work.post(url, {"update": "fill", "state": "publish", "encoding": "cp1250"})
    assert "Šárka" in at_work.get(answer.url).content.decode()
    assert PendingImport.objects.count() == 1


def test_an_unfinished_import_is_offered_and_discarded(at_work):
    paste(at_work, KELP)
    assert plan_url() in at_work.get(ADD).content.decode()
    at_work.post(plan_url() + "discard/")
    assert not PendingImport.objects.exists()


def test_the_same_form_twice_is_one_import(at_work):
    token = at_work.get(ADD).context["token"]
    paste(at_work, KELP, token=token)
    paste(at_work, MOSS, token=token)
    assert bytes(PendingImport.objects.get().data) == MOSS.encode()


def test_after_a_day_it_is_gone(at_work):
    import datetime

    paste(at_work, KELP)
    old = plan_url()
    PendingImport.objects.update(
        created_at=PendingImport.objects.get().created_at - datetime.timedelta(hours=25)
    )
    assert at_work.get(old).status_code == 404
    paste(at_work, MOSS)
    assert PendingImport.objects.count() == 1


def test_whose_papers_is_asked_of_one_who_keeps_several_records(at_work, alice):
    second = make_researcher("Ada Ahlgren")
    Delegation.objects.create(researcher=second, user=alice.owner, may_publish=True)
    assert 'name="researcher"' in at_work.get(ADD).content.decode()
    apply(at_work, plan_of(at_work, KELP, researcher=second.pk), unnamed="reading-list")
    assert ImportBatch.objects.get().researcher == second


def test_a_manager_may_import_for_whoever_is_named(client, manager, alice, bob):
    client.force_login(manager)
    apply(client, plan_of(client, KELP))
    linked = Publication.objects.get().authorships.values_list("researcher__slug", flat=True)
    assert set(linked) == {"alice-ahlgren", "bob-brandt"}


def test_progress_tells_a_token_even_where_nothing_is_under_way(at_work):
    paste(at_work, KELP)
    answer = at_work.get(plan_url().replace("plan", "progress"))
    assert set(answer.json()) == {"csrf"}


def test_progress_is_told_while_it_goes(at_work, alice, settings, monkeypatch):
    from publications.admin import import_forms

    settings.CACHES = settings.CACHES | {"counts": settings.CACHES["cards"]}
    monkeypatch.setattr("publications.progress.PAUSE", 0)
    paste(at_work, KELP)
    seen = []
    plan = import_forms.importer.plan

    def spied(*args, **kwargs):
        result = plan(*args, **kwargs)
        seen.append(at_work.get(plan_url().replace("plan", "progress")).json())
        return result

    monkeypatch.setattr(import_forms.importer, "plan", spied)
    at_work.get(plan_url())
    assert seen[0] | {"csrf": ""} == {"stage": "planning", "done": 1, "total": 1, "csrf": ""}
    assert set(at_work.get(plan_url().replace("plan", "progress")).json()) == {"csrf"}


@pytest.mark.parametrize("place", ["importbatch/", "publication/", ""])
def test_the_way_in_stands_where_one_looks(at_work, place):
    page = at_work.get(f"/admin/publications/{place}" if place else "/admin/").content.decode()
    assert ADD in page
    assert "Import papers" in page


def many(start, end):
    numbers = range(start, end)
    return "".join(MOSS.replace("moss", f"m{n}").replace("Moss", f"On moss {n}") for n in numbers)


def test_queries_do_not_grow_with_the_entries(at_work, alice, monkeypatch):
    monkeypatch.setattr(import_forms, "PER_PAGE", 5)  # of both the plan is kept
    take(many(0, 200), alice, file="pasted.bib")

    def count(text):
        with CaptureQueriesContext(connection) as queries:
            page = plan_of(at_work, text)
            apply(at_work, page)
        return len(queries)

    few = count(many(0, 10).replace("2020", "2021") + many(200, 210))
    more = count(many(10, 110).replace("2020", "2021") + many(210, 310))
    assert more <= few + 30  # SQLite takes so many columns at a time
