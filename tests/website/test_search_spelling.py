"""A mistake of typing is forgiven where nothing public has the word, and said."""

from datetime import timedelta

import pytest
from django.utils import timezone

from publications.models import Authorship, Publication
from tests.conftest import make_researcher
from website.search import index
from website.search.query import distance

pytestmark = pytest.mark.django_db
SAID = "Nothing has “{}”; results for “{}”."


def get(client, query, path="/search/", **more):
    index.update_outdated()
    return client.get(path, {"q": query, **more}).content.decode()


@pytest.fixture
def lab(db):
    noether = make_researcher("Emmy Noether", slug="noether")
    make_researcher("Alan Turing", slug="turing", biography="A theory of morphogenesis.")
    paper = Publication.objects.create(title="On domain generalization", slug="on-domains")
    Authorship.objects.create(publication=paper, researcher=noether, family="Kowalevska")
    paper = Publication.objects.create(title="吴健雄 generalizing", slug="other")
    return noether


@pytest.mark.parametrize(
    ("typed", "read", "found"),
    [
        ("Turring", "turing", "/turing/"),
        ("noehter", "noether", "/noether/"),
        ("onether", "noether", "/noether/"),
        ("generlization", "generalization", "/publications/on-domains/"),
        ("Emmy Noehter", "Emmy noether", "/noether/"),
        ("alann turring", "alan turing", "/turing/"),
        ("Kowalevskaya domian", "kowalevska domain", "/publications/on-domains/"),
        ("健雄 generalizng", "健雄 generalizing", "/publications/other/"),
    ],
)
def test_mistyped_word_is_corrected_and_said(client, lab, typed, read, found):
    html = get(client, typed)
    assert SAID.format(typed, read) in html
    assert f'href="{found}"' in html
    assert "<mark>" in html


def test_it_pages_and_chooses_what_was_corrected(client, lab):
    html = get(client, "Turring", kind="people")
    assert "?q=turing&amp;kind=people" in html
    assert 'href="/turing/"' in html


def test_it_finds_people_in_the_directory(client, lab):
    html = get(client, "Turring", "/")
    assert "Nobody has “Turring”." in html
    assert "1 person found for “turing”." in html


@pytest.mark.parametrize(
    "typed",
    [
        "turing noether",  # each is known
        "xyzzy",
        "turwxyz",
        "trng 123",
        "morphogenesiss",  # known of a text alone
        "10.1000/turring1",
        "健雌",
    ],
)
def test_it_leaves(client, lab, typed):
    html = get(client, typed)
    assert "results for" not in html
    assert "Nothing found" in html


def test_what_is_found_is_never_corrected(client, lab, monkeypatch):
    monkeypatch.setattr("website.search.query.correct", None)
    assert 'href="/turing/"' in get(client, "turing")
    assert 'href="/turing/"' in get(client, "turing", "/")


@pytest.mark.parametrize("published_at", [None, timezone.now() + timedelta(days=1)])
def test_a_word_of_what_is_not_public_is_never_told(client, lab, published_at):
    """Withdrawn or put off behind the index's back, its words are still known there."""
    secret = Publication.objects.create(title="Zebrafinch", slug="secret", published_at=None)
    Publication.objects.filter(pk=secret.pk).update(published_at=timezone.now())
    index.rebuild()
    assert "results for “zebrafinch”" in get(client, "zebrafinhc").lower()
    Publication.objects.filter(pk=secret.pk).update(published_at=published_at)
    assert "zebrafinch" not in get(client, "zebrafinhc").lower()
    assert "zebrafinch" not in get(client, "zebrafinhc", "/").lower()


def test_the_nearest_that_is_public_is_offered(client, lab):
    hidden = make_researcher("Turning Point", slug="hidden")
    index.update_outdated()
    type(hidden).objects.filter(pk=hidden.pk).update(published_at=None)
    assert "results for “turing”" in get(client, "turning")


@pytest.mark.parametrize(
    ("one", "other", "mistakes"),
    [("turring", "turing", 1), ("noehter", "noether", 1), ("ab", "ba", 1), ("abc", "", 3)],
)
def test_distances(one, other, mistakes):
    assert distance(one, other) == mistakes
