"""Draft, public, public from a moment: in words, and chosen without a calendar of zeros."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib import admin
from django.urls import reverse
from django.utils import timezone

from profiles.admin.publishing import PublishAtField
from profiles.models import Delegation, NewsItem
from tests.profiles.test_admin_own_record import NEWS

LONG_AGO = datetime(2020, 5, 1, 10, 30, tzinfo=UTC)
LIST = "/admin/profiles/newsitem/"


def cleaned(state, day="", hour=""):
    return PublishAtField(required=False).clean([state, day, hour])


def seconds_ago(moment):
    return (timezone.now() - moment).total_seconds()


def test_state_becomes_a_moment():
    assert cleaned("draft") is None
    assert 0 <= seconds_ago(cleaned("public")) < 60
    assert cleaned("from", "2127-03-03", "09:00") == datetime(2127, 3, 3, 9, tzinfo=UTC)


def test_a_day_begins_at_midnight():
    assert cleaned("from", "2127-03-03") == datetime(2127, 3, 3, tzinfo=UTC)


def test_public_keeps_its_first_moment():
    assert cleaned("public", "2020-05-01", "10:30") == LONG_AGO


def test_public_now_ends_a_schedule():
    assert 0 <= seconds_ago(cleaned("public", "2127-03-03", "09:00")) < 60


def test_boxes_do_not_count_in_a_draft():
    assert cleaned("draft", "2127-03-03", "nonsense") is None


def test_a_form_without_the_choice_is_read_by_its_boxes():
    assert cleaned(None) is None
    assert cleaned(None, "2127-03-03", "09:00") == datetime(2127, 3, 3, 9, tzinfo=UTC)


@pytest.mark.parametrize("boxes", [("", ""), ("", "09:00"), ("soon", ""), ("2127-03-03", "9 am?")])
def test_it_refuses(boxes):
    with pytest.raises(Exception, match=r"(?i)day|valid"):
        cleaned("from", *boxes)


def test_words(alice):
    row = NewsItem(researcher=alice, published_at=None)
    assert row.state_in_words == "Draft"
    row.published_at = LONG_AGO
    assert row.state_in_words == "Published since 1 May 2020, 10:30"
    row.published_at = datetime(2127, 3, 3, 9, tzinfo=UTC)
    assert row.state_in_words == "Scheduled for 3 March 2127, 09:00"


def test_the_form_and_the_list_say_it(client, alice):
    client.force_login(alice.owner)
    item = NewsItem.objects.create(researcher=alice, date="2025", body="x", published_at=LONG_AGO)
    form = client.get(f"{LIST}{item.pk}/change/").content.decode()
    assert '<option value="public" selected>Published since 1 May 2020, 10:30</option>' in form
    assert f'href="/admin/preview/alice-ahlgren/news/?form=profiles.newsitem/{item.pk}' in form
    assert "Published since 1 May 2020, 10:30</span>" in client.get(LIST).content.decode()


def test_a_news_item_is_scheduled(client, alice):
    client.force_login(alice.owner)
    day = timezone.localdate() + timedelta(days=2)
    data = NEWS | {"published_at_state": "from", "published_at_0": day, "published_at_1": ""}
    assert client.post(f"{LIST}add/", data).status_code == 302
    assert NewsItem.objects.get().state == "scheduled"


def test_publishing_writes_over_no_text_that_was_saved_meanwhile(client, alice, monkeypatch):
    row = NewsItem.objects.create(researcher=alice, date="2024", body="Old", published_at=None)
    saves = NewsItem.objects.filter(pk=row.pk).update
    monkeypatch.setattr("profiles.admin.base.save_baseline", lambda row: saves(body="New"))
    client.force_login(alice.owner)
    client.post(LIST, {"action": "publish", "_selected_action": [row.pk]})
    row.refresh_from_db()
    assert (row.is_public, row.body) == (True, "New")


@pytest.mark.parametrize("model", ["profiles_newsitem", "publications_publication"])
def test_a_new_form_as_a_browser_sends_it(client, alice, model):
    """No hidden copy of its first value goes with it."""
    client.force_login(alice.owner)
    url = reverse(f"admin:{model}_add")
    boxes = re.findall(
        r'<input[^>]*name="([^"]*published_at[^"]*)"', client.get(url).content.decode()
    )
    assert boxes == ["published_at_0", "published_at_1"]


def test_who_may_not_publish_is_not_asked_and_does_not(client, alice, bob):
    Delegation.objects.create(researcher=alice, user=bob.owner, may_publish=False)
    item = NewsItem.objects.create(researcher=alice, date="2025", body="x", published_at=None)
    client.force_login(bob.owner)
    url = reverse("admin:profiles_newsitem_change", args=[item.pk])
    assert "published_at" not in client.get(url).content.decode()
    client.post(url, NEWS | {"published_at_state": "public", "body": "Changed"})
    client.post(LIST, {"action": "publish", "_selected_action": [item.pk]})
    assert NewsItem.objects.get().published_at is None


def test_every_public_object_has_column_filter_and_actions():
    for model, model_admin in admin.site._registry.items():
        if any(field.name == "published_at" for field in model._meta.fields):
            assert "state" in model_admin.list_display, model
            assert {"publish", "withdraw"} <= {*model_admin.actions}, model
            assert "StateFilter" in {getattr(f, "__name__", f) for f in model_admin.list_filter}
