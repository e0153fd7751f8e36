"""The addresses of the admin that are ours: open to those whom who.py names, and to nobody else.

Generated from the resolver, so that an address which nobody listed fails with its name.
"""

import pytest
from django.contrib import admin
from django.views.generic import RedirectView

from tests.isolation.admin_views import everything, silent
from tests.isolation.who import (
    EDITORS,
    ELSEWHERE,
    OF_EVERY_MODEL,
    POST_ONLY,
    SIGNED_IN,
    WHO,
    address,
    short,
)

# Django's own answer to any other address.
NAMELESS = "(?P<url>.*)$"


def addresses():
    """Name -> whether it holds the id of a row, of all that are not of every model."""
    return {
        name: bool({"object_id", "id"} & pattern.converters.keys())
        for name, pattern in _flat(admin.site.get_urls())
        if not _of_every_model(name)
    }


def _of_every_model(name):
    model, word = short(name)
    return bool(model) and word.removeprefix(f"{model._meta.model_name}_") in OF_EVERY_MODEL


def _flat(patterns):
    for entry in patterns:
        if hasattr(entry, "url_patterns"):
            yield from _flat(entry.url_patterns)
        elif not (_leads_on(entry) or str(entry.pattern) == NAMELESS):
            yield entry.name or f"without a name: {entry.pattern}", entry.pattern


def _leads_on(entry):
    """To an address that is tried itself."""
    return entry.name is None and getattr(entry.callback, "view_class", None) is RedirectView


ADDRESSES = addresses()
TRIED = sorted(name for name in ADDRESSES if short(name)[1] in WHO)
each_address = pytest.mark.parametrize("name", TRIED)


def test_every_address_says_whom_it_is_for():
    unknown = {short(name)[1] for name in ADDRESSES} - set(WHO) - set(ELSEWHERE)
    assert not unknown, f"say in tests/isolation/who.py who may use {sorted(unknown)}"
    gone = (set(WHO) | set(ELSEWHERE)) - {short(name)[1] for name in ADDRESSES}
    assert not gone, f"no such address any more: {sorted(gone)}"


@each_address
def test_it_opens_for_whom_it_is_for_alone(name, owner, everybody):
    url, is_button = address(name, owner, of_a_row=ADDRESSES[name]), short(name)[1] in POST_ONLY
    if WHO[short(name)[1]] == SIGNED_IN:  # the manager for all who may see the owner's
        everybody = {who: everybody[who] for who in everybody.keys() - EDITORS | {"manager"}}
    for who, client in everybody.items():
        answer = client.post(url, {"record": owner.slug}) if is_button else client.get(url)
        if who in WHO[short(name)[1]]:
            assert answer.status_code in (200, 302), who
            assert "/login/" not in answer.headers.get("Location", ""), who
        else:
            to_login = who in ("anonymous", "inactive")
            assert answer.status_code == (302 if to_login else 404), who
        assert who in EDITORS or silent(answer), who


@each_address
def test_a_form_sent_to_it_changes_nothing_of_anothers(name, owner, everybody):
    url = address(name, owner, of_a_row=ADDRESSES[name])
    sent = {"post": "yes", "merge": "1", "researcher": owner.pk, "record": owner.slug}
    sent |= {"_publish": "1", "move": "news:"}
    before = everything()
    for who in everybody.keys() - (EDITORS & WHO[short(name)[1]]):
        answer = everybody[who].post(url, sent)
        assert who in EDITORS or silent(answer), who
    assert everything() == before
