"""Requests that no form of ours sent: without a token, from elsewhere, in another's browser."""

import pytest
from django.test import Client
from django.urls import reverse

from profiles.models import Researcher, Talk
from tests.isolation.admin_views import everything, url
from tests.isolation.rows import ROWS, each_model
from tests.isolation.test_own_views import ADDRESSES, each_address
from tests.isolation.who import address


@pytest.fixture
def unprotected(owner):
    """The owner's own browser, led here by a page elsewhere: no token comes with what it sends."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner.owner)
    return client


# --- Forms of another site ------------------------------------------------------------------------


@each_model
def test_no_form_without_its_token(model, owner, unprotected):
    row = ROWS[model](owner)
    before = everything()
    for view, *args in (["add"], ["change", row.pk], ["delete", row.pk], ["changelist"]):
        sent = {"post": "yes", "action": "delete_selected", "_selected_action": row.pk}
        assert unprotected.post(url(model, view, *args), sent).status_code == 403
    assert everything() == before


@each_address
def test_no_button_without_its_token(name, owner, unprotected):
    target = address(name, owner, of_a_row=ADDRESSES[name])
    before = everything()
    assert unprotected.post(target, {"post": "yes", "merge": "1"}).status_code == 403
    assert everything() == before


@pytest.mark.parametrize("name", ["markdown-preview", "markdown-upload", "login", "logout"])
def test_nor_these(name, owner, unprotected):
    assert unprotected.post(reverse(f"admin:{name}")).status_code == 403


@pytest.mark.parametrize("sent", [{"_method": "DELETE"}, {"HTTP_X_HTTP_METHOD_OVERRIDE": "POST"}])
def test_a_link_that_says_it_is_a_post(sent, owner, everybody):
    row = ROWS[Talk](owner)
    headers = {key: value for key, value in sent.items() if key.startswith("HTTP")}
    query = {"post": "yes", "action": "delete_selected", "_selected_action": row.pk} | sent
    for page in (url(Talk, "delete", row.pk), url(Talk, "changelist")):
        everybody["owner"].get(page, query, **headers)
        everybody["owner"].delete(page)
    assert Talk.objects.filter(pk=row.pk).exists()


def test_a_page_that_frames_the_admin(owner, everybody):
    for page in (reverse("admin:index"), url(Researcher, "change", owner.pk)):
        headers = everybody["owner"].get(page).headers
        assert headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


def test_the_words_of_the_scripts_tell_nobodys_data(everybody, owner):
    texts = {everybody[who].get(reverse("admin:jsi18n")).content for who in ("owner", "bob")}
    assert len(texts) == 1
