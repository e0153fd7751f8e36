"""Whether the isolation tests leave anything out."""

from django.apps import apps
from django.contrib import admin

from history.models import Revision
from publications import models as papers
from tests.isolation.admin_views import APPS, url
from tests.isolation.rows import REGISTERED, ROWS, each_model
from tests.isolation.who import EDITORS, ROWS_FOR
from website.models import CheckedLink, DemoNote, Dismissal, SearchDocument

# No page, list or form of the admin has them: what the undo of an import reads, where merged papers
# were, which papers were told apart, what the front page remembers, what the demo brought, the
# index of the search, what was refused of what was found, which sources are always followed, whom
# the weekly mail goes to, how often a paper was cited. An uploaded import is its user's alone, and
# versions are for who may edit the row: test_uploaded_import.py, test_history.py.
WITHOUT_A_VIEW = {
    Revision,
    papers.AlwaysFrom,
    papers.CitationCount,
    papers.ImportChange,
    papers.ImportedRow,
    papers.NewsMail,
    papers.FormerAddress,
    papers.NotDuplicate,
    papers.PendingImport,
    papers.RefusedWork,
    CheckedLink,
    DemoNote,
    Dismissal,
    SearchDocument,
}


def test_it_tries_every_registered_model():
    assert set(REGISTERED) == set(ROWS), "a registered model has no row in ROWS above"


def test_it_covers_every_model_of_the_two_apps():
    """Registered, or the inline of one that is, or named as one that no page shows."""
    admins = [admin.site._registry[model] for model in REGISTERED]
    inlines = {inline.model for row in admins for inline in row.inlines}
    assert not WITHOUT_A_VIEW & (set(REGISTERED) | inlines)
    known = set(REGISTERED) | inlines | WITHOUT_A_VIEW
    for app in APPS:
        for model in apps.get_app_config(app).get_models():
            assert model in known or model._meta.auto_created, f"{model._meta.label} has no admin"


@each_model
def test_who_may_open_it_can(model, owner, everybody):
    """The rows of these tests would be found if there were no guard."""
    row = ROWS[model](owner)
    for who in ("owner", "drafter"):
        may = who in ROWS_FOR.get(model, EDITORS)
        answer = everybody[who].get(url(model, "change", row.pk))
        assert answer.status_code == (200 if may else 404), who


@each_model
def test_a_manager_finds_it_in_the_list(model, owner, everybody):
    row = ROWS[model](owner)
    page = everybody["manager"].get(url(model, "changelist"))
    assert row in page.context["cl"].queryset
