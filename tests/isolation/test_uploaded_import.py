"""An import that was uploaded and not yet applied."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from publications import models as papers
from tests.isolation.doors import everything, silent, url
from tests.isolation.rows import MARK


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
