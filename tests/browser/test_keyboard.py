"""Without a mouse: signing in, the front page, a form with rows, an import and its undo.

Every stop on the way is seen: it lies in the window, and an outline or a shadow is drawn around it.
"""

from itertools import pairwise

import pytest

from profiles.models import ResearcherLink
from publications.models import Publication
from tests.browser.test_import import NINE
from tests.conftest import settle
from tests.publications.papers import make_paper

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST, LINE = 150, 60
# What has the focus; where it is drawn, for a hidden file box, around the label that stands for it.
STOP = """() => {
  const stop = document.activeElement;
  if (stop === document.body) return null;
  const isSeen = (element) => {
    const {outlineStyle, outlineWidth, boxShadow} = getComputedStyle(element);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  };
  const drawn = [stop, stop.closest('label')].find((one) => one && isSeen(one));
  const {top, bottom, height} = (drawn ?? stop).getBoundingClientRect();
  return {
    html: stop.outerHTML.slice(0, 200),
    seen: Boolean(drawn) && height > 0 && bottom > 0 && top < innerHeight,
    top: top + scrollY,
  };
}"""


@pytest.fixture
def keys(page, live_server):
    page.root = live_server.url
    page.goto(f"{live_server.url}/admin/")
    return Keys(page)


class Keys:
    """The keyboard, and nothing else, of a page."""

    def __init__(self, page):
        self.page = page

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text):
        self.page.keyboard.insert_text(text)

    def go(self, key="Enter"):
        """A key that leads to another page."""
        with self.page.expect_navigation():
            self.press(key)

    def tab_to(self, selector, key="Tab"):
        """The stops until that element, the last of which it is."""
        stops = []
        for _time in range(MOST):
            self.press(key)
            stop = self.page.evaluate(STOP)
            if stop:
                assert stop["seen"], stop
                stops.append(stop)
            if self.page.evaluate("(it) => document.activeElement.matches(it)", selector):
                return stops
        raise AssertionError(f"{MOST} times {key} did not lead to {selector}: {stops[-3:]}")

    def is_at(self, selector):
        return self.page.evaluate("(it) => document.activeElement.matches(it)", selector)

    def sign_in(self, name):
        """The front page after it; the name has the focus from the beginning."""
        assert self.is_at("[name=username]")
        self.type(name)
        self.tab_to("[name=password]")
        self.type(f"{name}-password")
        self.go()


def fall(stops):
    """As on the screen: none lies above the one before it, but for boxes of one line."""
    tops = [stop["top"] for stop in stops]
    return all(after > before - LINE for before, after in pairwise(tops))


def test_missing_field_is_reached_by_keyboard(keys, alice):
    """From the view to the field that mends what the front page says is missing."""
    make_paper("On kelp", settle(alice), owner=alice)
    keys.sign_in("alice")
    keys.press("Tab")
    assert keys.is_at(".skip-to-content-link")
    keys.press("Enter")
    first, *_others = stops = keys.tab_to("#mend .issue a")
    assert "View site" not in first["html"]
    assert "doi" in stops[-1]["html"]
    keys.go()
    assert keys.is_at("#id_doi")
    keys.type("10.1000/kelp")
    keys.go()
    assert Publication.objects.get().doi == "10.1000/kelp"


def test_a_form_with_rows(keys, alice):
    for place, word in enumerate(("one", "two"), 1):
        url = f"https://{word}.example/"
        ResearcherLink.objects.create(researcher=alice, url=url, position=place)
    keys.sign_in("alice")
    keys.tab_to("#content-main a[href$='/change/']")
    keys.go()
    keys.tab_to("#id_biography")
    keys.type("I watch kelp.")
    assert fall(keys.tab_to("[name=_save]"))
    keys.go()
    keys.tab_to("#menu a[href$='_part=links']")
    keys.go()
    keys.tab_to("#links-group .add-row a")
    keys.press("Enter")
    keys.tab_to("#id_links-2-url", "Shift+Tab")
    keys.type("https://three.example/")
    keys.tab_to("#links-2 .order-up", "Shift+Tab")
    keys.press("Enter", "Space")
    assert keys.is_at("#links-2 .order-up")
    assert fall(keys.tab_to("[name=_save]"))
    keys.go()
    alice.refresh_from_db()
    assert alice.biography == "I watch kelp."
    words = [link.url.removeprefix("https://") for link in alice.links.order_by("position")]
    assert words == ["three.example/", "one.example/", "two.example/"]


def test_an_import_and_its_undo(keys, alice):
    keys.sign_in("alice")
    keys.tab_to("a[href*='importbatch/add/']")
    keys.go()
    keys.tab_to("#id_text")
    keys.type(NINE)
    keys.tab_to("[type=submit]")
    keys.go()
    keys.tab_to("[name=entry]")
    keys.press("Space")
    keys.tab_to("[value='Import 8 entries']")
    keys.go()
    assert Publication.objects.count() == 8
    keys.tab_to("a[href$='/undo/']")
    keys.go()
    keys.tab_to("[value='Undo this import']")
    keys.go()
    assert not Publication.objects.exists()
