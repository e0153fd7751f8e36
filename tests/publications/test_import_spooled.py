"""A plan of more papers than are held in memory: the rest waits in a spool, and nothing differs."""

import pytest

from profiles.models import Researcher
from publications import importer
from publications.bibtex import parse
from publications.bibtex.record import Spool
from publications.importer import paper_store, planner
from publications.models import Authorship, Publication, Source


def entry(key, title, more=""):
    return f"@article{{{key}, title={{{title}}}, author={{Ahlgren, Alice and Roe, R.}}{more}}}\n"


WHALES = "The Slow Migration of Imaginary Whales"
FILE = (
    entry("a", WHALES, ", year=2021, volume=3")
    + entry("b", "Four Ways of Counting Herring", ", crossref={p}")
    + "@article{o, title={On Tides Nobody Measured}, author={Roe, R. and others}}\n"
    + entry("c", "Tides for Everybody Else", ", topics={tides}, doi={10.5555/tides}")
    + "@proceedings{p, title={Proceedings of Herring}, ids={q}, year=2020}\n"
    + entry("d", WHALES, ", year=2021, volume=3, note={Best paper}")
    + entry("e", "A Fifth Paper on Herring", ", crossref={Q}")
)


@pytest.fixture
def alice(db):
    return Researcher.objects.create(given_name="Alice", family_name="Ahlgren", slug="alice")


def run(researcher, **options):
    return importer.run([("papers.bib", parse(FILE))], researcher, by_operator=True, **options)


def stored():
    papers = Publication.objects.order_by("slug")
    return (
        list(papers.values_list("slug", "title", "container_title", "note", "fields")),
        list(Authorship.objects.values_list("publication__slug", "role", "family", "researcher")),
        list(Source.objects.order_by("pk").values_list("publication__slug", "raw", "values")),
    )


def small(monkeypatch):
    monkeypatch.setattr(planner, "CHUNK", 1)
    monkeypatch.setattr(paper_store, "WHOLE", 1)


def test_the_spool_changes_nothing(alice, monkeypatch):
    report = run(alice).as_json()
    expected = stored()
    Publication.objects.all().delete()
    small(monkeypatch)
    assert run(alice).as_json() == report
    assert stored() == expected
    assert [record["action"] for record in report["records"]].count("merged") == 1
    assert Publication.objects.get(title=WHALES).note == "Best paper"


def test_a_second_run_from_the_spool_writes_nothing(alice, monkeypatch):
    small(monkeypatch)
    run(alice)
    assert run(alice).batch is None


@pytest.mark.parametrize("answer", planner.Answer)
def test_an_answer_reaches_papers_in_the_spool(alice, monkeypatch, answer):
    bob = Researcher.objects.create(given_name="Bob", family_name="Brown", slug="bob")
    expected = run(bob, unnamed=answer).as_json(), stored()
    Publication.objects.all().delete()
    small(monkeypatch)
    report = run(bob, unnamed=answer).as_json()
    rows = [(r["key"], r["action"]) for r in report["records"]]
    assert rows == [(r["key"], r["action"]) for r in expected[0]["records"]]
    assert stored()[0] == expected[1][0]
    listed = bob.authorships.count()
    assert listed == (6 if answer is planner.Answer.THEIRS else 0)


def test_what_was_put_into_a_spool_stays(tmp_path):
    spool = Spool()
    first, second = spool.put(b"one"), spool.put(b"two")
    assert spool.get(first) == b"one"
    third = spool.put(b"three")
    assert [spool.get(place) for place in (third, second, first)] == [b"three", b"two", b"one"]
