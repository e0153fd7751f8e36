"""What strangers may not change."""

from django.contrib import admin
from django.core.files.uploadedfile import SimpleUploadedFile

from profiles import models as people
from publications import models as papers
from tests.isolation.admin_views import everything, silent, url
from tests.isolation.forms import sent_by
from tests.isolation.rows import MARK, ROWS, each_model
from tests.isolation.who import EDITORS, MANAGERS_ONLY
from tests.profiles.test_markdown_upload import GIF

# Read, answered or undone; no form changes them.
UNCHANGED = {papers.ImportBatch, papers.AuthorshipSuggestion}
# No form of a researcher adds them; an import begins with an upload.
NOT_ADDED = UNCHANGED | {papers.Authorship, *MANAGERS_ONLY, people.Researcher}


def form_of(row, everybody):
    """What the row's page would send, with another text where one can stand."""
    page = everybody["manager"].get(url(type(row), "change", row.pk))
    return {
        name: f"{value} too" if value == MARK else value for name, value in sent_by(page).items()
    }


@each_model
def test_posts_change_nothing_of_anothers(model, owner, everybody):
    """By a form that changes it where who may sends it."""
    row = ROWS[model](owner)
    form = form_of(row, everybody)
    before = everything()
    for who in everybody.keys() - EDITORS:
        everybody[who].post(url(model, "delete", row.pk), {"post": "yes"})
        everybody[who].post(url(model, "change", row.pk), form)
    assert everything() == before
    if model not in UNCHANGED:
        answer = everybody["manager"].post(url(model, "change", row.pk), form)
        assert answer.status_code == 302


@each_model
def test_actions_change_nothing_of_anothers(model, owner, signed_in):
    row = ROWS[model](owner)
    before = everything()
    for who, client in signed_in.items():
        for action in ["delete_selected", *admin.site._registry[model].actions]:
            action = getattr(action, "__name__", action)
            data = {"action": action, "_selected_action": [row.pk], "post": "yes"}
            for everywhere in ("0", "1") if who == "bob" else ("1",):
                data["select_across"] = everywhere
                assert silent(client.post(url(model, "changelist"), data)), (who, action)
    assert everything() == before


@each_model
def test_list_editing_changes_nothing_of_anothers(model, owner, signed_in):
    row = ROWS[model](owner)
    before = everything()
    data = {"form-TOTAL_FORMS": 1, "form-INITIAL_FORMS": 1, "form-0-id": row.pk, "_save": "Save"}
    for who, client in signed_in.items():
        client.post(url(model, "changelist"), data | {"form-0-is_selected": "on"})
        assert everything() == before, who


def anew(form):
    """The same as a new row, without what stands below it."""
    counts = {name: 0 for name in form if name.endswith("_FORMS")}
    picture = SimpleUploadedFile("a.gif", GIF, "image/gif")
    return form | counts | {"slug": "bobs-own", "name": "Bob’s own", "image": picture}


@each_model
def test_nothing_is_planted_on_another(model, owner, everybody):
    """An add form sent back with another's name as its owner: it becomes one's own."""
    form = anew(form_of(ROWS[model](owner), everybody))
    paths = getattr(model, "owned_through", ())
    before = [model.objects.filter(**{path: owner.pk}).count() for path in paths]
    count = model.objects.count()
    whose = {"researcher": owner.pk, "owner": owner.pk}
    everybody["bob"].post(url(model, "add"), form | whose)
    assert [model.objects.filter(**{path: owner.pk}).count() for path in paths] == before
    assert model.objects.count() == count + (model not in NOT_ADDED)
