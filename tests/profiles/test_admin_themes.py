"""Choosing colours and layout in the admin, with one's own page beside the choice."""

import pytest
from django.urls import reverse

from profiles.models import Delegation, NewsItem
from tests.conftest import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def url(alice):
    return reverse("admin:preview") + "alice-ahlgren/?framed=1"


def test_chosen_theme_is_previewed(at_work, url):
    html = at_work.get(url, {"theme": "garnet", "layout": "centred"}).content.decode()
    assert "Alice Ahlgren" in html
    assert 'data-theme="garnet" data-layout="centred"' in html


def test_it_saves_nothing(at_work, alice, url):
    at_work.get(url, {"theme": "garnet"})
    alice.refresh_from_db()
    assert alice.theme == "harbour"


def test_it_shows_a_page_that_is_not_public_yet(at_work, alice, url):
    type(alice).objects.update(published_at=None)
    assert "Alice Ahlgren" in at_work.get(url).content.decode()


def test_it_shows_drafts(at_work, alice, url):
    NewsItem.objects.create(researcher=alice, date="2025", body="Zebrafinch", published_at=None)
    assert "Zebrafinch" in at_work.get(url).content.decode()


def test_it_leads_to_no_other_language_of_itself(at_work, alice, url):
    type(alice).objects.update(translations={"zh-hans": {"biography": "你好"}})
    assert "/zh-hans/admin/" not in at_work.get(url).content.decode()


def test_a_forged_choice_is_the_labs(at_work, url):
    assert 'data-theme="harbour"' in at_work.get(url, {"theme": '"><b>'}).content.decode()


def test_only_our_own_pages_may_frame_it(at_work, url):
    headers = at_work.get(url).headers
    assert headers["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in headers["Content-Security-Policy"]
    assert headers["Cache-Control"] == "private, no-store"


def test_the_form_frames_it(at_work, alice, url):
    form = reverse("admin:profiles_researcher_change", args=[alice.pk])
    answer = at_work.get(f"{form}?_part=look")
    assert f'src="{url}"' in answer.content.decode()
    assert "frame-src 'self'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Frame-Options"] == "DENY"


def test_a_colleague_sees_no_preview(client, bob, url):
    client.force_login(bob.owner)
    assert client.get(url).status_code == 404


def test_a_delegate_sees_it(client, alice, url):
    dora = make_user("dora")
    Delegation.objects.create(researcher=alice, user=dora)
    client.force_login(dora)
    assert client.get(url).status_code == 200


def test_a_visitor_is_asked_to_sign_in(client, url):
    assert client.get(url).status_code == 302
