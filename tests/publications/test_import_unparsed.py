"""A file that is read as it goes gives the plan that a parsed one gives."""

import pytest

from publications import bibtex, importer
from publications.models import Publication
from publications.reference_lists import Unparsed
from tests.publications.importing import DATA, KELP, actions

pytestmark = pytest.mark.django_db


def run(*texts, **options):
    files = [(f"{at}.bib", Unparsed(text.encode())) for at, text in enumerate(texts)]
    return importer.run(files, by_operator=True, **options)


def test_streamed_file_gives_the_same_plan():
    data = (DATA / "alice.bib").read_bytes()
    unparsed = importer.plan([("a.bib", Unparsed(data))], by_operator=True)
    parsed = importer.plan([("a.bib", bibtex.parse(data))], by_operator=True)
    assert unparsed.as_json() == parsed.as_json()


def test_it_has_what_stands_outside_entries():
    data = b"@string{k = {Kelp}}" + KELP.encode()
    plan = importer.plan([("a.bib", Unparsed(data))], by_operator=True)
    assert plan.outside == importer.plan([("a.bib", bibtex.parse(data))], by_operator=True).outside


def test_it_may_be_read_again():
    files = [("a.bib", Unparsed(KELP.encode()))]
    first, again = (importer.plan(files, by_operator=True) for _time in range(2))
    assert first.as_json() == again.as_json()


def test_it_says_whether_it_is_empty():
    assert Unparsed(b"nothing here").is_empty
    assert not Unparsed(KELP.encode()).is_empty


def test_what_is_no_text_is_unreadable_at_once():
    with pytest.raises(bibtex.BibtexDecodeError):
        Unparsed(b"%PDF-1.7")


@pytest.fixture
def by_twos(monkeypatch):
    monkeypatch.setattr("publications.importer.planner.CHUNK", 2)


def entries(*numbers, **fields):
    said = "".join(f", {name} = {{{value}}}" for name, value in fields.items())
    return "".join(
        f"@article{{k{n}, title = {{Paper {n} about kelp}}, author = {{Zhu, Zoe}}, year = 2001"
        f"{said}}}\n"
        for n in numbers
    )


def test_an_entry_finds_a_paper_that_was_put_away(by_twos):
    text = entries(*range(5)) + entries(0, volume=7) + entries(1, pages="3--4")
    report = run(text)
    assert actions(report) == ["created"] * 5 + ["merged"] * 2
    paper = Publication.objects.get(title="Paper 0 about kelp")
    assert (paper.volume, paper.sources.count()) == ("7", 2)
    assert actions(run(text)) == ["unchanged"] * 7


def test_a_changed_paper_that_was_put_away_is_changed_once_more(by_twos):
    run(entries(*range(5)))
    text = entries(0, volume=7) + entries(*range(1, 5))
    report = run(text, entries(0, pages="3--4"))
    assert actions(report) == ["updated"] + ["unchanged"] * 4 + ["merged"]
    paper = Publication.objects.get(title="Paper 0 about kelp")
    assert (paper.volume, paper.pages) == ("7", "3–4")
    assert Publication.objects.count() == 5


def test_a_version_and_its_entry_come_back_together(by_twos):
    preprint = """@article{p, title = {Paper 0 about kelp}, author = {Zhu, Zoe}, year = 2001,
      journal = {arXiv preprint arXiv:2001.00001}, eprint = {2001.00001}, eprinttype = {arxiv}}
    """
    run(preprint + entries(1, 2) + entries(0, journal="Journal of Kelp") + entries(3, 4))
    paper = Publication.objects.get(title="Paper 0 about kelp")
    assert paper.container_title == "Journal of Kelp"
    version = paper.versions.get()
    assert [source.citation_key for source in version.sources.all()] == ["p"]
