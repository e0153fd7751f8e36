"""What stands in a date's box, said back in words while it is typed."""

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db
URL = reverse("admin:date-words")


def test_it_works(at_work):
    assert at_work.get(URL, {"text": "11/1/2024"}).content == b"Read as: 1 November 2024"


def test_several(at_work):
    answer = at_work.get(URL, {"text": "Apr 2019 & Apr 2020", "several": "true"})
    assert answer.content.decode() == "Read as: April 2020, April 2019"


def test_what_is_no_date_is_said_in_plain_text(at_work):
    answer = at_work.get(URL, {"text": "<b>yesterday</b>"})
    assert (answer.status_code, answer.headers["Content-Type"]) == (
        400,
        "text/plain; charset=utf-8",
    )


def test_a_stranger_is_asked_to_sign_in(client):
    assert client.get(URL, {"text": "2024"}).status_code == 302
