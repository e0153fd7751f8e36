"""Each import is a batch; a plan that has gone stale is made anew; queries stay few."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from publications import bibtex, importer
from publications.importer import undo
from publications.models import ImportBatch, Publication, Venue
from tests.publications.importing import KELP, actions, dump, take

pytestmark = pytest.mark.django_db


def files(text):
    return [("papers.bib", bibtex.parse(text))]


def many(count):
    return "".join(
        f"@article{{k{n}, title={{Paper {n} about kelp}}, author={{Ahlgren, Alice}}, year=2001}}\n"
        for n in range(count)
    )


def test_import_makes_a_batch(alice):
    take(KELP, alice)
    batch = ImportBatch.objects.get()
    assert (batch.researcher, batch.files, batch.origin) == (alice, ["papers.bib"], "command")
    assert batch.report["created"] == 1
    assert batch.sources.get().citation_key == "kelp"
    assert str(ImportBatch(files=["/home/alice/papers.bib", "kelp/"])) == "papers.bib, kelp"


def test_nothing_new_makes_no_batch(alice):
    take(KELP, alice)
    take(KELP, alice)
    assert ImportBatch.objects.count() == 1


def test_papers_that_it_changes_are_remembered(alice, monkeypatch):
    take(KELP, alice)
    told = []
    monkeypatch.setattr(undo, "save_snapshots", lambda batch, papers: told.append((batch, papers)))
    take(KELP.replace("Imaginary", "Real"), alice)
    assert told == [(ImportBatch.objects.first(), [Publication.objects.get().pk])]


def test_the_moment_of_writing_stands_on_all_that_it_touched(alice):
    take(KELP, alice)
    batch, paper = ImportBatch.objects.get(), Publication.objects.get()
    assert batch.written_at == paper.created_at == paper.updated_at
    take(KELP.replace("Imaginary", "Real") + many(1), alice)
    batch, paper = ImportBatch.objects.first(), Publication.objects.get(pk=paper.pk)
    assert {p.updated_at for p in Publication.objects.all()} == {batch.written_at}
    assert paper.created_at < batch.written_at


def test_what_changed_nothing_is_only_counted(alice):
    take(KELP, alice)
    take(KELP + many(1), alice)
    report = ImportBatch.objects.first().report
    assert (report["unchanged"], report["created"]) == (1, 1)
    assert [record["action"] for record in report["records"]] == ["created"]


def test_what_could_not_be_read_is_kept_with_it(alice):
    take(KELP + "@article{broken, title = {never closed\n", alice)
    (refused,) = ImportBatch.objects.get().report["refused_entries"]
    assert "never closed" in refused["raw"]


def test_a_plan_writes_nothing(alice):
    before = dump()
    plan = importer.plan(files(KELP), alice, by_operator=True)
    assert plan.counts["created"] == 1
    assert dump() == before


def test_a_plan_shows_each_field_before_and_after(alice):
    take(KELP, alice)
    (step,) = importer.plan(files(KELP.replace("Imaginary", "Real")), alice, by_operator=True).steps
    assert [change.field for change in step.changes] == ["container_title"]


def test_an_entry_may_be_left_out(alice):
    assert actions(take(many(3), alice, skip={("papers.bib", 2)})) == ["created", "created"]


def test_another_import_in_between_makes_the_plan_stale(alice):
    plan = importer.plan(files(KELP), alice, by_operator=True)
    take(KELP, alice)
    with pytest.raises(importer.PlanOutdated):
        importer.apply(plan)
    assert Publication.objects.count() == 1


def test_an_edit_in_between_makes_the_plan_stale(alice):
    take(KELP, alice)
    plan = importer.plan(files(KELP.replace("Imaginary", "Real")), alice, by_operator=True)
    paper = Publication.objects.get()
    paper.container_title = "Typed meanwhile"
    paper.save()
    with pytest.raises(importer.PlanOutdated):
        importer.apply(plan)


@pytest.mark.django_db(transaction=True)
def test_a_venue_gone_in_between_makes_the_plan_stale(alice):
    venue = Venue.objects.create(name="Symposium on Imaginary Systems")
    plan = importer.plan(files(KELP), alice, by_operator=True)
    venue.delete()
    with pytest.raises(importer.PlanOutdated):
        importer.apply(plan)
    assert not Publication.objects.exists()


def test_an_error_while_writing_writes_nothing(alice, monkeypatch):
    monkeypatch.setattr("publications.importer.writer.Writer._sources", lambda self, papers: 1 / 0)
    before = dump()
    with pytest.raises(ZeroDivisionError):
        take(KELP, alice)
    assert dump() == before


def test_queries_of_a_plan_do_not_grow_with_its_entries(alice):
    def count(text):
        with CaptureQueriesContext(connection) as queries:
            importer.plan(files(text), alice, by_operator=True)
        return len(queries)

    take(many(20), alice)
    assert count(many(400)) == count(many(40))


def test_queries_of_a_second_run_do_not_grow_with_its_entries(alice):
    take(many(400), alice)
    with CaptureQueriesContext(connection) as few:
        take(many(40), alice)
    with CaptureQueriesContext(connection) as all_of_them:
        take(many(400), alice)
    assert len(few) == len(all_of_them)


def test_what_stands_outside_entries_is_kept(alice):
    text = "---\n---\n@comment{jabref-meta: x}\n@string{k = {Kelp}}\n% @misc{old, title={Old}}\n"
    take(text + KELP, alice)
    (kept,) = ImportBatch.objects.get().report["outside"]
    assert kept["comments"] == ["---\n---", "@comment{jabref-meta: x}", "% @misc{old, title={Old}}"]
    assert kept["strings"] == ["@string{k = {Kelp}}"]


def test_each_piece_of_a_file_takes_the_same_queries(alice, monkeypatch):
    monkeypatch.setattr("publications.importer.planner.CHUNK", 10)
    monkeypatch.setattr("publications.importer.writer.BATCH", 10)

    def count(number):
        Publication.objects.all().delete()
        with CaptureQueriesContext(connection) as queries:
            take(many(number), alice)
        return len(queries)

    count(10)
    one, two, five = count(10), count(20), count(50)
    assert five - two == 3 * (two - one)


def test_of_very_many_entries_the_first_are_told(alice, monkeypatch):
    monkeypatch.setattr("publications.importer.report.KEPT", 3)
    take(many(5), alice)
    report = ImportBatch.objects.get().report
    assert (report["created"], len(report["records"]), report["left_out"]) == (5, 3, 2)
