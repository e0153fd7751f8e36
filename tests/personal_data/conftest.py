"""A person with a row in every table, made once for a module and gone with it."""

import pytest
from django.db import transaction
from django.test.utils import override_settings

from tests.personal_data import marked


@pytest.fixture(scope="module")
def everywhere(django_db_setup, django_db_blocker, tmp_path_factory):
    media = tmp_path_factory.mktemp("data") / "media"
    with django_db_blocker.unblock(), transaction.atomic(), override_settings(MEDIA_ROOT=media):
        yield marked.Person().fill()
        transaction.set_rollback(True)
