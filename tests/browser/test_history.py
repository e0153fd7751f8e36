"""A text edited twice, compared, restored, deleted, brought back; and by two editors at once."""

import pytest
from django.urls import reverse

from profiles.models import NewsItem

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def write(page, text):
    page.fill("#id_body", text)
    page.click("input[name=_save]")
    page.wait_for_selector(".messagelist, .edit-conflicts")


def test_two_editors_see_both_texts(at_work, alice):
    news = NewsItem.objects.create(researcher=alice, date="2025", body="The first text.")
    change = "profiles_newsitem_change"
    at_work.at(change, news.pk)
    write(at_work, "The second text.")

    # Two windows: the second to save is told, sees both texts, and keeps one's own.
    other = at_work.context.new_page()
    other.goto(at_work.url.split("/admin/")[0] + reverse(f"admin:{change}", args=[news.pk]))
    at_work.at(change, news.pk)
    write(at_work, "The third text.")
    write(other, "My own text.")
    assert "in another window" in other.inner_text(".edit-conflicts")
    assert [each.inner_text() for each in other.query_selector_all(".edit-conflict .words")] == [
        "The third text.",
        "My own text.",
    ]
    other.click("text=Save as chosen")
    other.wait_for_selector(".messagelist .success")
    other.close()

    at_work.at(change, news.pk)
    at_work.click("text=History")
    at_work.check("[name=from] >> nth=-1")
    at_work.click("text=Compare the two chosen")
    assert at_work.inner_text(".compared .words del") == "The first"
    assert at_work.inner_text(".compared .words ins") == "My own"
    at_work.click("text=Restore the earlier one")
    at_work.click("text=Restore what is ticked")
    at_work.wait_for_selector(".messagelist .success")
    news.refresh_from_db()
    assert news.body == "The first text."

    at_work.at("profiles_newsitem_delete", news.pk)
    at_work.click("button.danger")
    at_work.click(".object-tools >> text=Deleted")
    at_work.click(".events >> text=Restore")
    at_work.click("input[value='Restore']")
    at_work.wait_for_selector(".messagelist .success")
    assert NewsItem.objects.get().body == "The first text."
