"""A second language: its own prefix, texts that fall back one by one, alternates, a switch."""

import pytest

from profiles.models import Page

pytestmark = pytest.mark.django_db


@pytest.fixture
def translated(alice):
    alice.headline, alice.biography = "Works on rings.", "Born in Uppsala."
    alice.translations = {"zh-hans": {"headline": "研究环论。"}}
    alice.save()
    return alice


def get(client, path):
    return client.get(path).content.decode()


def test_it_works(client, translated):
    html = get(client, "/zh-hans/alice-ahlgren/")
    assert '<html lang="zh-hans"' in html
    assert "研究环论。" in html


def test_it_falls_back_field_by_field_and_says_in_which_language(client, translated):
    html = get(client, "/zh-hans/alice-ahlgren/")
    assert '<div class="prose" lang="en"><p>Born in Uppsala.</p>' in html


def test_it_offers_the_other_language(client, translated):
    html = get(client, "/alice-ahlgren/")
    alternate = (
        '<link rel="alternate" hreflang="zh-hans" href="http://testserver/zh-hans/alice-ahlgren/">'
    )
    assert alternate in html
    assert 'href="/zh-hans/alice-ahlgren/" hreflang="zh-hans" lang="zh-hans"' in html


def test_it_offers_none_where_none_is(client, alice):
    assert "hreflang" not in get(client, "/alice-ahlgren/")


def test_it_stays_within_the_language(client, translated):
    html = get(client, "/zh-hans/alice-ahlgren/")
    assert 'href="/zh-hans/alice-ahlgren/cv/"' in html
    assert 'href="/static/' in html
    assert "/zh-hans/static/" not in html


def test_it_is_canonical_in_each_language(client, translated):
    html = get(client, "/zh-hans/alice-ahlgren/")
    assert '<link rel="canonical" href="http://testserver/zh-hans/alice-ahlgren/">' in html


def test_it_does_not_swallow_a_slug(client, translated):
    assert client.get("/zh/alice-ahlgren/").status_code == 404
    assert client.get("/zh-hans-x/").status_code == 404


def test_it_translates_own_pages(client, alice):
    words = {"zh-hans": {"title": "加入我们"}}
    Page.objects.create(researcher=alice, title="Join us", slug="join", translations=words)
    html = get(client, "/zh-hans/alice-ahlgren/join/")
    assert "<h1>加入我们</h1>" in html
    assert 'hreflang="en" href="http://testserver/alice-ahlgren/join/"' in html


def test_it_reads_no_cookie_and_no_header(client, translated):
    client.cookies["django_language"] = "zh-hans"
    response = client.get("/alice-ahlgren/", headers={"accept-language": "zh-CN"})
    assert '<html lang="en"' in response.content.decode()
