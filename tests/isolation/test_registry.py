"""Whether the isolation tests leave anything out."""

from django.apps import apps
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.test import Client

from publications import models as papers
from tests.isolation.doors import APPS, url
from tests.isolation.rows import REGISTERED, ROWS, each_model

# No page, list or form of the admin has them: what the undo of an import reads, where merged papers
# were, which papers were told apart. An uploaded import is its user's alone: tried below.
WITHOUT_A_DOOR = {
    papers.ImportChange,
    papers.FormerAddress,
    papers.NotTheSame,
    papers.PendingImport,
}


def test_it_tries_every_registered_model():
    assert set(REGISTERED) == set(ROWS), "a registered model has no row in ROWS above"


def test_it_covers_every_model_of_the_two_apps():
    """Registered, or the inline of one that is, or named as one that no page shows."""
    admins = [admin.site._registry[model] for model in REGISTERED]
    inlines = {inline.model for row in admins for inline in row.inlines}
    assert not WITHOUT_A_DOOR & (set(REGISTERED) | inlines)
    known = set(REGISTERED) | inlines | WITHOUT_A_DOOR
    for app in APPS:
        for model in apps.get_app_config(app).get_models():
            assert model in known or model._meta.auto_created, f"{model._meta.label} has no admin"


@each_model
def test_its_owner_passes(model, owner):
    """The rows of this test would be found if there were no guard."""
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("manager", password="x"))
    row = ROWS[model](owner)
    assert client.get(url(model, "change", row.pk)).status_code == 200
