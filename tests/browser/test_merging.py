"""Two records become one, and a name becomes a person's, by hand."""

import pytest
from django.urls import reverse

from publications.models import Authorship, Publication, Venue
from tests.browser.conftest import sign_in
from tests.browser.widths import at_each_width, too_wide
from tests.publications.importing import KELP, take
from tests.publications.papers import make_paper

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def signed_in(page, live_server, client):
    def signed_in(user):
        sign_in(page, client, live_server, user)
        page.at = lambda name, query="": page.to(reverse(f"admin:{name}") + query)
        return page

    return signed_in


def test_two_records_of_a_paper(signed_in, alice):
    take(KELP, alice)
    make_paper(
        "Growing Consensus in Kelp Forests", alice, slug="double", owner=alice, abstract="Long ago."
    )
    page = signed_in(alice.owner)
    page.at("publications_publication_changelist")
    page.click("text=Possible duplicates")
    page.click(".alike >> text=Merge")
    page.wait_for_selector("text=Fills what is empty: abstract.")
    page.check("input[name=lead] >> nth=1")
    page.click("input[name=merge]")
    page.wait_for_selector(".messagelist .warning:has-text('has changed')")
    page.click("input[name=merge]")
    page.wait_for_selector(".messagelist .success")
    assert Publication.objects.get().abstract == "Long ago."
    page.at("publications_publication_duplicates")
    page.wait_for_selector("text=No two papers look alike.")


def test_a_paper_that_names_bob(signed_in, alice, bob):
    take(KELP, alice)
    page = signed_in(bob.owner)
    page.at("publications_publication_changelist")
    page.get_by_role("link", name="Papers that name you (1)").first.click()
    page.get_by_role("button", name="Not me", exact=True).click()
    page.wait_for_selector(".messagelist .success")
    page.click("details.filters > summary")
    page.click("text=answered “not me”")
    page.get_by_role("button", name="Ask again", exact=True).click()
    page.wait_for_selector(".messagelist .success")
    page.at("publications_authorshipsuggestion_changelist")
    page.get_by_role("button", name="This is me", exact=True).click()
    page.wait_for_selector(".messagelist .success")
    assert Authorship.objects.filter(researcher=bob).exists()
    page.wait_for_selector("text=Nothing waits for an answer.")


def test_no_page_is_wider_than_its_window(signed_in, alice, bob, manager):
    take(KELP, alice)
    make_paper("Growing Consensus in Kelp Forests", alice, slug="double", owner=alice)
    venues = [Venue.objects.create(name="Symposium on Imaginary Systems") for _ in range(2)]
    page = signed_in(manager)
    for name, rows in (
        ("publications_publication_merge", Publication.objects.all()),
        ("publications_venue_merge", venues),
        ("publications_publication_duplicates", []),
        ("publications_authorshipsuggestion_changelist", []),
    ):
        page.at(name, f"?ids={','.join(str(row.pk) for row in rows)}" if rows else "")
        assert too_wide(page) == [], name
        buttons = page.query_selector_all(".answers button, input[name=merge]")
        for width in at_each_width(page):
            assert all(right_of(button) <= width for button in buttons), (name, width)


def right_of(button):
    box = button.bounding_box()
    return box["x"] + box["width"]
