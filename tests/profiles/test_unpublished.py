"""Nothing unpublished leaves by any door: generated over every model that has a state."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.utils import timezone

from profiles.models import NewsItem, Page, ProfileItem, Researcher

pytestmark = pytest.mark.django_db
MARKER = "Zwischenergebnis"
ITEMS = [model for model in apps.get_models() if issubclass(model, ProfileItem)]
OWN = {Page: {"slug": "zwischen"}, NewsItem: {"date": "2025"}}
DOORS = [
    "/",
    "/?q=zwischen",
    "/search/?q=zwischen",
    "/sitemap.xml",
    "/alice-ahlgren/",
    "/alice-ahlgren/news/",
    "/alice-ahlgren/news/feed/",
    "/alice-ahlgren/cv/",
    "/alice-ahlgren/zwischen/",
    "/zh-hans/alice-ahlgren/",
]
PAST, LATER = timedelta(days=-1), timedelta(hours=1)


def marked(model, researcher, published_at):
    """A row whose every own text holds the marker."""
    texts = [f.name for f in model._meta.fields if f.name in ("title", "name", "body", "heading")]
    texts += [f.name for f in model._meta.fields if f.name in ("role", "degree", "description")]
    values = dict.fromkeys(texts, MARKER) | OWN.get(model, {})
    if model.__name__ == "Section":
        values["kind"] = "text"
    return model.objects.create(researcher=researcher, published_at=published_at, **values)


def leaks(client):
    return [door for door in DOORS if MARKER in _text(client.get(door))]


def _text(response):
    return response.content.decode() if response.status_code == 200 else ""


@pytest.mark.parametrize("model", ITEMS)
def test_it_works(client, alice, model):
    marked(model, alice, timezone.now() + PAST)
    assert leaks(client)


@pytest.mark.parametrize("model", ITEMS)
@pytest.mark.parametrize("delay", [None, LATER], ids=["draft", "scheduled"])
def test_it_keeps_an_item_to_itself(client, alice, model, delay):
    marked(model, alice, delay and timezone.now() + delay)
    assert not leaks(client)


@pytest.mark.parametrize("model", ITEMS)
@pytest.mark.parametrize("delay", [None, LATER], ids=["draft", "scheduled"])
def test_it_keeps_a_researcher_to_itself(client, alice, model, delay):
    marked(model, alice, timezone.now() + PAST)
    moment = delay and timezone.now() + delay
    Researcher.objects.update(published_at=moment, display_name=MARKER)
    assert not leaks(client)
    assert "alice-ahlgren" not in client.get("/sitemap.xml").content.decode()
    assert client.get("/alice-ahlgren/").status_code == 404


def test_it_appears_when_its_moment_comes(client, alice):
    item = marked(NewsItem, alice, timezone.now() + LATER)
    NewsItem.objects.filter(pk=item.pk).update(published_at=timezone.now())
    assert MARKER in client.get("/alice-ahlgren/").content.decode()
