"""Hostile text in versions, deleted rows, messages and titles: the admin shows it as text.

And on the pictures of shared links it is drawn, or left out; nothing fails.
"""

import pytest
from django.test import Client
from django.urls import reverse

from history import snapshots
from profiles.models import Award, NewsItem
from tests.hostile.inventory import faults, inventory
from tests.hostile.lines import OWN, everyone, packs
from tests.hostile.test_public_pages import HARMLESS, text
from uploads.social_cards import Card, jpeg

pytestmark = pytest.mark.django_db
ODD = ["\0", "\u202e", "\U0001f600", "x" * 10_000, "界" * 2000, "\ud800", "\u0301" * 500, "\ufdfd"]


def view(model, name, *args):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{name}", args=args)


def look(person, texts):
    """{view: its page}, of a news item and an award that were changed, and then deleted."""
    client, owner = Client(), person.owner
    client.force_login(owner)
    news = NewsItem.objects.create(researcher=person, date="2025", body=texts[0])
    award = Award.objects.create(researcher=person, name=texts[0][:200])
    for words in texts:
        change(news, owner, body=words)
        change(award, owner, name=words[:200], note=words, awarder=words[:200])
    versions = snapshots.revisions_of(award).order_by("pk")
    asked = {"from": versions.first().pk, "to": versions.last().pk}
    pages = {
        "history": client.get(view(Award, "history", award.pk)),
        "compare": client.get(view(Award, "compare", award.pk), asked),
        "restore": client.get(view(Award, "restore", award.pk, versions.first().pk)),
        "activity": client.get(view(type(person), "activity", person.pk)),
        "message": client.post(view(Award, "delete", award.pk), {"post": "yes"}, follow=True),
        "trash": client.get(view(type(person), "trash", person.pk)),
        "front": client.get(reverse("admin:index")),
    }
    assert {name: page.status_code for name, page in pages.items()} == dict.fromkeys(pages, 200)
    return {name: text(page) for name, page in pages.items()}


def change(row, owner, **values):
    snapshots.save_baseline(row)
    for name, value in values.items():
        setattr(row, name, value)
    row.save()
    snapshots.save_revision(row, owner)


def test_hostile_text_stays_text_in_history(alice, bob):
    harmless, hostile = look(alice, HARMLESS), look(bob, packs(everyone()))
    found = {name: faults(hostile[name], inventory(harmless[name])) for name in hostile}
    assert {name: more for name, more in found.items() if more} == {}
    assert [name for name in hostile if "alert(1)" not in hostile[name]] == ["front"]


@pytest.mark.parametrize("line", [*OWN[:2], *ODD], ids=lambda line: ascii(line)[:12])
def test_whatever_a_name_holds_is_drawn(line):
    card = Card(title=line, second=line, text=line, detail=line, foot=line, language=line[:20])
    assert jpeg(card).startswith(b"\xff\xd8")
