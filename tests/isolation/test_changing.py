"""What strangers may not change."""

from django.contrib import admin

from tests.isolation.doors import everything, form_of, silent, url
from tests.isolation.rows import ROWS, SHARED, each_model


@each_model
def test_posts_change_nothing_of_anothers(model, owner, outsiders):
    row = ROWS[model](owner)
    if model in SHARED:
        return
    before = everything()
    for who, client in outsiders.items():
        client.post(url(model, "delete", row.pk), {"post": "yes"})
        client.post(url(model, "change", row.pk), form_of(row))
        assert everything() == before, who


@each_model
def test_actions_change_nothing_of_anothers(model, owner, outsiders):
    row = ROWS[model](owner)
    before = everything()
    for who, client in outsiders.items():
        for action in ["delete_selected", *admin.site._registry[model].actions]:
            data = {"action": action, "_selected_action": [row.pk], "post": "yes"}
            for everywhere in ("0", "1"):
                data["select_across"] = everywhere
                assert silent(client.post(url(model, "changelist"), data)), (who, action)
        assert everything() == before, who


@each_model
def test_list_editing_changes_nothing_of_anothers(model, owner, outsiders):
    row = ROWS[model](owner)
    before = everything()
    data = {"form-TOTAL_FORMS": 1, "form-INITIAL_FORMS": 1, "form-0-id": row.pk, "_save": "Save"}
    for who, client in outsiders.items():
        client.post(url(model, "changelist"), data | {"form-0-is_selected": "on"})
        assert everything() == before, who


@each_model
def test_nothing_is_planted_on_another(model, owner, bob_client):
    """An add form sent back with another's name as its owner."""
    row = ROWS[model](owner)
    if model in SHARED:
        return
    data = form_of(row) | {"researcher": owner.pk, "owner": owner.pk, "slug": "bobs-own"}
    paths = getattr(model, "owned_through", ())
    before = [model.objects.filter(**{path: owner.pk}).count() for path in paths]
    bob_client.post(url(model, "add"), data)
    assert [model.objects.filter(**{path: owner.pk}).count() for path in paths] == before
