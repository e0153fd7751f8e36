"""What papers lack, on the dashboard and as a list."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from publications.completeness import conditions
from publications.models import Publication, PublicationLink, Status, Version
from tests.publications.papers import make_paper
from website import checks

TODAY = date(2026, 11, 21)
WHOLE = {"doi": "10.1/x", "arxiv": "2401.00001", "abstract": "A.", "container_title": "Nature"}


def found(researcher):
    return {group.check.name: group for group in checks.find_issues(researcher, TODAY)}


def lacks(paper, what):
    return Publication.objects.filter(conditions(TODAY)[what], pk=paper.pk).exists()


def test_bare_paper_lacks_four_things(alice):
    make_paper("Whole", alice, **WHOLE)
    paper = make_paper("Bare", alice)
    groups = found(alice)
    assert set(groups) == {"no-doi", "no-pdf", "no-abstract", "no-venue"}
    assert [row.subject for row in groups["no-doi"].issues] == ["Bare"]
    assert groups["no-doi"].issues[0].url.endswith(f"/{paper.pk}/change/#id_doi")


@pytest.mark.parametrize("kind", ["thesis", "software", "techreport"])
def test_what_needs_no_doi_is_not_asked_for_one(alice, kind):
    paper = make_paper("Other", alice, entry_type=kind)
    assert not lacks(paper, "doi")
    assert not lacks(paper, "venue")


def test_a_file_an_arxiv_number_or_a_link_is_a_pdf(alice):
    paper = make_paper("Paper", alice)
    assert lacks(paper, "pdf")
    PublicationLink.objects.create(publication=paper, kind="code", url="https://x.example/")
    assert lacks(paper, "pdf")
    PublicationLink.objects.create(publication=paper, kind="pdf", url="https://x.example/a.pdf")
    assert not lacks(paper, "pdf")


@pytest.mark.parametrize(
    ("day", "is_old"),
    [("2025-11-20", True), ("2025-10", True), ("2024", True), ("2025-11", False), ("2025", False)],
)
def test_a_preprint_is_old_when_a_year_has_certainly_passed(alice, day, is_old):
    paper = make_paper("Preprint", alice, date=day, status=Status.PREPRINT)
    assert lacks(paper, "published") == is_old


def test_a_preprint_that_was_published_is_not_old(alice):
    paper = make_paper("Preprint", alice, date="2020", status=Status.PREPRINT)
    Version.objects.create(publication=paper, title="Paper", status=Status.PUBLISHED)
    assert not lacks(paper, "published")


def test_of_many_the_first_few_are_shown_and_the_list_has_all(client, alice):
    many(alice, 30)
    assert len(found(alice)["no-doi"].shown) == 5
    assert found(alice)["no-doi"].left_out == 25
    client.force_login(alice.owner)
    url = found(alice)["no-doi"].url
    assert client.get(url).context["cl"].result_count == 30


def many(researcher, count):
    for number in range(count):
        make_paper(f"Paper {number}", researcher, owner=researcher)


def test_600_papers_ask_no_more_than_one(client, alice):
    client.force_login(alice.owner)
    many(alice, 1)
    with CaptureQueriesContext(connection) as few:
        client.get(reverse("admin:index"), {"look": 1})
    Publication.objects.bulk_create(
        Publication(title=f"Many {n}", slug=f"many-{n}", owner=alice, published_at=timezone.now())
        for n in range(600)
    )
    with CaptureQueriesContext(connection) as captured:
        html = client.get(reverse("admin:index"), {"look": 1}).content.decode()
    assert len(captured) <= len(few)
    assert "596 more" in html


def test_a_colleague_s_papers_are_not_looked_at(alice, bob):
    make_paper("Bare", bob, owner=bob)
    assert found(alice) == {}


def test_a_hidden_paper_is_not_looked_at(alice):
    paper = make_paper("Bare", alice)
    paper.authorships.update(is_hidden=True)
    assert found(alice) == {}
