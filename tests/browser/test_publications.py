"""The list of papers in a real Chromium: filters at once, parts on demand, copying."""

import pytest

from tests.conftest import make_researcher
from tests.publications.papers import make_paper

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def papers(transactional_db, live_server):
    alice = make_researcher("Alice Ahlgren")
    make_paper("On Notes", alice, date="2024", abstract="It is **long**.", citation_key="notes")
    make_paper("On Engines", "Grace Hopper", alice, date="2020", entry_type="book")
    return live_server.url + "/alice-ahlgren/publications/"


def titles(page):
    return page.locator(".paper-title").all_inner_texts()


def test_a_filter_acts_at_once_and_back_undoes_it(page, papers):
    page.goto(papers)
    page.evaluate("window.same = true")
    page.get_by_label("Year").select_option("2020")
    page.get_by_role("status").get_by_text("1 paper found.").wait_for()
    assert titles(page) == ["On Engines"]
    assert page.url == papers + "?year=2020"
    assert page.locator("option[value=book]").inner_text() == "Book (1)"
    page.get_by_label("Words").press_sequentially("noth")
    page.get_by_text("Nothing matches.").wait_for()
    assert page.url == papers + "?q=noth&year=2020"
    page.go_back()
    page.get_by_text("On Notes").wait_for()
    assert page.url == papers
    assert page.get_by_label("Year").input_value() == page.get_by_label("Words").input_value() == ""
    assert page.evaluate("window.same")


def test_clearing_the_filter(page, papers):
    page.goto(papers + "?year=2020")
    page.get_by_role("link", name="Clear the filter").click()
    page.get_by_text("On Notes").wait_for()
    assert page.url == papers
    assert page.get_by_label("Year").input_value() == ""


def test_names_beyond_a_line_wait_behind_their_number(page, papers):
    make_paper("On Teams", "Alice Ahlgren", *(f"Name{n} Family{n}" for n in range(30)), date="2023")
    page.goto(papers.replace("alice-ahlgren/", ""))
    names = page.locator(".paper-names", has_text="Name29")
    assert "Name29 Family29" not in names.inner_text()
    names.locator("summary").click()
    assert "Name29 Family29" in names.inner_text()


def test_an_abstract_comes_on_demand(page, papers):
    page.goto(papers)
    button = page.get_by_role("button", name="Abstract")
    assert button.get_attribute("aria-expanded") == "false"
    button.press("Enter")
    page.locator(".panel strong", has_text="long").wait_for()
    button.press("Enter")
    assert page.locator(".panel").is_hidden()
    assert page.url == papers


def test_bibtex_is_copied(page, papers):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(papers)
    page.get_by_role("button", name="BibTeX").first.click()
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").startswith("@article{notes,")
    page.goto(papers.replace("alice-ahlgren/publications/", "publications/on-engines/"))
    page.get_by_role("button", name="Copy APA").click()
    copied = "Hopper, G., & Ahlgren, A. (2020). On Engines."
    assert page.evaluate("navigator.clipboard.readText()") == copied


def test_without_javascript_forms_send_and_links_lead(plain, papers):
    plain.goto(papers)
    plain.get_by_label("Words").fill("notes")
    plain.get_by_role("button", name="Find").click()
    assert titles(plain) == ["On Notes"]
    plain.get_by_role("link", name="Abstract").click()
    assert plain.url.endswith("/publications/on-notes/#abstract")
    assert plain.get_by_role("button", name="Copy").count() == 0
