"""manage.py import_bibtex --dry-run: what it says of each new paper."""

import io

import pytest
from django.core.management import call_command

from publications.models import Publication, public_papers
from tests.publications.importing import run_command

pytestmark = pytest.mark.django_db
PAPERS = """
@misc{both, title = {Kelp and Tides}, author = {Ahlgren, Alice and Brandt, Bob}}
@misc{mine, title = {Kelp alone}, author = {Ahlgren, Alice}}
@misc{others, title = {Moss}, author = {Lind, L. and Wax, W.}}
@misc{again, title = {Kelp Once More}, author = {Ahlgren, Alice}}
@misc{often, title = {Kelp for Ever}, author = {Ahlgren, Alice}}
@misc{always, title = {Kelp Without End}, author = {Ahlgren, Alice}}
"""


@pytest.fixture
def papers(tmp_path):
    path = tmp_path / "papers.bib"
    path.write_text(PAPERS)
    return path


def lines(papers, **options):
    out = io.StringIO()
    call_command("import_bibtex", str(papers), dry_run=True, stdout=out, **options)
    told = (line for line in out.getvalue().splitlines() if " new: " in line)
    return [line.partition(" new: ")[2] for line in told]


def test_each_new_paper_is_told_with_people_and_place(papers, alice, bob):
    both, mine, others, *_more = lines(papers, researcher=alice.slug)
    own = f"linked to {alice.slug}; public on the page of {alice.slug}"
    assert both == f"“Kelp and Tides”; {own}; asked: {bob.slug}"
    assert mine == f"“Kelp alone”; {own}"
    assert others == f"“Moss”; linked to nobody here; stored, not listed; asked: {alice.slug}"
    assert not Publication.objects.exists()


def test_drafts(papers, alice):
    first = lines(papers, researcher=alice.slug, draft=True)[0]
    assert first == f"“Kelp and Tides”; linked to {alice.slug}; a draft, on no page"


def test_the_page_of_a_draft_profile_is_none(papers, alice):
    alice.published_at = None
    alice.save()
    first = lines(papers, researcher=alice.slug)[0]
    assert first == f"“Kelp and Tides”; linked to {alice.slug}; stored, not listed"


def test_of_a_file_for_nobody(papers, alice, bob):
    both, _mine, others, *_more = lines(papers)
    people = f"{alice.slug}, {bob.slug}"
    assert both == f"“Kelp and Tides”; linked to {people}; public on the page of {people}"
    assert others == "“Moss”; linked to nobody here; public among all papers, on nobody's page"


def test_what_it_says_is_what_becomes_public(papers, alice, bob):
    _code, report, _message = run_command(papers, researcher=alice.slug, dry_run=True)
    told = {paper["key"] for paper in report["papers"] if paper["shown"] in ("public", "lab")}
    _code, report, _message = run_command(papers, researcher=alice.slug)
    assert "papers" not in report
    assert told == {paper.citation_key for paper in public_papers()}
    assert told == {"both", "mine", "again", "often", "always"}
