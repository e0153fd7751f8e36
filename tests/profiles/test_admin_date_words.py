"""What stands in a date's box, said back in words while it is typed."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from django.urls import reverse
from django.utils import timezone

from profiles.models import Award, Experience, NewsItem

pytestmark = pytest.mark.django_db
URL = reverse("admin:date-words")


def form_of(client, model):
    return client.get(reverse(f"admin:profiles_{model._meta.model_name}_add")).content.decode()


def read_while_typing(client, model, box, text):
    """What the page's script gets for that box."""
    tag = re.search(rf'<input[^>]*name="{box}"[^>]*>', form_of(client, model))[0]
    url = unescape(re.search(r'data-words="([^"]+)"', tag)[1])
    return client.get(f"{url}&{urlencode({'text': text})}")


def test_typed_date_is_said_in_words(at_work):
    assert at_work.get(URL, {"text": "11/1/2024"}).content == b"Read as: 1 November 2024"


def test_several(at_work):
    answer = at_work.get(URL, {"text": "Apr 2019 & Apr 2020", "box": "several"})
    assert answer.content.decode() == "Read as: April 2020, April 2019"


@pytest.mark.parametrize(
    ("model", "box", "text", "status"),
    [
        (NewsItem, "date", "2024", 200),
        (NewsItem, "date", "2019/2020", 400),
        (NewsItem, "date", "present", 400),
        (Experience, "start", "present", 400),
        (Experience, "end", "present", 200),
        (Award, "dates", "2019/2020", 200),
    ],
)
def test_each_box_refuses_while_typing_what_it_refuses_on_saving(at_work, model, box, text, status):
    assert read_while_typing(at_work, model, box, text).status_code == status


def test_today_is_a_day(at_work):
    day = timezone.localdate()
    answer = read_while_typing(at_work, NewsItem, "date", "today").content.decode()
    assert answer == f"Read as: {day:%-d %B %Y}"
    assert read_while_typing(at_work, Experience, "end", "today").content == b"Read as: present"


def test_news_are_of_today(at_work):
    today = timezone.localdate().isoformat()
    assert f'name="date" value="{today}"' in form_of(at_work, NewsItem)


def test_what_is_no_date_is_said_in_plain_text(at_work):
    answer = at_work.get(URL, {"text": "<b>next week</b>"})
    assert (answer.status_code, answer.headers["Content-Type"]) == (
        400,
        "text/plain; charset=utf-8",
    )


def test_a_stranger_is_asked_to_sign_in(client):
    assert client.get(URL, {"text": "2024"}).status_code == 302
