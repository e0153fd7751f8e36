"""Requests that no form of ours sent: by links, in frames. tests/requests has those by forms."""

import pytest
from django.urls import reverse

from profiles.models import Researcher, Talk
from tests.isolation.admin_views import url
from tests.isolation.rows import ROWS


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
