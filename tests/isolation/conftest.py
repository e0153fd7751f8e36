"""The owner of the rows, who may write them, and the strangers, made once for a module's tests.

Bob is a colleague, Charlie has no record; the drafter is a delegate who may not publish.
"""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.db import transaction
from django.test import Client
from django.utils import timezone

from profiles import access
from profiles.models import Delegation, Researcher
from tests.conftest import make_researcher, make_user
from tests.isolation.rows import MARK

STRANGERS = ["bob", "charlie", "inactive", "ended"]
WRITERS = ["delegate", "drafter", "manager"]


@pytest.fixture(scope="module")
def made(django_db_setup, django_db_blocker):
    """The owner's id, and the sessions of all, by name; gone with the module."""
    with django_db_blocker.unblock(), transaction.atomic():
        owner = make_owner()
        yield owner.pk, make_writers(owner) | make_strangers(owner)
        transaction.set_rollback(True)


def make_owner():
    """A researcher whose record is a draft: even the name is a secret."""
    user = make_user("zebrafinch-account")
    return make_researcher(f"Zoe {MARK}", user, slug="zebrafinch-zoe", published_at=None)


def make_writers(owner):
    users = {name: make_user(name) for name in WRITERS}
    Delegation.objects.create(researcher=owner, user=users["delegate"])
    Delegation.objects.create(researcher=owner, user=users["drafter"], may_publish=False)
    users["manager"].groups.add(Group.objects.get(name=access.MANAGERS))
    return {name: session_of(user) for name, user in users.items()} | {
        "owner": session_of(owner.owner)
    }


def make_strangers(owner):
    users = {name: make_user(name) for name in STRANGERS}
    for name in ("bob", "ended"):
        make_researcher(f"{name.title()} Brandt", users[name])
    sessions = {name: session_of(user) for name, user in users.items()}
    past = timezone.now() - timedelta(minutes=1)
    Delegation.objects.create(researcher=owner, user=users["ended"], ends_at=past)
    get_user_model().objects.filter(username="inactive").update(is_active=False)
    return sessions


def session_of(user):
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


@pytest.fixture
def owner(made, db):
    return Researcher.objects.get(pk=made[0])


@pytest.fixture
def everybody(made, db):
    """A fresh client for each, by name."""
    clients = {"anonymous": Client()}
    for name, session in made[1].items():
        clients[name] = Client()
        clients[name].cookies[settings.SESSION_COOKIE_NAME] = session
    return clients


@pytest.fixture
def outsiders(everybody):
    return {name: everybody[name] for name in ["anonymous", *STRANGERS]}


@pytest.fixture
def signed_in(everybody):
    """Those who pass the login; test_reading.py tries that the others do not."""
    return {name: everybody[name] for name in ("bob", "charlie", "ended")}


@pytest.fixture
def bob_client(outsiders):
    return outsiders["bob"]


@pytest.fixture
def bob_request(made, db, rf):
    request = rf.get("/admin/")
    request.user = get_user_model().objects.get(username="bob")
    access.remember(request.user)  # as on every page of the admin
    return request
