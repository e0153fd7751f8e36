"""Selected publications out of three hundred: found by a search, in sight of "Save", on a phone."""

import pytest

from publications.models import Authorship, Publication
from tests.browser.conftest import sign_in
from tests.browser.ways import SUCCESS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

OTHERS = ".order-others > li"
IN_SIGHT = """button => {
  const {top, bottom} = button.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


@pytest.fixture
def papers(alice):
    titles = [f"Tide {number:03} of the coast" for number in range(299)] + ["Über kelp"]
    papers = [
        Publication(title=title, slug=f"p{number}", owner=alice)
        for number, title in enumerate(titles)
    ]
    papers = Publication.objects.bulk_create(papers)
    Authorship.objects.bulk_create(
        Authorship(publication=paper, researcher=alice, family="A") for paper in papers
    )


@pytest.fixture
def chosen(way, client, live_server, alice, papers):
    sign_in(way.page, client, live_server, alice.owner)
    way.page.at("publications_authorship_order")
    return way


def selected(researcher):
    rows = researcher.authorships.filter(is_selected=True).order_by("selected_position")
    return [str(row.publication) for row in rows]


def test_a_search_finds_what_is_ticked(chosen, alice):
    page = chosen.page
    found = page.locator(f"{OTHERS}:not([hidden])")
    for word, title in (("uber KELP", "Über kelp"), ("coast 117", "Tide 117 of the coast")):
        chosen.type("#find", word)
        if chosen.search_pages:
            chosen.click("[name=find]", leads=True)
        assert found.count() == 1
        chosen.click(page.get_by_role("checkbox", name=title))
    chosen.type("#find", "kelp")
    if chosen.search_pages:
        chosen.click("[name=find]", leads=True)
    assert page.locator(".order-label:visible").all_inner_texts() == ["Über kelp"]
    assert page.get_by_role("checkbox", name="Über kelp").is_checked()
    chosen.click(page.get_by_role("button", name="Save", exact=True), leads=True)
    page.wait_for_selector(SUCCESS)
    assert selected(alice) == ["Über kelp", "Tide 117 of the coast"]


def test_save_is_in_sight_and_a_phone_scrolls_little(phone, client, live_server, alice, papers):
    sign_in(phone, client, live_server, alice.owner).at("publications_authorship_order")
    assert phone.evaluate("document.documentElement.scrollHeight") < 2000
    assert phone.locator(".submit-row .default").evaluate(IN_SIGHT)


def test_the_list_stays_where_it_is_while_one_ticks(at_work, papers):
    at_work.set_viewport_size({"width": 768, "height": 900})
    at_work.at("publications_authorship_order")
    box = at_work.locator(f"{OTHERS} [type=checkbox]").nth(2)
    at_work.evaluate("scrollTo(0, 150)")
    following = at_work.locator(f"{OTHERS} [type=checkbox]").nth(3).get_attribute("id")
    top = at_work.locator(".order-others").bounding_box()["y"]
    box.click()
    assert abs(at_work.locator(".order-others").bounding_box()["y"] - top) < 2
    assert at_work.evaluate("document.activeElement.id") == following
