"""No e-mail address where its owner did not ask for it: tried at every public address there is."""

import pytest
from django.urls import URLPattern, get_resolver, reverse

from profiles.identifiers import protected_email
from profiles.models import CVVariant, Page
from tests.publications.papers import make_paper

pytestmark = pytest.mark.django_db
EMAIL, OF_ACCOUNT = "ahlgren@zebrafinch.example", "account@zebrafinch.example"
LANGUAGES = ["", "/zh-hans"]


@pytest.fixture
def addresses(alice):
    """One of each: reversed from the URL patterns, so that a new one is among them."""
    alice.owner.email = OF_ACCOUNT
    alice.owner.save()
    Page.objects.create(researcher=alice, slug="about", title="About")
    CVVariant.objects.create(researcher=alice, slug="short", name="Short")
    paper = make_paper("Paper", alice)
    given = {
        "slug": alice.slug,
        "page": "about",
        "variant": "short",
        "publication": paper.slug,
        "section": "people",
        "path": "portraits/none.webp",
    }
    found = [
        reverse(name, kwargs={key: given[key] for key in keys})
        for name, keys in sorted(public_patterns())
        if "digest" not in keys  # a picture
    ]
    return [*found, "/?q=zebrafinch", "/search/?q=zebrafinch", "/search/?q=ahlgren", "/no/such/"]


def public_patterns(patterns=None, keys=()):
    """(name, keys) of every address outside the admin."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        inner = (*keys, *pattern.pattern.converters)
        if isinstance(pattern, URLPattern):
            yield pattern.name, inner
        elif pattern.namespace != "admin":
            yield from public_patterns(pattern.url_patterns, inner)


@pytest.fixture
def answers(client, alice, addresses):
    """Address -> all of the answer, headers included, of a site where it is shown like this."""

    def ask(display, pages=addresses):
        type(alice).objects.update(email=EMAIL, email_display=display)
        asked = [prefix + address for prefix in LANGUAGES for address in pages]
        return {address: _all_of(client.get(address)) for address in asked}

    return ask


def _all_of(answer):
    body = b"".join(answer) if answer.streaming else answer.content
    return str(answer.headers) + body.decode(errors="replace")


def showing(answers, text):
    return {address for address, said in answers.items() if text in said}


def test_plain_email_is_on_home_and_cv(answers):
    """Asked for, it is on the home page and the CV, in both languages; the account's is not."""
    told = answers("plain", ["/alice-ahlgren/", "/alice-ahlgren/cv/"])
    assert showing(told, EMAIL) == told.keys()
    assert showing(told, OF_ACCOUNT) == set()


def test_hidden_it_is_nowhere(answers):
    told = answers("hidden")
    assert len(told) > 40
    for text in ("zebrafinch.example", "zebrafinch [dot]", protected_email(EMAIL)):
        assert showing(told, text) == set()


def test_protected_it_is_for_people_alone(answers):
    """In words, on the page as it comes: no script has to run to read it."""
    told = answers("protected")
    assert showing(told, "zebrafinch.example") == set()
    assert showing(told, "mailto:") == set()
    assert "/alice-ahlgren/" in showing(told, "ahlgren [at] zebrafinch [dot] example")
