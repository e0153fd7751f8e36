"""A link to a page of this site that is not there is shown to its author."""

from datetime import date

import pytest

from profiles.models import Page, Redirect, Researcher
from publications.models import FormerAddress
from tests.publications.papers import make_paper
from website import checks


def dead(researcher, text):
    Researcher.objects.filter(pk=researcher.pk).update(biography=text)
    groups = checks.find_issues(Researcher.objects.get(pk=researcher.pk), date(2026, 11, 21))
    return [
        issue.detail for group in groups if group.check.name == "dead" for issue in group.issues
    ]


def test_dead_paths_are_found(alice):
    assert dead(alice, "See [it](/nobody/) and [that](/publications/nothing/).") == [
        "/nobody/",
        "/publications/nothing/",
    ]


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/bob-brandt/",
        "/bob-brandt/cv/",
        "/bob-brandt/#news",
        "/alice-ahlgren/join/",
        "/zh-hans/alice-ahlgren/",
        "/publications/on-notes/",
        "/publications/on-notes.bib",
        "/publications/old-notes/",
        "/search/?q=x",
        "/alice-ahlgren/about.html",
        "https://example.org/nobody/",
        "//example.org/nobody/",
        "#below",
    ],
)
def test_what_leads_somewhere_is_fine(alice, bob, path):
    Page.objects.create(researcher=alice, title="Join", slug="join", body="x")
    paper = make_paper("On Notes", alice)
    FormerAddress.objects.create(slug="old-notes", publication=paper)
    Redirect.objects.create(researcher=alice, old_path="/about.html", target="cv/")
    assert dead(alice, f"See [it]({path}).") == []


@pytest.mark.parametrize(
    "path", ["/bob-brandt/", "/publications/on-notes/", "/alice-ahlgren/join/"]
)
def test_a_draft_is_no_page_for_visitors(alice, bob, path):
    Researcher.objects.filter(pk=bob.pk).update(published_at=None)
    make_paper("On Notes", alice, published_at=None)
    Page.objects.create(researcher=alice, title="Join", slug="join", body="x", published_at=None)
    assert dead(alice, f"See [it]({path}).") == [path]


def test_the_sites_own_address_in_full_counts_too(alice, settings):
    settings.ORIGIN = "https://lab.example"
    assert dead(alice, "See <https://lab.example/nobody/>.") == ["https://lab.example/nobody/"]


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("See [it](/nobody/) and [that][1].\n\n[1]: /none/", ["/nobody/", "/none/"]),
        ("See <https://lab.example.org/nobody/>, another site.", []),
    ],
)
def test_paths_count_where_the_site_has_an_address_of_its_own_too(alice, settings, text, paths):
    settings.ORIGIN = "https://lab.example"
    assert dead(alice, text) == paths


def test_a_page_is_its_owners_alone(alice, bob):
    Page.objects.create(researcher=bob, title="Join", slug="join", body="x")
    assert dead(alice, "See [it](/alice-ahlgren/join/).") == ["/alice-ahlgren/join/"]
    assert dead(alice, "See [it](/bob-brandt/join/).") == []
