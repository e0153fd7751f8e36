"""A page is handed from test to test: nothing of one is left to the next."""

import pytest

from tests.browser.conftest import WINDOW, cleaned

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STORED = "[localStorage.length, sessionStorage.length]"


def test_page_is_clean_for_the_next_test(page, live_server):
    page.goto(live_server.url)
    page.evaluate("localStorage.a = sessionStorage.a = 'kept'")
    page.context.add_cookies([{"name": "a", "value": "kept", "url": live_server.url}])
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 360, "height": 600})
    page.context.new_page()
    cleaned(page, live_server.url)
    page.goto(live_server.url)
    assert page.evaluate(STORED) == [0, 0]
    assert page.context.cookies() == []
    assert page.evaluate("matchMedia('(prefers-color-scheme: light)').matches")
    assert page.viewport_size == WINDOW
    assert page.context.pages == [page]


def test_what_lasts_ends_with_the_page(page):
    assert not page.is_spent
    page.add_init_script("0")
    assert page.is_spent
