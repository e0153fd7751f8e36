"""The switch between light and dark: it follows the device, is remembered, and needs no cookie."""

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAPER = "getComputedStyle(document.body).backgroundColor"
FRAME = "document.querySelector('meta[name=theme-color]').content"
LIGHT, DARK = "rgb(253, 252, 249)", "rgb(22, 25, 27)"


@pytest.fixture
def switch(page, live_server, alice):
    page.emulate_media(color_scheme="light")
    page.goto(f"{live_server.url}/alice-ahlgren/")
    return page.get_by_role("button", name="Dark colours")


def test_colour_scheme_is_remembered_without_cookie(page, switch):
    assert page.evaluate(PAPER) == LIGHT
    switch.focus()
    page.keyboard.press("Enter")
    assert page.evaluate(PAPER) == DARK
    assert page.evaluate(FRAME) == "#16191b"
    assert switch.get_attribute("aria-pressed") == "true"
    page.reload()
    assert page.evaluate(PAPER) == DARK
    assert page.context.cookies() == []


def test_what_the_device_says_needs_no_memory(page, switch):
    switch.click()
    switch.click()
    assert page.evaluate("localStorage.length") == 0
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector(".scheme-switch[aria-pressed=true]")
    assert page.evaluate(PAPER) == DARK


def test_it_is_not_there_without_javascript(plain, live_server, alice):
    plain.emulate_media(color_scheme="dark")
    plain.goto(f"{live_server.url}/alice-ahlgren/")
    assert not plain.locator(".scheme-switch").is_visible()
    assert plain.locator("body").evaluate("e => getComputedStyle(e).backgroundColor") == DARK
