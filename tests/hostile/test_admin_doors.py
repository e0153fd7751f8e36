"""Hostile text in every column of every model: the admin shows it as text, in lists and forms.

And so do the preview, and the plan of an import whose every field is hostile.
"""

import re

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from publications.entry_types import EntryType
from tests.hostile.inventory import faults, inventory
from tests.hostile.lines import everyone, packs
from tests.hostile.test_public_doors import ADDRESSES, HARMLESS, text
from tests.publications.admin_import import apply, upload
from tests.thorough import part

pytestmark = pytest.mark.django_db
FIELDS = [
    *("title", "author", "editor", "journal", "booktitle", "publisher", "school", "series"),
    *("note", "abstract", "keywords", "doi", "url", "eprint", "isbn", "pages", "volume", "month"),
    *("annote", "file", "pdf", "code", "shorttitle", "award", "langid", "year", "crossref"),
]


def doors(model):
    """The addresses of its list, and of the form of one row."""
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    yield reverse(f"{name}_changelist")
    row = model._base_manager.first()
    if row is not None:
        yield reverse(f"{name}_change", args=[row.pk])


def look(owner):
    """{door without the row's number: its page}, as a manager sees them."""
    owner.is_superuser = True
    owner.save()
    client = Client()
    client.force_login(owner)
    found = {}
    for model in part(admin.site._registry, 3):
        for door in doors(model):
            answer = client.get(door)
            assert answer.status_code in (200, 302, 404), door  # some rows have no form
            found[re.sub(r"\d+", "n", door)] = text(answer)
    return found


def entries(texts):
    """One entry of each type for each text, in all its fields; braces that close as they open."""
    types = EntryType.values
    for number, words in enumerate(texts):
        said = re.sub(r"[{}@]", "", words)
        fields = ",\n".join(f"  {name} = {{{said}}}" for name in FIELDS)
        yield f"@{types[number % len(types)]}{{key{number},\n{fields}}}\n"


def plan(texts):
    """Opens the plan of a file with the texts, and then the batch that came of it."""

    def open_it(owner):
        client = Client()
        client.force_login(owner)
        page = text(client.get(upload(client, "\n".join(entries(texts)).encode()).url))
        return page, text(apply(client, page))

    return open_it


def test_it_works(in_a_lab):
    harmless = in_a_lab(HARMLESS, ADDRESSES, look)
    hostile = in_a_lab(packs(everyone()), everyone()[:60], look)
    found = {door: faults(hostile[door], inventory(harmless[door])) for door in hostile}
    assert {door: more for door, more in found.items() if more} == {}


def test_the_plan_of_an_import_and_its_report_show_text(in_a_lab):
    harmless = in_a_lab(HARMLESS, ADDRESSES, plan([*HARMLESS, "1 {", "x"]))
    hostile = in_a_lab(HARMLESS, ADDRESSES, plan(packs(everyone())))
    assert all("key0" in page for page in hostile)
    for page, known in zip(hostile, harmless, strict=True):
        assert faults(page, inventory(known)) == []


def test_the_preview_shows_text(client, alice):
    client.force_login(alice.owner)
    remarked = client.post(reverse("admin:markdown-preview"), {"content": "[@nothing]"})
    for words in packs(everyone()):
        answer = client.post(reverse("admin:markdown-preview"), {"content": words})
        assert answer.status_code == 200
        assert faults(text(answer), inventory(text(remarked))) == []
