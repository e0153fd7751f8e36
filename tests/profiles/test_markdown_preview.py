"""The editor's preview: the public page's text for those who write here, a plain no for others."""

import pytest
from django.test import Client
from django.urls import reverse

from profiles.markdown_editor import MAX_CHARACTERS


@pytest.fixture
def url():
    return reverse("admin:markdown-preview")


def test_preview_renders_markdown_for_staff(client, alice, url):
    client.force_login(alice.owner)
    answer = client.post(url, {"content": "**Hello**"})
    assert answer.status_code == 200
    assert "<strong>Hello</strong>" in answer.content.decode()
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_it_lies_where_markdownx_is_told(settings, db, url):
    assert url == settings.MARKDOWNX_URLS_PATH
    assert reverse("admin:markdown-upload") == settings.MARKDOWNX_UPLOAD_URLS_PATH


def refused(answer, status=403):
    return answer.status_code == status and answer.headers["Content-Type"].startswith("text/plain")


def test_anonymous_is_refused(client, db, url):
    assert refused(client.post(url, {"content": "x"}))


def test_account_without_record_is_refused(client, charlie, url):
    client.force_login(charlie)
    assert refused(client.post(url, {"content": "x"}))


def test_ended_session_is_refused(client, alice, url):
    client.force_login(alice.owner)
    client.logout()
    assert refused(client.post(url, {"content": "x"}))


def test_account_that_is_not_staff_is_refused(client, alice, url):
    alice.owner.is_staff = False
    alice.owner.save()
    client.force_login(alice.owner)
    assert refused(client.post(url, {"content": "x"}))


def test_missing_token_is_refused(alice, url):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice.owner)
    assert refused(client.post(url, {"content": "x"}))


def test_get_is_refused(client, alice, url):
    client.force_login(alice.owner)
    assert refused(client.get(url), 405)


@pytest.mark.parametrize("who", ["²", "٣", "x", "9" * 30, "9" * 5000])
def test_a_record_that_is_none_is_ones_own(client, alice, url, who):
    client.force_login(alice.owner)
    assert client.post(url, {"content": "x", "researcher": who}).status_code == 200


def test_endless_text_is_refused(client, alice, url):
    client.force_login(alice.owner)
    assert refused(client.post(url, {"content": "x" * (MAX_CHARACTERS + 1)}), 413)


def test_script_comes_back_inert(client, alice, url):
    client.force_login(alice.owner)
    answer = client.post(url, {"content": "<script>alert(1)</script>"})
    assert "<script" not in answer.content.decode()
