"""Whatever another server does, one clear sentence says it, and nothing is half taken."""

import pytest

from exchange.sources import client
from exchange.sources.client import Client
from exchange.sources.lookup import look_up

DOI = "doi.org/10.1234/kelp.2"
ORCID = "pub.orcid.org/v3.0/0000-0002-1825-0097/works"


def problem(kind="doi", identifier="10.1234/kelp.2"):
    found = look_up(kind, [identifier], Client())
    assert found.text == ""
    (sentence,) = found.problems
    return sentence


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b'{"title": "Kelp", "auth', "broken or cut off"),
        (b"", "empty answer"),
        (b"<!DOCTYPE html><title>Are you a robot?</title>", "web page"),
        (b'{"title": "K\xfcrbis"}', "not in UTF-8"),
        (b"[" * 100_000, "broken or cut off"),
    ],
)
def test_an_answer_that_is_none(services, body, said):
    services.say(DOI, body)
    assert said in problem()


def test_less_than_was_promised(services):
    services.say(DOI, b'{"title": "Kelp"}', Content_Length="900")
    assert "broken or cut off" in problem()


def test_more_than_anybody_needs(services, monkeypatch):
    monkeypatch.setattr(client, "LARGEST", 1000)
    services.say(DOI, b'{"title": "' + b"a" * 2000 + b'"}')
    assert "gave more than" in problem()


@pytest.mark.parametrize(
    ("status", "said"),
    [(500, "refused"), (403, "refused"), (429, "too much to do"), (503, "too much to do")],
)
def test_a_refusal(services, status, said):
    services.say(DOI, b"no", status)
    assert said in problem()


def test_a_short_rest_is_waited_for(services, monkeypatch):
    slept = []
    monkeypatch.setattr(client.time, "sleep", slept.append)
    services.say(DOI, {"type": "book", "title": "Kelp"})
    answer = services.answers[DOI]
    services.say(DOI, b"", 429, Retry_After="7")
    services.answers[DOI] = [services.answers[DOI], answer]
    assert "Kelp" in look_up("doi", ["10.1234/kelp.2"], Client()).text
    assert slept == [7]


def test_a_long_rest_is_not(services, monkeypatch):
    monkeypatch.setattr(client.time, "sleep", pytest.fail)
    services.say(DOI, b"", 429, Retry_After="3600")
    assert "too much to do" in problem()
    assert len(services.asked) == 1


@pytest.mark.parametrize(
    ("location", "said"),
    [
        ("http://inside.example/secret", "not public"),
        ("http://127.0.0.1:8000/admin", "not public"),
        ("file:///etc/passwd", "not public"),
        ("https://lost.example/", "cannot be found"),
        ("https://doi.org/10.1234/kelp.2", "without end"),
    ],
)
def test_where_it_leads_is_checked_anew(services, location, said):
    services.say(DOI, b"", 302, Location=location)
    assert said in problem()
    assert all(asked.startswith("doi.org/") for asked, _accept in services.asked)


def test_a_robot_check_of_dblp_is_no_empty_list(services):
    services.say("dblp.org/pid/65/9612.bib", "Please wait while we check your browser.")
    assert "something else than BibTeX" in problem("dblp", "65/9612")


def test_half_a_file_of_dblp(services):
    text = "@article{a, title={Old Kelp}}\n\n@article{b, title={Hal"
    services.say("dblp.org/pid/65/9612.bib", text)
    assert "something else than BibTeX" in problem("dblp", "65/9612")


def test_half_the_works_of_orcid_are_none(services):
    services.say_usual()
    services.say(f"{ORCID}/12,21", b'{"bulk": [{"work": {"put-co')
    assert "broken or cut off" in problem("orcid", "0000-0002-1825-0097")


@pytest.mark.parametrize("answer", [[], {"group": "none"}, "kelp", None, {"group": [1, {}]}])
def test_orcid_in_a_shape_that_is_not_its_own(services, answer):
    services.say(ORCID, answer)
    assert problem("orcid", "0000-0002-1825-0097")


@pytest.mark.parametrize(
    "text", ["<feed>", '<!DOCTYPE feed [<!ENTITY a "b">]><feed>&a;</feed>', "not XML at all"]
)
def test_arxiv_in_a_shape_that_is_not_its_own(services, text):
    services.say("export.arxiv.org/api/query", text)
    assert "broken or cut off" in problem("arxiv", "2301.01234")
