"""One lab, filled with whatever texts a test brings."""

import pytest
from django.db import connection, transaction

from tests.conftest import make_researcher, make_user
from tests.hostile.rows import fill


@pytest.fixture(scope="module")
def in_a_lab(django_db_setup, django_db_blocker):
    """Calls back, with the owner's account, while a lab holds the texts and addresses given."""
    if connection.vendor == "postgresql":
        pytest.skip("PostgreSQL holds no text that is longer than its column")

    def run(texts, urls, look):
        with django_db_blocker.unblock(), transaction.atomic():
            alice = make_researcher("Alice Ahlgren", make_user("alice"))
            fill(alice, texts, urls)
            found = look(alice.owner)
            transaction.set_rollback(True)
        return found

    return run
