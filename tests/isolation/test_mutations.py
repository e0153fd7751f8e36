"""Each guard taken away in turn: a probe of the matrix has to turn red, or it guards nothing.

The guards are found in the code; one that has no probe here fails with its name. Where two stand
one behind the other, the first is taken away before, and the probe has to hold until the second
goes, too.
"""

import importlib
import pkgutil

import pytest
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.urls import reverse

import profiles.admin
import publications.admin
from profiles import access, media
from profiles import models as people
from profiles.admin_site import PickerView
from publications import claims
from publications import models as papers
from tests.isolation.doors import everything, silent, url
from tests.isolation.forms import sent_by
from tests.isolation.rows import MARK, ROWS

NAMES = {"get_queryset", "get_object", "get_deleted_objects", "unasked", "_may_publish"}
NAMES |= {f"has_{word}_permission" for word in ("view", "add", "change", "delete", "module")}
NAMES |= {"formfield_for_foreignkey", "formfield_for_manytomany"}


def guards():
    """Guard -> what holds it: of every class of the admin, and every rule of profiles.access."""
    for package in (profiles.admin, publications.admin):
        for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            for thing in vars(importlib.import_module(found.name)).values():
                if isinstance(thing, type) and thing.__module__ == found.name:
                    for word in NAMES & vars(thing).keys():
                        yield f"{thing.__name__}.{word}", thing
    for name, rule in vars(access).items():
        own = getattr(rule, "__module__", "") == access.__name__
        if own and callable(rule) and not name.startswith("_"):
            yield f"access.{name}", access


GUARDS = dict(guards()) | {
    "claims.answerable": claims,
    "media.may_show": media,
    "PickerView._pickable": PickerView,
}

# --- What stands in its place ---------------------------------------------------------------------


def yes(*args, **kwargs):
    return True


def any_row(queryset, user=None):
    return queryset


def all_rows(self, request):
    return self.model._default_manager.all()


def everyone(user):
    return people.Researcher.objects.all()


INSTEAD = {
    "get_queryset": all_rows,
    "get_object": admin.ModelAdmin.get_object,
    "formfield_for_foreignkey": admin.ModelAdmin.formfield_for_foreignkey,
    "unasked": lambda self, request, obj: set(),
    **dict.fromkeys(("visible", "editable", "publishable", "pickable"), any_row),
    **dict.fromkeys(("records_of", "publishing_records_of"), everyone),
    "records_for": lambda model, user: everyone(user),
    "accounts": lambda user: get_user_model().objects.all(),
    "_pickable": lambda self, rows: rows,
    "answerable": lambda user: papers.AuthorshipSuggestion.objects.all(),
}

# --- Probes: True while nothing comes out and nothing is changed ----------------------------------


def reads(model, door="changelist", who="bob", query=""):
    """`who` finds nothing of the owner's behind a door of the model."""

    def probe(owner, everybody, row):
        args = [row.pk] if door in ("change", "delete", "history") else []
        return silent(everybody[who].get(url(model, door, *args) + query))

    return model, probe


def closed(model, door="change", who="bob"):
    """`who` gets the 404 of what is not there."""

    def probe(owner, everybody, row):
        args = [row.pk] if door in ("change", "delete", "history") else []
        return everybody[who].get(url(model, door, *args)).status_code == 404

    return model, probe


def writes(model, door="delete", who="bob", **sent):
    """`who` changes nothing by a form."""

    def probe(owner, everybody, row):
        before = everything()
        args = [] if door == "changelist" else [row.pk]
        data = {"post": "yes", "_selected_action": row.pk} | sent
        everybody[who].post(url(model, door, *args), data)
        return everything() == before

    return model, probe


def says(model, text, door="changelist", who="bob"):
    """`who` is not offered `text`."""

    def probe(owner, everybody, row):
        args = [row.pk] if door == "change" else []
        return text not in everybody[who].get(url(model, door, *args)).content.decode()

    return model, probe


def picks(field, of):
    """Bob's type-ahead box offers nothing of the owner's."""

    def probe(owner, everybody, row):
        query = {"app_label": of._meta.app_label, "model_name": of._meta.model_name}
        query |= {"field_name": field, "term": MARK[:4]}
        return silent(everybody["bob"].get(reverse("admin:autocomplete"), query))

    return papers.Publication, probe


def offers_a_page(owner, everybody, row):
    """The form of bob's news offers no page of the owner's."""
    return silent(everybody["bob"].get(url(people.NewsItem, "add")))


def publishes(owner, everybody, row):
    """A delegate who may not publish adds a draft."""
    client, page = everybody["drafter"], url(people.Talk, "add")
    client.post(page, sent_by(client.get(page)) | {"title": "New"})
    return not people.Talk.objects.filter(title="New").latest("pk").is_public


def shows_a_file(owner, everybody, row):
    """A picture that nothing public shows is not given out."""
    name = "portraits/zebrafinch-1x1.webp"
    if not default_storage.exists(name):
        default_storage.save(name, ContentFile(b"x"))
    return all(c.get(f"/media/{name}").status_code == 404 for c in everybody.values())


def reaches_a_superuser(door):
    """A manager does not."""

    def probe(owner, everybody, row):
        chief, _made = get_user_model().objects.get_or_create(username="chief", is_superuser=True)
        page = url(type(chief), door, *([chief.pk] if door != "changelist" else []))
        answer = everybody["manager"].get(page)
        return answer.status_code == 404 or "chief" not in answer.content.decode()

    return get_user_model(), probe


PROBES = {
    "access.visible": reads(people.Talk),
    "access.records_of": reads(people.Talk),
    "access.pickable": picks("publication", papers.NewsMention),
    "access.publishable": writes(people.Talk, "changelist", "drafter", action="publish"),
    "access.publishing_records_of": writes(people.Talk, "changelist", "drafter", action="publish"),
    "access.publishes": says(people.Talk, 'name="published_at_0"', "add", "drafter"),
    "access.can_see_some": closed(people.Talk, "changelist", "charlie"),
    "access.can_edit_some": closed(people.Talk, "changelist", "charlie"),
    "access.can_add": closed(people.Talk, "add", "charlie"),
    "access.can_edit": writes(papers.Topic, "change", name="Mine", slug="mine"),
    "access.can_delete": writes(papers.Topic),
    "access.can_delete_some": says(papers.Topic, 'value="delete_selected"'),
    "access.can_publish": says(people.Talk, 'name="published_at_0"', "change", "drafter"),
    "access.editable": writes(people.Redirect, "delete", "drafter"),
    "access.has_records": closed(people.Talk, "changelist", "charlie"),
    "access.is_manager": reads(people.Talk),
    "access.accounts": reaches_a_superuser("change"),
    "access.can_see": closed(people.Talk),
    "access.may_publish": (people.Talk, publishes),
    "access.administers": says(people.Researcher, "delegations-0-account", "change", "delegate"),
    "access.records_for": reads(people.Talk, "add"),
    "media.may_show": (people.Talk, shows_a_file),
    "PickerView._pickable": picks("publication", papers.NewsMention),
    "claims.answerable": reads(papers.AuthorshipSuggestion),
    "Guarded.get_queryset": reads(people.Talk),
    "Guarded.formfield_for_foreignkey": (people.Page, offers_a_page),
    "Closed.get_object": closed(people.Talk),
    "GuardedAdmin.has_add_permission": closed(people.Talk, "add", "charlie"),
    "GuardedAdmin.has_change_permission": writes(papers.Topic, "change", name="Mine", slug="mine"),
    "GuardedAdmin.has_delete_permission": writes(papers.Topic),
    "GuardedAdmin.has_view_permission": closed(people.Talk, "changelist", "charlie"),
    "PublishableAdmin.unasked": says(people.Talk, 'name="published_at_0"', "change", "drafter"),
    "PublishableAdmin._may_publish": says(
        people.Talk, 'name="published_at_0"', "change", "drafter"
    ),
    "ResearcherAdmin.unasked": says(people.Researcher, 'name="owner"', "change", "owner"),
    "OwnPapersAdmin.get_queryset": reads(papers.Authorship),
    "AccountAdmin.has_view_permission": closed(get_user_model(), "changelist"),
    "AccountAdmin.has_change_permission": closed(get_user_model(), "changelist"),
    "AccountAdmin.get_queryset": reaches_a_superuser("changelist"),
    "AccountAdmin.has_delete_permission": reaches_a_superuser("delete"),
    "AccountAdmin.has_add_permission": closed(get_user_model(), "add"),
    "DelegationInline.has_view_permission": says(
        people.Researcher, "delegations-TOTAL_FORMS", "change", "delegate"
    ),
}


# Guard -> the one that stands before it.
BEHIND = {
    "access.can_see": "Guarded.get_queryset",
    "AccountAdmin.has_add_permission": "AccountAdmin.has_change_permission",
    "AccountAdmin.has_delete_permission": "AccountAdmin.get_queryset",
}
# Guard -> why it has no probe of its own, or which test turns red without it.
HELD = {
    "access.remember": "keeps answers and gives none",
    "AccountAdmin.has_module_permission": "only an entry of the menu",
    "GuardedAdmin.has_module_permission": "asks has_view_permission",
    "GuardedAdmin.unasked": "test_changing: handed to another, the row would be planted",
    "GuardedInline.has_view_permission": "the form around it has asked already",
    "GuardedInline.has_add_permission": "asks has_change_permission",
    "GuardedInline.has_change_permission": "a form that may not be changed saves nothing below",
    "GuardedInline.has_delete_permission": "asks has_change_permission",
    "Guarded.formfield_for_manytomany": "the only such column holds shared words",
    "Closed.get_deleted_objects": "tests/publications/test_admin_shared_papers.py",
    "SharingMixin.get_deleted_objects": "tests/publications/test_admin_shared_papers.py",
    "PictureAdmin.get_deleted_objects": "says more than Closed's, and asks it first",
    "SuggestionAdmin.get_queryset": "claims.answerable, tried above",
    "SuggestionAdmin.has_view_permission": "claims.answerable, tried above",
    "SuggestionAdmin.has_change_permission": "claims.answerable, tried above",
    "SuggestionAdmin.has_add_permission": "nobody adds one by a form",
    "SuggestionAdmin.has_delete_permission": "nobody deletes one by a form",
    "OwnPapersAdmin.has_add_permission": "nobody adds one by a form",
    "OwnPapersAdmin.has_delete_permission": "nobody deletes one by a form",
    "ImportBatchAdmin.get_queryset": "asks Guarded.get_queryset",
    "ImportBatchAdmin.has_change_permission": "nobody changes one by a form",
    "ImportBatchAdmin.has_delete_permission": "nobody deletes one by a form",
    "VenueAdmin.get_queryset": "asks Guarded.get_queryset",
    "AuthorInline.get_queryset": "asks Guarded.get_queryset",
    "PaperInline.get_queryset": "tests/publications/test_attack_mentions.py",
    "SourceInline.has_add_permission": "test_inlines: READ_ONLY",
    "SourceInline.has_change_permission": "test_inlines: READ_ONLY",
    "SourceInline.has_delete_permission": "test_inlines: READ_ONLY",
    "FormerSlugInline.get_queryset": "its form names whose they are",
    "FormerSlugInline.has_view_permission": "asks GuardedInline",
    "FormerSlugInline.has_change_permission": "test_inlines: READ_ONLY",
    "DelegationInline.get_queryset": "test_inlines",
    "DelegationInline.has_change_permission": "has_view_permission, tried above",
}


def without(guard, monkeypatch):
    name = guard.partition(".")[2]
    monkeypatch.setattr(GUARDS[guard], name, INSTEAD.get(name, yes))


def test_every_guard_has_a_probe():
    known = PROBES.keys() | HELD.keys()
    assert not GUARDS.keys() - known, "give it a probe in tests/isolation/test_mutations.py"
    assert not known - GUARDS.keys(), "there is no such guard any more"


@pytest.mark.parametrize("guard", sorted(PROBES))
def test_without_it_a_probe_turns_red(guard, owner, everybody, monkeypatch):
    model, probe = PROBES[guard]
    row = ROWS[model](owner)
    if guard in BEHIND:
        without(BEHIND[guard], monkeypatch)
    assert probe(owner, everybody, row)
    without(guard, monkeypatch)
    assert not probe(owner, everybody, row)
