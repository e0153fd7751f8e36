"""The lab's search as a reader uses it: by keyboard, over any page and from page to page."""

import pytest

from tests.conftest import make_researcher
from tests.publications.papers import make_paper
from website.search import index

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def lab(transactional_db):
    alice = make_researcher("Alice Ångström", slug="alice")
    make_paper("On Müller’s notes", alice, abstract="Notes on <b>engines</b>.")
    index.rebuild()


def test_search_works_without_a_script(plain, live_server, lab):
    plain.goto(f"{live_server.url}/alice/")
    plain.get_by_role("link", name="Search").click()
    plain.get_by_role("searchbox").fill("muller")
    plain.keyboard.press("Enter")
    plain.wait_for_url("**/search/?q=muller")
    assert plain.locator("mark").all_inner_texts() == ["Müller"]
    plain.get_by_role("searchbox").fill("angstrom")
    plain.keyboard.press("Enter")
    plain.get_by_role("link", name="Alice Ångström").first.click()
    plain.wait_for_url("**/alice/")


def test_search_overlay_corrects_a_mistyped_word(page, live_server, lab):
    page.goto(f"{live_server.url}/alice/publications/")
    page.keyboard.press("/")
    overlay = page.get_by_role("dialog", name="Search")
    overlay.get_by_role("searchbox").press_sequentially("mullr")
    note = overlay.locator(".search-note")
    assert note.inner_text() == "Nothing has “mullr”; results for “muller”."
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_url("**/publications/on-mullers-notes/")


def test_enter_leads_to_all_of_it(page, live_server, lab):
    page.goto(f"{live_server.url}/alice/")
    page.keyboard.press("/")
    overlay = page.get_by_role("dialog", name="Search")
    overlay.get_by_role("searchbox").fill("engines")
    overlay.locator("mark").wait_for()
    assert overlay.get_by_role("status").inner_text() == "Publications 1"
    overlay.get_by_role("searchbox").press("Enter")
    page.wait_for_url("**/search/?q=engines")


def test_it_closes_and_gives_the_focus_back(page, live_server, lab):
    page.goto(f"{live_server.url}/alice/")
    link, overlay = page.get_by_role("link", name="Search"), page.get_by_role("dialog")
    for close in ("Escape", "Close"):
        link.focus()
        page.keyboard.press("Control+k")
        overlay.get_by_role("searchbox").wait_for()
        if close == "Escape":
            page.keyboard.press(close)
        else:
            overlay.get_by_role("button", name=close).click()
        overlay.wait_for(state="hidden")
        assert link.evaluate("link => link === document.activeElement")


def test_a_slash_in_a_field_is_a_slash(page, live_server, lab):
    page.goto(live_server.url)
    field = page.get_by_role("searchbox")
    field.press_sequentially("a/b")
    assert field.input_value() == "a/b"
    assert page.get_by_role("dialog").count() == 0
    page.goto(f"{live_server.url}/search/")
    page.keyboard.press("/")
    page.wait_for_function("document.activeElement.id === 'q'")


def test_nothing_of_it_is_asked_for_before(page, live_server, lab):
    with page.expect_request_finished(lambda request: request.url.endswith("/alice/")):
        page.goto(f"{live_server.url}/alice/")
    page.wait_for_load_state("networkidle")
    names = "performance.getEntriesByType('resource').map(each => each.name).join()"
    assert "search" not in page.evaluate(names)
    assert page.context.cookies() == []


@pytest.mark.parametrize("width", [360, 1440])
def test_the_header_stays_in_one_piece(page, live_server, lab, width):
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(f"{live_server.url}/alice/")
    brand, link = (page.locator(each).bounding_box() for each in (".brand", ".search-link"))
    assert abs((brand["y"] + brand["height"] / 2) - (link["y"] + link["height"] / 2)) < 12
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
