"""Every kind of page, with the hardest content, in both schemes: axe-core has nothing to say.

And nothing on it moves once it is there: the layout shift that a reader sees is 0.
"""

import pytest

from tests import hardest
from tests.node import packages

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

VIOLATIONS = """rules => axe.run(document, {resultTypes: ['violations'], ...rules}).then(
  found => found.violations.map(
    each => each.id + ': ' + each.nodes.map(node => node.target).join(' | ')))"""
# The scheme changes colours, and nothing else.
EVERY, COLOURS = {}, {"runOnly": ["color-contrast"]}
SHIFT = """new Promise(done => {
  let sum = 0;
  new PerformanceObserver(list => list.getEntries().forEach(entry => { sum += entry.value; }))
    .observe({type: 'layout-shift', buffered: true});
  requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
})"""
# The views that a stranger meets, too.
PAGES = [path for path in hardest.PAGES if "page=" not in path] + ["/admin/login/"]


@pytest.fixture
def hard_lab(transactional_db):
    hardest.fill(count=40)


@pytest.fixture
def axe():
    return (packages("axe-core") / "axe-core" / "axe.min.js").read_text()


@pytest.fixture
def examined(browser):
    """Without the policy: axe-core tries style attributes out."""
    context = browser.new_context(bypass_csp=True)
    yield context.new_page()
    context.close()


def test_axe_finds_nothing_on_public_pages(examined, live_server, hard_lab, axe):
    found = {}
    for path in PAGES:
        assert examined.goto(live_server.url + path).status == 200
        examined.evaluate(axe)
        for scheme, rules in (("light", EVERY), ("dark", COLOURS)):
            examined.emulate_media(color_scheme=scheme)
            if violations := examined.evaluate(VIOLATIONS, rules):
                found[path, scheme] = violations
    assert found == {}


def test_the_search_over_a_page(examined, live_server, hard_lab, axe):
    examined.goto(f"{live_server.url}/long/")
    examined.keyboard.press("/")
    examined.get_by_role("dialog").get_by_role("searchbox").fill("long")
    examined.locator(".search-found .hit").first.wait_for()
    examined.evaluate(axe)
    for scheme, rules in (("light", EVERY), ("dark", COLOURS)):
        examined.emulate_media(color_scheme=scheme)
        assert examined.evaluate(VIOLATIONS, rules) == []


def test_it_notices(examined, axe):
    examined.set_content("<img src=x>")
    examined.evaluate(axe)
    assert any(each.startswith("image-alt") for each in examined.evaluate(VIOLATIONS, EVERY))


@pytest.mark.parametrize("width", [360, 1440])
def test_nothing_moves(page, live_server, hard_lab, width):
    page.set_viewport_size({"width": width, "height": 800})
    shifts = {}
    for path in PAGES:
        page.goto(live_server.url + path)
        shifts[path] = page.evaluate(SHIFT)
    assert {path: shift for path, shift in shifts.items() if shift} == {}


def test_a_header_that_comes_part_by_part_moves_nothing(page, live_server, hard_lab):
    page.set_viewport_size({"width": 360, "height": 800})
    line = {"offline": False, "latency": 0, "downloadThroughput": 20_000, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", line)
    shifts = {}
    for path in ("/empty/", "/empty/cv/", "/long/", "/long/cv/", "/long/news/", "/zh-hans/long/"):
        page.goto(live_server.url + path)
        shifts[path] = page.evaluate(SHIFT)
    assert {path: shift for path, shift in shifts.items() if shift} == {}


def test_a_shift_is_seen(page, live_server, hard_lab):
    page.goto(f"{live_server.url}/long/")
    push = "document.querySelector('h1').style.marginTop = '200px'"
    assert page.evaluate(f"{push}; {SHIFT}") > 0
