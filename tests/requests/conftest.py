"""A lab with a row of every model, made once for a module's tests, and who asks for it."""

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.test import Client

from accounts import one_time_links
from history import snapshots
from history.models import Revision
from profiles.models import NewsItem
from publications.models import PendingImport, Publication, Source
from tests.conftest import make_researcher, make_user
from tests.hostile.rows import fill
from tests.isolation.conftest import session_of
from tests.isolation.rows import ROWS, a_pending_import

WORDS = ["One words", "Two words", "Three words"]
URLS = ["https://example.org/a", "http://example.org/b", "/x/"]


@pytest.fixture(scope="module")
def made(django_db_setup, django_db_blocker):
    """(what may stand in an address, the sessions of owner and manager); gone with the module."""
    with django_db_blocker.unblock(), transaction.atomic():
        alice = make_lab()
        manager = get_user_model().objects.create_superuser("manager")
        sessions = {"owner": session_of(alice.owner), "manager": session_of(manager)}
        yield places(alice), sessions
        transaction.set_rollback(True)


def make_lab():
    alice = make_researcher("Alice Ahlgren", make_user("alice"))
    fill(alice, WORDS, URLS)
    alice.refresh_from_db()
    for model, make in ROWS.items():
        if not model._base_manager.exists():
            make(alice)
    a_pending_import(alice)
    news = NewsItem.objects.first()
    snapshots.save_baseline(news)
    snapshots.save_revision(news, alice.owner)
    return alice


def places(alice) -> dict[str, list]:
    """What may stand in an address, by the name of the place."""
    kind, uid, token = one_time_links.make_link(alice.owner, "invitation").split("/")[3:6]
    return {
        "slug": [alice.slug],
        "page": ["row-0"],
        "variant": ["row-0"],
        "name": ["write"],
        "publication": ["row-0"],
        "source": list(Source.objects.values_list("pk", flat=True)[:1]) or [1],
        "paper": list(Publication.objects.values_list("pk", flat=True)[:1]),
        "pk": [alice.pk],
        "digest": ["0"],
        "section": ["researchers"],
        "path": [f"{alice.slug}/"],
        "url": ["nothing/"],
        "app_label": ["profiles"],
        "action": ["sign-out"],
        "revision": list(Revision.objects.values_list("pk", flat=True)[:1]),
        "kind": [kind],
        "uid": [uid],
        "token": [token, *PendingImport.objects.values_list("pk", flat=True)],
    }


@pytest.fixture
def known(made):
    return made[0]


@pytest.fixture
def everybody(made, db):
    """A fresh client for each, by name."""
    found = {"anonymous": Client()}
    for name, session in made[1].items():
        found[name] = Client()
        found[name].cookies[settings.SESSION_COOKIE_NAME] = session
    return found
