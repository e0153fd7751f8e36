"""Hostile text in every column of every model: the admin shows it as text, in lists and forms.

And so do the preview, and the plan of an import whose every field is hostile.
"""

import re
from urllib.parse import quote

import pytest
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db import transaction
from django.test import Client
from django.urls import reverse

from publications.entry_types import EntryType
from tests.browser.admin_pages import pages
from tests.hostile.inventory import faults, inventory
from tests.hostile.lines import SIZE, everyone, packs
from tests.hostile.rows import DATES, columns
from tests.hostile.test_public_pages import ADDRESSES, HARMLESS, text
from tests.hostile.test_public_pages import PAGES as PREVIEWED
from tests.isolation.admin_views import url
from tests.isolation.forms import sent_by
from tests.isolation.rows import REGISTERED
from tests.publications.admin_import import apply, upload

pytestmark = pytest.mark.django_db
# A box that is refused says so to screen readers.
OF_ERRORS = {"aria-invalid", "aria-describedby"}
# A box of an author's row; not its key, nor whether the row goes.
OF_AN_AUTHOR = re.compile(r"authorships-\d+-(?!id$|DELETE$)\w+")
FIELDS = [
    *("title", "author", "editor", "journal", "booktitle", "publisher", "school", "series"),
    *("note", "abstract", "keywords", "doi", "url", "eprint", "isbn", "pages", "volume", "month"),
    *("annote", "file", "pdf", "code", "shorttitle", "award", "langid", "year", "crossref"),
]


def is_page(answer):
    return "html" in answer.headers.get("Content-Type", "")


def retell(texts, urls):
    """The rows that were made for an address say the same as those of the lab."""
    for model in REGISTERED:
        fields = (f for f in model._meta.fields if type(f) not in DATES and not f.unique)
        told = {field.name for field in fields}
        for row in model._base_manager.order_by("-pk")[:3]:
            own = [f"{each} {row.pk}" for each in texts]
            values = columns(model, own, urls, row.pk).items()
            model._base_manager.filter(pk=row.pk).update(**{n: v for n, v in values if n in told})


def visits(client, addresses, words):
    """(name, answer) of pages of the admin, and of what is sent from them."""
    for name, path in addresses:
        page = client.get(path, {"q": words} if name.endswith("_changelist") else None)
        yield name, page
        if name.endswith("_change") and page.status_code == 200:
            sent = sent_by(page) | {"_opened_on": words}
            yield f"{name}, changed meanwhile", client.post(path, sent)
            if authors := dict.fromkeys(filter(OF_AN_AUTHOR.fullmatch, sent), words):
                yield f"{name}, authors refused", client.post(path, sent_by(page) | authors)
        elif name.endswith("_add") and page.status_code == 200:
            yield f"{name}, refused", client.post(path, dict.fromkeys(sent_by(page), words))


def choices(client, models):
    """(name, answer) of what is done with rows that are ticked in a list."""
    for model in models:
        page, pks = url(model, "changelist"), model._base_manager.values_list("pk", flat=True)[:2]
        for action in ["delete_selected", *admin.site._registry[model].actions]:
            action = getattr(action, "__name__", action)
            sent = {"action": action, "_selected_action": list(pks)}
            with transaction.atomic():
                yield f"{model.__name__} {action}", client.post(page, sent, follow=True)
                transaction.set_rollback(True)


def look(texts, urls):
    def visit(owner):
        """{name: page}, as a manager sees them."""
        owner.is_superuser = True
        owner.save()
        addresses = list(pages(owner.researcher))
        retell(texts, urls)
        get_user_model().objects.filter(pk=owner.pk).update(username=texts[0])
        client = Client()
        client.force_login(get_user_model().objects.get(pk=owner.pk))
        addresses += [(f"preview {path}", f"/admin/preview{path}") for path in PREVIEWED]
        addresses += [("nothing", f"/admin/{quote(texts[0][:99])}/")]
        found = dict(visits(client, addresses, (texts[0] * SIZE)[:SIZE]))
        return found | dict(choices(client, REGISTERED))

    return visit


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


@pytest.mark.slow
def test_hostile_text_stays_text_in_the_admin(in_a_lab):
    harmless = in_a_lab(HARMLESS, ADDRESSES, look(HARMLESS, ADDRESSES))
    texts, urls = packs(everyone()), everyone()[:60]
    hostile = in_a_lab(texts, urls, look(texts, urls))
    assert hostile.keys() == harmless.keys()
    known = set().union(*(inventory(text(page)) for page in harmless.values() if is_page(page)))
    known |= {(tag, attributes | OF_ERRORS, kinds) for tag, attributes, kinds in known}
    assert {answer.status_code for answer in hostile.values()} <= {200, 302, 404, 409}
    found = {name: faults(text(page), known) for name, page in hostile.items() if is_page(page)}
    assert {name: more for name, more in found.items() if more} == {}


def test_the_plan_of_an_import_and_its_report_show_text(in_a_lab):
    harmless = in_a_lab(HARMLESS, ADDRESSES, plan([*HARMLESS, "1 {", "x"]))
    # Nobody's name here: the plan asks whose it is.
    strange = in_a_lab(HARMLESS, ADDRESSES, plan([f"Nobody {words}" for words in HARMLESS]))
    hostile = in_a_lab(HARMLESS, ADDRESSES, plan(packs(everyone())))
    assert all("key0" in page for page in hostile)
    assert 'name="_names"' in hostile[0]
    for page, *known in zip(hostile, harmless, strange, strict=True):
        assert faults(page, inventory(known[0]) | inventory(known[1])) == []


def test_the_preview_shows_text(client, alice):
    client.force_login(alice.owner)
    remarked = client.post(reverse("admin:markdown-preview"), {"content": "[@nothing]"})
    for words in packs(everyone()):
        answer = client.post(reverse("admin:markdown-preview"), {"content": words})
        assert answer.status_code == 200
        assert faults(text(answer), inventory(text(remarked))) == []
