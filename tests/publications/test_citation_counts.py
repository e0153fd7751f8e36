"""How often a paper was cited: off by default, with source and date, hidden when outdated."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone
from django.utils.formats import date_format

from profiles.models import SiteSettings
from publications import citation_counts
from publications.models import CitationCount
from tests.exchange.sources.conftest import ORCID_WORKS, services  # noqa: F401 - a fixture
from tests.publications.papers import make_paper

DOI = "10.1234/kelp.2"


@pytest.fixture
def paper(alice):
    return make_paper("Growing Kelp", alice, doi=DOI)


def choose(alice, *, site=True, own=True):
    SiteSettings.objects.update_or_create(pk=1, defaults={"citation_counts": site})
    alice.citation_counts = own
    alice.save()


def counted(paper, days=0):
    day = timezone.localdate() - timedelta(days=days)
    row = {"count": 12, "source": "OpenAlex", "counted_on": day}
    CitationCount.objects.update_or_create(publication=paper, defaults=row)
    return f"Cited 12 times, OpenAlex, {date_format(day, 'DATE_FORMAT')}"


def page_of(client, paper):
    return client.get(paper.get_absolute_url()).content.decode()


def test_it_is_text_with_its_source_and_its_day(client, alice, paper):
    choose(alice)
    assert counted(paper) in page_of(client, paper)


@pytest.mark.parametrize(("site", "own"), [(False, True), (True, False), (False, False)])
def test_it_is_off_unless_the_site_and_the_researcher_want_it(client, alice, paper, site, own):
    choose(alice, site=site, own=own)
    counted(paper)
    assert "OpenAlex" not in page_of(client, paper)


def test_of_another_it_is_not_shown(client, alice, bob):
    choose(alice)
    theirs = make_paper("Moss", bob)
    counted(theirs)
    assert "OpenAlex" not in page_of(client, theirs)


@pytest.mark.parametrize(("days", "is_shown"), [(90, True), (91, False)])
def test_an_old_count_is_hidden(client, alice, paper, days, is_shown):
    choose(alice)
    assert (counted(paper, days) in page_of(client, paper)) is is_shown


@pytest.mark.parametrize("is_wanted", [True, False])
def test_refresh_asks_only_where_it_is_wanted(
    alice,
    paper,
    services,  # noqa: F811
    monkeypatch,
    is_wanted,
):
    paper.abstract = "Kelp."
    paper.save()
    paper.links.create(kind="pdf", url="https://open.example/kelp.pdf")
    monkeypatch.setenv("VITAE_OPENALEX_KEY", "secret")
    alice.orcid = "0000-0002-1825-0097"
    choose(alice, own=is_wanted)
    services.say(ORCID_WORKS, {"group": []})
    work = {"id": "https://openalex.org/W1", "doi": f"https://doi.org/{DOI}", "cited_by_count": 7}
    services.say("api.openalex.org/works", {"results": [work | {"title": "Growing Kelp"}]})
    call_command("refresh", researcher=alice.slug)
    assert any("openalex" in url for url, _accept in services.asked) is is_wanted
    assert list(CitationCount.objects.values_list("count", "source")) == (
        [(7, "OpenAlex")] if is_wanted else []
    )


@pytest.mark.parametrize("said", [-1, True, 2**31, 10**30, 1000.0, "3", None])
def test_what_is_no_count_is_not_kept(paper, said):
    citation_counts.keep({paper.pk: said}, "OpenAlex")
    assert not CitationCount.objects.exists()


def test_a_paper_that_was_deleted_meanwhile_has_none(paper):
    counts = {paper.pk: 3, paper.pk + 1: 4}
    citation_counts.keep(counts, "OpenAlex")
    assert CitationCount.objects.get().publication == paper
