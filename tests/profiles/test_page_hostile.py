"""Hostile text in every text column of every model stays text on every page."""

from html.parser import HTMLParser

import pytest
from django.apps import apps
from django.db import models

from profiles.models import Link, NewsItem, Page, ProfileItem, Researcher, ResearcherLink

pytestmark = pytest.mark.django_db
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' autofocus onfocus=alert(1) x='",
    '[x](javascript:alert(1)) ![x](x" onerror="alert(1))',
    "</title></script><svg onload=alert(1)>",
    "{% load x %}{{ 7|add:7 }}",
    "$\\text{<script>alert(1)</script>}$",
]
PATHS = [
    "/",
    "/alice-ahlgren/",
    "/alice-ahlgren/news/",
    "/alice-ahlgren/cv/",
    "/alice-ahlgren/own/",
]
SCRIPT = "javascript:alert(1)"
FIXED = {"slug": "own", "date": "2025", "native_language": "zh-Hans"}
FIXED |= {"url": SCRIPT, "organisation_url": SCRIPT, "event_url": SCRIPT}


class ActiveContent(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if tag in ("iframe", "object", "embed", "style", "base"):
            self.found.append(tag)
        if tag == "script" and values.get("type") != "application/ld+json" and "src" not in values:
            self.found.append(tag)
        if (values.get("href") or "").strip().lower().startswith("javascript:"):
            self.found.append("href")
        self.found += [name for name in values if name.startswith("on") or name == "style"]


def active(html):
    parser = ActiveContent()
    parser.feed(html)
    return parser.found


def fill(model, text, **values):
    """`text` in every free text column, whatever a form would have refused."""
    for field in model._meta.concrete_fields:
        free = type(field) in (models.CharField, models.TextField) and field.editable
        if free and not field.choices and field.name not in values:
            values[field.name] = FIXED.get(field.name, text[: field.max_length])
    fixed = {f.name for f in model._meta.concrete_fields} & {"slug", "date"}
    return {name: FIXED[name] for name in fixed} | values


ITEMS = [m for m in apps.get_models() if issubclass(m, ProfileItem)]


@pytest.mark.parametrize("text", HOSTILE)
def test_it_stays_text(client, alice, text):
    Researcher.objects.update(**fill(Researcher, text, slug="alice-ahlgren"))
    ResearcherLink.objects.create(researcher=alice, label=text, url=FIXED["url"])
    for model in ITEMS:
        kind = {"kind": "text"} if model.__name__ == "Section" else {}
        model.objects.create(researcher=alice, **fill(model, text, **kind))
    for path in PATHS:
        response = client.get(path)
        assert response.status_code == 200
        assert active(response.content.decode()) == []


def test_it_notices_active_content():
    assert active("<p onclick=x>") == ["onclick"]
    assert active("<script>x</script>") == ["script"]
    assert active("<a href=javascript:x>") == ["href"]


def test_every_item_is_in(alice):
    assert {NewsItem, Page} < set(ITEMS)
    assert Link not in ITEMS
