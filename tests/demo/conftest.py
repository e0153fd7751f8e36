"""One loading of the demo lab for all tests of this folder; what a test changes is undone.

Its rows last as long as the folder: what begins without them stands elsewhere.
"""

import pytest
from django.db import transaction
from django.test import override_settings

from tests.demo import run


@pytest.fixture(scope="package")
def loaded(django_db_setup, django_db_blocker, tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    places = override_settings(DATA_DIR=folder, MEDIA_ROOT=folder / "media")
    with places, django_db_blocker.unblock(), transaction.atomic():
        yield run(), folder
        transaction.set_rollback(True)


@pytest.fixture
def lab(loaded, db, settings):
    """What `demo` printed."""
    printed, folder = loaded
    settings.DATA_DIR, settings.MEDIA_ROOT = folder, folder / "media"
    return printed
