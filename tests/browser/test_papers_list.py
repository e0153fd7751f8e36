"""The list of papers: several are ticked, and one menu says what may be done with them."""

import pytest

from publications.models import Publication
from tests.browser.conftest import sign_in
from tests.publications.papers import make_paper

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def listed(way, client, live_server, alice):
    for title in ("On kelp", "On reefs", "On tides"):
        make_paper(title, alice, owner=alice)
    sign_in(way.page, client, live_server, alice.owner)
    way.page.at("publications_publication_changelist")
    return way


def drafts():
    return set(Publication.objects.filter(published_at=None).values_list("title", flat=True))


def test_an_action_is_done_with_what_is_ticked(listed):
    page = listed.page
    for title in ("On kelp", "On tides"):
        listed.click(page.get_by_role("row", name=title).get_by_role("checkbox"))
    listed.click(page.get_by_role("button", name="Actions"))
    listed.click(page.get_by_role("button", name="Unpublish"), leads=True)
    assert drafts() == {"On kelp", "On tides"}


def test_nothing_ticked_is_told(listed):
    page = listed.page
    listed.click(page.get_by_role("button", name="Actions"))
    listed.click(page.get_by_role("button", name="Unpublish"), leads=True)
    assert "Items must be selected" in page.locator(".messagelist").inner_text()
    assert not drafts()


def test_enter_on_a_tick_does_nothing(listed):
    box = listed.page.get_by_role("row", name="On kelp").get_by_role("checkbox")
    box.check()
    box.press("Enter")
    listed.page.get_by_role("button", name="Actions").click()
    assert not drafts()
