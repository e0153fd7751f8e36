"""What the database refuses only at the commit is planned again, and nothing chosen is lost."""

import pytest
from django.db import connection

from publications.admin import import_forms
from publications.models import ImportBatch, PendingImport, Publication
from tests.publications.admin_import import apply, form_of, plan_of

ENTRIES = """
@article{a, title={Kelp}, author={Alice Ahlgren}, year={2020}}
@article{b, title={Moss}, author={Alice Ahlgren}, year={2021}}
"""


@pytest.mark.django_db(transaction=True)
def test_a_venue_that_is_gone_by_then(client, alice, monkeypatch):
    client.force_login(alice.owner)
    page = plan_of(client, ENTRIES)
    close, tries = import_forms.close, []

    def closed_with_a_venue_that_is_gone(pending, batch):
        close(pending, batch)
        tries.append(batch)
        if len(tries) == 1:
            with connection.cursor() as cursor:
                cursor.execute("UPDATE publications_publication SET venue_id = 999")

    monkeypatch.setattr(import_forms, "close", closed_with_a_venue_that_is_gone)
    apply(client, page, entry=form_of(page)["entry"][:1])
    assert len(tries) == 2
    assert Publication.objects.get().title == "Kelp"
    assert PendingImport.objects.get().batch_id == ImportBatch.objects.get().pk
