"""A site of al-folio, moved in whole: written, the same when read again, and taken back."""

from pathlib import Path

from exchange.site_import import importer
from exchange.site_import.report import account
from exchange.site_import.tree import Tree
from profiles.models import NewsItem
from publications.importer import undo
from publications.models import Coauthor, ImportBatch, Publication, Venue
from tests.exchange.site_import.importing import dump

# A macro, a volume that is inherited from, and what several entries share; front matter before all.
BIB = """---
---
@string{harbours = {Proceedings of Harbours}}
@inproceedings{hook, crossref = {volume}, title = {A hook}, author = {Alice Ahlgren}}
@article{bell, xdata = {shared}, title = {A bell}, author = {Alice Ahlgren}, year = {2020}}
@proceedings{volume, title = harbours, year = {2021}, publisher = {Quay Press}}
@xdata{shared, journal = {Journal of Tides}}
@misc{lost, crossref = {gone}, title = {A buoy}, author = {Alice Ahlgren}, year = {2019}}
"""
SITE = Path(__file__).resolve().parents[2] / "data" / "sites" / "al_folio_a"


def test_a_site_moves_in_and_out(alice):
    before = dump()
    _plan, number = importer.run(Tree.open(SITE), alice, by_operator=True)

    assert NewsItem.objects.get(body="A long voyage").page.title == "A long voyage"
    assert Venue.objects.get(short_name="JoT").url == "https://jot.example.org"
    assert Coauthor.objects.get().forms == ["Bob Brandt"]
    neap = Publication.objects.get(title="Neap tides, measured")
    assert neap.cover
    assert neap.container_title == "Journal of Tides"
    assert [link.kind for link in neap.links.all() if link.file] == ["pdf"]
    assert neap.authorships.get(researcher=alice).is_selected

    _plan, again = importer.run(Tree.open(SITE), alice, by_operator=True)
    assert again is None
    undo.undo(ImportBatch.objects.get(pk=number), by_operator=True)
    assert dump() == before


def test_a_line_that_is_left_out_says_nothing_of_its_file(alice):
    plan = importer.plan(Tree.open(SITE), alice, by_operator=True)
    report = account(plan.tree)

    status = {one["file"]: one["status"] for one in report["files"]}
    assert status["_bibliography/papers.bib"] == "imported"
    assert status["_bibliography/old.bib"] == "left out"
    lines = [(one["file"], one["line"]) for one in report["texts"] if one["status"] == "left out"]
    assert ("_bibliography/papers.bib", 27) in lines


def test_a_bib_file_is_read_whole(alice, tree_of):
    files = {"_config.yml": "scholar:\n  last_name: Ahlgren\n", "_bibliography/papers.bib": BIB}
    plan, _number = importer.run(tree_of(files), alice, by_operator=True)

    hook = Publication.objects.get(citation_key="hook")
    assert (hook.container_title, str(hook.date)) == ("Proceedings of Harbours", "2021")
    assert Publication.objects.get(citation_key="bell").container_title == "Journal of Tides"
    assert {step.key: step.line for step in plan.papers.steps}["hook"] == 4
    told = [(problem.line, problem.key) for problem in plan.papers.problems]
    assert (8, "lost") in told  # refers to what is not there
