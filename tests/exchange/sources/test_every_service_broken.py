"""Each service that is asked, broken in each way: one clear line, and nothing is changed."""

import pytest
from django.core.management import CommandError, call_command

from exchange.news import affiliations
from exchange.sources.client import Client, NotAvailable
from exchange.sources.lookup import look_up
from exchange.sources.updates import of_crossref, of_openalex
from profiles.models import Experience
from publications.models import CitationCount, PendingImport
from tests.exchange.sources.conftest import ORCID_WORKS, crossref_work
from tests.publications.papers import make_paper
from website import web_client

IDENTIFIER = "0000-0002-1825-0097"
CROSSREF, OPENALEX = "api.crossref.org/works", "api.openalex.org/works"
# What is asked -> its name, where it is asked, half of an answer.
SERVICES = {
    "doi": ("doi.org", "doi.org/10.1234/kelp.2", '{"title": "Kelp", "auth'),
    "arxiv": ("arXiv", "export.arxiv.org/api/query", "<feed><entry><title>Kelp"),
    "pmid": ("PubMed", "api.ncbi.nlm.nih.gov/lit/ctxp/v1/pubmed/", '[{"title": "Ke'),
    "orcid": ("ORCID", ORCID_WORKS, '{"group": [{"work-su'),
    "openalex": ("OpenAlex", OPENALEX, '{"results": [{"id": "https://openalex.org/W1"'),
    "dblp": ("DBLP", "dblp.org/pid/65/9612.bib", "@article{a, title={Ke"),
    "openreview": ("OpenReview", "api2.openreview.net/notes", '{"notes": [{"content":'),
    "updates": ("Crossref", CROSSREF, '{"message": {"items": [{"DOI": "10.12'),
    "abstracts": ("OpenAlex", OPENALEX, '{"results": [{"doi": "https://doi.org/10.12'),
    "affiliations": ("ORCID", ORCID_WORKS.replace("works", "record"), '{"activities-summary": {'),
}
IDENTIFIERS = {
    "doi": "10.1234/kelp.2",
    "arxiv": "2301.01234",
    "pmid": "12345678",
    "orcid": IDENTIFIER,
    "openalex": "A5023888391",
    "dblp": "65/9612",
    "openreview": "rJl-b3RcF7",
}
each_service = pytest.mark.parametrize("kind", SERVICES)


@pytest.fixture
def ask(services, alice, monkeypatch):
    """`ask(kind)`: what came, and the sentences about it."""
    monkeypatch.setenv("VITAE_OPENALEX_KEY", "secret")
    alice.orcid = IDENTIFIER
    alice.save()
    papers = [make_paper("Growing Kelp", alice, doi="10.1234/kelp.2")]

    def answer(kind):
        if kind == "affiliations":
            try:
                return affiliations.activities_of(alice, Client()), []
            except NotAvailable as why:
                return None, [str(why)]
        if kind in IDENTIFIERS:
            found = look_up(kind, [IDENTIFIERS[kind]], Client())
            return found.text, found.problems
        updates = kind == "updates"
        of = of_crossref(papers, {}, Client()) if updates else None
        of = of or of_openalex(papers, Client(), of_all=True)
        return of.items, of.problems

    return answer


def expect(ask, kind, said):
    came, problems = ask(kind)
    assert not came
    (sentence,) = problems
    assert sentence.startswith(SERVICES[kind][0])
    assert said in sentence


@each_service
@pytest.mark.parametrize(
    ("status", "headers", "said"),
    [
        (429, {"Retry_After": "3600"}, "too much to do"),
        (429, {}, "too much to do"),
        (500, {}, "refused"),
        (403, {}, "refused"),
    ],
)
def test_refused(services, ask, kind, status, headers, said):
    services.say(SERVICES[kind][1], b"no", status, **headers)
    expect(ask, kind, said)


@each_service
@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"<!DOCTYPE html><title>Are you a robot?</title>", "web page"),
        (b'{"title": "K\xfcrbis"}', "not in UTF-8"),
        (b"", "empty answer"),
    ],
)
def test_no_answer_under_200(services, ask, kind, body, said):
    services.say(SERVICES[kind][1], body)
    expect(ask, kind, said)


@each_service
def test_half_an_answer(services, ask, kind):
    services.say(SERVICES[kind][1], SERVICES[kind][2])
    expect(ask, kind, "Try again later.")


@each_service
def test_offline(services, ask, kind, monkeypatch):
    monkeypatch.setattr(web_client, "look_up", lambda host, port: [])
    expect(ask, kind, "connected to the internet?")


@pytest.mark.parametrize("kind", ["updates", "abstracts", "affiliations"])
@pytest.mark.parametrize("body", ["[]", "null", '"kelp"', '{"message": [], "results": {}}'])
def test_json_of_another_shape(services, ask, kind, body):
    services.say(SERVICES[kind][1], body)
    expect(ask, kind, "broken or cut off")


def test_what_was_found_before_stays_and_nothing_is_written(services, alice, ask, capsys):
    services.say(ORCID_WORKS, {"group": []})
    abstract = "<jats:p>Kelp.</jats:p>"
    services.say(
        CROSSREF, {"message": {"items": [crossref_work("10.1234/kelp.2", abstract=abstract)]}}
    )
    services.say(OPENALEX, {"results": []})
    call_command("refresh", researcher=alice.slug)
    before = list(PendingImport.objects.values())
    assert len(before) == 1
    for address in (ORCID_WORKS, CROSSREF, OPENALEX, SERVICES["affiliations"][1]):
        services.say(address, b"no", 500)
    with pytest.raises(CommandError, match="Not all"):
        call_command("refresh", researcher=alice.slug)
    assert list(PendingImport.objects.values()) == before
    assert not Experience.objects.exists()
    assert not CitationCount.objects.exists()
