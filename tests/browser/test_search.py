"""The lab's search as a reader uses it: by keyboard, from page to page."""

import pytest

from tests.conftest import make_researcher
from tests.publications.papers import make_paper
from website.search import index

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_it_works(page, live_server):
    alice = make_researcher("Alice Ångström", slug="alice")
    make_paper("On Müller’s notes", alice, abstract="Notes on <b>engines</b>.")
    index.rebuild()
    page.goto(live_server.url)
    page.get_by_role("link", name="Search").click()
    page.get_by_role("searchbox").fill("muller")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search/?q=muller")
    assert page.locator("mark").all_inner_texts() == ["Müller"]
    page.get_by_role("searchbox").fill("angstrom")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Alice Ångström").first.click()
    page.wait_for_url("**/alice/")
