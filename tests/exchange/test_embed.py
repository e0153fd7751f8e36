"""The list of papers on other sites: in a frame where its owner allows, and as a piece of HTML."""

import pytest
from django.core.exceptions import ValidationError

from profiles.models import Researcher
from tests.publications.papers import make_paper

FRAME, FRAGMENT = "/alice-ahlgren/publications/embed/", "/alice-ahlgren/publications/embed.html"


def framed_by(client, hosts):
    Researcher.objects.update(embed_hosts=hosts)
    answer = client.get(FRAME)
    policy = answer["Content-Security-Policy"].split("; ")
    [ancestors] = [line for line in policy if line.startswith("frame-ancestors")]
    return ancestors.removeprefix("frame-ancestors "), answer.headers.get("X-Frame-Options")


def test_nobody_frames_it_unless_named(client, alice):
    assert framed_by(client, "") == ("'none'", "DENY")


def test_the_named_sites_alone_frame_it(client, alice):
    allowed = "https://www.example.edu https://*.uni.example:8443"
    assert framed_by(client, "www.example.edu\n*.uni.example:8443") == (allowed, None)
    assert "frame-ancestors 'none'" in client.get("/alice-ahlgren/")["Content-Security-Policy"]


def test_what_was_written_past_the_form_adds_no_rule(client, alice):
    assert framed_by(client, "*\n'self'\nx.example; script-src *\nhttps:") == ("'none'", "DENY")


@pytest.mark.parametrize("line", ["*", "example", "https://a.example", "a.example/x", "a.example;"])
def test_no_host_is_refused_by_name(alice, line):
    alice.embed_hosts = f"www.example.edu\n{line}"
    with pytest.raises(ValidationError, match="is not a host"):
        alice.full_clean()


def test_papers_by_year_without_script_or_cookie(client, alice):
    make_paper("Tides", alice, "Grace Hopper", date="2024")
    answer = client.get(FRAME)
    page = answer.content.decode()
    assert "Tides" in page
    assert "<h2>2024</h2>" in page
    assert "<script" not in page
    assert not answer.cookies


def test_filters_of_the_list_are_taken(client, alice):
    make_paper("Tides", alice, date="2024")
    make_paper("Nets", alice, date="2020")
    page = client.get(f"{FRAME}?year=2020").content.decode()
    assert "Nets" in page
    assert "Tides" not in page


def test_the_piece_of_html_has_whole_addresses(client, alice):
    paper = make_paper("Tides", alice, date="2024", doi="10.1/x")
    answer = client.get(FRAGMENT)
    html = answer.content.decode()
    assert html.lstrip().startswith('<div class="vitae-publications">')
    assert f'href="http://testserver{paper.get_absolute_url()}"' in html
    assert 'href="/' not in html
    assert answer["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("path", [FRAME, FRAGMENT])
def test_an_empty_list_says_so(client, alice, path):
    assert "No publications yet." in client.get(path).content.decode()


@pytest.mark.parametrize("path", [FRAME, FRAGMENT])
def test_a_draft_researcher_has_none(client, alice, path):
    Researcher.objects.update(published_at=None)
    assert client.get(path).status_code == 404
