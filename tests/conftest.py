"""Shared fixtures: three people, a clean media folder, and the services a machine may lack.

Alice owns the record, Bob is a colleague in the same lab, Charlie signs in but has no record.
"""

import fcntl
import gc
import itertools
import os
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.contrib.auth import get_user_model
from django.core.signals import setting_changed
from django.db import connection
from django.test import Client
from django.test import client as test_client
from django.test.client import store_rendered_templates
from django.utils import timezone

from uploads import images

NUMBERS = itertools.count()
IN_MEMORY = "file:memorydb_default?mode=memory&cache=shared"
SHARED = Path(__file__).resolve().parents[1].parent / "shared"


def store_pages(store, signal, sender, template, context, keep=store_rendered_templates, **more):
    """For `response.context`, without the hundreds of boxes that a form is drawn of."""
    if not (template.name or "").startswith(("django/forms/", "admin/widgets/")):
        keep(store, signal, sender, template, context, **more)


def pytest_configure(config):
    gc.set_threshold(100_000, 20, 20)  # most of what is collected stays
    django_settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    django_settings.STATIC_ROOT = django_settings.STATICFILES_DIRS[0]  # whitenoise wants a folder
    # It looks for a file where one is asked for: each client would read the folder anew.
    django_settings.WHITENOISE_AUTOREFRESH = True
    django_settings.CACHES["cards"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    # No test's requests count for another's; test_limits.py counts.
    django_settings.CACHES["counts"] = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    # As where VITAE_LANGUAGES names both: most tests of languages ask for no more than that.
    django_settings.OFFERED_LANGUAGES = []
    django_settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    test_client.store_rendered_templates = store_pages
    # The least effort: most of loading the demo. How few bytes is a test of thumbnails' alone.
    images.WEBP["method"] = 0


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Of several processes the first compiles the tests; the others then find them compiled."""
    with Path(__file__).open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(lock, fcntl.LOCK_SH)
            fcntl.flock(lock, fcntl.LOCK_UN)
        return (yield)


def pytest_collection_finish(session):
    """What is loaded by now stays: the garbage collector need not go through it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def django_db_setup(request, tmp_path_factory, django_db_modify_db_settings):
    """Of several processes the first migrates its database; the others begin with a copy of it."""
    if "PYTEST_XDIST_WORKER" not in os.environ or connection.vendor != "sqlite":
        request.getfixturevalue("django_db_setup")
        return
    folder = tmp_path_factory.getbasetemp().parent  # that of all processes
    migrated = folder / "migrated.sqlite3"
    connection.settings_dict["TEST"]["NAME"] = IN_MEMORY
    with (
        (folder / "migrated.lock").open("w") as lock,
        closing(sqlite3.connect(IN_MEMORY, uri=True)) as own,
    ):
        fcntl.flock(lock, fcntl.LOCK_EX)
        is_first = not migrated.exists()
        with closing(sqlite3.connect(migrated)) as file:
            if not is_first:
                file.backup(own)
            request.getfixturevalue("django_db_setup")
            if is_first:
                own.backup(file)


def missing(what: str):
    """Skip, with the reason; where REQUIRE_SERVICES=1, as in CI, fail instead."""
    if os.environ.get("REQUIRE_SERVICES") == "1":
        pytest.fail(f"{what}, and REQUIRE_SERVICES=1 allows no skip")
    pytest.skip(what)


@pytest.fixture
def shared():
    """The folder of real-world data beside the project; tests that use it skip without it."""
    if not SHARED.is_dir():
        pytest.skip("the shared data lies not beside the project")
    return SHARED


@pytest.fixture
def tmp_path(tmp_path_factory):
    """A folder of each test's own: pytest's looks through all others to name one."""
    folder = tmp_path_factory.getbasetemp() / str(next(NUMBERS))
    folder.mkdir()
    return folder


@pytest.fixture(autouse=True)
def _media(tmp_path):
    """Without `settings`, which would tell everybody four times: the next test sets them anew."""
    django_settings.DATA_DIR, django_settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    setting_changed.send(sender=None, setting="MEDIA_ROOT", value=tmp_path / "media", enter=True)


class SearchingClient(Client):
    """Makes the search index before it searches: in a test, nothing is ever committed."""

    def request(self, **request):
        from website.search import index

        if "q=" in request.get("QUERY_STRING", ""):
            index.rebuild()
        return super().request(**request)


@pytest.fixture
def client():
    return SearchingClient()


def make_user(username, **kwargs):
    return get_user_model().objects.create_user(
        username, password=f"{username}-password", is_staff=True, **kwargs
    )


def make_researcher(name, owner=None, **kwargs):
    from profiles.models import Researcher

    given, _, family = name.rpartition(" ")
    values = {
        "slug": name.lower().replace(" ", "-"),
        "display_name": name,
        "given_name": given,
        "family_name": family,
        "owner": owner,
        "published_at": timezone.now(),
    }
    return Researcher.objects.create(**values | kwargs)


def settle(researcher):
    """Makes the profile and its account older than the first week, in which nothing nags."""
    long_ago = timezone.now() - timedelta(days=8)
    type(researcher).objects.filter(pk=researcher.pk).update(created_at=long_ago)
    type(researcher.owner).objects.filter(pk=researcher.owner_id).update(date_joined=long_ago)
    researcher.refresh_from_db()
    return researcher


@pytest.fixture
def alice(db):
    """A published researcher with an account: `alice.owner`."""
    return make_researcher("Alice Ahlgren", make_user("alice"))


@pytest.fixture
def bob(db):
    return make_researcher("Bob Brandt", make_user("bob"))


@pytest.fixture
def charlie(db):
    """An account without a record."""
    return make_user("charlie")


@pytest.fixture
def manager(db):
    return get_user_model().objects.create_superuser("manager", password="manager-password")


@pytest.fixture
def at_work(client, alice):
    """The client, signed in as Alice."""
    client.force_login(alice.owner)
    return client
