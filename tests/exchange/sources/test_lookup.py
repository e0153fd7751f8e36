"""What each service says of papers becomes papers, as the importer reads any list."""

import pytest

from exchange.sources.client import Client
from exchange.sources.lookup import SERVICES, look_up
from publications import reference_lists


def records(kind, *identifiers):
    found = look_up(kind, list(identifiers), Client())
    return reference_lists.parse(found.text).records, found.problems


def test_a_doi_is_asked_of_the_registry_that_has_it(services):
    services.say_usual()
    (article, dataset), problems = records("doi", "10.1234/kelp.2", "10.5678/zenodo.3")
    assert not problems
    assert (article.get("title"), article.get("journal")) == ("Growing Kelp", "Journal of Kelp")
    assert article.get("author") == "Ahlgren, Alice and Ode, Ben"
    assert (dataset.entry_type, dataset.get("year")) == ("dataset", "2022")
    assert services.asked[0][1] == "application/vnd.citationstyles.csl+json"


def test_an_unknown_doi_costs_no_other(services):
    services.say_usual()
    (article,), problems = records("doi", "10.1/none", "10.1234/kelp.2")
    assert article.get("title") == "Growing Kelp"
    assert problems == ["No registry knows the DOI 10.1/none."]


def test_a_preprint_of_arxiv(services):
    services.say_usual()
    (record,), problems = records("arxiv", "2301.01234", "2301.09999")
    assert record.get("url") == "https://arxiv.org/abs/2301.01234"
    assert record.get("doi") == "10.1234/kelp.1"
    assert record.get("author") == "Ahlgren, Alice and van der Berg, Jo"
    assert r"\sigma" in record.get("title")
    assert (record.get("year"), record.get("month")) == ("2023", "3 January")
    assert problems == ["arXiv does not know 2301.09999."]


def test_a_paper_of_pubmed(services):
    services.say_usual()
    (record,), problems = records("pmid", "12345678", "99999999")
    assert (record.get("title"), record.get("pmid")) == ("Kelp in the blood", "12345678")
    assert problems == ["PubMed does not know 99999999."]


def test_of_an_orcid_group_the_preferred_record_is_taken(services):
    services.say_usual()
    works, problems = records("orcid", "0000-0002-1825-0097")
    assert [work.get("title") for work in works] == ["Kelp, preferred", "Other Kelp"]
    assert works[0].get("author") == "Ahlgren, Alice"
    assert not problems


def test_a_record_of_orcid_without_works_is_told(services):
    services.say("pub.orcid.org/v3.0/0000-0002-1825-0097/works", {"group": []})
    found = look_up("orcid", ["0000-0002-1825-0097"], Client())
    assert (found.text, found.problems) == (
        "",
        ["There is no public work under the iD 0000-0002-1825-0097."],
    )


def test_the_works_of_openalex_page_by_page(services, monkeypatch):
    monkeypatch.setenv("VITAE_OPENALEX_KEY", "secret")
    work = {"id": "https://openalex.org/W1", "title": "Kelp", "authorships": []}
    other = work | {"id": "https://openalex.org/W2", "title": "More Kelp"}
    services.say("api.openalex.org/works", "")
    pages = [{"results": [work], "meta": {"next_cursor": "abc"}}, {"results": [other], "meta": {}}]
    answers = []
    for page in pages:
        services.say("api.openalex.org/works", page)
        answers.append(services.answers["api.openalex.org/works"])
    services.answers["api.openalex.org/works"] = answers
    works, problems = records("openalex", "A5023888391")
    assert [work.get("title") for work in works] == ["Kelp", "More Kelp"]
    assert "cursor=abc" in services.asked[1][0]
    assert "api_key=secret" in services.asked[1][0]
    assert not problems


@pytest.mark.parametrize(
    ("kind", "identifier", "title"),
    [("dblp", "65/9612", "Old Kelp"), ("openreview", "rJl-b3RcF7", "Open Kelp")],
)
def test_services_that_give_bibtex(services, kind, identifier, title):
    services.say_usual()
    (record,), _problems = records(kind, identifier)
    assert record.get("title") == title


@pytest.mark.parametrize(
    ("kind", "text", "identifier"),
    [
        ("doi", "https://doi.org/10.1000/ABC", "10.1000/abc"),
        ("arxiv", "https://arxiv.org/abs/2301.01234v3", "2301.01234"),
        ("pmid", "PMID: 12345", "12345"),
        ("orcid", "https://orcid.org/0000000218250097", "0000-0002-1825-0097"),
        ("orcid", "0000-0002-1825-0098", ""),
        ("openalex", "https://openalex.org/A5023888391", "A5023888391"),
        ("dblp", "https://dblp.org/pid/65/9612.html", "65/9612"),
        ("openreview", "https://openreview.net/forum?id=rJl-b3RcF7&noteId=x", "rJl-b3RcF7"),
        ("openalex", "W123", ""),
    ],
)
def test_an_identifier_is_read_out_of_its_address(kind, text, identifier):
    assert SERVICES[kind].normalise(text) == identifier
