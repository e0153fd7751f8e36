"""The demo lab in a real Chromium: nothing complains, nothing overflows, no script is needed."""

import pytest
from django.core.management import call_command

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTHS = [360, 768, 1440]


@pytest.fixture
def lab(transactional_db):
    call_command("create_admin", verbosity=0)
    call_command("demo", verbosity=0)


def kinds_of_page(page, live_server):
    """One address of each kind, found by following links as a reader does."""
    page.goto(live_server.url)
    home = page.locator("main a[href^='/']").first.get_attribute("href")
    page.goto(live_server.url + home)
    paper = page.locator("a[href^='/publications/'][href$='/']").first.get_attribute("href")
    below = ["", "publications/", "news/", "cv/"]
    return ["/", "/search/?q=theory", "/publications/", paper, *(home + path for path in below)]


def test_it_works(page, live_server, lab):
    for path in kinds_of_page(page, live_server):
        response = page.goto(live_server.url + path)
        assert response.status == 200
        assert page.locator("h1").count() == 1
        assert page.context.cookies() == []


def test_no_page_is_wider_than_its_window(page, live_server, lab):
    for path in kinds_of_page(page, live_server):
        page.goto(live_server.url + path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)


def test_it_reads_without_javascript(browser, page, live_server, lab):
    paths = kinds_of_page(page, live_server)
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    for path in paths:
        plain.goto(live_server.url + path)
        assert plain.locator("main").inner_text().strip()
    context.close()


def test_nothing_is_asked_of_another_host(page, live_server, lab):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    for path in kinds_of_page(page, live_server):
        page.goto(live_server.url + path)
    assert [url for url in asked if not url.startswith(live_server.url)] == []
