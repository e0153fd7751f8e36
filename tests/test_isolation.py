"""Every admin door of one researcher's rows, tried by everybody else. Generated from the registry:
a model that is registered without a row to try it with fails here."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.core.serializers import serialize
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from profiles import models as people
from publications import models as papers
from tests.conftest import make_researcher, make_user

MARK = "Zebrafinch"
APPS = ("profiles", "publications")
OUTSIDERS = ["bob", "charlie", "anonymous", "inactive", "ended"]
# What a researcher without a record on it may read of shared vocabularies is no secret.
SHARED = {papers.Venue, papers.Topic}
# No page, list or form of the admin has them: what the undo of an import reads, where merged papers
# were, which papers were told apart. An uploaded import is its user's alone: tried below.
WITHOUT_A_DOOR = {
    papers.ImportChange,
    papers.FormerAddress,
    papers.NotTheSame,
    papers.PendingImport,
}


def text_columns(model):
    """The marker in each text column that takes it."""
    skip = {"slug", "kind", "role", "level", "arrangement", "status", "presentation", "entry_type"}
    fields = [f for f in model._meta.fields if f.get_internal_type() in ("CharField", "TextField")]
    plain = [f for f in fields if type(f).__module__.startswith("django.db") and not f.choices]
    return {f.name: MARK[: f.max_length] for f in plain if f.name not in skip and f.editable}


def item(model, owner, **values):
    return model.objects.create(
        **text_columns(model) | {"researcher": owner, "published_at": None} | values
    )


def a_paper(owner, **values):
    columns = text_columns(papers.Publication) | {"slug": "zebrafinch-paper", "owner": owner}
    paper = papers.Publication.objects.create(**columns | {"published_at": None} | values)
    papers.Authorship.objects.create(publication=paper, family=MARK, researcher=owner)
    return paper


def a_suggestion(owner):
    """On a paper where no printed name is the owner's yet: else the question is settled."""
    paper = a_paper(owner)
    paper.authorships.update(role=papers.Authorship.Role.LISTED, family="")
    authorship = papers.Authorship.objects.create(publication=paper, family=MARK)
    return papers.AuthorshipSuggestion.objects.create(authorship=authorship, researcher=owner)


ROWS = {
    people.Researcher: lambda owner: owner,
    people.Education: lambda owner: item(people.Education, owner),
    people.Experience: lambda owner: item(people.Experience, owner),
    people.Award: lambda owner: item(people.Award, owner),
    people.NewsItem: lambda owner: item(people.NewsItem, owner, date="2025"),
    people.Page: lambda owner: item(people.Page, owner, slug="zebrafinch"),
    people.Section: lambda owner: item(people.Section, owner, kind="text"),
    people.Project: lambda owner: item(people.Project, owner),
    people.Talk: lambda owner: item(people.Talk, owner),
    people.Teaching: lambda owner: item(people.Teaching, owner),
    people.Service: lambda owner: item(people.Service, owner),
    people.Grant: lambda owner: item(people.Grant, owner),
    people.Student: lambda owner: item(people.Student, owner),
    people.Picture: lambda owner: people.Picture.objects.create(researcher=owner, alt=MARK),
    people.Redirect: lambda owner: people.Redirect.objects.create(
        researcher=owner, old_path=f"/{MARK}/"
    ),
    people.FormerSlug: lambda owner: people.FormerSlug.objects.create(
        researcher=owner, slug=MARK.lower()
    ),
    papers.Publication: a_paper,
    papers.Authorship: lambda owner: a_paper(owner).authorships.get(),
    papers.AuthorshipSuggestion: a_suggestion,
    papers.ImportBatch: lambda owner: papers.ImportBatch.objects.create(
        researcher=owner, files=[MARK]
    ),
    papers.Venue: lambda owner: papers.Venue.objects.create(name="A shared venue"),
    papers.Topic: lambda owner: papers.Topic.objects.create(name="A shared topic", slug="shared"),
    get_user_model(): lambda owner: owner.owner,
}
REGISTERED = sorted(admin.site._registry, key=lambda model: model._meta.label)
each_model = pytest.mark.parametrize("model", REGISTERED, ids=lambda model: model._meta.label)


@pytest.fixture
def owner(db):
    """A researcher whose record is a draft: even the name is a secret."""
    user = make_user("zebrafinch-account")
    return make_researcher(f"Zoe {MARK}", user, slug="zebrafinch-zoe", published_at=None)


@pytest.fixture
def outsiders(owner):
    """A client for each kind of stranger, by name."""
    clients = {name: Client() for name in OUTSIDERS}
    for name in set(OUTSIDERS) - {"anonymous"}:
        user = make_user(name)
        if name in ("bob", "ended"):
            make_researcher(f"{name.title()} Brandt", user)
        clients[name].force_login(user)
    past = timezone.now() - timedelta(minutes=1)
    ended = get_user_model().objects.get(username="ended")
    people.Delegation.objects.create(researcher=owner, user=ended, ends_at=past)
    get_user_model().objects.filter(username="inactive").update(is_active=False)
    return clients


@pytest.fixture
def bob_client(owner):
    user = make_user("bob")
    make_researcher("Bob Brandt", user)
    client = Client()
    client.force_login(user)
    return client


def url(model, door, *args):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{door}", args=args)


def everything():
    """All rows of the two apps but the outsiders' own records, and all accounts, as text."""
    models = [m for app in APPS for m in apps.get_app_config(app).get_models()]
    rows = {model: model.objects.order_by("pk") for model in models}
    rows[people.Researcher] = rows[people.Researcher].exclude(family_name="Brandt")
    users = get_user_model().objects.order_by("pk")
    accounts = list(users.values_list("username", "password", "is_active", "is_superuser"))
    return [serialize("json", queryset) for queryset in rows.values()], accounts


def silent(answer):
    """Nothing of the owner's, but what the request itself said."""
    text = answer.content.decode()
    for echo in (f"q={MARK}", f'value="{MARK}"', f"%3D{MARK}"):
        text = text.replace(echo, "")
    place = answer.headers.get("Location", "").replace(f"%3D{MARK}", "")
    return MARK not in text + place and "zebrafinch" not in text + place


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


@each_model
def test_a_row_of_anothers_is_not_there(model, owner, outsiders):
    row = ROWS[model](owner)
    doors = ["delete"] if model in SHARED else ["change", "delete", "history"]
    for who, client in outsiders.items():
        for door in doors:
            answer = client.get(url(model, door, row.pk) + "?_popup=1&_to_field=id")
            to_login = who in ("anonymous", "inactive")
            assert answer.status_code == (302 if to_login else 404), (who, door)
            assert silent(answer), (who, door)


@each_model
def test_lists_and_forms_name_nothing_of_anothers(model, owner, outsiders):
    ROWS[model](owner)
    for who, client in outsiders.items():
        for door, query in (
            ("changelist", ""),
            ("changelist", f"?q={MARK}"),
            ("changelist", "?_popup=1&e=1"),
            ("add", ""),
            ("add", "?_popup=1"),
        ):
            assert silent(client.get(url(model, door) + query)), (who, door, query)


def test_front_page_names_nothing_of_anothers(owner, outsiders):
    a_paper(owner)
    for who, client in outsiders.items():
        assert silent(client.get(reverse("admin:index"))), who


@each_model
def test_type_ahead_boxes_offer_nothing_of_anothers(model, owner, outsiders):
    a_paper(owner)
    for field in model._meta.fields + model._meta.many_to_many:
        if not field.remote_field:
            continue
        query = {"app_label": model._meta.app_label, "model_name": model._meta.model_name}
        query |= {"field_name": field.name, "term": "z"}
        for who, client in outsiders.items():
            assert silent(client.get(reverse("admin:autocomplete"), query)), (who, field.name)


@each_model
def test_filters_on_anothers_columns_find_nothing(model, owner, outsiders):
    ROWS[model](owner)
    for lookup in ("researcher__owner__password__startswith", "owner__slug", "researcher__exact"):
        for who, client in outsiders.items():
            answer = client.get(url(model, "changelist") + f"?{lookup}={owner.pk}")
            assert answer.status_code in (200, 302, 400, 404)
            assert silent(answer), (who, lookup)


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


@pytest.mark.parametrize("door", ["plan", "options", "discard"])
def test_an_uploaded_import_is_its_users_alone(door, owner, outsiders):
    """Not even a manager's to see: it is no record yet, only somebody's file."""
    manager = get_user_model().objects.create_superuser("manager", password="x")
    outsiders["manager"] = Client()
    outsiders["manager"].force_login(manager)
    pending = papers.PendingImport.objects.create(
        user=owner.owner,
        researcher=owner,
        name=MARK,
        data=b"@misc{zebrafinch, title={Zebrafinch}}",
        options={"update": "fill", "draft": False, "encoding": ""},
    )
    before = everything()
    for who, client in outsiders.items():
        for send in (client.get, client.post):
            answer = send(url(papers.ImportBatch, door, pending.pk))
            to_login = who in ("anonymous", "inactive")
            assert answer.status_code == (302 if to_login else 404), who
            assert silent(answer), who
    assert everything() == before


def test_the_redirect_from_ids_to_addresses_is_gone(owner, bob_client):
    assert bob_client.get(f"/admin/r/1/{owner.pk}/").status_code == 404


def form_of(row):
    """What a form of the row would send, inlines empty."""
    data = {
        field.name: field.value_to_string(row) or ""
        for field in row._meta.fields
        if field.editable and not field.is_relation
    }
    for inline in admin.site._registry[type(row)].inlines:
        fk = next(f for f in inline.model._meta.fields if f.related_model is type(row))
        prefix = fk.remote_field.get_accessor_name(model=fk.related_model)
        data |= {f"{prefix}-TOTAL_FORMS": 0, f"{prefix}-INITIAL_FORMS": 0}
    return {name: value for name, value in data.items() if value is not None}
