"""What strangers may not read."""

import pytest
from django.urls import reverse

from tests.isolation.admin_views import silent, url
from tests.isolation.rows import MARK, ROWS, SHARED, a_paper, each_model

PAGES = [("changelist", ""), ("add", "")]
# The same in other frames: for one who has a record, and so most to see.
OF_BOB = [
    *PAGES,
    ("changelist", f"?q={MARK}"),
    ("changelist", "?_popup=1&e=1"),
    ("add", "?_popup=1"),
    ("add", "?_panel=1"),
]

LOOKUPS = ["researcher__owner__password__startswith", "owner__slug", "researcher__exact"]


@each_model
def test_a_row_of_anothers_is_not_there(model, owner, outsiders):
    row = ROWS[model](owner)
    views = ["delete"] if model in SHARED else ["change", "delete", "history"]
    for who, client in outsiders.items():
        for view in views:
            answer = client.get(url(model, view, row.pk) + "?_popup=1&_to_field=id&_panel=1")
            to_login = who in ("anonymous", "inactive")
            assert answer.status_code == (302 if to_login else 404), (who, view)
            assert silent(answer), (who, view)


@each_model
@pytest.mark.parametrize("who", ["anonymous", "inactive"])
def test_who_is_not_signed_in_comes_to_the_login(who, model, owner, everybody):
    row = ROWS[model](owner)
    for view, *args in (["changelist"], ["add"], ["change", row.pk]):
        for send in (everybody[who].get, everybody[who].post):
            answer = send(url(model, view, *args), {"action": "delete_selected", "q": MARK})
            assert answer.status_code == 302
            assert answer.url.startswith(reverse("admin:login"))
            assert silent(answer)


@each_model
def test_lists_and_forms_name_nothing_of_anothers(model, owner, signed_in):
    ROWS[model](owner)
    for who, client in signed_in.items():
        for view, query in OF_BOB if who == "bob" else PAGES:
            assert silent(client.get(url(model, view) + query)), (who, view, query)


def test_front_page_names_nothing_of_anothers(owner, outsiders):
    a_paper(owner)
    for who, client in outsiders.items():
        assert silent(client.get(reverse("admin:index"))), who


@each_model
def test_type_ahead_boxes_offer_nothing_of_anothers(model, owner, signed_in):
    a_paper(owner)
    for field in model._meta.fields + model._meta.many_to_many:
        if not field.remote_field:
            continue
        query = {"app_label": model._meta.app_label, "model_name": model._meta.model_name}
        query |= {"field_name": field.name, "term": "z"}
        for who, client in signed_in.items():
            assert silent(client.get(reverse("admin:autocomplete"), query)), (who, field.name)


@each_model
def test_filters_on_anothers_columns_find_nothing(model, owner, bob_client):
    ROWS[model](owner)
    for lookup in LOOKUPS:
        answer = bob_client.get(url(model, "changelist") + f"?{lookup}={owner.pk}")
        assert answer.status_code in (200, 302, 400, 404)
        assert silent(answer), lookup


def test_the_redirect_from_ids_to_addresses_is_gone(owner, bob_client):
    assert bob_client.get(f"/admin/r/1/{owner.pk}/").status_code == 404
