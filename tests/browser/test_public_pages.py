"""The demo lab in a real Chromium: nothing complains, nothing overflows, no script is needed,
nothing is asked of another host."""

import pytest
from django.core.management import call_command

from tests.browser.widths import at_each_width, too_wide

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


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


def test_demo_pages_fit_every_width(page, plain, live_server, lab):
    """One walk, as the lab is long in loading: with scripts, at every width; then without."""
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    for path in kinds_of_page(page, live_server):
        response = page.goto(live_server.url + path)
        assert response.status == 200
        assert page.locator("h1").count() == 1
        assert too_wide(page) == [], path
        for width in at_each_width(page):
            brand, tools = (page.locator(part).bounding_box() for part in (".brand", ".site-tools"))
            assert tools["y"] < brand["y"] + brand["height"], f"{path} at {width}: on a line below"
        assert page.context.cookies() == []
        plain.goto(live_server.url + path)
        assert plain.locator("main").inner_text().strip()
    assert [url for url in asked if not url.startswith(live_server.url)] == []
