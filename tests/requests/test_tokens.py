"""No form is taken without its token, by whomever it is sent."""

import pytest
from django.test import Client

from tests.requests.addresses import addresses


@pytest.fixture
def strict(everybody):
    """Clients that send a token only where a test does."""
    for client in everybody.values():
        client.handler.enforce_csrf_checks = True
    return everybody


def test_form_without_token_is_refused(known, strict):
    """The manager's: no address refuses one for another reason."""
    for path in addresses(known):
        assert strict["manager"].post(path, {"post": "yes"}).status_code == 403, path


def test_with_its_token_the_form_is_read(strict):
    """Else the refusals above would prove nothing."""
    client = strict["anonymous"]
    token = client.get("/admin/login/").cookies["csrftoken"].value
    sent = {"username": "nobody", "password": "x", "csrfmiddlewaretoken": token}
    assert client.post("/admin/login/", sent).status_code == 200


def test_the_token_of_another_is_refused(strict):
    other = Client().get("/admin/login/").cookies["csrftoken"].value
    strict["manager"].get("/admin/")
    sent = {"csrfmiddlewaretoken": other}
    assert strict["manager"].post("/admin/logout/", sent).status_code == 403
