"""Views of the admin, and a fresh count of tries."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from accounts import second_factor
from profiles import access

SIGN_IN = "/admin/login/"


@pytest.fixture(autouse=True)
def _counts(settings, tmp_path):
    backend = "django.core.cache.backends.filebased.FileBasedCache"
    counts = {"BACKEND": backend, "LOCATION": tmp_path / "counts"}
    settings.CACHES = settings.CACHES | {"counts": counts}


def sign_in(client, username, password, **headers):
    return client.post(SIGN_IN, {"username": username, "password": password}, **headers)


def is_in(client):
    return client.get(reverse("admin:index")).status_code == 200


@pytest.fixture
def minna(db, charlie):
    """A manager who is not superuser: `minna.client` is hers."""
    charlie.groups.add(Group.objects.get(name=access.MANAGERS))
    charlie.client = Client()
    charlie.client.force_login(charlie)
    return charlie


@pytest.fixture
def codes(alice):
    """Alice has a second factor; these are her recovery codes."""
    return second_factor.enable(second_factor.start_enrolment(alice.owner))
