"""Colours and layout: what a researcher chose, what the lab has, what stands between."""

import pytest
from django.test import override_settings

from config.checks import check_theme

pytestmark = pytest.mark.django_db


@pytest.fixture
def opening(client, alice):
    """The <html> tag of a page; `fields` are Alice's."""

    def get(path="/alice-ahlgren/", **fields):
        type(alice).objects.filter(pk=alice.pk).update(**fields)
        html = client.get(path).content.decode()
        return html[html.index("<html") : html.index("<meta")]

    return get


def test_theme_and_layout_are_on_the_page(opening):
    html = opening(theme="garnet", layout="centred")
    assert 'data-theme="garnet" data-layout="centred"' in html


@pytest.mark.parametrize("path", ["cv/", "news/", "publications/"])
def test_all_pages_of_a_researcher_wear_it(opening, path):
    assert 'data-theme="garnet"' in opening(f"/alice-ahlgren/{path}", theme="garnet")


@override_settings(THEME="moss")
@pytest.mark.parametrize("path", ["/", "/publications/", "/search/", "/no/such/page/"])
def test_the_labs_own_pages_wear_the_labs(opening, path):
    assert 'data-theme="moss"' in opening(path, theme="garnet")


@override_settings(THEME="moss")
def test_a_word_that_is_no_theme_looks_like_the_lab(opening):
    html = opening(theme='"><script>', layout="spiral")
    assert 'data-theme="moss" data-layout="side"' in html


def test_the_browsers_frame_has_the_page_s_colour(client, alice):
    type(alice).objects.update(theme="graphite")
    html = client.get("/alice-ahlgren/").content.decode()
    for colour, scheme in (("#ffffff", "light"), ("#141414", "dark")):
        meta = (
            f'<meta name="theme-color" content="{colour}" media="(prefers-color-scheme: {scheme})">'
        )
        assert meta in html


@override_settings(THEME="mauve")
def test_a_lab_theme_that_is_none_is_told_at_the_start():
    (error,) = check_theme(None)
    assert "VITAE_THEME=mauve" in error.msg
    assert "moss" in error.msg


def test_a_name_written_from_right_to_left_says_so(client, alice):
    type(alice).objects.update(native_name="عالية", native_language="ar-EG")
    html = client.get("/alice-ahlgren/").content.decode()
    assert '<span class="native-name" lang="ar-EG" dir="rtl">عالية</span>' in html
