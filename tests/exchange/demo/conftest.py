"""One loading of the demo lab for all tests of a module; what a test changes is undone."""

import pytest
from django.db import transaction
from django.test import override_settings

from exchange.demo import marker
from tests.exchange.demo import run


@pytest.fixture(scope="module")
def loaded(django_db_setup, django_db_blocker, tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    places = override_settings(DATA_DIR=folder, MEDIA_ROOT=folder / "media")
    with places, django_db_blocker.unblock(), transaction.atomic():
        yield run()
        transaction.set_rollback(True)


@pytest.fixture
def lab(loaded):
    """What `demo` printed."""
    note = marker.path().read_text()
    with transaction.atomic():
        yield loaded
        transaction.set_rollback(True)
    marker.path().write_text(note)
